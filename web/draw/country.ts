/*
 * country.ts: woods, hills, water, fields and houses as an engraver fills an outline with them. Millimetres of the table, always the same
 * for the same seed. Each stroke has a class for the style sheet; "clipped" ones stay within the outline.
 */
import type { Point } from './burin';
import { Shape, along, beside } from './shape';

export interface Cut { readonly name: string; readonly d: string; readonly clipped: boolean; readonly over: boolean }   /* over the outline */

export const n = (value: number): string => String(Math.round(value * 10) / 10);
const at = (x: number, y: number): string => `${n(x)} ${n(y)}`;
export const ringOf = (points: readonly Point[]): string => `M${points.map(p => at(p.x, p.y)).join('L')}Z`;
export const lineOf = (points: readonly Point[]): string => `M${points.map(p => at(p.x, p.y)).join('L')}`;

export class Graver {
  readonly cuts: Cut[] = [];
  private seed: number;

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
  private scatter(shape: Shape, dx: number, dy: number, put: (x: number, y: number, row: number, column: number) => void): void {
    const most = 900, crowd = Math.max(1, Math.sqrt((shape.width * shape.height) / (dx * dy * most)));   /* a huge outline gets wider gaps, not more strokes */
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

  private crown(x: number, y: number, radius: number): string {
    const bumps = 7, first = this.between(0, 0.8);
    let d = '';
    for (let k = 0; k <= bumps; k++) {
      const angle = first + (k / bumps) * Math.PI * 2, reach = radius * (k === bumps ? 1 : this.between(0.9, 1.08)), size = n(radius * 0.46);
      const point = at(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach * 0.94);
      d += k === 0 ? `M${point}` : `A${size} ${size} 0 0 1 ${point}`;
    }
    return `${d}Z`;
  }

  private shadeOfCrown(x: number, y: number, radius: number): string {
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
        d += `M${at(head.x + px, head.y + py)}Q${at((head.x + foot.x) / 2 - step.ny * bend, (head.y + foot.y) / 2 + step.nx * bend)} ${at(foot.x, foot.y)}L${at(head.x - px, head.y - py)}Z`;
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
        const normal: Point = { x: Math.cos(grain + lean), y: Math.sin(grain + lean) }, point: Point = { x: along * c - shape.centre.x * 0, y: along * s };
        const across = -shape.centre.x * s + shape.centre.y * c, on: Point = { x: point.x - across * s, y: point.y + across * c };
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
        ears += crop === 'high' ? `M${at(x, y)}v-5.500m-1.300 1.600l1.300-1.800 1.300 1.800m-2.600 2l1.300-1.600 1.300 1.600` : `M${at(x, y)}v-2.600m-1.200 .6l1.200 2 1.200-2`;
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
      tufts += `M${at(x, y)}v${n(-h)}M${at(x - 0.8, y)}q${at(-0.6, -h * 0.5)} ${at(-2.6, -h * 0.8)}M${at(x + 0.8, y)}q${at(0.6, -h * 0.5)} ${at(2.6, -h * 0.8)}M${at(x - 1.6, y)}l${at(-2.6, -h * 0.3)}M${at(x + 1.6, y)}l${at(2.6, -h * 0.3)}`;
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
    const w = size, h = size * 0.52, deep = size * 1.05, lift = size * 0.1, ridge = h * 1.85;
    this.cut('wall', `M${at(x, y)}V${n(y - h)}L${at(x + w / 2, y - ridge)}L${at(x + w, y - h)}V${n(y)}ZM${at(x + w, y)}V${n(y - h)}L${at(x + w + deep, y - h - lift)}V${n(y - lift)}Z`);
    this.cut('roof', `M${at(x + w / 2, y - ridge)}L${at(x + w, y - h)}L${at(x + w + deep, y - h - lift)}L${at(x + w / 2 + deep, y - ridge - lift)}Z`);
    let tiles = '', dark = '';
    for (let t = 0.1; t < 1; t += 0.13) tiles += `M${at(x + w / 2 + deep * t, y - ridge - lift * t)}L${at(x + w + deep * t, y - h - lift * t)}`;
    for (let t = 0.06; t < 1; t += 0.1) dark += `M${at(x + w + deep * t, y - lift * t)}v${n(-h * 0.96)}`;
    this.cut('fine', tiles);
    this.cut('faint', dark);
    this.cut('solid', `M${at(x + w * 0.38, y)}v${n(-h * 0.55)}h${n(w * 0.24)}v${n(h * 0.55)}ZM${at(x + w * 1.5, y - h * 0.45 - lift * 0.5)}h${n(w * 0.12)}v${n(h * 0.22)}h${n(-w * 0.12)}Z`);
    if (tower) this.tower(x - w * 0.3, y + size * 0.06, size);
  }

  private tower(x: number, y: number, size: number): void {
    const w = size * 0.5, h = size * 1.5, cap = size * 1.15;
    this.cut('wall', `M${at(x, y)}v${n(-h)}h${n(w)}v${n(h)}Z`);
    this.cut('roof', `M${at(x - w * 0.12, y - h)}L${at(x + w / 2, y - h - cap)}L${at(x + w * 1.12, y - h)}Z`);
    this.cut('fine', `M${at(x + w * 0.66, y)}v${n(-h)}M${at(x + w * 0.82, y)}v${n(-h)}M${at(x + w / 2, y - h - cap)}L${at(x + w * 0.8, y - h)}M${at(x + w / 2, y - h - cap)}v${n(-size * 0.34)}m${n(-size * 0.12)} ${n(size * 0.11)}h${n(size * 0.24)}`);
    this.cut('solid', `M${at(x + w * 0.3, y - h * 0.72)}v${n(-h * 0.14)}h${n(w * 0.22)}v${n(h * 0.14)}Z`);
  }

  /* Houses within an outline, as many as have room. */
  houses(shape: Shape, size: number, tower: boolean): void {
    const found: Point[] = [], columns = Math.max(1, Math.floor(shape.width / (size * 2.45))), rows = Math.max(1, Math.floor(shape.height / (size * 1.42)));
    const across = shape.width / columns, down = shape.height / rows;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const x = shape.left + across * (column + 0.5) - size * 1.03 + this.between(-0.5, 0.5) * (across - size * 2.2), y = shape.top + down * (row + 0.92) - this.between(0, 0.16) * size;
        if ([[0, 0], [2.05, -0.1], [0, -0.9], [2.05, -0.9]].every(([dx, dy]) => shape.contains(x + size * (dx as number), y + size * (dy as number)))) found.push({ x, y });
      }
    }
    if (!found.length) found.push({ x: shape.centre.x - size, y: shape.centre.y + size * 0.4 });
    const church = tower ? Math.floor(found.length / 2) : -1;
    found.forEach((p, i) => this.house(p.x, p.y, size * this.between(0.92, 1.05), i === church));
  }

  windmill(x: number, y: number, size: number): void {
    this.cut('wall', `M${at(x - size * 0.42, y)}L${at(x - size * 0.28, y - size * 1.1)}h${n(size * 0.56)}L${at(x + size * 0.42, y)}Z`);
    this.cut('roof', `M${at(x - size * 0.34, y - size * 1.08)}Q${at(x, y - size * 1.75)} ${at(x + size * 0.34, y - size * 1.08)}Z`);
    this.cut('fine', `M${at(x + size * 0.12, y - size * 1.1)}L${at(x + size * 0.2, y)}M${at(x + size * 0.2, y - size * 1.1)}L${at(x + size * 0.31, y)}M${at(x + size * 0.02, y - size * 1.1)}L${at(x + size * 0.08, y)}`);
    this.cut('solid', `M${at(x - size * 0.1, y)}v${n(-size * 0.34)}h${n(size * 0.2)}v${n(size * 0.34)}Z`);
    const hub = { x, y: y - size * 1.2 };
    let sails = '', cloth = '';
    for (let k = 0; k < 4; k++) {
      const a = 0.5 + (k * Math.PI) / 2, c = Math.cos(a), s = Math.sin(a), p = (u: number, v: number): string => at(hub.x + (u * c - v * s) * size, hub.y + (u * s + v * c) * size);
      sails += `M${p(0, 0)}L${p(1.15, 0)}`;
      cloth += `M${p(0.28, 0)}L${p(0.28, 0.2)}L${p(1.12, 0.2)}L${p(1.12, 0)}ZM${p(0.5, 0)}L${p(0.5, 0.2)}M${p(0.7, 0)}L${p(0.7, 0.2)}M${p(0.9, 0)}L${p(0.9, 0.2)}`;
    }
    this.cut('wall', cloth);
    this.cut('ink', sails);
  }

  smoke(x: number, y: number, size: number): void {
    for (let i = 3; i >= 0; i--) {
      const r = size * (0.3 + i * 0.14), px = x + size * i * 0.5, py = y - size * i * 0.62 + this.between(-2, 2);
      this.cut('smoke', this.crown(px, py, r), false, true);
      this.cut('faint', `M${at(px - r * 0.4, py + r * 0.2)}q${at(r * 0.4, r * 0.35)} ${at(r * 0.9, -r * 0.2)}M${at(px - r * 0.1, py - r * 0.2)}q${at(r * 0.3, r * 0.25)} ${at(r * 0.6, -r * 0.2)}`, false, true);
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

  roadLine(line: readonly Point[], wide: number): void {
    this.cut('pavement', ringOf([...beside(line, wide), ...beside(line, -wide).reverse()]));
    this.cut('fine', lineOf(beside(line, wide)));
    this.cut('fine dashed', lineOf(beside(line, -wide)));
  }
}
