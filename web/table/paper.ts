/* paper.ts: the sheet of a table of free measurement, and the bases that stand on it. */
import { plate } from '../draw/glyph';
import type { Place, Pose } from './board';
import type { Base } from './scene';
import { type Sheet, onBase, onSheet } from './sheet';
import { closed } from './svg';

const TICKS = 100;                        /* in a millimetre */

export class Paper implements Sheet {
  turned = false;
  readonly unit = 1 / TICKS;
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

  pose(pose: Pose): Pose {
    return { ...this.point(pose), heading: pose.heading / 100 + (this.turned ? 180 : 0) };
  }

  area(outline: readonly Place[]): string {
    return closed(outline.map(place => this.point(place)));
  }

  cells(cells: readonly Place[], size: number): string {
    const half = size / TICKS / 2;
    return cells.map(place => this.point(place)).map(p => plate(p.x, p.y, half, half)).join('');
  }

  /* The highest of its corners that are on the table, or else the highest, but on the table. */
  crest(outline: readonly Place[]): Place | null {
    const points = outline.map(place => this.point(place)), near = points.filter(({ x, y }) => x > this.width * 0.06 && x < this.width * 0.94 && y > 8 && y < this.height - 8);
    const top = (near.length ? near : points).reduce<Place | null>((best, p) => (best === null || p.y < best.y ? p : best), null);
    return top && { x: top.x, y: Math.max(8, top.y) };
  }
}

/** The base in its own millimetres: the front is at y = 0 for rectangles, the middle for discs and what else is placed by its middle; behind is down. */
export function outline(base: Base): { readonly left: number; readonly top: number; readonly width: number; readonly height: number } {
  const width = base.width / TICKS, height = base.depth / TICKS;
  return { left: -width / 2, top: base.disc || base.middle ? -height / 2 : 0, width, height };
}

export function corners(pose: Pose, base: Base, out = 0): Place[] {
  const o = outline(base), left = o.left - out, right = o.left + o.width + out, top = o.top - out, bottom = o.top + o.height + out;
  return [onSheet(pose, left, top), onSheet(pose, right, top), onSheet(pose, right, bottom), onSheet(pose, left, bottom)];
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
