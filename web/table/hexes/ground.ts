/*
 * ground.ts: what lies on a field of hexes, as shapes: the regions of each kind of ground, of each height, and the lines of water along the
 * sides. Kinds are known by the words that games use for them.
 */
import { Shape } from '../../draw/shape';
import type { Place } from '../board';
import { closed } from '../svg';
import { chainsOf, clusters, keyOf, ringsOf, smooth, vertexOf, type Edge, type Node } from './geometry';
import type { HexScene } from './hex_scene';
import type { HexSheet } from './hex_sheet';

/** Hexes that lie together, as an engraver sees them. */
export interface Region {
  readonly hexes: readonly Place[];
  readonly rings: readonly (readonly Place[])[];               /* smoothed, on the sheet */
  readonly d: string;
  readonly shape: Shape;                                         /* where its inside is, holes left out */
}

export function regionOf(hexes: readonly Place[], sheet: HexSheet): Region {
  const rings = ringsOf(hexes).map(ring => smooth(ring.map(node => sheet.node(node)), true));
  const size = (ring: readonly Place[]): number => new Shape(ring).area;
  const [outer = [], ...holes] = [...rings].sort((a, b) => size(b) - size(a));
  /* One ring that goes to each hole and back by the same way: the ways cancel out. */
  const [first] = outer, points = [...outer, ...holes.flatMap(hole => (first && hole[0] ? [first, ...hole, hole[0]] : []))];
  return { hexes, rings, d: rings.map(ring => closed(ring)).join(''), shape: new Shape(points) };
}

/* The map and one hex beyond its rim, where the land goes on as it was. */
export function hexesWhere(scene: HexScene, runsOn: boolean, accepts: (hex: Place) => boolean): Place[] {
  const out = runsOn ? 1 : 0, found: Place[] = [];
  const within = (value: number, size: number): number => Math.max(0, Math.min(size - 1, value));
  for (let y = -out; y < scene.rows + out; y++)
    for (let x = -out; x < scene.cols + out; x++) if (accepts({ x: within(x, scene.cols), y: within(y, scene.rows) })) found.push({ x, y });
  return found;
}

/** A sort of ground that has a drawing of its own: how it is washed, what it lies under (less is lower), and whether it goes on beyond the rim. */
export interface Sort { readonly name: string; readonly order: number; readonly wash: string; readonly runsOn: boolean }

const sort = (name: string, order: number, wash: string, runsOn: boolean): Sort => ({ name, order, wash, runsOn });

const sorts: readonly (readonly [RegExp, Sort])[] = [
  [/marsh|fen|mire/, sort('marsh', 1, 'mire', true)],
  [/bog|swamp|quag/, sort('bog', 1, 'bog', true)],
  [/orchard|vine|garden/, sort('orchard', 1, 'field', false)],
  [/field|crop|corn|plough/, sort('field', 1, 'field', false)],
  [/water|river|lake|sea|pond/, sort('water', 3, 'water', true)],
  [/pit|trap|stake/, sort('pits', 4, 'sand', false)],
  [/rock|cliff|crag/, sort('rocks', 5, 'stone', true)],
  [/wood|forest|grove|tree/, sort('wood', 6, 'wood', true)],
  [/town|city/, sort('town', 7, 'stone', true)],
  [/village|hamlet|farm/, sort('village', 7, 'stone', false)],
  [/castle|fort|keep/, sort('castle', 7, 'stone', false)],
  [/building|abbey|church|mill|house/, sort('building', 7, 'stone', false)],
  [/wagon|cart|camp|laager/, sort('wagons', 7, 'sand', false)],
];
const bare = /^(clear|open|plain|grass|)$/, rough = sort('rough', 5, 'field', false);

/** The sort of a kind of ground; null for bare ground. A kind that nobody knows is rough. */
export function sortOf(kind: string): Sort | null {
  return sorts.find(([words]) => words.test(kind))?.[1] ?? (bare.test(kind) ? null : rough);
}

export interface Ground { readonly kind: string; readonly sort: Sort; readonly regions: readonly Region[] }

/** Every kind of ground on the map that is not bare, what lies under first, with its regions. */
export function groundRegions(scene: HexScene, sheet: HexSheet): Ground[] {
  const kinds = new Set(hexesWhere(scene, false, () => true).map(hex => scene.ground(hex)));
  return [...kinds].flatMap(kind => {
    const found = sortOf(kind);
    if (!found) return [];
    const hexes = hexesWhere(scene, found.runsOn, hex => scene.ground(hex) === kind);
    return [{ kind, sort: found, regions: clusters(hexes).map(cluster => regionOf(cluster, sheet)) }];
  }).sort((a, b) => a.sort.order - b.sort.order);
}

/** The ground of each height and above, from 1 upwards. */
export function heightRegions(scene: HexScene, sheet: HexSheet): Region[][] {
  const highest = Math.max(...hexesWhere(scene, false, () => true).map(hex => scene.level(hex)));
  return Array.from({ length: highest }, (_, i) => clusters(hexesWhere(scene, true, hex => scene.level(hex) > i)).map(hexes => regionOf(hexes, sheet)));
}

export const isWater = /stream|river|brook|burn|canal/, isCrossing = /ford|bridge/;
const isBroad = /river|canal/;

/* A line that reaches the rim of the map goes on over the edge of the paper. */
function runOff(chain: readonly Node[], scene: HexScene, sheet: HexSheet): Place[] {
  const right = 2 * scene.cols + 1, bottom = 3 * scene.rows + 1;
  const beyond = ({ x, y }: Node): Node[] => {
    if (y <= 1) return [{ x, y: -3 }];
    if (y >= bottom - 1) return [{ x, y: bottom + 3 }];
    if (x <= 1) return [{ x: -3, y }];
    return x >= right - 1 ? [{ x: right + 3, y }] : [];
  };
  const [first] = chain, last = chain[chain.length - 1];
  const line = [...(first ? beyond(first) : []), ...chain, ...(last ? beyond(last) : [])];
  return line.map(node => sheet.node(node));
}

/** A line as water would take it. */
export function flow(line: readonly Place[]): Place[] {
  const [first] = line, last = line[line.length - 1], isRound = line.length > 3 && first !== undefined && last !== undefined && first.x === last.x && first.y === last.y;
  return isRound ? [...smooth(line.slice(0, -1), true), smooth(line.slice(0, -1), true)[0] as Place] : smooth(line, false);
}

/** Water along the sides, the narrow before the broad. A ford or a bridge is on the water that it lies in. */
export function waterLines(scene: HexScene, sheet: HexSheet): { readonly broad: boolean; readonly line: readonly Place[] }[] {
  const broad = scene.edges.filter(edge => isBroad.test(edge.kind)), narrow = scene.edges.filter(edge => isWater.test(edge.kind) && !isBroad.test(edge.kind));
  const ends = (edge: Edge): string[] => [keyOf(vertexOf(edge, edge.direction)), keyOf(vertexOf(edge, edge.direction + 1))];
  const banks = new Set(broad.flatMap(ends));
  for (const edge of scene.edges.filter(({ kind }) => isCrossing.test(kind))) (ends(edge).some(end => banks.has(end)) ? broad : narrow).push(edge);
  const lines = (edges: readonly Edge[], isWide: boolean): { broad: boolean; line: Place[] }[] =>
    chainsOf(edges).map(chain => ({ broad: isWide, line: flow(runOff(chain, scene, sheet)) }));
  return [...lines(narrow, false), ...lines(broad, true)];
}
