/* list_model.ts: the table as a list: who stands where, in what state, how near to the enemy, and what it may do. */
import type { Fields, Match, Owner, Seat } from '../../engine/engine';
import { areEnemies, isSide } from '../../engine/sides';
import type { Answer } from '../deciding/model';
import { pieces } from '../deciding/vocabulary';
import { isPresent } from '../looks';
import { measureOf } from '../measure/measure';
import type { Gap } from './tape';
import { bodyOf, type Units } from './tool_kit';

export interface Row {
  readonly id: string;
  readonly seat: Owner;
  readonly regiment: number | null;
  readonly present: boolean;
  readonly fields: Fields;
  readonly enemy: { readonly id: string; readonly gap: Gap } | null;     /* the nearest */
  readonly answers: readonly Answer[];                                   /* what it may do now */
}

export const orders = ['regiment', 'name', 'enemy', 'wear', 'acts'] as const;
export type Order = (typeof orders)[number];

function nearestEnemy(match: Match, units: Units, id: string, seat: Owner): Row['enemy'] {
  const body = bodyOf(match, units, id);
  if (!body) return null;
  let nearest: Row['enemy'] = null;
  for (const other of match.roster) {
    const target = areEnemies(other.seat, seat) ? bodyOf(match, units, other.id) : null;
    if (!target) continue;
    const between = measureOf(match).gap(body, target);
    if (!nearest || between.distance < nearest.gap.distance) nearest = { id: other.id, gap: between };
  }
  return nearest;
}

/** A thing of nobody's that is nowhere to be seen is no row. */
export function rowsOf(match: Match, units: Units, answers: ReadonlyMap<string, readonly Answer[]>): Row[] {
  const facts = pieces(match);
  return match.roster.filter(({ id, seat }) => isSide(seat) || isPresent(units[id] ?? {})).map(({ id, seat }) => {
    const fields = units[id] ?? {};
    return {
      id, seat, fields,
      regiment: facts.get(id)?.regiment ?? null,
      present: units[id] !== undefined && isPresent(fields),
      enemy: nearestEnemy(match, units, id, seat),
      answers: answers.get(id) ?? [],
    };
  });
}

const wear = (row: Row): number => Number(row.fields['wear'] ?? 0);
const distance = (row: Row): number => row.enemy?.gap.distance ?? Infinity;
const byName = (a: Row, b: Row): number => a.id.localeCompare(b.id, 'en', { numeric: true });

const before: Record<Order, (a: Row, b: Row) => number> = {
  regiment: (a, b) => (a.regiment ?? Infinity) - (b.regiment ?? Infinity) || 0,
  name: byName,
  enemy: (a, b) => (distance(a) === distance(b) ? 0 : distance(a) - distance(b)),
  wear: (a, b) => wear(b) - wear(a),
  acts: (a, b) => Number(b.answers.length > 0) - Number(a.answers.length > 0),
};

/** Sorted; those that are not on the board come last, and what is equal is by name. */
export function sorted(rows: readonly Row[], order: Order): Row[] {
  return [...rows].sort((a, b) => Number(b.present) - Number(a.present) || before[order](a, b) || byName(a, b));
}

export interface Group { readonly seat: Owner; readonly regiment: number | null; readonly rows: readonly Row[] }

/** By side, the reader's own first and what is nobody's last; by regiment where that is the order. */
export function grouped(rows: readonly Row[], order: Order, mine: Seat): Group[] {
  const seats = [...new Set(rows.map(row => row.seat))].sort((a, b) => Number(b === mine) - Number(a === mine) || Number(isSide(b)) - Number(isSide(a)));
  return seats.flatMap(seat => {
    const own = sorted(rows.filter(row => row.seat === seat), order);
    if (order !== 'regiment') return [{ seat, regiment: null, rows: own }];
    const regiments = [...new Set(own.map(row => row.regiment))].sort((a, b) => (a ?? Infinity) - (b ?? Infinity));
    return regiments.map(regiment => ({ seat, regiment, rows: own.filter(row => row.regiment === regiment) }));
  });
}
