/*
 * hexes.ts: counting and facing on hexes, for people (geometry: web/table/hexes). A heading is a vertex, 0 to 5 clockwise from north.
 * Nothing here decides: the engine is asked about every place that comes out of it.
 */
import type { Place } from '../../table/board';
import { middleOf, onPaper } from '../../table/hexes/geometry';

const VERTICES = 6, STEP = 360 / VERTICES;

export const sameHex = (a: Place, b: Place): boolean => a.x === b.x && a.y === b.y;

export function turnedVertex(heading: number): number {
  return ((Math.round(heading) % VERTICES) + VERTICES) % VERTICES;
}

/* Where from here another hex lies, in degrees clockwise from north. */
function degrees(from: Place, to: Place): number {
  const here = onPaper(middleOf(from)), there = onPaper(middleOf(to));
  return (Math.atan2(there.x - here.x, here.y - there.y) * 180) / Math.PI;
}

const apart = (a: number, b: number): number => Math.abs(((((a - b) % 360) + 540) % 360) - 180);

/** All headings, the one that looks most toward a hex first; of those that do equally, the one nearer to how it faces now. */
export function headingsToward(from: Place, to: Place, now: number): readonly number[] {
  const way = degrees(from, to);
  const rank = (heading: number): number => Math.round(apart(heading * STEP, way)) * 1000 + apart(heading * STEP, now * STEP);
  return Array.from({ length: VERTICES }, (_, vertex) => vertex).sort((a, b) => rank(a) - rank(b) || a - b);
}

/** The winds of the vertices. */
export const vertexWinds = ['north', 'northeast', 'southeast', 'south', 'southwest', 'northwest'] as const;
