/*
 * scene.ts: a table as its match describes it, read with care: what is missing or of a wrong form is left out, so that a board is drawn
 * from whatever a game tells. It knows no game.
 */
import type { Owner, Seat } from '../engine/engine';
import type { Place, Pose } from './board';
import { type Loose, countWithinSeat, isObject, list, number, objects, owner, seat, word, words } from './loose';

export interface Terrain {
  readonly id: string;
  readonly kind: string;
  readonly traits: readonly string[];
  readonly line: boolean;
  readonly points: readonly Place[];
  readonly openings: readonly Opening[];    /* in its outline, where it has any */
}

/** A door, gate, window or loophole; a door that opens and shuts is a piece, whose id it names. */
export interface Opening { readonly kind: string; readonly from: Place; readonly to: Place; readonly piece: string }

/** `middle`: a rectangle that is placed by its middle, and not by that of its front. */
export interface Base { readonly disc: boolean; readonly width: number; readonly depth: number; readonly middle?: boolean }

export interface Piece {
  readonly id: string;
  readonly seat: Owner;
  readonly type: string;
  readonly kind: string;                    /* the class of a game that has classes, or "" */
  readonly regiment: number;                /* counted within its seat from 0; -1 when there are none */
  readonly base: Base;
  readonly firearms: readonly string[];
  readonly melee: readonly string[];
  readonly leads: boolean;                  /* a commander, who is drawn as one */
  readonly chief: boolean;                  /* of all his side */
  readonly rank: number;
  readonly officer: boolean;                /* a single man whom others follow */
  readonly armour: number;
  readonly other: Base | null;              /* its base in its other form */
  readonly members: readonly string[];      /* of a body of pieces that stand on bases of their own */
  readonly leaf: Leaf | null;               /* of a door: from hinge to latch, around its middle, and the way inside */
  readonly prize: boolean;                  /* points are to be won by it */
}

/** In hundredths of a millimetre, as places. */
export interface Leaf { readonly hinge: Place; readonly latch: Place; readonly inside: Place }

/** What lies on the table to be won: around a place, in or on an element of the terrain, or beyond a line. */
export interface Prize {
  readonly id: string;
  readonly points: number;
  readonly names: Names | null;             /* what the scenario says of it; otherwise the catalogue does */
  readonly at: Place | null;
  readonly radius: number;                  /* 0 without one */
  readonly line: number | null;             /* from the south */
}

/** Ground that may be laid in play, around 0,0 and facing north. */
export interface Ware { readonly kind: string; readonly line: boolean; readonly points: readonly Place[] }

export type Names = Readonly<Record<string, unknown>>;

/** Where a side begins. */
export interface Zone { readonly seat: Seat; readonly outline: readonly Place[] }

export type Edge = 'north' | 'east' | 'south' | 'west';

/** An edge by which a side may leave; a stretch of one by which some come in, from a turn on. */
export interface Exit { readonly seat: Seat; readonly edge: Edge; readonly names: Names | null }
export interface Entry { readonly seat: Seat; readonly from: Place; readonly to: Place; readonly turn: number; readonly names: Names | null }

export interface Scene {
  readonly width: number;
  readonly depth: number;
  readonly terrain: readonly Terrain[];
  readonly pieces: readonly Piece[];
  readonly zones: readonly Zone[];
  readonly exits: readonly Exit[];
  readonly entries: readonly Entry[];
  readonly prizes: readonly Prize[];
  readonly wares: readonly Ware[];
}

function points(value: unknown): Place[] {
  return list(value).filter(Array.isArray).map(pair => ({ x: number(pair[0], 0), y: number(pair[1], 0) }));
}

const pair = (value: unknown): Place | null => (Array.isArray(value) && value.length === 2 ? points([value])[0] ?? null : null);

const namesIn = (item: Loose): Names | null => (isObject(item['names']) ? item['names'] : null);

function readOpening(item: Loose): Opening[] {
  const from = pair(item['from']), to = pair(item['to']);
  return from && to ? [{ kind: word(item['kind']), from, to, piece: word(item['piece']) }] : [];
}

function readTerrain(item: Loose): Terrain {
  const line = Array.isArray(item['line']);
  return {
    id: word(item['id']), kind: word(item['kind']), traits: words(item['traits']), line,
    points: points(line ? item['line'] : item['polygon']), openings: objects(item['openings']).flatMap(readOpening),
  };
}

function readBase(value: unknown): Base {
  const base = isObject(value) ? value : {};
  const width = Math.max(100, number(base['width'], 4000));
  return { disc: base['shape'] === 'disc', width, depth: Math.max(100, number(base['depth'], width)), middle: base['at'] === 'middle' };
}

/* The leaf of a door hangs at the end of its opening that the wall names first, and opens inwards. */
function readLeaf(id: string, terrain: readonly Terrain[]): Leaf | null {
  const house = terrain.find(({ openings }) => openings.some(({ piece }) => piece === id)), opening = house?.openings.find(({ piece }) => piece === id);
  if (!house || !opening) return null;
  const { from, to } = opening, x = (from.x + to.x) / 2, y = (from.y + to.y) / 2, dx = (to.x - from.x) / 2, dy = (to.y - from.y) / 2;
  const middle = middleOf(house.points), side = (middle.x - x) * -dy + (middle.y - y) * dx >= 0 ? 1 : -1;
  return { hinge: { x: -dx, y: -dy }, latch: { x: dx, y: dy }, inside: { x: -dy * side, y: dx * side } };
}

function baseOfLeaf({ hinge, latch }: Leaf): Base {
  const width = Math.max(800, Math.hypot(latch.x - hinge.x, latch.y - hinge.y));
  return { disc: true, width, depth: width };
}

function readPiece(item: Loose, terrain: readonly Terrain[], prized: ReadonlySet<string>): Piece {
  const profile = isObject(item['profile']) ? item['profile'] : {}, id = word(item['id']), leaf = readLeaf(id, terrain), forms = objects(item['forms']);
  return {
    id, seat: owner(item['seat']), type: word(item['type']), kind: word(item['class']),
    regiment: number(item['regiment'], -1), base: leaf ? baseOfLeaf(leaf) : readBase(item['base']),
    officer: item['leader'] === true, armour: number(profile['armour'], 0), other: forms[1] ? readBase(forms[1]['base']) : null,
    members: words(item['members']), leaf, prize: prized.has(id),
    firearms: objects(profile['firearms']).map(arm => word(arm['id'])), melee: words(profile['melee']),
    leads: item['class'] === 'commander', chief: item['chief'] === true, rank: number(item['rank'], 0),
  };
}

/* One rectangle by two of its corners, or several outlines. */
function readZones(item: Loose): Zone[] {
  const [low, high] = points(item['zone']), own = seat(item['seat']);
  const outlines = list(item['zones']).map(points).filter(outline => outline.length > 2);
  if (low && high) outlines.push([low, { x: low.x, y: high.y }, high, { x: high.x, y: low.y }]);
  return outlines.map(outline => ({ seat: own, outline }));
}

const edges: readonly Edge[] = ['north', 'east', 'south', 'west'];

function readExit(item: Loose): Exit[] {
  const edge = edges.find(name => name === item['exit']);
  return edge ? [{ seat: seat(item['seat']), edge, names: namesIn(item) }] : [];
}

function readEntry(item: Loose, regiments: readonly Loose[]): Entry[] {
  const from = pair(item['from']), to = pair(item['to']), regiment = regiments[number(item['regiment'], -1)];
  return from && to ? [{ seat: seat(item['seat']), from, to, turn: number(item['turn'], 1), names: regiment ? namesIn(regiment) : null }] : [];
}

function middleOf(ring: readonly Place[]): Place {
  const xs = ring.map(p => p.x), ys = ring.map(p => p.y);
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
}

/* A prize that lies nowhere on the table is only told with the score. */
function readPrize(item: Loose, terrain: readonly Terrain[]): Prize[] {
  const element = terrain.find(({ id }) => id !== '' && id === item['element']), [told] = points(item['at']);
  const line = typeof item['line'] === 'number' ? item['line'] : null, at = told ?? (element ? middleOf(element.points) : null);
  return at || line !== null ? [{ id: word(item['id']), points: number(item['points'], 0), names: namesIn(item), at, radius: number(item['radius'], 0), line }] : [];
}

function readWare(item: Loose): Ware {
  const line = Array.isArray(item['line']);
  return { kind: word(item['kind']), line, points: points(line ? item['line'] : item['polygon']) };
}

export const readWares = (board: Loose): Ware[] => objects(board['wares']).map(readWare).filter(({ points: list }) => list.length > 1);

/** The outline of a ware that lies there. */
export function laidOutline(ware: Ware, { x, y, heading }: Pose): Place[] {
  const turn = (heading / 18000) * Math.PI, c = Math.cos(turn), s = Math.sin(turn);
  return ware.points.map(p => ({ x: Math.round(x + p.x * c + p.y * s), y: Math.round(y - p.x * s + p.y * c) }));
}

/** The table of a match or of a scenario in the list of games. */
export function readScene(board: Loose): Scene {
  const terrain = objects(board['terrain']).map(readTerrain).filter(item => item.points.length >= (item.line ? 2 : 3));
  const sides = objects(board['sides']), prizes = objects(board['prizes']), prized = new Set(prizes.flatMap(item => words(item['pieces'])));
  return {
    width: Math.max(1000, number(board['width'], 100000)),
    depth: Math.max(1000, number(board['depth'], 100000)),
    terrain,
    pieces: countWithinSeat(objects(board['pieces']).map(item => readPiece(item, terrain, prized))),
    zones: sides.flatMap(readZones),
    exits: sides.flatMap(readExit),
    entries: objects(board['entries']).flatMap(item => readEntry(item, objects(board['regiments']))),
    prizes: prizes.flatMap(item => readPrize(item, terrain)),
    wares: readWares(board),
  };
}

/** The terrain at a place, the last of the list where several lie; -1 for none. A line is as wide as a finger. */
export function terrainAt(scene: Scene, at: Place): number {
  const inside = ({ points: ring }: Terrain): boolean => {
    let odd = false;
    ring.forEach((p, i) => {
      const q = ring[(i + 1) % ring.length] as Place;
      if (p.y > at.y !== q.y > at.y && at.x < ((q.x - p.x) * (at.y - p.y)) / (q.y - p.y) + p.x) odd = !odd;
    });
    return odd;
  };
  const near = ({ points: line }: Terrain): boolean => line.some((p, i) => {
    const q = line[i + 1];
    if (!q) return false;
    const dx = q.x - p.x, dy = q.y - p.y, t = Math.max(0, Math.min(1, ((at.x - p.x) * dx + (at.y - p.y) * dy) / (dx * dx + dy * dy || 1)));
    return Math.hypot(p.x + dx * t - at.x, p.y + dy * t - at.y) < 600;
  });
  return scene.terrain.reduce((found, item, i) => ((item.line ? near(item) : inside(item)) ? i : found), -1);
}
