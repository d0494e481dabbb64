/*
 * aim_hexes.ts: proposals where places are counted, on hexes and zones. The engine knows the way there; a piece that may choose how to face,
 * which it does on hexes only, looks along its last step, or as near to that as is legal, until the player turns it himself.
 */
import type { Way } from '../../engine/engine';
import type { Pose } from '../../table/board';
import { headingsToward, sameHex, turnedVertex } from '../measure/hexes';
import { measureOf } from '../measure/measure';
import { allows, answerNow, decisionAt, isInterrupted, nearestOf, numeric, opens, type Aim, type Ground, type Manner } from './aim';
import type { Answer } from './model';

function wayOf(ground: Ground, answer: Answer, pose: Pose, value: number): Way | null {
  return opens(answer, 'at') ? ground.judge.way(ground.seat, numeric(ground.match, decisionAt(answer, pose, value))) : null;
}

/* The first of the headings that is legal there. */
function legalHeading(ground: Ground, answer: Answer, pose: Pose, value: number, headings: readonly number[]): number | undefined {
  return headings.find(heading => allows(ground, answer, { ...pose, heading }, value));
}

/* How it would face there of itself. */
function facingAt(ground: Ground, aim: Aim, answer: Answer, pose: Pose, value: number): number {
  const points = wayOf(ground, answer, pose, value)?.points ?? [];
  const [x, y] = points.at(-2) ?? [aim.from?.x, aim.from?.y];
  const before = x === undefined || y === undefined || sameHex({ x, y }, pose) ? null : { x, y };
  const wanted = before ? headingsToward(before, pose, pose.heading) : headingsFrom(pose.heading);
  return legalHeading(ground, answer, pose, value, wanted) ?? wanted[0] ?? pose.heading;
}

/* All headings, the nearest to this one first. */
function headingsFrom(heading: number): readonly number[] {
  return [0, 1, -1, 2, -2, 3].map(turn => turnedVertex(heading + turn));
}

function judged(ground: Ground, aim: Aim, pose: Pose, value: number, manner: Manner): Aim {
  const answer = answerNow(aim);
  const legal = allows(ground, answer, pose, value);
  const refusal = legal ? null : ground.judge.refusal(ground.language);
  const near = nearestOf(refusal);
  const from = opens(answer, 'at') ? aim.from : null;
  return {
    ...aim, pose, value, shown: pose, set: true, settled: manner.settled, legal, refusal, snap: null, margin: null,
    nearest: near && allows(ground, answer, near, value) ? near : null,
    length: from ? measureOf(ground.match).distance(from, pose) : null,
    way: wayOf(ground, answer, pose, value),
    interrupted: legal && manner.settled && isInterrupted(ground, decisionAt(answer, pose, value)),
  };
}

/** Propose a hex or another heading. The heading is kept where it was turned by hand and may stay. */
export function proposeOnHexes(ground: Ground, aim: Aim, wanted: Pose, value: number, manner: Manner): Aim {
  const answer = answerNow(aim);
  const place = { x: Math.round(wanted.x), y: Math.round(wanted.y), heading: turnedVertex(wanted.heading) };
  if (!opens(answer, 'heading')) return judged(ground, aim, { ...place, heading: aim.from?.heading ?? 0 }, value, manner);
  const isThere = aim.set && sameHex(place, aim.pose);
  if (isThere && place.heading !== aim.pose.heading) return judged(ground, { ...aim, turned: true }, place, value, manner);
  if (isThere || !opens(answer, 'at')) return judged(ground, aim, place, value, manner);
  if (aim.turned && allows(ground, answer, place, value)) return judged(ground, aim, place, value, manner);
  const now = aim.from?.heading ?? place.heading;
  return judged(ground, { ...aim, turned: false }, { ...place, heading: facingAt(ground, aim, answer, { ...place, heading: now }, value) }, value, manner);
}

/** Where only the facing is asked: as it stands, or the nearest to it that is legal. */
export function proposeFacing(ground: Ground, aim: Aim): Aim {
  const heading = legalHeading(ground, answerNow(aim), aim.pose, aim.value, headingsFrom(aim.pose.heading)) ?? aim.pose.heading;
  return judged(ground, aim, { ...aim.pose, heading }, aim.value, { pull: 0, settled: true });
}

/** The headings that are legal where the piece would stand. */
export function legalHeadings(ground: Ground, aim: Aim): ReadonlySet<number> {
  const answer = answerNow(aim);
  return new Set([0, 1, 2, 3, 4, 5].filter(heading => allows(ground, answer, { ...aim.pose, heading }, aim.value)));
}
