/*
 * measure.ts: how a board is measured, whatever its kind: what is near, how far it is, where a body is. The screens measure through this
 * alone; what a kind of board needs beyond it (drawing in, dragging) is chosen by `counts`.
 */
import type { Fields, Language, Match, Refusal } from '../../engine/engine';
import type { Place, Pose } from '../../table/board';
import { distance as hexDistance } from '../../table/hexes/geometry';
import { distance, turned } from '../deciding/geometry';
import { contains, gap, middle, middleGap, windOf, type Body, type Gap, type Wind } from '../knowing/tape';
import { blocksOf, cellAt, gridOf } from './grid';
import { sameHex, turnedVertex, vertexWinds } from './hexes';
import { ZoneCount } from './zones';

/** The places of a board that are looked at when all that is seen is shaded, and how those that are seen are drawn. */
export interface Cells {
  readonly count: number;
  at(index: number): Place;
  drawn(marked: Uint8Array): { size: number; cells: Place[] }[];
}

export interface Measure {
  /** Places are counted, not measured: a piece stands in one, a way goes from one to the next, and a ring is a set of them. */
  readonly counts: boolean;
  /** What is counted. */
  readonly counted: 'hex' | 'zone';
  /** Places are few and have names: each is lit for itself with what it costs, and is a thing to act upon. */
  readonly named: boolean;
  /** What people call a place that has a name. */
  name(at: Place, language: Language): string;
  /** One place on, in a direction of the map; where places are measured, one unit. */
  step(from: Place, right: number, down: number): Place;
  /** How far east a place lies, in whatever unit; null for one that is not on the map. */
  east(at: Place): number | null;
  /** What stops a line of sight that was refused: one place, two with what lies between them, or nothing that can be shown. */
  stops(refusal: Refusal, from: Place, to: Place): readonly Place[];
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

const nameless = {
  counted: 'hex', named: false,
  name: ({ x, y }: Place): string => `${x}, ${y}`,
  step: ({ x, y }: Place, right: number, down: number): Place => ({ x: x + right, y: y + down }),
  east: ({ x }: Place): number | null => x,
  stops: (): readonly Place[] => [],
} as const;

const tableMeasure: Measure = {
  ...nameless,
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
  ...nameless,
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

function zoneMeasure(match: Match): Measure {
  const zones = new ZoneCount(match), places = zones.places();
  return {
    counts: true,
    counted: 'zone',
    named: true,
    name: (at, language) => zones.name(at, language),
    step: (from, right, down) => zones.step(from, right, down),
    east: at => zones.east(at),
    stops: (refusal, from, to) => zones.stops(refusal, from, to),
    distance: (from, to) => zones.distance(from, to),
    turned: () => 0,
    gap: (a, b) => ({ distance: zones.distance(a.pose, b.pose), from: a.pose, to: b.pose }),
    middleGap: () => null,
    middle: ({ pose }) => ({ x: pose.x, y: 0 }),
    contains: ({ pose }, at) => pose.x === at.x,
    wind: () => 'north',
    cells: () => ({
      count: places.length,
      at: index => places[index] ?? { x: 0, y: 0 },
      drawn: marked => [{ size: 1, cells: places.filter((_, index) => marked[index]) }],
    }),
  };
}

const kinds: Readonly<Record<string, (match: Match) => Measure>> = { table: () => tableMeasure, hexes: () => hexMeasure, zones: zoneMeasure };

/* A match never changes. */
const made = new WeakMap<Match, Measure>();

export function measureOf(match: Match): Measure {
  let measure = made.get(match);
  if (!measure) made.set(match, measure = (kinds[match.board?.board] ?? (() => tableMeasure))(match));
  return measure;
}

/** Where a piece stands; null when it has no place. What is known by one number alone has 0 for the other. */
export function poseOf(fields: Fields | undefined): Pose | null {
  const x = fields?.['x'], y = fields?.['y'], heading = fields?.['heading'];
  if (typeof x !== 'number') return null;
  return { x, y: typeof y === 'number' ? y : 0, heading: typeof heading === 'number' ? heading : 0 };
}
