/* ways.ts: what a plan of several parts looks like on a table: each piece's way from place to place, whom it is set upon, and where its group would go. */
import type { Fields } from '../../engine/engine';
import type { Overlay, Place } from '../../table/board';
import { isPresent, pieceIn } from '../looks';
import { answerNow, opens } from './aim';
import type { Deciding } from './deciding';
import { poseOf } from '../measure/measure';
import { toldTo } from './plan';

export interface PlannedWay { readonly unit: string; readonly places: readonly Place[]; readonly isOpen: boolean /* it ends at a place, not at a piece */ }

function placeOf(fields: Fields | undefined): Place | null {
  return fields && isPresent(fields) ? poseOf(fields) : null;
}

/** The ways that are planned; of those who stay there is none. */
export function waysOf(deciding: Deciding): readonly PlannedWay[] {
  const plan = deciding.plan.value, units = deciding.ground.value?.units;
  if (!plan || !units || !deciding.orders.layered) return [];
  const told = [...new Set(plan.decisions.flatMap(({ unit }) => unit ?? []))];
  return told.flatMap((unit): PlannedWay[] => {
    const start = placeOf(units[unit]), own = toldTo(plan.decisions, unit);
    const steps = own.flatMap(({ at, target }): Place[] => {
      const met = target === undefined ? null : placeOf(units[target]);
      return at ? [{ x: at[0], y: at[1] }] : met ? [met] : [];
    });
    const places = start ? [start, ...steps].filter((place, i, all) => i === 0 || place.x !== all[i - 1]?.x || place.y !== all[i - 1]?.y) : steps;
    return places.length > 1 ? [{ unit, places, isOpen: own.filter(({ at, target }) => at !== undefined || target !== undefined).at(-1)?.at !== undefined }] : [];
  });
}

/* Fields in which the engine has proposed, or the plan has put, whom a piece acts upon. */
const aims = ['shot_at', 'strike_at'] as const;

function aimsOf(deciding: Deciding): Overlay[] {
  const plan = deciding.plan.value, units = deciding.ground.value?.units, { match, seat } = deciding.desk.session;
  if (!plan || !units) return [];
  return match.roster.filter(piece => piece.seat === seat).flatMap(({ id }) => aims.flatMap((name): Overlay[] => {
    const fields = units[id], from = placeOf(fields), met = fields ? pieceIn(match, fields, name) : undefined, to = met === undefined ? null : placeOf(units[met]);
    return from && to ? [{ kind: 'way', id: `aim ${name} ${id}`, places: [from, to], label: '', tone: 'plan', tip: 'arrow' }] : [];
  }));
}

/** Where those go who follow the piece that is being moved. */
function followersOf(deciding: Deciding): Overlay[] {
  const aim = deciding.aim.value, group = deciding.orders.group.value, units = deciding.ground.value?.units;
  if (!aim?.set || !aim.from || !units || !group.includes(aim.unit) || !opens(answerNow(aim), 'at')) return [];
  const { from, pose } = aim, by = { x: pose.x - from.x, y: pose.y - from.y };
  const goesOn = deciding.desk.session.match.kinds.some(({ name, adds }) => adds && name === answerNow(aim).decision.do);
  const ends = new Map(goesOn ? waysOf(deciding).map(({ unit, places }) => [unit, places[places.length - 1] as Place]) : []);
  return group.filter(mate => mate !== aim.unit).flatMap((mate): Overlay[] => {
    const start = ends.get(mate) ?? placeOf(units[mate]);
    return start ? [{ kind: 'way', id: `mate ${mate}`, places: [start, { x: start.x + by.x, y: start.y + by.y }], label: '', tone: 'path', tip: 'arrow' }] : [];
  });
}

export function plannedOverlays(deciding: Deciding): Overlay[] {
  if (!deciding.orders.layered || !deciding.plan.value) return [];
  const ways = waysOf(deciding).map(({ unit, places, isOpen }): Overlay => ({ kind: 'way', id: `plan ${unit}`, places, label: '', tone: 'plan', tip: isOpen ? 'knob' : 'arrow' }));
  return [...ways, ...aimsOf(deciding), ...followersOf(deciding)];
}
