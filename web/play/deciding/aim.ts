/*
 * aim.ts: a decision whose place, heading or number is still to be chosen. The player proposes, the engine judges every proposal, and what
 * comes near a border that matters is drawn to it: just in reach, in contact, just out of an enemy's ring.
 */
import { EngineFault, type Decision, type Fields, type Language, type Match, type NumericDecision, type Odds, type Policy, type Refusal,
  type Ring, type Seat } from '../../engine/engine';
import type { Place, Pose } from '../../table/board';
import { along, bearing, between, distance, gap, lastGood, outlineOf, overlap, rounded, toOutline, turned, type Base, type Polygon } from './geometry';
import type { Answer, PieceFacts } from './model';

/** The part of the engine that judges. */
export interface Judge {
  refuse(seat: Seat, decision: NumericDecision): number;
  refusal(language: Language): Refusal | null;
  odds(seat: Seat, decision: Decision, policy: Policy, language: Language): Odds;
  region(seat: Seat, offer: number): [number, number][];
  sample(seat: Seat, offer: number, seed: number): Decision | null;
  rings(seat: Seat, unit: string): Ring[];
}

/** A position to aim in. */
export interface Ground {
  readonly judge: Judge;
  readonly match: Match;
  readonly seat: Seat;
  readonly language: Language;
  readonly units: Readonly<Record<string, Fields>>;
  readonly facts: ReadonlyMap<string, PieceFacts>;
  readonly isPlaced: (fields: Fields) => boolean;       /* is it on the board? */
}

export type Snap = 'nearest' | 'limit' | 'contact' | 'ring';

export interface Aim {
  readonly unit: string;
  readonly tabs: readonly Answer[];
  readonly tab: number;
  readonly from: Pose | null;               /* where the piece stands; null when it is not on the board yet */
  readonly pose: Pose;                      /* as proposed */
  readonly value: number;
  readonly shown: Pose;                     /* as it would stand afterwards */
  readonly set: boolean;                    /* something has been proposed; before that there is nothing to confirm */
  readonly legal: boolean;
  readonly refusal: Refusal | null;
  readonly nearest: Pose | null;            /* a legal one, when the proposed is not */
  readonly snap: Snap | null;
  readonly length: number | null;           /* from where it stands */
  readonly margin: number | null;           /* how much farther the same way would still be legal */
  readonly interrupted: boolean;            /* another seat would be asked before it is done */
  readonly region: Polygon;
}

/** How to take a proposal: `pull` is how far a border draws, 0 for not at all. */
export interface Manner { readonly pull: number; readonly settled: boolean }

export const exactly: Manner = { pull: 0, settled: true };

const FINE = 1;                             /* a border is found to the hundredth of a millimetre */
const PARTS = 32;                           /* a way is searched in so many parts for a legal end */

export function answerNow(aim: Aim): Answer {
  const answer = aim.tabs[aim.tab];
  if (!answer) throw new Error('an aim has a tab');
  return answer;
}

const opens = (answer: Answer, member: 'at' | 'heading' | 'value'): boolean => answer.open.includes(member);

export function decisionAt(answer: Answer, pose: Pose, value: number): Decision {
  const decision = { ...answer.decision };
  if (opens(answer, 'at')) decision.at = [Math.round(pose.x), Math.round(pose.y)];
  if (opens(answer, 'heading')) decision.heading = turned(pose.heading);
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

function allows(ground: Ground, answer: Answer, pose: Pose, value: number): boolean {
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

/* Where the piece would stand: the rules are run, nobody reacting. A guess of the way it faces serves only where they cannot be. */
function endOf(ground: Ground, answer: Answer, pose: Pose, value: number): Pose {
  const unit = answer.decision.unit;
  const before = poseOf(unit === undefined ? undefined : ground.units[unit]);
  const odds = tryOdds(ground, decisionAt(answer, pose, value), 'decline');
  if (!odds) return pose;
  const field = (name: 'x' | 'y' | 'heading'): number => {
    const is = likely(odds, unit, name);
    return typeof is === 'number' ? is : before[name];
  };
  return { x: field('x'), y: field('y'), heading: field('heading') };
}

/** Would another seat be asked in between? Then play stops in another phase than when he lets everything pass. */
function isInterrupted(ground: Ground, decision: Decision): boolean {
  const stopped = tryOdds(ground, decision, 'stop');
  const passed = tryOdds(ground, decision, 'decline');
  return stopped !== null && passed !== null && likely(stopped, undefined, 'phase') !== likely(passed, undefined, 'phase');
}

function nearestOf(refusal: Refusal | null): Pose | null {
  if (!refusal?.nearest) return null;
  const [x, y, heading] = refusal.nearest;
  return { x, y, heading };
}

const baseOf = (ground: Ground, unit: string): Base | undefined => ground.facts.get(unit)?.base;

/* The last legal place on the way, found from its far end. */
function lastOnWay(ground: Ground, answer: Answer, from: Place, to: Pose, value: number): Pose | null {
  const at = (part: number): Pose => ({ ...between(from, to, part), heading: to.heading });
  const holds = (part: number): boolean => allows(ground, answer, at(part), value);
  const whole = distance(from, to);
  for (let i = PARTS - 1; i > 0; i--)
    if (holds(i / PARTS)) return at(lastGood(i / PARTS, (i + 1) / PARTS, FINE / Math.max(whole, 1), holds));
  return null;
}

/* How much farther the same way would be legal, without a break. */
function marginOf(ground: Ground, answer: Answer, from: Place, to: Pose, value: number): number {
  const whole = distance(from, to);
  if (whole === 0) return 0;
  const holds = (length: number): boolean => allows(ground, answer, { ...between(from, to, length / whole), heading: to.heading }, value);
  let good = whole;
  for (let step = 100; step < 400000; step *= 2) {
    if (!holds(good + step)) return lastGood(good, good + step, FINE, holds) - whole;
    good += step;
  }
  return good - whole;
}

/** Outlines that an end near them is drawn to. */
interface Border { readonly snap: Snap; readonly outline: Polygon }

const bordersKept = new WeakMap<object, readonly Border[]>();

function bordersOf(ground: Ground): readonly Border[] {
  const kept = bordersKept.get(ground.units);
  if (kept) return kept;
  const borders: Border[] = [];
  for (const [id, piece] of ground.facts) {
    const fields = ground.units[id];
    if (piece.seat === ground.seat || !piece.base || !fields || !ground.isPlaced(fields)) continue;
    borders.push({ snap: 'contact', outline: outlineOf(piece.base, poseOf(fields)) });
    for (const ring of ground.judge.rings(ground.seat, id))
      if (ring.threat) borders.push({ snap: 'ring', outline: ring.outline.map(([x, y]) => ({ x, y })) });
  }
  bordersKept.set(ground.units, borders);
  return borders;
}

/** The enemy that is nearest to a piece that stands so, from base to base. */
export function nearestEnemy(ground: Ground, unit: string, pose: Pose): { readonly unit: string; readonly gap: number } | null {
  const base = baseOf(ground, unit);
  if (!base) return null;
  const own = outlineOf(base, pose);
  let best: { unit: string; gap: number } | null = null;
  for (const [id, piece] of ground.facts) {
    const fields = ground.units[id];
    if (piece.seat === ground.facts.get(unit)?.seat || !piece.base || !fields || !ground.isPlaced(fields)) continue;
    const far = Math.round(gap(own, outlineOf(piece.base, poseOf(fields))));
    if (!best || far < best.gap) best = { unit: id, gap: far };
  }
  return best;
}

interface Candidate { readonly pose: Pose; readonly snap: Snap }

/* Places on the same way where the base comes to a border, or where the way ends. */
function candidates(ground: Ground, answer: Answer, from: Place, to: Pose, heading: number, value: number, pull: number): Candidate[] {
  const whole = distance(from, to);
  const base = answer.decision.unit === undefined ? undefined : baseOf(ground, answer.decision.unit);
  if (whole === 0) return [];
  const at = (length: number): Pose => ({ ...between(from, to, length / whole), heading: to.heading });
  const near = Math.max(0, whole - pull), far = whole + pull;
  const found: Candidate[] = [];
  const holds = (length: number): boolean => allows(ground, answer, at(length), value);
  if (!holds(far)) found.push({ pose: at(lastGood(whole, far, FINE, holds)), snap: 'limit' });
  if (!base) return found;
  const here = at(whole);
  const reach = Math.hypot(base.width, base.depth) + pull;
  for (const { snap, outline } of bordersOf(ground)) {
    if (toOutline(here, outline) > reach) continue;
    const isOut = (length: number): boolean => !overlap(outlineOf(base, { ...at(length), heading }), outline);
    const outNear = isOut(near), outFar = isOut(far);
    if (outNear === outFar) continue;
    found.push({ pose: at(outNear ? lastGood(near, far, FINE, isOut) : lastGood(far, near, FINE, isOut)), snap });
  }
  return found.filter(({ pose }) => allows(ground, answer, pose, value));
}

function closest<T extends { readonly pose: Pose }>(list: readonly T[], to: Place): T | null {
  return list.reduce<T | null>((best, one) => (best && distance(best.pose, to) <= distance(one.pose, to) ? best : one), null);
}

/** Propose a pose (and a number): what the engine says of it, and where it is drawn to. */
export function propose(ground: Ground, aim: Aim, wanted: Pose, value: number, manner: Manner): Aim {
  const answer = answerNow(aim);
  const want = { ...rounded(wanted), heading: turned(wanted.heading) };
  const { from } = aim;
  if (!allows(ground, answer, want, value)) {
    const refusal = ground.judge.refusal(ground.language);
    const ways = [nearestOf(refusal), from && opens(answer, 'at') ? lastOnWay(ground, answer, from, want, value) : null];
    const legal = ways.flatMap(pose => (pose && allows(ground, answer, pose, value) ? [{ pose }] : []));
    const nearest = closest(legal, want)?.pose ?? null;
    if (nearest && distance(nearest, want) <= manner.pull) return settle(ground, aim, nearest, value, 'nearest', manner);
    return {
      ...aim, pose: want, value, set: true, legal: false, refusal, nearest, snap: null, interrupted: false, margin: null,
      shown: { ...want, heading: opens(answer, 'heading') || !from ? want.heading : bearing(from, want) },
      length: from ? distance(from, want) : null,
    };
  }
  if (manner.pull > 0 && from && opens(answer, 'at')) {
    const end = endOf(ground, answer, want, value);
    const near = candidates(ground, answer, from, want, end.heading, value, manner.pull);
    const best = closest(near.filter(({ pose }) => distance(pose, want) <= manner.pull), want);
    if (best) return settle(ground, aim, best.pose, value, best.snap, manner);
  }
  return settle(ground, aim, want, value, null, manner);
}

function settle(ground: Ground, aim: Aim, pose: Pose, value: number, snap: Snap | null, manner: Manner): Aim {
  const answer = answerNow(aim);
  const { from } = aim;
  const isWay = from !== null && opens(answer, 'at');
  return {
    ...aim, pose, value, snap, set: true, legal: true, refusal: null, nearest: null,
    shown: endOf(ground, answer, pose, value),
    length: isWay ? distance(from, pose) : null,
    margin: isWay ? marginOf(ground, answer, from, pose, value) : null,
    interrupted: manner.settled && isInterrupted(ground, decisionAt(answer, pose, value)),
  };
}

function regionOf(ground: Ground, answer: Answer): Polygon {
  try {
    return opens(answer, 'at') ? ground.judge.region(ground.seat, answer.index).map(([x, y]) => ({ x, y })) : [];
  } catch (error) {
    if (error instanceof EngineFault) return [];
    throw error;
  }
}

/** Begin to aim: nothing is proposed yet. */
export function beginAim(ground: Ground, tabs: readonly Answer[], tab: number): Aim {
  const answer = tabs[tab];
  const unit = answer?.decision.unit;
  if (!answer || unit === undefined) throw new Error('only a piece can aim');
  const fields = ground.units[unit];
  const from = fields && ground.isPlaced(fields) ? poseOf(fields) : null;
  const sample = from && !opens(answer, 'value') ? null : ground.judge.sample(ground.seat, answer.index, 1);
  if (from) bordersOf(ground);
  const pose = from ?? { x: sample?.at?.[0] ?? 0, y: sample?.at?.[1] ?? 0, heading: sample?.heading ?? 0 };
  return {
    unit, tabs, tab, from, pose, value: sample?.value ?? 0, shown: pose, set: false, legal: false, refusal: null, nearest: null, snap: null,
    length: null, margin: null, interrupted: false, region: regionOf(ground, answer),
  };
}

/** Another tab for the same piece: what was proposed is proposed again. */
export function changeTab(ground: Ground, aim: Aim, tab: number): Aim {
  const answer = aim.tabs[tab];
  if (!answer || tab === aim.tab) return aim;
  const changed = { ...aim, tab, region: regionOf(ground, answer) };
  return aim.set ? propose(ground, changed, { ...aim.pose, heading: aim.shown.heading }, aim.value, exactly) : changed;
}

/** What the engine would propose; another each time. */
export function suggest(ground: Ground, aim: Aim, seed: number): Aim {
  const sample = ground.judge.sample(ground.seat, answerNow(aim).index, seed);
  if (!sample) return aim;
  const pose = { x: sample.at?.[0] ?? aim.pose.x, y: sample.at?.[1] ?? aim.pose.y, heading: sample.heading ?? aim.pose.heading };
  return propose(ground, aim, pose, sample.value ?? aim.value, exactly);
}

/** A length in a direction from where the piece stands. */
export function byLength(aim: Aim, length: number, direction: number): Pose {
  return { ...along(aim.from ?? aim.pose, direction, length), heading: aim.pose.heading };
}
