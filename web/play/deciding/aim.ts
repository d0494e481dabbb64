/*
 * aim.ts: a decision whose place, heading or number is still to be chosen: what it is made of, and what the engine says of a proposal.
 * How proposals are taken is a matter of the board: aim_table.ts, aim_hexes.ts; aiming.ts has the one that fits.
 */
import { EngineFault, type Decision, type Fields, type Language, type Match, type NumericDecision, type Odds, type Policy, type Refusal,
  type Ring, type Seat, type Way } from '../../engine/engine';
import type { Pose } from '../../table/board';
import type { Polygon } from './geometry';
import type { Answer, PieceFacts } from './model';

/** The part of the engine that judges. */
export interface Judge {
  refuse(seat: Seat, decision: NumericDecision): number;
  refusal(language: Language): Refusal | null;
  odds(seat: Seat, decision: Decision, policy: Policy, language: Language): Odds;
  region(seat: Seat, offer: number): [number, number][];
  sample(seat: Seat, offer: number, seed: number): Decision | null;
  rings(seat: Seat, unit: string): Ring[];
  way(seat: Seat, decision: NumericDecision): Way | null;
}

/** A position to aim in. */
export interface Ground {
  readonly judge: Judge;
  readonly match: Match;
  readonly seat: Seat;
  readonly language: Language;
  readonly units: Readonly<Record<string, Fields>>;
  readonly position?: object;                           /* the position without what is planned in it: the others are the same as long as it is */
  readonly facts: ReadonlyMap<string, PieceFacts>;
  readonly isPlaced: (fields: Fields) => boolean;       /* is it on the board? */
}

export type Snap = 'nearest' | 'limit' | 'contact' | 'ring';

/** The unit of an aim by nobody: ground is laid. */
export const NOBODY = '';

export interface Aim {
  readonly unit: string;                    /* NOBODY where no piece is put anywhere */
  readonly tabs: readonly Answer[];
  readonly tab: number;
  readonly from: Pose | null;               /* where the piece stands, or will when this begins; null when it is not on the board yet */
  readonly pose: Pose;                      /* as proposed */
  readonly value: number;
  readonly shown: Pose;                     /* as it would stand afterwards */
  readonly set: boolean;                    /* something has been proposed; before that there is nothing to confirm */
  readonly legal: boolean;
  readonly refusal: Refusal | null;
  readonly nearest: Pose | null;            /* a legal one, when the proposed is not */
  readonly snap: Snap | null;
  readonly length: number | null;           /* from there */
  readonly margin: number | null;           /* how much farther the same way would still be legal */
  readonly interrupted: boolean;            /* another seat would be asked before it is done */
  readonly region: Polygon;                 /* where it may go: an outline, or the places themselves where they are counted */
  readonly before: Polygon;                 /* where they are measured: its way to `from`, when it was told to go elsewhere first; else nothing */
  readonly way: Way | null;                 /* those places that it goes through, and what they cost, where the game tells that */
  readonly chancy: boolean;                 /* dice decide where it comes to stand */
  readonly settled: boolean;                /* put down: it follows the pointer no more */
  readonly turned: boolean;                 /* the heading was chosen, and is not the one that the way suggests */
}

/** How to take a proposal: `pull` is how far a border draws, 0 for not at all. */
export interface Manner { readonly pull: number; readonly settled: boolean }

export const exactly: Manner = { pull: 0, settled: true };

export function answerNow(aim: Aim): Answer {
  const answer = aim.tabs[aim.tab];
  if (!answer) throw new Error('an aim has a tab');
  return answer;
}

export const opens = (answer: Answer, member: 'at' | 'heading' | 'value'): boolean => answer.open.includes(member);

export function decisionAt(answer: Answer, pose: Pose, value: number): Decision {
  const decision = { ...answer.decision };
  if (opens(answer, 'at')) decision.at = [Math.round(pose.x), Math.round(pose.y)];
  if (opens(answer, 'heading')) decision.heading = pose.heading;
  if (opens(answer, 'value')) decision.value = Math.round(value);
  return decision;
}

/** The decision in numbers, as the engine's fast path wants it. */
export function numeric(match: Match, decision: Decision): NumericDecision {
  const kind = match.kinds.findIndex(({ name }) => name === decision.do);
  const numbers: NumericDecision = { kind };
  if (decision.unit !== undefined) numbers.unit = match.pieces.indexOf(decision.unit);
  if (decision.target !== undefined) numbers.target = match.pieces.indexOf(decision.target);
  if (decision.choice !== undefined) numbers.choice = match.kinds[kind]?.choices?.indexOf(decision.choice) ?? 0;
  if (decision.value !== undefined) numbers.value = decision.value;
  if (decision.at) [numbers.x, numbers.y] = decision.at;
  if (decision.heading !== undefined) numbers.heading = decision.heading;
  return numbers;
}

const number = (value: number | string | undefined): number => (typeof value === 'number' ? value : 0);

export function poseOf(fields: Fields | undefined): Pose {
  return { x: number(fields?.['x']), y: number(fields?.['y']), heading: number(fields?.['heading']) };
}

export function allows(ground: Ground, answer: Answer, pose: Pose, value: number): boolean {
  return ground.judge.refuse(ground.seat, numeric(ground.match, decisionAt(answer, pose, value))) === 0;
}

/** The likeliest value of a field afterwards; undefined when it does not change. */
export function likely(odds: Odds, unit: string | undefined, field: string): number | string | undefined {
  if (!('changes' in odds)) return undefined;
  const change = odds.changes.find(({ unit: piece, value }) => piece === unit && value === field);
  return change?.after.reduce((best, one) => (one.millionths > best.millionths ? one : best)).is;
}

function tryOdds(ground: Ground, decision: Decision, policy: Policy): Odds | null {
  try {
    return ground.judge.odds(ground.seat, decision, policy, ground.language);
  } catch (error) {
    if (error instanceof EngineFault) return null;
    throw error;
  }
}

/** Where a piece would stand afterwards, and whether dice decide that. */
export interface End { readonly pose: Pose; readonly chancy: boolean }

const isChancy = (odds: Odds, unit: string | undefined): boolean =>
  'changes' in odds && odds.changes.some(({ unit: piece, value, after }) => piece === unit && (value === 'x' || value === 'y') && after.length > 1);

/* Where the piece would stand: the rules are run, nobody reacting. A guess of the way it faces serves only where they cannot be. */
export function endOf(ground: Ground, answer: Answer, pose: Pose, value: number): End {
  const unit = answer.decision.unit;
  const before = poseOf(unit === undefined ? undefined : ground.units[unit]);
  const odds = unit === undefined ? null : tryOdds(ground, decisionAt(answer, pose, value), 'decline');
  if (!odds) return { pose, chancy: false };
  const field = (name: 'x' | 'y' | 'heading'): number => {
    const is = likely(odds, unit, name);
    return typeof is === 'number' ? is : before[name];
  };
  return { pose: { x: field('x'), y: field('y'), heading: field('heading') }, chancy: isChancy(odds, unit) };
}

/* Does the decision only settle what is under way, as a retreat does? Nobody reacts to that. */
function settles(ground: Ground, odds: Odds): boolean {
  const before = 'changes' in odds ? odds.changes.find(({ unit, value }) => unit === undefined && value === 'phase')?.before : undefined;
  return ground.match.phases.find(({ name }) => name === before)?.settles === true;
}

/** May another seat react? Then play stops in a phase of reaction, and in another one when he lets everything pass. */
export function isInterrupted(ground: Ground, decision: Decision): boolean {
  const stopped = tryOdds(ground, decision, 'stop');
  const phase = stopped && likely(stopped, undefined, 'phase');
  if (!stopped || phase === undefined || settles(ground, stopped)) return false;
  if (ground.match.phases.find(({ name }) => name === phase)?.step !== 'reaction') return false;
  const passed = tryOdds(ground, decision, 'decline');
  return passed !== null && likely(passed, undefined, 'phase') !== phase;
}

export function nearestOf(refusal: Refusal | null): Pose | null {
  if (!refusal?.nearest) return null;
  const [x, y, heading] = refusal.nearest;
  return { x, y, heading };
}
