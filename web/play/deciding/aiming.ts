/* aiming.ts: a place, a heading or a number is chosen, on whatever board: begun, proposed, suggested. */
import { EngineFault, type Decision } from '../../engine/engine';
import { areEnemies } from '../../engine/sides';
import type { Pose } from '../../table/board';
import { measureOf } from '../measure/measure';
import { allows, answerNow, decisionAt, exactly, NOBODY, numeric, opens, poseOf, type Aim, type Ground, type Manner } from './aim';
import { proposeFacing, proposeOnHexes } from './aim_hexes';
import { bordersOf, proposeOnTable } from './aim_table';
import { lastGood, type Polygon } from './geometry';
import type { Answer, PieceFacts } from './model';

/** Propose a pose (and a number): what the engine says of it, and where it is drawn to. */
export function propose(ground: Ground, aim: Aim, wanted: Pose, value: number, manner: Manner): Aim {
  return (measureOf(ground.match).counts ? proposeOnHexes : proposeOnTable)(ground, aim, wanted, value, manner);
}

/** The places of decisions, each once. */
export function placesOf(decisions: readonly Decision[]): Polygon {
  return [...new Map(decisions.flatMap(({ at }) => (at ? [[at.join(' '), { x: at[0], y: at[1] }]] : []))).values()];
}

function regionOf(ground: Ground, answer: Answer): Polygon {
  if (answer.among) return opens(answer, 'at') ? placesOf(answer.among) : [];
  try {
    return opens(answer, 'at') ? ground.judge.region(ground.seat, answer.index).map(([x, y]) => ({ x, y })) : [];
  } catch (error) {
    if (error instanceof EngineFault) return [];
    throw error;
  }
}

/* On a table a piece may have been told to go elsewhere first: its way so far, the place where it ends last. */
function wayBefore(ground: Ground, answer: Answer, from: Pose): Polygon {
  const way = opens(answer, 'at') ? ground.judge.way(ground.seat, numeric(ground.match, decisionAt(answer, from, 0))) : null;
  return (way?.points ?? []).slice(0, -1).map(([x, y]) => ({ x, y }));
}

/** Begin to aim: nothing is proposed yet, but how to face where only that is asked and can be counted. */
export function beginAim(ground: Ground, tabs: readonly Answer[], tab: number): Aim {
  const answer = tabs[tab];
  if (!answer) throw new Error('an aim has a tab');
  const unit = answer.decision.unit ?? NOBODY;
  const fields = ground.units[unit];
  const stands = fields && ground.isPlaced(fields) ? poseOf(fields) : null;
  const isCounted = measureOf(ground.match).counts, before = stands && !isCounted ? wayBefore(ground, answer, stands) : [];
  const from = stands && { ...stands, ...before.at(-1) };
  const sample = from && !opens(answer, 'value') ? null : ground.judge.sample(ground.seat, answer.index, 1);
  if (from && !isCounted) bordersOf(ground);
  const pose = from ?? { x: sample?.at?.[0] ?? 0, y: sample?.at?.[1] ?? 0, heading: sample?.heading ?? 0 };
  const begun: Aim = {
    unit, tabs, tab, from, pose, value: sample?.value ?? 0, shown: pose, set: false, legal: false, refusal: null, nearest: null, snap: null,
    length: null, margin: null, interrupted: false, region: regionOf(ground, answer), before, way: null, chancy: false, settled: false, turned: false,
  };
  return isCounted && from && opens(answer, 'heading') && !opens(answer, 'at') ? proposeFacing(ground, begun) : begun;
}

/** Another tab for the same piece: what was proposed is proposed again. */
export function changeTab(ground: Ground, aim: Aim, tab: number): Aim {
  const answer = aim.tabs[tab];
  if (!answer || tab === aim.tab) return aim;
  const changed = { ...aim, tab, region: regionOf(ground, answer) };
  return aim.set ? propose(ground, changed, { ...aim.pose, heading: aim.shown.heading }, aim.value, exactly) : changed;
}

/** The least and the greatest number that may be chosen, around one that may; null where there is none. */
export function rangeOf(ground: Ground, aim: Aim): readonly [least: number, most: number] | null {
  const answer = answerNow(aim);
  const holds = (value: number): boolean => allows(ground, answer, aim.pose, Math.round(value));
  const start = holds(aim.value) ? aim.value : ground.judge.sample(ground.seat, answer.index, 1)?.value;
  if (start === undefined || !holds(start)) return null;
  const end = (way: 1 | -1): number => {
    let good = start;
    for (let step = 1; step < 400000; step *= 2) {
      if (!holds(good + way * step)) return Math.round(lastGood(good, good + way * step, 0.5, holds));
      good += way * step;
    }
    return good;
  };
  return [end(-1), end(1)];
}

/** What the engine would propose; another each time. */
export function suggest(ground: Ground, aim: Aim, seed: number): Aim {
  const sample = ground.judge.sample(ground.seat, answerNow(aim).index, seed);
  if (!sample) return aim;
  const pose = { x: sample.at?.[0] ?? aim.pose.x, y: sample.at?.[1] ?? aim.pose.y, heading: sample.heading ?? aim.pose.heading };
  return propose(ground, { ...aim, turned: true }, pose, sample.value ?? aim.value, exactly);
}

/** The enemy that is nearest to a piece that stands so, and how far it is. */
export function nearestEnemy(ground: Ground, unit: string, pose: Pose): { readonly unit: string; readonly gap: number } | null {
  const measure = measureOf(ground.match);
  const own = ground.facts.get(unit);
  const isBody = (piece: PieceFacts | undefined): piece is PieceFacts => piece !== undefined && (measure.counts || piece.base !== undefined);
  if (!isBody(own)) return null;
  let best: { unit: string; gap: number } | null = null;
  for (const [id, piece] of ground.facts) {
    const fields = ground.units[id];
    if (!areEnemies(piece.seat, own.seat) || !isBody(piece) || !fields || !ground.isPlaced(fields)) continue;
    const far = Math.round(measure.gap({ pose, base: own.base ?? null }, { pose: poseOf(fields), base: piece.base ?? null }).distance);
    if (!best || far < best.gap) best = { unit: id, gap: far };
  }
  return best;
}
