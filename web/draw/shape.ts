/* shape.ts: what an engraver needs to know of an outline: where its inside is, which way it runs, how to fill it. */
import type { Point } from './burin';

export interface Step extends Point { readonly nx: number; readonly ny: number }   /* with the outward normal */

export class Shape {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly centre: Point;
  readonly area: number;
  private readonly clockwise: boolean;

  constructor(readonly points: readonly Point[]) {
    const xs = points.map(p => p.x), ys = points.map(p => p.y);
    this.left = Math.min(...xs);
    this.right = Math.max(...xs);
    this.top = Math.min(...ys);
    this.bottom = Math.max(...ys);
    let twice = 0, cx = 0, cy = 0;
    points.forEach((p, i) => {
      const q = points[(i + 1) % points.length] as Point, cross = p.x * q.y - q.x * p.y;
      twice += cross;
      cx += (p.x + q.x) * cross;
      cy += (p.y + q.y) * cross;
    });
    this.clockwise = twice > 0;
    this.area = Math.abs(twice) / 2;
    this.centre = twice ? { x: cx / (3 * twice), y: cy / (3 * twice) } : { x: (this.left + this.right) / 2, y: (this.top + this.bottom) / 2 };
  }

  get width(): number { return this.right - this.left; }
  get height(): number { return this.bottom - this.top; }

  contains(x: number, y: number): boolean {
    let inside = false;
    for (let i = 0, j = this.points.length - 1; i < this.points.length; j = i++) {
      const p = this.points[i] as Point, q = this.points[j] as Point;
      if (p.y > y !== q.y > y && x < ((q.x - p.x) * (y - p.y)) / (q.y - p.y) + p.x) inside = !inside;
    }
    return inside;
  }

  /** Steps along the outline, about as far apart as asked. */
  walk(spacing: number): Step[] {
    const steps: Step[] = [], side = this.clockwise ? 1 : -1;
    this.points.forEach((p, i) => {
      const q = this.points[(i + 1) % this.points.length] as Point, length = Math.hypot(q.x - p.x, q.y - p.y);
      const count = Math.max(1, Math.round(length / spacing));
      const nx = (side * (q.y - p.y)) / (length || 1), ny = (-side * (q.x - p.x)) / (length || 1);
      for (let k = 0; k < count; k++) steps.push({ x: p.x + ((q.x - p.x) * k) / count, y: p.y + ((q.y - p.y) * k) / count, nx, ny });
    });
    return steps;
  }

  /** The direction of the longest edge, in radians. */
  grain(): number {
    let longest = 0, angle = 0;
    this.points.forEach((p, i) => {
      const q = this.points[(i + 1) % this.points.length] as Point, length = Math.hypot(q.x - p.x, q.y - p.y);
      if (length > longest + 0.01) {
        longest = length;
        angle = Math.atan2(q.y - p.y, q.x - p.x);
      }
    });
    return angle;
  }

  /** Parallel chords of the inside. */
  chords(angle: number, spacing: number, put: (a: Point, b: Point, row: number) => void): void {
    const c = Math.cos(angle), s = Math.sin(angle);
    const turned = this.points.map(p => ({ x: p.x * c + p.y * s, y: p.y * c - p.x * s }));
    const low = Math.min(...turned.map(p => p.y)), high = Math.max(...turned.map(p => p.y));
    let row = 0;
    for (let y = low + spacing / 2; y < high; y += spacing, row++) {
      const cuts: number[] = [];
      turned.forEach((p, i) => {
        const q = turned[(i + 1) % turned.length] as Point;
        if (p.y > y !== q.y > y) cuts.push(p.x + ((q.x - p.x) * (y - p.y)) / (q.y - p.y));
      });
      cuts.sort((a, b) => a - b);
      for (let i = 0; i + 1 < cuts.length; i += 2) {
        const a = cuts[i] as number, b = cuts[i + 1] as number;
        put({ x: a * c - y * s, y: a * s + y * c }, { x: b * c - y * s, y: b * s + y * c }, row);
      }
    }
  }

  /** The part on one side of a line through a point: where (p - at) . normal <= 0. */
  cut(at: Point, normal: Point): Shape | null {
    const out: Point[] = [], side = (p: Point): number => (p.x - at.x) * normal.x + (p.y - at.y) * normal.y;
    this.points.forEach((p, i) => {
      const q = this.points[(i + 1) % this.points.length] as Point, a = side(p), b = side(q);
      if (a <= 0) out.push(p);
      if (a <= 0 !== b <= 0) out.push({ x: p.x + ((q.x - p.x) * a) / (a - b), y: p.y + ((q.y - p.y) * a) / (a - b) });
    });
    return out.length >= 3 ? new Shape(out) : null;
  }
}

/** An open line moved to its left by a distance. */
export function beside(line: readonly Point[], distance: number): Point[] {
  return line.map((p, i) => {
    const before = line[Math.max(0, i - 1)] as Point, after = line[Math.min(line.length - 1, i + 1)] as Point;
    const dx = after.x - before.x, dy = after.y - before.y, length = Math.hypot(dx, dy) || 1;
    return { x: p.x + (dy / length) * distance, y: p.y - (dx / length) * distance };
  });
}

/** Points along an open line, with the direction at each. */
export function along(line: readonly Point[], spacing: number): (Point & { readonly angle: number })[] {
  const found: (Point & { readonly angle: number })[] = [];
  for (let i = 0; i + 1 < line.length; i++) {
    const p = line[i] as Point, q = line[i + 1] as Point, count = Math.max(1, Math.round(Math.hypot(q.x - p.x, q.y - p.y) / spacing));
    for (let k = 0; k < count + (i + 2 === line.length ? 1 : 0); k++)
      found.push({ x: p.x + ((q.x - p.x) * k) / count, y: p.y + ((q.y - p.y) * k) / count, angle: Math.atan2(q.y - p.y, q.x - p.x) });
  }
  return found;
}
