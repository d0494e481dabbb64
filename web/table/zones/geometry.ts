/*
 * geometry.ts: what a map of zones needs of its polygons: lines drawn by hand between exact corners, outlines of several zones together, the
 * ways across borders, and room within a zone. Points are those of the map (or of the sheet, where a function is given points).
 */
import { Shape } from '../../draw/shape';
import type { Place } from '../board';
import { smooth } from '../hexes/geometry';
import type { Border, Zone, ZoneScene } from './zone_scene';

const STEP = 13;                                         /* between the places where the hand trembles */
const TREMBLE = 2.4;                                     /* how far a line strays at most */

const mixed = (p: Place, q: Place, t: number): Place => ({ x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t });

/* A number from -1 to 1 that belongs to three whole numbers. */
function noise(a: number, b: number, i: number): number {
  let h = Math.imul(a + 11, 374761393) ^ Math.imul(b + 7, 668265263) ^ Math.imul(i + 3, 2246822519);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 2147483648 - 1;
}

/** The line from one vertex to another as a hand draws it: it begins and ends exactly, and is the same in both directions. */
export function wavy(vertices: readonly Place[], a: number, b: number): Place[] {
  const low = Math.min(a, b), high = Math.max(a, b), p = vertices[low] as Place, q = vertices[high] as Place;
  const length = Math.hypot(q.x - p.x, q.y - p.y) || 1, count = Math.max(2, Math.round(length / STEP)), far = Math.min(TREMBLE, length * 0.04);
  const points = Array.from({ length: count + 1 }, (_, i) => {
    const on = mixed(p, q, i / count), off = i === 0 || i === count ? 0 : noise(low, high, i) * far;
    return { x: on.x - ((q.y - p.y) / length) * off, y: on.y + ((q.x - p.x) / length) * off };
  });
  const line = smooth(points, false, 1);
  return a === low ? line : line.reverse();
}

const keyOf = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

export class ZoneGeometry {
  private readonly lines = new Map<string, readonly Place[]>();
  private readonly shapes = new Map<number, Shape>();
  private readonly rim = new Set<string>();
  private readonly near = new Map<number, ReadonlySet<number>>();

  constructor(readonly scene: ZoneScene) {
    for (const { a, b, zones } of scene.borders) if (zones.length < 2) this.rim.add(keyOf(a, b));
    for (const zone of scene.zones) this.shapes.set(zone.number, new Shape(zone.corners.map(index => scene.vertices[index] as Place)));
  }

  /** The exact polygon. */
  shape(zone: Zone): Shape {
    return this.shapes.get(zone.number) as Shape;
  }

  /** A side as it is drawn; the rim is straight. */
  side(a: number, b: number): readonly Place[] {
    const key = `${a} ${b}`, { vertices } = this.scene;
    let line = this.lines.get(key);
    if (!line) {
      line = this.rim.has(keyOf(a, b)) ? [vertices[a] as Place, vertices[b] as Place] : wavy(vertices, a, b);
      this.lines.set(key, line);
    }
    return line;
  }

  /** The outlines of zones together as they are drawn: closed rings, each point once. */
  rings(zones: readonly Zone[]): Place[][] {
    const sides = new Map<string, readonly [number, number]>(), from = new Map<number, number[]>();
    for (const { corners } of zones) corners.forEach((a, i) => {
      const b = corners[(i + 1) % corners.length] as number;
      if (!sides.delete(`${b} ${a}`)) sides.set(`${a} ${b}`, [a, b]);
    });
    for (const [a, b] of sides.values()) from.set(a, [...(from.get(a) ?? []), b]);
    const found: Place[][] = [];
    for (const begin of from.keys()) {
      while (from.get(begin)?.length) {
        const ring: Place[] = [];
        for (let at = begin, to = from.get(at)?.pop(); to !== undefined; at = to, to = from.get(at)?.pop()) ring.push(...this.side(at, to).slice(0, -1));
        found.push(ring);
      }
    }
    return found;
  }

  /** The zone of a point; null beyond the map. */
  at(point: Place): Zone | null {
    return this.scene.zones.find(zone => this.shape(zone).contains(point.x, point.y)) ?? null;
  }

  /** Zones that share a side or a corner with it. */
  neighbours(zone: Zone): ReadonlySet<number> {
    let found = this.near.get(zone.number);
    if (!found) {
      found = new Set(this.scene.zones.filter(other => other !== zone && other.corners.some(index => zone.corners.includes(index))).map(other => other.number));
      this.near.set(zone.number, found);
    }
    return found;
  }

  bordersOf(zone: Zone): Border[] {
    return this.scene.borders.filter(({ zones }) => zones.includes(zone.number));
  }

  /** Where one goes from a zone to another: on the border that lies between them, or at a corner that they share; null when they do not touch. */
  crossing(from: Zone, to: Zone): Place | null {
    const shared = this.scene.borders.filter(({ zones }) => zones.includes(from.number) && zones.includes(to.number)), { vertices } = this.scene;
    const ends = ({ a, b }: Border): readonly [Place, Place] => [vertices[a] as Place, vertices[b] as Place];
    const length = (border: Border): number => { const [p, q] = ends(border); return Math.hypot(q.x - p.x, q.y - p.y); };
    const cut = (border: Border): number => { const [p, q] = ends(border); return meeting(p, q, from.anchor, to.anchor); };
    const isCut = (border: Border): boolean => { const t = cut(border); return t >= 0 && t <= 1; };
    const border = shared.find(isCut) ?? [...shared].sort((p, q) => length(q) - length(p))[0];
    if (border) {
      const [p, q] = ends(border), t = cut(border);
      return mixed(p, q, Math.max(0.22, Math.min(0.78, Number.isFinite(t) ? t : 0.5)));
    }
    const corners = from.corners.filter(index => to.corners.includes(index)).map(index => vertices[index] as Place), { anchor } = from;
    const around = (p: Place): number => Math.hypot(p.x - anchor.x, p.y - anchor.y) + Math.hypot(p.x - to.anchor.x, p.y - to.anchor.y);
    return corners.sort((p, q) => around(p) - around(q))[0] ?? null;
  }

  /** A way through zones: from anchor to anchor, and over the crossings between them. */
  way(zones: readonly Zone[]): Place[] {
    return zones.flatMap((zone, i) => {
      const next = zones[i + 1], between = next ? this.crossing(zone, next) : null;
      return between ? [zone.anchor, between] : [zone.anchor];
    });
  }
}

/* Where on the line from p to q, as a part of it, the line from a to b cuts it; outside 0 to 1, or not finite, when it does not. */
function meeting(p: Place, q: Place, a: Place, b: Place): number {
  const dx = q.x - p.x, dy = q.y - p.y, ex = b.x - a.x, ey = b.y - a.y, cross = dx * ey - dy * ex;
  const t = ((a.x - p.x) * ey - (a.y - p.y) * ex) / cross, u = ((a.x - p.x) * dy - (a.y - p.y) * dx) / cross;
  return u >= 0 && u <= 1 ? t : Number.NaN;
}

/** The points of a straight line where it enters and leaves a shape, as parts of its length; null when it misses it. */
export function chord(shape: Shape, from: Place, to: Place): readonly [number, number] | null {
  const cuts = shape.points.map((p, i) => meeting(from, to, p, shape.points[(i + 1) % shape.points.length] as Place)).filter(t => t >= 0 && t <= 1);
  if (shape.contains(from.x, from.y)) cuts.push(0);
  if (shape.contains(to.x, to.y)) cuts.push(1);
  return cuts.length < 2 ? null : [Math.min(...cuts), Math.max(...cuts)];
}

/** A box around a middle. */
export interface Room { readonly x: number; readonly y: number; readonly halfWidth: number; readonly halfHeight: number }

export const meets = (a: Room, b: Room): boolean => Math.abs(a.x - b.x) < a.halfWidth + b.halfWidth && Math.abs(a.y - b.y) < a.halfHeight + b.halfHeight;

/** Does the box lie within the shape? */
export function fits(shape: Shape, { x, y, halfWidth, halfHeight }: Room): boolean {
  for (const u of [-1, 0, 1]) for (const v of [-1, 0, 1]) {
    if ((u !== 0 || v !== 0) && !shape.contains(x + u * halfWidth, y + v * halfHeight)) return false;
  }
  return !shape.points.some(p => Math.abs(p.x - x) < halfWidth && Math.abs(p.y - y) < halfHeight);
}

/** Where a box finds room in a shape, as high up as it can; near the top of the middle when there is none. */
export function highest(shape: Shape, halfWidth: number, halfHeight: number): Place {
  let best: Place | null = null, least = Infinity;
  const middle = shape.centre.x;
  for (let y = shape.top + halfHeight; y < shape.bottom - halfHeight; y += 3) {
    if (y - shape.top > least) break;
    for (let x = shape.left + halfWidth; x < shape.right - halfWidth; x += 4) {
      const cost = y - shape.top + Math.abs(x - middle) * 0.12;
      if (cost < least && fits(shape, { x, y, halfWidth, halfHeight })) {
        least = cost;
        best = { x, y };
      }
    }
  }
  return best ?? { x: middle, y: shape.top + shape.height * 0.18 };
}
