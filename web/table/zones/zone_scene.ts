/* zone_scene.ts: a map of zones as its match describes it. It knows no game: kinds of ground and of borders are words for the eye. */
import type { Owner, Seat } from '../../engine/engine';
import type { Place } from '../board';
import { type Loose, countWithinSeat, isObject, list, number, objects, owner, seat, word } from '../loose';

/** In English and French; "" where the scenario gives none. */
export interface Names { readonly en: string; readonly fr: string }

export interface Zone {
  readonly number: number;                  /* as on the printed map, and as x in every place */
  readonly code: string;
  readonly ground: string;
  readonly roman: string;
  readonly altitude: number;
  readonly brown: boolean;                  /* it stops sight */
  readonly names: Names;
  readonly anchor: Place;
  readonly corners: readonly number[];      /* vertices, clockwise for the reader of the unturned map */
}

export interface Border {
  readonly a: number;
  readonly b: number;
  readonly zones: readonly number[];        /* two, or one at the rim */
  readonly kind: string;                    /* dotted, single, double, impassable, rim */
  readonly brown: boolean;
}

export interface Objective { readonly zone: number; readonly points: readonly number[] }      /* by seat */
export type Wind = 'N' | 'E' | 'S' | 'W';
export interface Exit { readonly seat: Seat; readonly zones: readonly number[]; readonly turn: number; readonly wind: Wind | null }

/** The figures of a type. */
export interface Face {
  readonly fires: boolean;                  /* its strength is in fire, not in shock */
  readonly combat: readonly number[];       /* whole, and reduced */
  readonly move: number | null;
}

export interface ZonePiece extends Face {
  readonly id: string;
  readonly seat: Owner;
  readonly type: string;
  readonly kind: string;                    /* unit, commander, baggage */
  readonly arm: string;
  readonly regiment: number;                /* counted within its seat from 0; -1 when there are none */
  readonly mother: string;                  /* of a detachment: what it came from */
  readonly quality: readonly number[];
  readonly general: boolean;
  readonly faces: ReadonlyMap<string, Face>;        /* of types that it may become in play */
}

export interface ZoneScene {
  readonly width: number;
  readonly depth: number;
  readonly vertices: readonly Place[];
  readonly zones: readonly Zone[];
  readonly borders: readonly Border[];
  readonly roads: readonly (readonly number[])[];
  readonly paths: readonly (readonly number[])[];
  readonly objectives: readonly Objective[];
  readonly exits: readonly Exit[];
  readonly sides: ReadonlyMap<Seat, Names>;
  readonly supply: readonly { readonly seat: Seat; readonly wind: Wind }[];
  readonly pieces: readonly ZonePiece[];
  zone(number: number): Zone | undefined;
}

const MOST = 256;                           /* zones */

const numbers = (value: unknown): number[] => list(value).filter((item): item is number => typeof item === 'number' && Number.isFinite(item));
const chains = (value: unknown): number[][] => list(value).map(numbers).filter(chain => chain.length > 1);

function readPoint(value: unknown): Place | null {
  const [x, y] = numbers(value);
  return x === undefined || y === undefined ? null : { x, y };
}

function readNames(value: unknown): Names {
  const names = isObject(value) ? value : {}, en = word(names['en']);
  return { en, fr: word(names['fr']) || en };
}

/* Twice the area, positive when the corners run clockwise with y downwards. */
function turning(points: readonly Place[]): number {
  return points.reduce((sum, p, i) => {
    const q = points[(i + 1) % points.length] as Place;
    return sum + p.x * q.y - q.x * p.y;
  }, 0);
}

function readZone(item: Loose, vertices: readonly Place[]): Zone | null {
  const corners = numbers(item['polygon']).filter(index => vertices[index] !== undefined), points = corners.map(index => vertices[index] as Place);
  if (corners.length < 3 || turning(points) === 0) return null;
  const middle = { x: points.reduce((sum, p) => sum + p.x, 0) / points.length, y: points.reduce((sum, p) => sum + p.y, 0) / points.length };
  const id = number(item['number'], 0);
  return {
    number: id, code: word(item['code']) || `${id}`, ground: word(item['ground']), roman: word(item['roman']), altitude: number(item['altitude'], 0),
    brown: item['brown'] === true, names: readNames(item['names']), anchor: readPoint(item['anchor']) ?? middle,
    corners: turning(points) > 0 ? corners : [...corners].reverse(),
  };
}

function readBorder(item: Loose): Border {
  return { a: number(item['a'], -1), b: number(item['b'], -1), zones: numbers(item['zones']), kind: word(item['kind']), brown: item['sight'] === 'brown' };
}

function figures(value: unknown): number[] {
  return typeof value === 'number' ? [value] : numbers(value);
}

function readFace(of: (name: string) => unknown): Face {
  return { fires: word(of('weapon')) === 'fire', combat: figures(of('combat') ?? of('fc')), move: figures(of('move'))[0] ?? null };
}

function readFaces(value: unknown): ReadonlyMap<string, Face> {
  return new Map(Object.entries(isObject(value) ? value : {}).flatMap(([type, face]) => (isObject(face) ? [[type, readFace(name => face[name])]] : [])));
}

function readPiece(item: Loose): ZonePiece {
  const profile = isObject(item['profile']) ? item['profile'] : {}, of = (name: string): unknown => profile[name] ?? item[name];
  return {
    id: word(item['id']), seat: owner(item['seat']), type: word(item['type']), kind: word(item['kind']) || word(item['class']), arm: word(item['arm']),
    regiment: number(item['regiment'], -1), mother: word(item['mother']), ...readFace(of),
    quality: figures(of('quality') ?? of('fq')), faces: readFaces(of('faces')),
    general: of('general') === true || /^(lg|general)$/i.test(word(of('rank'))),
  };
}

const isWind = (value: string): value is Wind => /^[NESW]$/.test(value);

function readExit(item: Loose): Exit {
  const wind = word(item['edge']);
  return { seat: seat(item['seat']), zones: numbers(item['zones']), turn: number(item['turn'], 1), wind: isWind(wind) ? wind : null };
}

const seats: readonly Seat[] = ['A', 'B', 'C', 'D'];

/** The map of a match or of a scenario in the list of games. */
export function readZoneScene(board: Loose): ZoneScene {
  const vertices = list(board['vertices']).map(item => readPoint(item) ?? { x: 0, y: 0 });
  const zones = objects(board['zones']).slice(0, MOST).flatMap(item => readZone(item, vertices) ?? []), byNumber = new Map(zones.map(zone => [zone.number, zone]));
  const isKnown = (id: number): boolean => byNumber.has(id);
  return {
    width: Math.max(1, number(board['width'], 1000)), depth: Math.max(1, number(board['depth'], 700)), vertices, zones,
    borders: objects(board['borders']).map(readBorder).filter(({ a, b, zones: both }) => vertices[a] && vertices[b] && both.length > 0 && both.every(isKnown)),
    roads: chains(board['roads']).filter(chain => chain.every(isKnown)), paths: chains(board['paths']).filter(chain => chain.every(isKnown)),
    objectives: objects(board['objectives']).map(item => ({ zone: number(item['zone'], 0), points: numbers(item['points']) })).filter(({ zone }) => isKnown(zone)),
    exits: objects(board['exits']).map(readExit).map(exit => ({ ...exit, zones: exit.zones.filter(isKnown) })),
    sides: new Map(objects(board['sides']).map(item => [seat(item['seat']), readNames(item['names'])])),
    supply: list(board['supply']).map(word).flatMap((wind, i) => (isWind(wind) ? [{ seat: seats[i] ?? 'A', wind }] : [])),
    pieces: countWithinSeat(objects(board['pieces']).map(readPiece)),
    zone: id => byNumber.get(id),
  };
}
