/*
 * geometry.ts: a field of pointy-topped hexes on paper. A hex is named by column and row (odd-r offset: odd rows are shifted right by half
 * a hex); directions 0-5 run clockwise from north-east, vertices 0-5 clockwise from north, and side d lies between vertices d and d + 1.
 *
 * Corners lie on a lattice of whole numbers, half a hex's width across and half a side's length down, so that sides which meet do so exactly.
 */
import type { Place } from '../board';

export const WIDE = 48;                                  /* millimetres of the sheet from side to side */
export const SIDE = WIDE / Math.sqrt(3);

/** A corner of hexes on the lattice. */
export interface Node { readonly x: number; readonly y: number }

const steps = [[1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1]] as const;       /* q, r by direction */
const offsets = [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]] as const;    /* of vertices on the lattice */

const odd = (row: number): number => row & 1;
export const keyOf = ({ x, y }: Place): string => `${x} ${y}`;

export function neighbour({ x, y }: Place, direction: number): Place {
  const [dq, dr] = steps[((direction % 6) + 6) % 6] ?? steps[0];
  const q = x - (y - odd(y)) / 2 + dq, row = y + dr;
  return { x: q + (row - odd(row)) / 2, y: row };
}

export function distance(a: Place, b: Place): number {
  const q = a.x - (a.y - odd(a.y)) / 2 - (b.x - (b.y - odd(b.y)) / 2), r = a.y - b.y;
  return (Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2;
}

export function vertexOf({ x, y }: Place, vertex: number): Node {
  const [dx, dy] = offsets[((vertex % 6) + 6) % 6] ?? offsets[0];
  return { x: 2 * x + 1 + odd(y) + dx, y: 2 + 3 * y + dy };
}

export const middleOf = ({ x, y }: Place): Node => ({ x: 2 * x + 1 + odd(y), y: 2 + 3 * y });
export const onPaper = ({ x, y }: Node): Place => ({ x: (x * WIDE) / 2, y: (y * SIDE) / 2 });

/** The hex of a point of the unturned paper. */
export function hexAt(point: Place): Place {
  const r = (point.y - SIDE) / (1.5 * SIDE), q = (point.x - WIDE / 2) / WIDE - r / 2, s = -q - r;
  let rq = Math.round(q), rr = Math.round(r);
  const rs = Math.round(s), dq = Math.abs(rq - q), dr = Math.abs(rr - r), ds = Math.abs(rs - s);
  if (dq > dr && dq > ds) rq = -rr - rs;
  else if (dr > ds) rr = -rq - rs;
  return { x: rq + (rr - odd(rr)) / 2, y: rr };
}

/** The outlines of a set of hexes: closed rings, the inside to the right of the way, so that holes run the other way round. */
export function ringsOf(hexes: readonly Place[]): Node[][] {
  const inside = new Set(hexes.map(keyOf)), next = new Map<string, Node>(), begins = new Map<string, Node>();
  for (const hex of hexes) {
    for (let d = 0; d < 6; d++) {
      if (inside.has(keyOf(neighbour(hex, d)))) continue;
      const from = vertexOf(hex, d);
      next.set(keyOf(from), vertexOf(hex, d + 1));
      begins.set(keyOf(from), from);
    }
  }
  const rings: Node[][] = [];
  for (const [key, begin] of begins) {
    if (!next.has(key)) continue;
    const ring: Node[] = [];
    for (let at: Node | undefined = begin; at; ) {
      const here: string = keyOf(at), to: Node | undefined = next.get(here);
      if (!to) break;
      ring.push(at);
      next.delete(here);
      at = to;
    }
    rings.push(ring);
  }
  return rings;
}

/** Hexes that touch each other, as sets. */
export function clusters(hexes: readonly Place[]): Place[][] {
  const left = new Map(hexes.map(hex => [keyOf(hex), hex])), found: Place[][] = [];
  for (const [key, hex] of left) {
    left.delete(key);
    const cluster = [hex];
    for (let i = 0; i < cluster.length; i++) {
      for (let d = 0; d < 6; d++) {
        const near = neighbour(cluster[i] as Place, d), name = keyOf(near);
        if (left.delete(name)) cluster.push(near);
      }
    }
    found.push(cluster);
  }
  return found;
}

export interface Edge extends Place { readonly direction: number }

/** The lines that sides make where they meet, each between two ends or forks, or round and back to where it began. */
export function chainsOf(edges: readonly Edge[]): Node[][] {
  const nodes = new Map<string, Node>(), left = new Map<string, Set<string>>();
  const join = (a: Node, b: Node): void => {
    nodes.set(keyOf(a), a);
    left.set(keyOf(a), (left.get(keyOf(a)) ?? new Set()).add(keyOf(b)));
  };
  for (const edge of edges) {
    const a = vertexOf(edge, edge.direction), b = vertexOf(edge, edge.direction + 1);
    join(a, b);
    join(b, a);
  }
  const degree = new Map([...left].map(([key, ends]) => [key, ends.size])), chains: Node[][] = [];
  const walk = (begin: string): void => {
    const chain = [begin];
    for (let at = begin; ; ) {
      const to = [...left.get(at) ?? []][0];
      if (to === undefined) break;
      left.get(at)?.delete(to);
      left.get(to)?.delete(at);
      chain.push(to);
      at = to;
      if (degree.get(at) !== 2) break;
    }
    chains.push(chain.flatMap(key => nodes.get(key) ?? []));
  };
  for (const [key, count] of degree) if (count !== 2) while (left.get(key)?.size) walk(key);
  for (const key of degree.keys()) if (left.get(key)?.size) walk(key);
  return chains;
}

/** Corners cut off again and again: a line that flows. An open one keeps its ends. */
export function smooth(points: readonly Place[], isClosed: boolean, times = 2): Place[] {
  let line = [...points];
  for (; times > 0; times--) {
    const cut: Place[] = [], count = line.length;
    for (let i = 0; i < count - (isClosed ? 0 : 1); i++) {
      const p = line[i] as Place, q = line[(i + 1) % count] as Place, isFirst = !isClosed && i === 0, isLast = !isClosed && i === count - 2;
      cut.push(isFirst ? p : { x: p.x * 0.75 + q.x * 0.25, y: p.y * 0.75 + q.y * 0.25 });
      cut.push(isLast ? q : { x: p.x * 0.25 + q.x * 0.75, y: p.y * 0.25 + q.y * 0.75 });
    }
    line = cut;
  }
  return line;
}
