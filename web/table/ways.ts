/*
 * ways.ts: the edges by which a side may leave the table, and the stretches by which some come in: a band along the frame with arrows, and
 * what it means beside it. The names of the places where the sides begin stand in these.
 */
import { placed } from '../draw/glyph';
import { language, text } from '../text';
import type { Place } from './board';
import type { Paper } from './paper';
import type { Edge, Names, Scene } from './scene';
import { make, n, open } from './svg';

/* An edge on the sheet: from its left or upper end, with the way out of the table and the turn of its words. */
interface Side { readonly from: Place; readonly to: Place; readonly out: Place; readonly turn: number }

function sideOf(scene: Scene, paper: Paper, edge: Edge): Side {
  const { width, depth } = scene, corner = (x: number, y: number): Place => paper.point({ x, y });
  const west = corner(0, 0).x, south = corner(0, 0).y, east = corner(width, depth).x, north = corner(width, depth).y;
  const right = Math.max(west, east), low = Math.max(south, north);
  if (edge === 'north' || edge === 'south') {
    const y = edge === 'north' ? north : south;
    return { from: { x: 0, y }, to: { x: right, y }, out: { x: 0, y: y < low / 2 ? -1 : 1 }, turn: 0 };
  }
  const x = edge === 'east' ? east : west;
  return { from: { x, y: 0 }, to: { x, y: low }, out: { x: x < right / 2 ? -1 : 1, y: 0 }, turn: x < right / 2 ? -90 : 90 };
}

function edgeOf(scene: Scene, { x, y }: Place, other: Place): Edge | null {
  if (y === other.y && (y <= 0 || y >= scene.depth)) return y <= 0 ? 'south' : 'north';
  return x === other.x && (x <= 0 || x >= scene.width) ? (x <= 0 ? 'west' : 'east') : null;
}

const between = (a: Place, b: Place, t: number): Place => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
const off = (p: Place, out: Place, by: number): Place => ({ x: p.x + out.x * by, y: p.y + out.y * by });

/* Where along its edge a label stands, from 0 to 1: far from those that stand already. The ruler is in the middle below. */
function freePart(taken: readonly number[], low: boolean): number {
  const parts = low ? [0.2, 0.8] : [0.5, 0.2, 0.8, 0.1, 0.9];
  const room = (part: number): number => Math.min(1, ...taken.map(other => Math.abs(other - part)));
  return parts.find(part => room(part) >= 0.38) ?? parts.reduce((a, b) => (room(b) > room(a) ? b : a));
}

interface Way { readonly seat: string; readonly side: Side; readonly from: number; readonly to: number; readonly part: number; readonly inward: boolean; readonly label: string; readonly shared: boolean }

const named = (names: Names | null): string => {
  const name = names?.[language.peek()];
  return typeof name === 'string' ? name : '';
};

function waysOf(scene: Scene, paper: Paper): Way[] {
  const taken = new Map<Edge, number[]>(), ways: Way[] = [];
  const take = (edge: Edge, part: number): void => { taken.set(edge, [...(taken.get(edge) ?? []), part]); };
  for (const { seat, from, to, turn, names } of scene.entries) {
    const edge = edgeOf(scene, from, to);
    if (!edge) continue;
    const side = sideOf(scene, paper, edge), long = Math.hypot(side.to.x - side.from.x, side.to.y - side.from.y) || 1;
    const along = (place: Place): number => { const p = paper.point(place); return Math.hypot(p.x - side.from.x, p.y - side.from.y) / long; };
    const [a, b] = [along(from), along(to)].sort((x, y) => x - y) as [number, number];
    ways.push({ seat, side, from: a, to: b, part: (a + b) / 2, inward: true, label: text('table.entry', { name: named(names), turn: String(turn) }), shared: false });
    take(edge, (a + b) / 2);
  }
  for (const { seat, edge } of scene.exits) {
    const side = sideOf(scene, paper, edge), part = freePart(taken.get(edge) ?? [], side.out.y > 0), all = scene.exits.filter(exit => exit.edge === edge);
    const isFirst = all[0]?.seat === seat, label = isFirst ? text('table.exit', { name: all.map(({ names }) => named(names)).join(', ') }) : '';
    ways.push({ seat, side, from: 0, to: 1, part, inward: false, label, shared: all.length > 1 });
    if (isFirst) take(edge, part);
  }
  return ways;
}

const ARROW = 'M-1 .62L0-.5L1 .62L0 .24Z';

/* A row of arrow heads; the path is turned by hand, since a transform on each would cost every frame. */
function arrows({ side, from, to, inward }: Way, paper: Paper): string {
  const size = paper.margin * 0.12, long = Math.hypot(side.to.x - side.from.x, side.to.y - side.from.y) * (to - from), count = Math.max(2, Math.round(long / (paper.margin * 3.4)));
  const up = { x: side.out.x * (inward ? -1 : 1), y: side.out.y * (inward ? -1 : 1) };
  let d = '';
  for (let i = 0; i < count; i++) {
    const at = off(between(side.from, side.to, from + ((to - from) * (i + 0.5)) / count), side.out, paper.margin * 0.42);
    d += placed(ARROW, 0, 0, 1).replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x: string, y: string) => {
      const u = Number(x) * size, v = Number(y) * size;
      return `${n(at.x - up.y * u - up.x * v)} ${n(at.y + up.x * u - up.y * v)}`;
    });
  }
  return d;
}

export function drawWays(layer: SVGGElement, scene: Scene, paper: Paper): void {
  waysOf(scene, paper).forEach((way, i) => {
    const { side, from, to, seat, inward } = way, far = paper.margin * (inward ? 0.31 : 0.29 + (i % 2) * 0.04);
    const line = open([off(between(side.from, side.to, from), side.out, far), off(between(side.from, side.to, to), side.out, far)]);
    make('path', { class: `way-out ${inward ? 'in' : 'out'}`, 'data-seat': seat, d: line }, layer);
    make('path', { class: 'way-arrows', 'data-seat': seat, d: arrows(way, paper) }, layer);
  });
}

/* The name of a side in each of the places where it begins, at the corner that is on the left above. */
function nameZones(layer: SVGGElement, scene: Scene, paper: Paper): void {
  for (const { seat, outline } of scene.zones) {
    const name = named(scene.exits.find(exit => exit.seat === seat)?.names ?? null), points = outline.map(place => paper.point(place));
    if (!name) continue;
    const spot = make('g', { transform: `translate(${n(Math.min(...points.map(p => p.x)))} ${n(Math.min(...points.map(p => p.y)))})` }, layer);
    make('text', { class: 'zone-name steady', 'data-seat': seat, x: 5, y: 14 }, spot).textContent = name;
  }
}

export function nameWays(layer: SVGGElement, scene: Scene, paper: Paper): void {
  nameZones(layer, scene, paper);
  for (const { side, part, label, seat, shared } of waysOf(scene, paper)) {
    if (!label) continue;
    const at = off(between(side.from, side.to, part), side.out, paper.margin * 0.7);
    const spot = make('g', { transform: `translate(${n(at.x)} ${n(at.y)}) rotate(${side.turn})` }, layer);
    make('text', { class: 'way-name steady', 'data-seat': shared ? 'nobody' : seat, y: 4 }, spot).textContent = label;
  }
}
