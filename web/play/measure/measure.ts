/*
 * measure.ts: how a board is measured, whatever its kind: what is near, how far it is, where a body is. The screens measure through this
 * alone; what a kind of board needs beyond it (drawing in, dragging) is chosen by `counts`.
 */
import type { Fields, Match } from '../../engine/engine';
import type { Place, Pose } from '../../table/board';
import { distance as hexDistance } from '../../table/hexes/geometry';
import { distance, turned } from '../deciding/geometry';
import { contains, gap, middle, middleGap, windOf, type Body, type Gap, type Wind } from '../knowing/tape';
import { blocksOf, cellAt, gridOf } from './grid';
import { sameHex, turnedVertex, vertexWinds } from './hexes';

/** The places of a board that are looked at when all that is seen is shaded, and how those that are seen are drawn. */
export interface Cells {
  readonly count: number;
  at(index: number): Place;
  drawn(marked: Uint8Array): { size: number; cells: Place[] }[];
}

export interface Measure {
  /** Places are counted, not measured: a piece stands in one, a way goes from one to the next, and a ring is a set of them. */
  readonly counts: boolean;
  distance(from: Place, to: Place): number;
  turned(heading: number): number;
  /** The shortest way between two bodies. */
  gap(a: Body, b: Body): Gap;
  /** The shortest way between the middles of their sides; null where nothing has sides. */
  middleGap(a: Body, b: Body): Gap | null;
  middle(body: Body): Place;
  contains(body: Body, at: Place): boolean;
  wind(heading: number): Wind;
  /** null where there is nothing to shade. */
  cells(board: Match['board']): Cells | null;
}

function tableCells(board: Match['board']): Cells | null {
  const width = Number(board['width']), depth = Number(board['depth']);
  if (!(width > 0) || !(depth > 0)) return null;
  const grid = gridOf(width, depth);
  return { count: grid.columns * grid.rows, at: index => cellAt(grid, index), drawn: marked => blocksOf(grid, marked) };
}

const hasSides = ({ base }: Body): boolean => base?.shape === 'rectangle';

const tableMeasure: Measure = {
  counts: false,
  distance, turned, gap, middle, contains,
  middleGap: (a, b) => (hasSides(a) || hasSides(b) ? middleGap(a, b) : null),
  wind: windOf,
  cells: tableCells,
};

function hexCells(board: Match['board']): Cells | null {
  const columns = Number(board['cols']), rows = Number(board['rows']);
  if (!(columns > 0) || !(rows > 0)) return null;
  const at = (index: number): Place => ({ x: index % columns, y: Math.floor(index / columns) });
  return { count: columns * rows, at, drawn: marked => [{ size: 1, cells: [...marked.keys()].filter(index => marked[index]).map(at) }] };
}

const hexMeasure: Measure = {
  counts: true,
  distance: hexDistance,
  turned: turnedVertex,
  gap: (a, b) => ({ distance: hexDistance(a.pose, b.pose), from: a.pose, to: b.pose }),
  middleGap: () => null,
  middle: ({ pose }) => ({ x: pose.x, y: pose.y }),
  contains: ({ pose }, at) => sameHex(pose, at),
  wind: heading => vertexWinds[turnedVertex(heading)] ?? 'north',
  cells: hexCells,
};

const kinds: Readonly<Record<string, Measure>> = { table: tableMeasure, hexes: hexMeasure };

export function measureOf(match: Match): Measure {
  return kinds[match.board?.board] ?? tableMeasure;
}

/** Where a piece stands; null when it has no place. */
export function poseOf(fields: Fields | undefined): Pose | null {
  const x = fields?.['x'], y = fields?.['y'], heading = fields?.['heading'];
  if (typeof x !== 'number' || typeof y !== 'number') return null;
  return { x, y, heading: typeof heading === 'number' ? heading : 0 };
}
