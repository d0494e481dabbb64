/*
 * zone_graver.ts: what an engraver puts into a zone, besides what stands in country.ts and field.ts: vines on their stakes, tents, a village
 * along its road, a broken bridge, and the borders. Millimetres of the sheet.
 */
import type { Point } from '../../draw/burin';
import { BLADES, at, lineOf, n, ringOf } from '../../draw/country';
import { FieldGraver } from '../../draw/field';
import { placed } from '../../draw/glyph';
import { Shape, along, beside } from '../../draw/shape';

const VINE = 'M0 0V-1M0-.35Q-.5-.3-.45-.75Q-.1-.8 0-.45M0-.6Q.5-.55 .42-.98Q.1-1.02 0-.7';
const TENT = 'M-1 0L0-1.25L1 0Z', TENT_LINES = 'M0-1.25V-1.6M0-1.6L.35-1.48L0-1.36M0-1.25L.3 0M0-1.25L-.18 0';

/** An outline without the strip along some lines: nothing grows on a road. */
export class Clearing extends Shape {
  constructor(points: readonly Point[], private readonly lines: readonly (readonly Point[])[], private readonly wide: number) {
    super(points);
  }

  override contains(x: number, y: number): boolean {
    return super.contains(x, y) && !this.lines.some(line => isNear(line, x, y, this.wide));
  }
}

function isNear(line: readonly Point[], x: number, y: number, wide: number): boolean {
  for (let i = 0; i + 1 < line.length; i++) {
    const p = line[i] as Point, q = line[i + 1] as Point, dx = q.x - p.x, dy = q.y - p.y;
    const t = Math.max(0, Math.min(1, ((x - p.x) * dx + (y - p.y) * dy) / (dx * dx + dy * dy || 1)));
    if (Math.hypot(p.x + dx * t - x, p.y + dy * t - y) < wide) return true;
  }
  return false;
}

export class ZoneGraver extends FieldGraver {
  vines(shape: Shape): void {
    let plants = '', lines = '';
    shape.chords(shape.grain() + 0.12, 9, (a, b) => {
      const length = Math.hypot(b.x - a.x, b.y - a.y), ux = (b.x - a.x) / (length || 1), uy = (b.y - a.y) / (length || 1);
      for (let t = 4; t < length - 3; t += 6.6) {
        const x = a.x + ux * t + this.between(-0.6, 0.6), y = a.y + uy * t;
        if (shape.contains(x, y) && shape.contains(x, y - 5)) plants += placed(VINE, x, y + 2.6, 5.6);
      }
      if (length > 8) lines += lineOf([{ x: a.x + ux * 3, y: a.y + uy * 3 + 3 }, { x: b.x - ux * 3, y: b.y - uy * 3 + 3 }]);
    });
    this.cut('faint', lines);
    this.cut('fine', plants);
  }

  grass(shape: Shape, dx: number): void {
    let d = '';
    this.scatter(shape, dx, dx * 0.7, (x, y) => {
      const size = this.between(2.6, 4.2);
      for (let k = 0; k < 3; k++) d += placed(BLADES, x + (k - 1) * size * 1.6, y + this.between(-1.6, 1.6), size);
    });
    this.cut('grass', d);
  }

  private spots(shape: Shape, dx: number, dy: number, half: number, tall: number): Point[] {
    const found: Point[] = [];
    this.scatter(shape, dx, dy, (x, y) => {
      const isIn = (u: number, v: number): boolean => shape.contains(x + u * half, y - v * tall);
      if (isIn(-1, 0) && isIn(1, 0) && isIn(-0.8, 1) && isIn(0.8, 1)) found.push({ x, y });
    });
    return found.sort((a, b) => a.y - b.y);
  }

  tents(shape: Shape): void {
    for (const { x, y } of this.spots(shape, 26, 21, 9, 11)) {
      const size = this.between(6.6, 8);
      this.cut('wall', placed(TENT, x, y, size));
      this.cut('fine', placed(TENT_LINES, x, y, size));
    }
  }

  park(shape: Shape): void {
    for (const { x, y } of this.spots(shape, 30, 22, 13, 10)) this.wagon(x, y, this.between(7.4, 8.4));
  }

  /* Houses with room between them; the tower stands where the outline is widest. */
  hamlet(shape: Shape, base: number, crowd: number, tower: boolean): void {
    const size = base * Math.max(0.9, Math.min(1.5, Math.sqrt(shape.area) / 115));
    const spots = this.spots(shape, size * 3.1 * crowd, size * 2 * crowd, size * 1.15, size * 1.1), { centre } = shape;
    const away = (p: Point): number => Math.hypot(p.x - centre.x, (p.y - centre.y - size) * 1.3), church = [...spots].sort((a, b) => away(a) - away(b))[0];
    for (const spot of spots) this.house(spot.x - size, spot.y, size * this.between(0.9, 1.08), tower && spot === church);
  }

  stronghold(shape: Shape): void {
    const { centre } = shape, size = Math.min(shape.width, shape.height) * 0.2, ring = shape.points.map(p => ({ x: centre.x + (p.x - centre.x) * 0.68, y: centre.y + (p.y - centre.y) * 0.68 }));
    this.cut('moat', ringOf(ring));
    this.cut('fine', ringOf(shape.points.map(p => ({ x: centre.x + (p.x - centre.x) * 0.6, y: centre.y + (p.y - centre.y) * 0.6 }))));
    this.castle(centre.x, centre.y + size * 0.95, size);
  }

  /* Two arches from each bank and nothing between them. */
  brokenBridge(shape: Shape): void {
    const { x, y } = shape.centre, reach = shape.height / 2, pier = (from: number, to: number): void => {
      this.cut('wall', ringOf([{ x: x - 6, y: y + from }, { x: x + 6, y: y + from }, { x: x + 5, y: y + to * 0.96 }, { x: x + 1, y: y + to * 1.04 }, { x: x - 3, y: y + to * 0.9 }, { x: x - 6, y: y + to }]));
      this.cut('fine', [0.25, 0.5, 0.75].map(t => `M${at(x - 6, y + from + (to - from) * t)}h12`).join(''));
    };
    pier(-reach, -reach * 0.42);
    pier(reach, reach * 0.45);
  }

  /* Borders. Dots and plain lines are the style sheet's; these are the things that lie on them. */

  /** Bushes close together, or far apart where the border is no hindrance but hides what is behind. */
  bushes(line: readonly Point[], isThick: boolean): void {
    let even = '', odd = '', shade = '';
    along(line, isThick ? 6.4 : 13).forEach((p, i) => {
      const r = this.between(3.4, 4.4);
      if (i % 2) odd += this.crown(p.x, p.y - 1.2, r);
      else even += this.crown(p.x, p.y - 1.2, r);
      shade += this.shadeOfCrown(p.x, p.y - 1.2, r);
    });
    this.cut('hedge', even);
    this.cut('hedge', odd);
    this.cut('fine', shade);
  }

  /** Stones between two lines. */
  masonry(line: readonly Point[], wide: number): void {
    this.cut('masonry', ringOf([...beside(line, wide), ...beside(line, -wide).reverse()]));
    let joints = '';
    along(line, 5).forEach((p, i) => {
      const nx = Math.sin(p.angle), ny = -Math.cos(p.angle), from = i % 2 ? 0 : -wide, to = i % 2 ? wide : 0;
      joints += `M${at(p.x + nx * from, p.y + ny * from)}L${at(p.x + nx * to, p.y + ny * to)}`;
    });
    this.cut('fine', joints + lineOf(line));
    this.cut('twin', lineOf(beside(line, wide)) + lineOf(beside(line, -wide)));
  }

  /** A tower at the end of a wall. */
  turret({ x, y }: Point, radius: number): void {
    this.cut('masonry ring', `M${at(x - radius, y)}a${n(radius)} ${n(radius)} 0 1 1 ${n(2 * radius)} 0a${n(radius)} ${n(radius)} 0 1 1 ${n(-2 * radius)} 0Z`);
  }

  /** Teeth on both sides of a line that nobody crosses and nobody sees over. */
  teeth(line: readonly Point[]): void {
    let d = '';
    for (const p of along(line, 7)) {
      const nx = Math.sin(p.angle), ny = -Math.cos(p.angle), tx = Math.cos(p.angle) * 1.8, ty = Math.sin(p.angle) * 1.8;
      d += `M${at(p.x + tx + nx * 4.5, p.y + ty + ny * 4.5)}L${at(p.x - tx + nx * 4.5, p.y - ty + ny * 4.5)}L${at(p.x - tx - nx * 4.5, p.y - ty - ny * 4.5)}L${at(p.x + tx - nx * 4.5, p.y + ty - ny * 4.5)}Z`;
    }
    this.cut('solid', d);
  }
}
