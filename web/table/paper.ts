/*
 * paper.ts: from places of the game to the sheet that is drawn, and back. A unit of the sheet is a millimetre, x to the right and y down,
 * and the sheet may lie with the south away from the reader.
 */
import type { Place, Pose } from './board';
import type { Base } from './scene';

const TICKS = 100;                        /* in a millimetre */

export interface Box { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

export class Paper {
  turned = false;
  readonly width: number;
  readonly height: number;
  readonly margin: number;

  constructor(width: number, depth: number) {
    this.width = width / TICKS;
    this.height = depth / TICKS;
    this.margin = Math.max(18, Math.min(this.width, this.height) * 0.055);
  }

  point(place: Place): Place {
    const x = place.x / TICKS, y = place.y / TICKS;
    return this.turned ? { x: this.width - x, y } : { x, y: this.height - y };
  }

  place(point: Place): Place {
    const x = this.turned ? this.width - point.x : point.x, y = this.turned ? point.y : this.height - point.y;
    return { x: Math.round(x * TICKS), y: Math.round(y * TICKS) };
  }

  /** Degrees, clockwise on the sheet. */
  angle(heading: number): number {
    return heading / 100 + (this.turned ? 180 : 0);
  }

  length(ticks: number): number {
    return ticks / TICKS;
  }

  pose(pose: Pose): Pose {
    return { ...this.point(pose), heading: this.angle(pose.heading) };
  }
}

/** The base in its own millimetres: the front is at y = 0 for rectangles, the middle for discs; behind is down. */
export function outline(base: Base): { readonly left: number; readonly top: number; readonly width: number; readonly height: number } {
  const width = base.width / TICKS, height = base.depth / TICKS;
  return { left: -width / 2, top: base.disc ? -height / 2 : 0, width, height };
}

/** A point of the base's own millimetres on the sheet, for a pose of the sheet. */
export function onSheet(pose: Pose, x: number, y: number): Place {
  const turn = (pose.heading * Math.PI) / 180, c = Math.cos(turn), s = Math.sin(turn);
  return { x: pose.x + x * c - y * s, y: pose.y + x * s + y * c };
}

/** The opposite: a point of the sheet in the base's own millimetres. */
export function onBase(pose: Pose, point: Place): Place {
  const turn = (pose.heading * Math.PI) / 180, c = Math.cos(turn), s = Math.sin(turn);
  const dx = point.x - pose.x, dy = point.y - pose.y;
  return { x: dx * c + dy * s, y: dy * c - dx * s };
}

export function corners(pose: Pose, base: Base, out = 0): Place[] {
  const o = outline(base), left = o.left - out, right = o.left + o.width + out, top = o.top - out, bottom = o.top + o.height + out;
  return [onSheet(pose, left, top), onSheet(pose, right, top), onSheet(pose, right, bottom), onSheet(pose, left, bottom)];
}

export function boxOf(points: readonly Place[]): Box {
  const xs = points.map(p => p.x), ys = points.map(p => p.y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

export function middle(pose: Pose, base: Base): Place {
  const o = outline(base);
  return onSheet(pose, 0, o.top + o.height / 2);
}

/** How far a point is from a base, 0 inside. */
export function gap(pose: Pose, base: Base, point: Place): number {
  const o = outline(base), p = onBase(pose, point);
  if (base.disc) return Math.max(0, Math.hypot(p.x, p.y) - o.width / 2);
  return Math.hypot(Math.max(o.left - p.x, 0, p.x - o.left - o.width), Math.max(o.top - p.y, 0, p.y - o.top - o.height));
}
