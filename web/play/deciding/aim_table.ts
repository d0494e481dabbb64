/*
 * aim_table.ts: proposals on a table. The engine judges each, and what comes near a border that matters is drawn to it: just in reach, in
 * contact, just out of an enemy's ring.
 */
import type { Decision } from '../../engine/engine';
import { areEnemies } from '../../engine/sides';
import type { Place, Pose } from '../../table/board';
import { allows, answerNow, decisionAt, endOf, isInterrupted, nearestOf, numeric, opens, poseOf, type Aim, type Ground, type Manner, type Snap } from './aim';
import { along, bearing, between, distance, lastGood, outlineOf, overlap, rounded, toOutline, turned, type Base, type Polygon } from './geometry';
import type { Answer } from './model';

const FINE = 1;                             /* a border is found to the hundredth of a millimetre */
const PARTS = 32;                           /* a way is searched in so many parts for a legal end */

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

/** Found once in a position. */
export function bordersOf(ground: Ground): readonly Border[] {
  const kept = bordersKept.get(ground.position ?? ground.units);
  if (kept) return kept;
  const borders: Border[] = [];
  for (const [id, piece] of ground.facts) {
    const fields = ground.units[id];
    if (!areEnemies(piece.seat, ground.seat) || !piece.base || !fields || !ground.isPlaced(fields)) continue;
    borders.push({ snap: 'contact', outline: outlineOf(piece.base, poseOf(fields)) });
    for (const ring of ground.judge.rings(ground.seat, id))
      if (ring.threat) borders.push({ snap: 'ring', outline: ring.outline.map(([x, y]) => ({ x, y })) });
  }
  bordersKept.set(ground.position ?? ground.units, borders);
  return borders;
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

/* Of a few ways that are ready, the one that comes nearest to what is wanted. */
function readyNear(among: readonly Decision[], wanted: Pose): Pose {
  const poses = among.map(({ at, heading }): Pose => ({ x: at?.[0] ?? wanted.x, y: at?.[1] ?? wanted.y, heading: heading ?? wanted.heading }));
  const off = (pose: Pose): number => distance(pose, wanted) + Math.abs(((pose.heading - wanted.heading + 54000) % 36000) - 18000);
  return poses.reduce((best, pose) => (off(pose) < off(best) ? pose : best), poses[0] ?? wanted);
}

/** Propose a pose (and a number): what the engine says of it, and where it is drawn to. */
export function proposeOnTable(ground: Ground, aim: Aim, wanted: Pose, value: number, manner: Manner): Aim {
  const answer = answerNow(aim);
  const near = answer.among ? readyNear(answer.among, wanted) : wanted;
  const want = { ...rounded(near), heading: turned(near.heading) };
  const { from } = aim;
  if (!allows(ground, answer, want, value)) {
    const refusal = ground.judge.refusal(ground.language);
    const ways = [nearestOf(refusal), from && opens(answer, 'at') ? lastOnWay(ground, answer, from, want, value) : null];
    const legal = ways.flatMap(pose => (pose && allows(ground, answer, pose, value) ? [{ pose }] : []));
    const nearest = closest(legal, want)?.pose ?? null;
    if (nearest && distance(nearest, want) <= manner.pull) return settle(ground, aim, nearest, value, 'nearest', manner);
    return {
      ...aim, pose: want, value, set: true, settled: manner.settled, legal: false, refusal, nearest, snap: null, way: null, chancy: false, interrupted: false, margin: null,
      shown: { ...want, heading: opens(answer, 'heading') || !from ? want.heading : bearing(from, want) },
      length: from ? distance(from, want) : null,
    };
  }
  if (manner.pull > 0 && from && opens(answer, 'at')) {
    const end = endOf(ground, answer, want, value).pose;
    const found = candidates(ground, answer, from, want, end.heading, value, manner.pull);
    const best = closest(found.filter(({ pose }) => distance(pose, want) <= manner.pull), want);
    if (best) return settle(ground, aim, best.pose, value, best.snap, manner);
  }
  return settle(ground, aim, want, value, null, manner);
}

function settle(ground: Ground, aim: Aim, pose: Pose, value: number, snap: Snap | null, manner: Manner): Aim {
  const answer = answerNow(aim);
  const { from } = aim;
  const isWay = from !== null && opens(answer, 'at'), end = endOf(ground, answer, pose, value);
  return {
    ...aim, pose, value, snap, set: true, settled: manner.settled, legal: true, refusal: null, nearest: null,
    shown: end.pose,
    chancy: end.chancy,
    way: isWay ? ground.judge.way(ground.seat, numeric(ground.match, decisionAt(answer, pose, value))) : null,
    length: isWay ? distance(from, pose) : null,
    margin: isWay ? marginOf(ground, answer, from, pose, value) : null,
    interrupted: manner.settled && isInterrupted(ground, decisionAt(answer, pose, value)),
  };
}

/** A length in a direction from where the piece stands. */
export function byLength(aim: Aim, length: number, direction: number): Pose {
  return { ...along(aim.from ?? aim.pose, direction, length), heading: aim.pose.heading };
}
