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
}

export interface Base { readonly disc: boolean; readonly width: number; readonly depth: number }

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
}

/** What lies on the table to be won: around a place, in or on an element of the terrain, or beyond a line. */
export interface Prize {
  readonly id: string;
  readonly points: number;
  readonly at: Place | null;
  readonly radius: number;                  /* 0 without one */
  readonly line: number | null;             /* from the south */
}

/** Ground that may be laid in play, around 0,0 and facing north. */
export interface Ware { readonly kind: string; readonly line: boolean; readonly points: readonly Place[] }

export interface Zone { readonly seat: Seat; readonly low: Place; readonly high: Place }

export interface Scene {
  readonly width: number;
  readonly depth: number;
  readonly terrain: readonly Terrain[];
  readonly pieces: readonly Piece[];
  readonly zones: readonly Zone[];
  readonly prizes: readonly Prize[];
  readonly wares: readonly Ware[];
}

function points(value: unknown): Place[] {
  return list(value).filter(Array.isArray).map(pair => ({ x: number(pair[0], 0), y: number(pair[1], 0) }));
}

function readTerrain(item: Loose): Terrain {
  const line = Array.isArray(item['line']);
  return {
    id: word(item['id']), kind: word(item['kind']), traits: words(item['traits']), line,
    points: points(line ? item['line'] : item['polygon']),
  };
}

function readBase(value: unknown): Base {
  const base = isObject(value) ? value : {};
  const width = Math.max(100, number(base['width'], 4000));
  return { disc: base['shape'] === 'disc', width, depth: Math.max(100, number(base['depth'], width)) };
}

function readPiece(item: Loose): Piece {
  const profile = isObject(item['profile']) ? item['profile'] : {};
  return {
    id: word(item['id']), seat: owner(item['seat']), type: word(item['type']), kind: word(item['class']),
    regiment: number(item['regiment'], -1), base: readBase(item['base']),
    firearms: objects(profile['firearms']).map(arm => word(arm['id'])), melee: words(profile['melee']),
    leads: item['class'] === 'commander', chief: item['chief'] === true, rank: number(item['rank'], 0),
  };
}

function readZone(item: Loose): Zone[] {
  const [low, high] = points(item['zone']);
  return low && high ? [{ seat: seat(item['seat']), low, high }] : [];
}

function middleOf(ring: readonly Place[]): Place {
  const xs = ring.map(p => p.x), ys = ring.map(p => p.y);
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
}

/* A prize that lies nowhere on the table is only told with the score. */
function readPrize(item: Loose, terrain: readonly Terrain[]): Prize[] {
  const element = terrain.find(({ id }) => id !== '' && id === item['element']), [told] = points(item['at']);
  const line = typeof item['line'] === 'number' ? item['line'] : null, at = told ?? (element ? middleOf(element.points) : null);
  return at || line !== null ? [{ id: word(item['id']), points: number(item['points'], 0), at, radius: number(item['radius'], 0), line }] : [];
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
  return {
    width: Math.max(1000, number(board['width'], 100000)),
    depth: Math.max(1000, number(board['depth'], 100000)),
    terrain,
    pieces: countWithinSeat(objects(board['pieces']).map(readPiece)),
    zones: objects(board['sides']).flatMap(readZone),
    prizes: objects(board['prizes']).flatMap(item => readPrize(item, terrain)),
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
