/* lit.ts: the places that a piece may go to, each with what it costs, and whether going there would or might do harm. */
import type { Lit, Place } from '../../table/board';
import { answerNow, decisionAt, numeric, type Aim, type Ground } from './aim';
import type { Chances } from './chances';
import type { Polygon } from './geometry';

const SURE = 1000000;                       /* millionths */

/* Found once for a region: it is the same array as long as the same is chosen in the same position. */
const costsKept = new WeakMap<Polygon, readonly Lit[]>();
const litKept = new WeakMap<Polygon, readonly Lit[]>();

function costsOf(ground: Ground, aim: Aim): readonly Lit[] {
  const known = costsKept.get(aim.region);
  if (known) return known;
  const costs = aim.region.map((at): Lit => {
    const way = ground.judge.way(ground.seat, numeric(ground.match, decisionAt(answerNow(aim), { ...at, heading: 0 }, aim.value)));
    return way && way.allowed > 0 ? { at, label: String(way.spent) } : { at };
  });
  costsKept.set(aim.region, costs);
  return costs;
}

/** The chance, in millionths, that the piece itself is worse off for going there; undefined while it is worked out. */
export function harmOf(aim: Aim, at: Place, chances: Chances): number | undefined {
  const odds = chances.of(decisionAt(answerNow(aim), { ...at, heading: 0 }, aim.value), 'decline').value;
  return odds === undefined ? undefined : odds?.worse.find(({ unit }) => unit === aim.unit)?.millionths ?? 0;
}

/** The costs at once; what might do harm when all of it is known. */
export function litOf(ground: Ground, aim: Aim, chances: Chances): readonly Lit[] {
  const known = litKept.get(aim.region);
  if (known) return known;
  const costs = costsOf(ground, aim);
  if (!aim.tabs[aim.tab]?.open.includes('at')) return costs;
  const harms = aim.region.map(at => harmOf(aim, at, chances));
  if (harms.some(harm => harm === undefined)) return costs;
  const lit = costs.map((place, i): Lit => {
    const harm = harms[i] ?? 0;
    return harm === 0 ? place : { ...place, risk: harm >= SURE ? 'will' : 'may' };
  });
  litKept.set(aim.region, lit);
  return lit;
}
