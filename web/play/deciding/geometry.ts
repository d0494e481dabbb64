/*
 * geometry.ts: bases on a free table, as far as drawing and snapping need them. Nothing here decides: the engine is asked about every
 * place that comes out of it. Lengths are hundredths of a millimetre, headings hundredths of a degree clockwise from north.
 */
import type { Place, Pose } from '../../table/board';

/** `at`: "middle" of a rectangle that is placed by its middle. */
export interface Base { readonly shape: string; readonly width: number; readonly depth: number; readonly at?: string }

export type Polygon = readonly Place[];

const TURN = 36000;
const radians = (heading: number): number => (heading * Math.PI) / 18000;

export function turned(heading: number): number {
  return ((Math.round(heading) % TURN) + TURN) % TURN;
}

export function bearing(from: Place, to: Place): number {
  return turned((Math.atan2(to.x - from.x, to.y - from.y) * 18000) / Math.PI);
}

export function distance(from: Place, to: Place): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

export function rounded({ x, y }: Place): Place {
  return { x: Math.round(x), y: Math.round(y) };
}

/** The place at a length from another. */
export function along(from: Place, heading: number, length: number): Place {
  return rounded({ x: from.x + Math.sin(radians(heading)) * length, y: from.y + Math.cos(radians(heading)) * length });
}

/** The part of the way; beyond the end for more than 1. */
export function between(from: Place, to: Place, part: number): Place {
  return rounded({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
}

const ROUND = 32;

/** The outline of a base. A rectangle is placed by the middle of its front, unless it says otherwise, a disc by its centre. */
export function outlineOf(base: Base, pose: Pose): Polygon {
  if (base.shape === 'disc')
    return Array.from({ length: ROUND }, (_, i) => along(pose, (i * TURN) / ROUND, base.width / 2));
  const sine = Math.sin(radians(pose.heading)), cosine = Math.cos(radians(pose.heading));
  const corner = (right: number, back: number): Place =>
    ({ x: pose.x + cosine * right - sine * back, y: pose.y - sine * right - cosine * back });
  const half = base.width / 2, front = base.at === 'middle' ? -base.depth / 2 : 0, rear = front + base.depth;
  return [corner(-half, front), corner(half, front), corner(half, rear), corner(-half, rear)];
}

export function middleOf(polygon: Polygon): Place {
  const sum = polygon.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / (polygon.length || 1), y: sum.y / (polygon.length || 1) };
}

export function isInside({ x, y }: Place, polygon: Polygon): boolean {
  let inside = false;
  polygon.forEach((a, i) => {
    const b = polygon[(i + 1) % polygon.length] ?? a;
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  });
  return inside;
}

function toSegment(point: Place, a: Place, b: Place): number {
  const dx = b.x - a.x, dy = b.y - a.y;
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : Math.max(0, Math.min(1, ((point.x - a.x) * dx + (point.y - a.y) * dy) / length));
  return Math.hypot(point.x - a.x - part * dx, point.y - a.y - part * dy);
}

const side = (a: Place, b: Place, point: Place): number => Math.sign((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x));

function cross(a: Place, b: Place, c: Place, d: Place): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

function someEdge(polygon: Polygon, holds: (a: Place, b: Place) => boolean): boolean {
  return polygon.some((a, i) => holds(a, polygon[(i + 1) % polygon.length] ?? a));
}

/** Do two areas share more than an outline? Corners alone do not tell for a base that lies across another: its middle is asked too. */
export function overlap(a: Polygon, b: Polygon): boolean {
  if (isInside(middleOf(a), b) || isInside(middleOf(b), a)) return true;
  if (a.some(point => isInside(point, b)) || b.some(point => isInside(point, a))) return true;
  return someEdge(a, (p, q) => someEdge(b, (r, s) => cross(p, q, r, s)));
}

/** The shortest way between two areas; 0 where they touch or overlap. */
export function gap(a: Polygon, b: Polygon): number {
  if (overlap(a, b)) return 0;
  let least = Infinity;
  const measure = (points: Polygon, other: Polygon): void => {
    for (const point of points) someEdge(other, (p, q) => { least = Math.min(least, toSegment(point, p, q)); return false; });
  };
  measure(a, b);
  measure(b, a);
  return least;
}

/** How far a point is from an outline, from either side of it. */
export function toOutline(point: Place, polygon: Polygon): number {
  let least = Infinity;
  for (let i = 0, last = polygon[polygon.length - 1]; i < polygon.length; i++) {
    const next = polygon[i];
    if (last && next) least = Math.min(least, toSegment(point, last, next));
    last = next;
  }
  return least;
}

/**
 * The last part of the way from `good` that still holds, given that it fails at `bad`. Both are numbers of any kind; the answer is
 * within `step` of the border and holds.
 */
export function lastGood(good: number, bad: number, step: number, holds: (at: number) => boolean): number {
  let low = good, high = bad;
  while (Math.abs(high - low) > step) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}
