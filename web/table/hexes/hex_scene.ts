/* hex_scene.ts: a field of hexes as its match describes it. It knows no game: kinds of ground and of sides are words for the eye. */
import type { Owner } from '../../engine/engine';
import type { Place } from '../board';
import { type Loose, countWithinSeat, isObject, list, number, objects, owner, word, words } from '../loose';
import { neighbour, type Edge } from './geometry';

export interface Side extends Edge { readonly kind: string }

export interface Counter {
  readonly id: string;
  readonly seat: Owner;
  readonly type: string;
  readonly kind: string;                    /* the class: foot, mounted, leader, standard, bombard */
  readonly regiment: number;                /* counted within its seat from 0; -1 when there are none */
  readonly weapon: string;
  readonly shock: readonly number[];        /* in order, and disordered */
  readonly move: readonly number[];
  readonly king: boolean;
}

export interface HexScene {
  readonly cols: number;
  readonly rows: number;
  readonly edges: readonly Side[];
  readonly pieces: readonly Counter[];
  /** The kind of ground, "" beyond the map. */
  ground(hex: Place): string;
  level(hex: Place): number;
}

const MOST = 64;                            /* columns or rows */

function figures(value: unknown): number[] {
  return (Array.isArray(value) ? value : [value]).filter((item): item is number => typeof item === 'number' && Number.isFinite(item));
}

function readCounter(item: Loose): Counter {
  const profile = isObject(item['profile']) ? item['profile'] : {};
  return {
    id: word(item['id']), seat: owner(item['seat']), type: word(item['type']), kind: word(item['class']), regiment: number(item['regiment'], -1),
    weapon: word(item['weapon']), shock: figures(profile['shock']), move: figures(profile['move']), king: profile['king'] === true,
  };
}

function readEdge(item: Loose): Side {
  return { x: number(item['col'], -9), y: number(item['row'], -9), direction: number(item['direction'], 0), kind: word(item['kind']) };
}

const size = (value: unknown): number => Math.max(1, Math.min(MOST, Math.round(number(value, 1))));

/** The field of a match or of a scenario in the list of games. */
export function readHexScene(board: Loose): HexScene {
  const cols = size(board['cols']), rows = size(board['rows']), kinds = isObject(board['kinds']) ? board['kinds'] : {};
  const ground = words(board['ground']), levels = list(board['levels']).map(word);
  const beyond = ({ x, y }: Place): boolean => x < -1 || y < -1 || x > cols || y > rows;
  return {
    cols, rows,
    edges: objects(board['edges']).map(readEdge).filter(edge => !beyond(edge)),
    pieces: countWithinSeat(objects(board['pieces']).map(readCounter)),
    ground: ({ x, y }) => word(kinds[ground[y]?.[x] ?? '']),
    level: ({ x, y }) => Number(levels[y]?.[x] ?? 0) || 0,
  };
}

/** What lies on the sides of a hex, by direction. */
export function sidesOf(scene: HexScene, hex: Place): { readonly direction: number; readonly kind: string }[] {
  return [0, 1, 2, 3, 4, 5].flatMap(direction => {
    const other = neighbour(hex, direction), is = (edge: Side, at: Place, d: number): boolean => edge.x === at.x && edge.y === at.y && edge.direction === d;
    const found = scene.edges.find(edge => is(edge, hex, direction) || is(edge, other, (direction + 3) % 6));
    return found ? [{ direction, kind: found.kind }] : [];
  });
}
