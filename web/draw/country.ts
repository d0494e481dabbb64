/*
 * country.ts: woods, hills, water, fields and houses as an engraver fills an outline with them. Millimetres of the table, always the same
 * for the same seed. Each stroke has a class for the style sheet; "clipped" ones stay within the outline.
 */
import type { Point } from './burin';
import { placed } from './glyph';
import { Shape, along, beside } from './shape';

export interface Cut { readonly name: string; readonly d: string; readonly clipped: boolean; readonly over: boolean }   /* over the outline */

export const n = (value: number): string => String(Math.round(value * 10) / 10);
export const at = (x: number, y: number): string => `${n(x)} ${n(y)}`;
export const ringOf = (points: readonly Point[]): string => `M${points.map(p => at(p.x, p.y)).join('L')}Z`;
export const lineOf = (points: readonly Point[]): string => `M${points.map(p => at(p.x, p.y)).join('L')}`;

/* Things of one unit's size, standing on 0,0: strokes with their classes, from the back to the front. */
export type Part = readonly [name: string, d: string];

export const many = (count: number, stroke: (t: number) => string): string => Array.from({ length: count }, (_, i) => stroke((i + 0.7) / count)).join('');

const HOUSE: readonly Part[] = [
  ['wall', 'M0 0V-.52L.5-.96L1-.52V0ZM1 0V-.52L2.05-.62V-.1Z'],
  ['roof', 'M.5-.96L1-.52L2.05-.62L1.55-1.06Z'],
  ['fine', many(7, t => `M${0.5 + 1.05 * t} ${-0.96 - 0.1 * t}L${1 + 1.05 * t} ${-0.52 - 0.1 * t}`)],
  ['faint', many(10, t => `M${1 + 1.05 * t} ${-0.1 * t}v-.5`)],
  ['solid', 'M.38 0V-.29H.62V0ZM1.5-.28H1.62V-.17H1.5Z'],
];
const TOWER: readonly Part[] = [
  ['wall', 'M0 0V-1.5H.5V0Z'],
  ['roof', 'M-.06-1.5L.25-2.65L.56-1.5Z'],
  ['fine', 'M.33 0V-1.5M.41 0V-1.5M.25-2.65L.4-1.5M.25-2.65V-2.99M.13-2.88H.37'],
  ['solid', 'M.15-1.08V-1.29H.26V-1.08Z'],
];
/* Four sails around a hub at the height of 1.2. */
function sails(stroke: (point: (along: number, across: number) => string) => string): string {
  return [0.5, 0.5 + Math.PI / 2, 0.5 + Math.PI, 0.5 - Math.PI / 2].map(angle => {
    const c = Math.cos(angle), s = Math.sin(angle), round = (v: number): number => Math.round(v * 1000) / 1000;
    return stroke((u, v) => `${round(u * c - v * s)} ${round(u * s + v * c - 1.2)}`);
  }).join('');
}
const WINDMILL: readonly Part[] = [
  ['wall', 'M-.42 0L-.28-1.1H.28L.42 0Z'],
  ['roof', 'M-.34-1.08Q0-1.75 .34-1.08Z'],
  ['fine', 'M.12-1.1L.2 0M.2-1.1L.31 0M.02-1.1L.08 0'],
  ['solid', 'M-.1 0V-.34H.1V0Z'],
  ['wall', sails(p => `M${p(0.28, 0)}L${p(0.28, 0.2)}L${p(1.12, 0.2)}L${p(1.12, 0)}Z`)],
  ['fine', sails(p => `M${p(0.5, 0)}L${p(0.5, 0.2)}M${p(0.7, 0)}L${p(0.7, 0.2)}M${p(0.9, 0)}L${p(0.9, 0.2)}`)],
  ['ink', sails(p => `M${p(0, 0)}L${p(1.15, 0)}`)],
];
export const REED = 'M0 0V-1M-.12 0Q-.2-.5-.45-.8M.12 0Q.2-.5 .45-.8M-.25 0L-.65-.3M.25 0L.65-.3';
const EAR = 'M0 0V-5.5M-1.3-3.9L0-5.7L1.3-3.9M-1.3-1.9L0-3.5L1.3-1.9', SPROUT = 'M0 0V-1.4M0-.8Q-.2-2.1-1.4-2.5M0-.8Q.2-2.1 1.4-2.5';
export const BLADES = 'M0 0V-1M-.16 0L-.56-.7M.16 0L.56-.7';

export class Graver {
  readonly cuts: Cut[] = [];
  private seed: number;
  protected readonly most: number = 900;                       /* strokes of one scatter: a huge outline gets wider gaps, not more */

  constructor(name: string) {
    this.seed = 2166136261;
    for (const letter of name) this.seed = Math.imul(this.seed ^ letter.charCodeAt(0), 16777619) >>> 0;
  }

  between(low: number, high: number): number {
    this.seed = (Math.imul(this.seed, 1664525) + 1013904223) >>> 0;
    return low + ((high - low) * this.seed) / 4294967296;
  }

  cut(name: string, d: string, clipped = false, over = false): void {
    if (d) this.cuts.push({ name, d, clipped, over });
  }

  /* A colourist's wash: thin over the whole, thicker along the border. */
  wash(shape: Shape, colour: string): void {
    this.cut(`wash ${colour}`, ringOf(shape.points));
    this.cut(`rim ${colour}`, ringOf(shape.points), true);
  }

  /* Places about as far apart as asked, in rows from the back to the front. */
  protected scatter(shape: Shape, dx: number, dy: number, put: (x: number, y: number, row: number, column: number) => void): void {
    const crowd = Math.max(1, Math.sqrt((shape.width * shape.height) / (dx * dy * this.most)));
    dx *= crowd;
    dy *= crowd;
    let row = 0;
    for (let y = shape.top + dy * 0.4; y < shape.bottom; y += dy, row++) {
      let column = 0;
      for (let x = shape.left + (row % 2 ? dx * 0.5 : 0); x < shape.right; x += dx, column++) {
        const px = x + this.between(-0.24, 0.24) * dx, py = y + this.between(-0.2, 0.2) * dy;
        if (shape.contains(px, py)) put(px, py, row, column);
      }
    }
  }

  protected crown(x: number, y: number, radius: number): string {
    const bumps = 7, first = this.between(0, 0.8);
    let d = '';
    for (let k = 0; k <= bumps; k++) {
      const angle = first + (k / bumps) * Math.PI * 2, reach = radius * (k === bumps ? 1 : this.between(0.9, 1.08)), size = n(radius * 0.46);
      const point = at(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach * 0.94);
      d += k === 0 ? `M${point}` : `A${size} ${size} 0 0 1 ${point}`;
    }
    return `${d}Z`;
  }

  protected shadeOfCrown(x: number, y: number, radius: number): string {
    let d = '';
    for (let i = 0; i < 4; i++) {
      const px = x + radius * (0.08 + i * 0.22), half = Math.sqrt(Math.max(0, 1 - (0.08 + i * 0.22) ** 2)) * radius * 0.78;
      d += `M${at(px, y - half * 0.45)}q${at(radius * 0.14, half * 0.7)} ${at(-radius * 0.06, half * 1.35)}`;
    }
    return d;
  }

  /* Trees from the back to the front; neighbours of a row are cut apart, so that each hides what is behind it. */
  trees(shape: Shape, size: number, crowd: number): void {
    const layers = new Map<number, { ground: string; trunk: string; crown: string; shade: string }>();
    this.scatter(shape, size * 0.86 * crowd, size * 0.5 * crowd, (x, y, row, column) => {
      const tall = size * this.between(0.86, 1.12), radius = tall * 0.4, top = y - tall * 0.6;
      if (!shape.contains(x - radius, top) || !shape.contains(x + radius, top) || !shape.contains(x, top - radius)) return;
      const key = row * 2 + (column % 2), layer = layers.get(key) ?? { ground: '', trunk: '', crown: '', shade: '' };
      layer.ground += `M${at(x - radius * 0.2, y)}h${n(radius * 1.9)}M${at(x + radius * 0.1, y + tall * 0.05)}h${n(radius * 1.2)}`;
      layer.trunk += `M${at(x - tall * 0.04, y)}V${n(top)}M${at(x + tall * 0.04, y)}V${n(top)}`;
      layer.crown += this.crown(x, top, radius);
      layer.shade += this.shadeOfCrown(x, top, radius);
      layers.set(key, layer);
    });
    this.cut('fine', [...layers.values()].map(layer => layer.ground).join(''), true);
    for (const [, layer] of [...layers].sort(([a], [b]) => a - b)) {
      this.cut('fine', layer.trunk);
      this.cut('leaf', layer.crown);
      this.cut('fine', layer.shade);
    }
  }

  /* Hachures: strokes down the slope, broad above and fine below, heavy on the side away from the light. */
  hachures(shape: Shape, tiers: readonly (readonly [low: number, high: number])[], spacing: number): void {
    const steps = shape.walk(spacing), { centre } = shape;
    let d = '';
    tiers.forEach(([low, high], tier) => {
      steps.forEach((step, i) => {
        const shade = step.nx * 0.6 + step.ny * 0.8;
        if (shade < -0.35 && (i + tier) % 2) return;
        if (tier > 0 && (i + tier) % 3 === 0) return;
        const t0 = low + this.between(0, 0.025), t1 = high - this.between(0, 0.07) - (shade < 0 ? 0.04 : 0);
        const foot = { x: step.x + (centre.x - step.x) * t0, y: step.y + (centre.y - step.y) * t0 };
        const head = { x: step.x + (centre.x - step.x) * t1, y: step.y + (centre.y - step.y) * t1 };
        const half = (0.62 + 0.4 * shade) * this.between(0.8, 1.2), px = -step.ny * half, py = step.nx * half;
        const bend = this.between(-0.8, 0.8);
        const way = at((head.x + foot.x) / 2 - step.ny * bend, (head.y + foot.y) / 2 + step.nx * bend);
        d += `M${at(head.x + px, head.y + py)}Q${way} ${at(foot.x, foot.y)}L${at(head.x - px, head.y - py)}Z`;
      });
    });
    this.cut('solid', d);
  }

  /* Plots with furrows, each plot its own way. */
  furrows(shape: Shape, crop: 'low' | 'high'): void {
    const grain = shape.grain(), c = Math.cos(grain), s = Math.sin(grain), plots = shape.area > 12000 ? 3 : 2;
    const length = Math.max(...shape.points.map(p => p.x * c + p.y * s)) - Math.min(...shape.points.map(p => p.x * c + p.y * s));
    const begin = Math.min(...shape.points.map(p => p.x * c + p.y * s));
    let rest: Shape | null = shape;
    for (let i = 0; i < plots && rest; i++) {
      let plot: Shape | null = rest;
      if (i + 1 < plots) {
        const along = begin + (length * (i + 1)) / plots + this.between(-0.06, 0.06) * length, lean = this.between(-0.16, 0.16);
        const normal: Point = { x: Math.cos(grain + lean), y: Math.sin(grain + lean) }, across = shape.centre.y * c - shape.centre.x * s;
        const on: Point = { x: along * c - across * s, y: along * s + across * c };
        plot = rest.cut(on, normal);
        rest = rest.cut(on, { x: -normal.x, y: -normal.y });
      }
      if (plot) this.plot(plot, grain + (i % 2 ? Math.PI / 2 : 0) + this.between(-0.05, 0.05), crop);
    }
  }

  private plot(plot: Shape, angle: number, crop: 'low' | 'high'): void {
    const spacing = crop === 'high' ? 6.5 : 4.6;
    let lines = '', ears = '';
    plot.chords(angle, spacing, (a, b, row) => {
      const length = Math.hypot(b.x - a.x, b.y - a.y), ux = (b.x - a.x) / (length || 1), uy = (b.y - a.y) / (length || 1);
      let from = this.between(0, 3);
      while (from < length - 2) {
        const to = Math.min(length - this.between(0, 2), from + this.between(16, 60));
        lines += `M${at(a.x + ux * from, a.y + uy * from)}L${at(a.x + ux * to, a.y + uy * to)}`;
        from = to + this.between(1.2, 4);
      }
      if (crop === 'low' && row % 2) return;
      for (let t = this.between(2, 7); t < length - 2; t += crop === 'high' ? this.between(4.5, 7) : this.between(9, 15)) {
        const x = a.x + ux * t, y = a.y + uy * t;
        ears += placed(crop === 'high' ? EAR : SPROUT, x, y, 1);
      }
    });
    this.cut('faint', lines);
    this.cut('fine', ears);
    this.cut('faint dashed', ringOf(plot.points));
  }

  reeds(shape: Shape, dx: number): void {
    let tufts = '', pools = '';
    this.scatter(shape, dx, dx * 0.62, (x, y) => {
      const h = this.between(5, 8);
      if (!shape.contains(x - 6, y + 2) || !shape.contains(x + 6, y - h)) return;
      tufts += placed(REED, x, y, h);
      pools += `M${at(x - 7, y + 1)}h${n(this.between(9, 14))}M${at(x - 4, y + 2.6)}h${n(this.between(5, 9))}`;
    });
    this.cut('waterline', pools);
    this.cut('fine', tufts);
  }

  /* Ripples that follow the banks: the outline drawn thick and thin again and again, each inside the last. */
  ripples(shape: Shape, widths: readonly number[]): void {
    const d = ringOf(shape.points);
    this.cut('wash water', d);
    for (const width of [...widths].reverse()) {
      this.cut(`ripple w${Math.round(width * 10)}`, d, true);
      this.cut(`still w${Math.round(width * 10)}`, d, true);
    }
  }

  /* Broken strokes along the way that the water goes. */
  current(shape: Shape): void {
    let d = '';
    shape.chords(shape.grain(), 5.5, (a, b) => {
      const length = Math.hypot(b.x - a.x, b.y - a.y), ux = (b.x - a.x) / (length || 1), uy = (b.y - a.y) / (length || 1);
      for (let t = this.between(0, 60); t < length - 20; t += this.between(40, 110)) {
        const l = this.between(12, 34);
        d += `M${at(a.x + ux * t, a.y + uy * t)}q${at(ux * l * 0.5 - uy * 0.9, uy * l * 0.5 + ux * 0.9)} ${at(ux * l, uy * l)}`;
      }
    });
    this.cut('waterline', d, true);
  }

  /* Shallow water with stones to step on. */
  shallows(shape: Shape): void {
    let stones = '', lines = '';
    this.scatter(shape, 9, 6, (x, y) => {
      const r = this.between(1, 2);
      stones += `M${at(x - r, y)}a${n(r)} ${n(r * 0.7)} 0 1 1 ${n(2 * r)} 0a${n(r)} ${n(r * 0.7)} 0 1 1 ${n(-2 * r)} 0Z`;
      lines += `M${at(x + r + 0.6, y + 0.8)}h${n(this.between(2, 5))}`;
    });
    this.cut('wash sand', ringOf(shape.points));
    this.cut('waterline', lines);
    this.cut('stone', stones);
  }

  planks(shape: Shape): void {
    const grain = shape.grain();
    this.cut('wash stone', ringOf(shape.points));
    let d = '';
    shape.chords(grain + Math.PI / 2, 5, (a, b) => { d += `M${at(a.x, a.y)}L${at(b.x, b.y)}`; });
    this.cut('fine', d);
  }

  /* A house from the south and a little from the east. */
  house(x: number, y: number, size: number, tower: boolean): void {
    this.put(HOUSE, x, y, size);
    if (tower) this.put(TOWER, x - size * 0.3, y + size * 0.06, size);
  }

  protected put(parts: readonly Part[], x: number, y: number, size: number): void {
    for (const [name, d] of parts) this.cut(name, placed(d, x, y, size));
  }

  /* Houses within an outline, as many as have room. */
  houses(shape: Shape, size: number, tower: boolean): void {
    const columns = Math.max(1, Math.floor(shape.width / (size * 2.45))), rows = Math.max(1, Math.floor(shape.height / (size * 1.42)));
    const across = shape.width / columns, down = shape.height / rows, found: Point[] = [];
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const x = shape.left + across * (column + 0.5) - size * 1.03 + this.between(-0.5, 0.5) * (across - size * 2.2);
        const y = shape.top + down * (row + 0.92) - this.between(0, 0.16) * size, fits = (dx: number, dy: number): boolean => shape.contains(x + size * dx, y + size * dy);
        if (fits(0, 0) && fits(2.05, -0.1) && fits(0, -0.9) && fits(2.05, -0.9)) found.push({ x, y });
      }
    }
    if (!found.length) found.push({ x: shape.centre.x - size, y: shape.centre.y + size * 0.4 });
    const church = tower ? Math.floor(found.length / 2) : -1;
    found.forEach((p, i) => this.house(p.x, p.y, size * this.between(0.92, 1.05), i === church));
  }

  windmill(x: number, y: number, size: number): void {
    this.put(WINDMILL, x, y, size);
  }

  smoke(x: number, y: number, size: number): void {
    for (let i = 3; i >= 0; i--) {
      const r = size * (0.3 + i * 0.14), px = x + size * i * 0.5, py = y - size * i * 0.62 + this.between(-2, 2);
      this.cut('smoke', this.crown(px, py, r), false, true);
      this.cut('faint', placed('M-.4 .2q.4 .35 .9-.2M-.1-.2q.3 .25 .6-.2', px, py, r), false, true);
    }
  }

  rocks(shape: Shape, size: number): void {
    this.scatter(shape, size * 1.25, size * 0.85, (x, y) => {
      const w = size * this.between(0.7, 1.05), h = size * this.between(0.55, 0.85);
      if (!shape.contains(x - w * 0.5, y) || !shape.contains(x + w * 0.5, y) || !shape.contains(x, y - h)) return;
      const peak = this.between(-0.15, 0.1) * w, ridge = this.between(0.1, 0.25) * w;
      this.cut('rock', `M${at(x - w * 0.5, y)}L${at(x - w * 0.36, y - h * 0.55)}L${at(x + peak, y - h)}L${at(x + w * 0.34, y - h * 0.62)}L${at(x + w * 0.5, y)}Z`);
      let shade = '';
      for (let i = 0; i < 6; i++) {
        const t = i / 5, px = x + ridge * (1 - t) + w * 0.44 * t, top = y - h * (0.85 - 0.55 * t);
        shade += `M${at(px, top)}l${at(w * 0.04, h * (0.6 - 0.3 * t))}`;
      }
      this.cut('fine', `M${at(x + peak, y - h)}L${at(x + ridge, y - h * 0.4)}L${at(x + ridge * 0.6, y)}${shade}`);
    });
  }

  /* Short strokes for ground that is merely bad. */
  rough(shape: Shape): void {
    let d = '';
    this.scatter(shape, 13, 8, (x, y) => { d += `M${at(x - 3, y)}l2-2.200 2 2.200 2-2.200`; });
    this.cut('fine', d, true);
  }

  crossHatch(shape: Shape): void {
    let d = '';
    for (const angle of [Math.PI / 4, -Math.PI / 4]) shape.chords(angle, 6, (a, b) => { d += `M${at(a.x, a.y)}L${at(b.x, b.y)}`; });
    this.cut('faint', d);
  }

  wallLine(line: readonly Point[]): void {
    const wide = 2.6;
    this.cut('wall', ringOf([...beside(line, wide), ...beside(line, -wide).reverse()]));
    let bricks = '';
    along(line, 6).forEach((p, i) => {
      const nx = Math.sin(p.angle), ny = -Math.cos(p.angle), from = i % 2 ? 0 : -wide, to = i % 2 ? wide : 0;
      bricks += `M${at(p.x + nx * from, p.y + ny * from)}L${at(p.x + nx * to, p.y + ny * to)}`;
    });
    this.cut('fine', bricks + lineOf(line));
  }

  fenceLine(line: readonly Point[]): void {
    let posts = '';
    for (const p of along(line, 9)) posts += `M${at(p.x, p.y + 3)}v-7m-1.600 1.600l1.600-1.600 1.600 1.600`;
    this.cut('fine', lineOf(line.map(p => ({ x: p.x, y: p.y - 1.6 }))) + lineOf(line.map(p => ({ x: p.x, y: p.y + 1.2 }))));
    this.cut('ink', posts);
  }

  hedgeLine(line: readonly Point[]): void {
    let even = '', odd = '', shade = '';
    along(line, 7.5).forEach((p, i) => {
      const r = this.between(4.2, 5.4), y = p.y - 2;
      if (i % 2) odd += this.crown(p.x, y, r);
      else even += this.crown(p.x, y, r);
      shade += this.shadeOfCrown(p.x, y, r);
    });
    this.cut('leaf', even);
    this.cut('leaf', odd);
    this.cut('fine', shade);
  }

  ditchLine(line: readonly Point[]): void {
    let ticks = '';
    for (const p of along(line, 5)) {
      const nx = Math.sin(p.angle), ny = -Math.cos(p.angle);
      for (const side of [-1, 1]) {
        const far = this.between(4.6, 6.4);
        ticks += `M${at(p.x + nx * 1.6 * side, p.y + ny * 1.6 * side)}L${at(p.x + nx * far * side, p.y + ny * far * side)}`;
      }
    }
    this.cut('fine', ticks);
    this.cut('ink', lineOf(beside(line, 1.6)) + lineOf(beside(line, -1.6)));
  }

  /* Two wheel tracks along a road that is an area. */
  ruts(shape: Shape): void {
    const angle = shape.grain(), c = Math.cos(angle), s = Math.sin(angle), across = shape.points.map(p => p.y * c - p.x * s);
    const wide = Math.max(...across) - Math.min(...across);
    let d = '';
    shape.chords(angle, wide / 3, (a, b, row) => { if (row !== 1) d += lineOf([a, b]); });
    this.cut('faint dashed', d, true);
  }

  roadLine(line: readonly Point[], wide: number): void {
    this.cut('pavement', ringOf([...beside(line, wide), ...beside(line, -wide).reverse()]));
    this.cut('fine', lineOf(beside(line, wide)));
    this.cut('fine dashed', lineOf(beside(line, -wide)));
  }
}
