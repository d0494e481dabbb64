/*
 * burin.ts: an engraver's hand. It draws the things of an old battle plan (hills, trees, rivers, forts, men in
 * ranks) as SVG paths, always the same ones, because its small irregularities come from a seeded sequence.
 *
 * A stroke's tool says how the style sheet inks it: "land" hides what lies behind and has an outline, "ink" is a
 * line, "fine" and "faint" thinner ones, "solid" a filled shape, "water" and "road" broken lines.
 */
export type Tool = 'land' | 'ink' | 'fine' | 'faint' | 'solid' | 'water' | 'road';

export interface Stroke {
  readonly tool: Tool;
  readonly d: string;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

const n = (value: number): string => String(Math.round(value * 10) / 10);
const at = (x: number, y: number): string => `${n(x)} ${n(y)}`;
const polygon = (points: readonly Point[]): string => `M${points.map(p => at(p.x, p.y)).join('L')}Z`;

function onCurve(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const s = 1 - t;
  const mix = (p: number, q: number, r: number, u: number): number =>
    s * s * s * p + 3 * s * s * t * q + 3 * s * t * t * r + t * t * t * u;
  return { x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) };
}

export class Burin {
  readonly strokes: Stroke[] = [];
  private seed: number;

  constructor(seed: number) {
    this.seed = seed;
  }

  /* A number from low to high. */
  between(low: number, high: number): number {
    this.seed = (Math.imul(this.seed, 1664525) + 1013904223) >>> 0;
    return low + ((high - low) * this.seed) / 4294967296;
  }

  cut(tool: Tool, d: string): void {
    this.strokes.push({ tool, d });
  }

  /* A hill as the old maps show it: a flank in the light, a flank in hatched shadow. */
  hill(x: number, y: number, width: number, height: number): void {
    const lean = this.between(-0.12, 0.12) * width;
    const top = { x: x + lean, y: y - height };
    const foot = { x: x + width, y };
    const b = { x: top.x + width * 0.34, y: top.y };
    const c = { x: x + width * 0.55, y: y - height * 0.22 };
    this.cut('land', `M${at(x - width, y)}C${at(x - width * 0.6, y - height * 0.15)} ${at(top.x - width * 0.38, top.y)} ${at(top.x, top.y)}` +
      `C${at(b.x, b.y)} ${at(c.x, c.y)} ${at(foot.x, foot.y)}`);
    let shade = '';
    for (let t = 0.04; t < 0.95; t += 4.2 / width) {
      const p = onCurve(top, b, c, foot, t);
      const fall = Math.max(3, (y - p.y) * this.between(0.55, 0.9) + 3);
      shade += `M${at(p.x, p.y)}q${at(-fall * 0.1, fall * 0.5)} ${at(-fall * 0.42, fall)}`;
    }
    this.cut('fine', shade);
    let light = '';
    for (let i = 0; i < 4; i++) {
      const px = x - width * this.between(0.3, 0.75);
      const py = y - height * this.between(0.02, 0.16);
      light += `M${at(px, py)}l${at(-width * 0.1, height * 0.09)}`;
    }
    this.cut('faint', light);
  }

  tree(x: number, y: number, size: number): void {
    const bumps = 7;
    const radius = size * 0.52;
    const centre = y - size * 0.95;
    let crown = '';
    for (let k = 0; k <= bumps; k++) {
      const angle = (k / bumps) * Math.PI * 2 + 0.4;
      const reach = radius * this.between(0.9, 1.12);
      const point = at(x + Math.cos(angle) * reach, centre + Math.sin(angle) * reach * 0.92);
      crown += k === 0 ? `M${point}` : `A${n(radius * 0.42)} ${n(radius * 0.42)} 0 0 1 ${point}`;
    }
    this.cut('faint', `M${at(x, y)}h${n(size * 0.9)}M${at(x + size * 0.15, y + 1.6)}h${n(size * 0.5)}`);
    this.cut('ink', `M${at(x - 0.8, y)}L${at(x - 0.6, y - size * 0.5)}M${at(x + 0.9, y)}L${at(x + 0.7, y - size * 0.5)}`);
    this.cut('land', `${crown}Z`);
    let shade = '';
    for (let i = 0; i < 4; i++) {
      const px = x + radius * (0.1 + i * 0.2);
      const half = Math.sqrt(Math.max(0, 1 - ((px - x) / radius) ** 2)) * radius * 0.8;
      shade += `M${at(px, centre - half * 0.5)}q${at(1.5, half * 0.7)} ${at(-0.6, half * 1.35)}`;
    }
    this.cut('fine', shade);
  }

  wood(x: number, y: number, width: number, depth: number, count: number): void {
    const places = Array.from({ length: count }, (_, i) => ({
      x: x + width * ((i * 0.618) % 1) + this.between(-6, 6),
      y: y + (depth * i) / count,
    }));
    for (const place of places) this.tree(place.x, place.y, this.between(15, 20));
  }

  house(x: number, y: number, size: number): void {
    const w = size, h = size * 0.62, deep = size * 1.15, lift = size * 0.3;
    this.cut('land', polygon([{ x, y }, { x, y: y - h }, { x: x + w / 2, y: y - h * 1.9 }, { x: x + w, y: y - h }, { x: x + w, y }]));
    this.cut('land', polygon([{ x: x + w, y }, { x: x + w, y: y - h }, { x: x + w + deep, y: y - h - lift * 0.4 }, { x: x + w + deep, y: y - lift * 0.4 }]));
    this.cut('land', polygon([{ x: x + w / 2, y: y - h * 1.9 }, { x: x + w, y: y - h }, { x: x + w + deep, y: y - h - lift * 0.4 },
      { x: x + w / 2 + deep, y: y - h * 1.9 - lift * 0.4 }]));
    let tiles = '';
    for (let t = 0.12; t < 1; t += 0.15)
      tiles += `M${at(x + w / 2 + deep * t, y - h * 1.9 - lift * 0.4 * t)}L${at(x + w + deep * t, y - h - lift * 0.4 * t)}`;
    this.cut('fine', tiles);
    this.cut('solid', `M${at(x + w * 0.4, y)}v${n(-h * 0.6)}h${n(w * 0.22)}v${n(h * 0.6)}Z`);
  }

  church(x: number, y: number, size: number): void {
    this.house(x + size * 0.5, y, size * 0.9);
    const w = size * 0.55, h = size * 1.6;
    this.cut('land', polygon([{ x, y }, { x, y: y - h }, { x: x + w, y: y - h }, { x: x + w, y }]));
    this.cut('land', polygon([{ x: x - 1, y: y - h }, { x: x + w / 2, y: y - h - size * 1.5 }, { x: x + w + 1, y: y - h }]));
    this.cut('fine', `M${at(x + w * 0.62, y)}v${n(-h)}M${at(x + w * 0.8, y)}v${n(-h)}M${at(x + w / 2, y - h - size * 1.45)}L${at(x + w * 0.8, y - h)}`);
    this.cut('ink', `M${at(x + w / 2, y - h - size * 1.5)}v${n(-size * 0.42)}m${n(-size * 0.14)} ${n(size * 0.14)}h${n(size * 0.28)}`);
  }

  /* Points along a smooth line through the given ones. */
  private along(points: readonly Point[], steps: number): Point[] {
    const line: Point[] = [];
    const point = (i: number): Point => points[Math.min(points.length - 1, Math.max(0, i))] as Point;
    for (let i = 0; i + 1 < points.length; i++) {
      const p = point(i - 1), q = point(i), r = point(i + 1), s = point(i + 2);
      const b = { x: q.x + (r.x - p.x) / 6, y: q.y + (r.y - p.y) / 6 };
      const c = { x: r.x - (s.x - q.x) / 6, y: r.y - (s.y - q.y) / 6 };
      for (let k = 0; k < steps; k++) line.push(onCurve(q, b, c, r, k / steps));
    }
    line.push(point(points.length - 1));
    return line;
  }

  /* The line moved sideways by a distance that may grow along it. */
  private beside(line: readonly Point[], near: number, far: number): Point[] {
    return line.map((p, i) => {
      const before = line[Math.max(0, i - 1)] as Point, after = line[Math.min(line.length - 1, i + 1)] as Point;
      const dx = after.x - before.x, dy = after.y - before.y, length = Math.hypot(dx, dy) || 1;
      const distance = near + ((far - near) * i) / line.length;
      return { x: p.x - (dy / length) * distance, y: p.y + (dx / length) * distance };
    });
  }

  private open(points: readonly Point[]): string {
    return `M${points.map(p => at(p.x, p.y)).join('L')}`;
  }

  river(points: readonly Point[], near: number, far: number): void {
    const line = this.along(points, 12);
    const left = this.beside(line, near, far), right = this.beside(line, -near, -far);
    this.cut('land', `${this.open(left)}L${[...right].reverse().map(p => at(p.x, p.y)).join('L')}Z`);
    for (const part of [0.78, 0.5, 0.2, -0.2, -0.5, -0.78]) this.cut('water', this.open(this.beside(line, near * part, far * part)));
    this.cut('fine', this.open(this.beside(line, near * 0.88, far * 0.88)));
  }

  road(points: readonly Point[], width: number): void {
    const line = this.along(points, 10);
    this.cut('road', this.open(this.beside(line, width, width)));
    this.cut('road', this.open(this.beside(line, -width, -width)));
  }

  field(corners: readonly [Point, Point, Point, Point], furrows: number): void {
    const [a, b, c, d] = corners;
    let lines = '';
    for (let i = 0; i <= furrows; i++) {
      const t = i / furrows;
      lines += `M${at(a.x + (d.x - a.x) * t, a.y + (d.y - a.y) * t)}L${at(b.x + (c.x - b.x) * t, b.y + (c.y - b.y) * t)}`;
    }
    this.cut('faint', lines);
    this.cut('road', polygon(corners));
  }

  /* A bastioned fort, seen from above and a little from the south. */
  fort(x: number, y: number, radius: number, sides: number): void {
    const flat = 0.66;
    const trace = (scale: number): Point[] => {
      const points: Point[] = [];
      for (let k = 0; k < sides; k++) {
        const middle = -Math.PI / 2 + (k * 2 * Math.PI) / sides;
        const put = (angle: number, reach: number): void => {
          points.push({ x: x + Math.cos(middle + angle) * reach * radius * scale, y: y + Math.sin(middle + angle) * reach * radius * flat * scale });
        };
        put(-0.3, 0.68);
        put(-0.33, 0.83);
        put(0, 1.04);
        put(0.33, 0.83);
        put(0.3, 0.68);
      }
      return points;
    };
    const ditch = trace(1.24);
    let glacis = '';
    ditch.forEach((p, i) => {
      const q = ditch[(i + 1) % ditch.length] as Point;
      const count = Math.max(2, Math.round(Math.hypot(q.x - p.x, q.y - p.y) / 4));
      for (let k = 0; k < count; k++) {
        const px = p.x + ((q.x - p.x) * k) / count, py = p.y + ((q.y - p.y) * k) / count;
        const reach = this.between(0.07, 0.13);
        glacis += `M${at(px + (px - x) * 0.02, py + (py - y) * 0.02)}l${at((px - x) * reach, (py - y) * reach)}`;
      }
    });
    this.cut('fine', glacis);
    this.cut('land', polygon(ditch));
    this.cut('water', polygon(trace(1.16)));
    this.cut('water', polygon(trace(1.1)));
    this.cut('land', polygon(trace(1)));
    this.cut('fine', polygon(trace(0.94)));
    this.cut('ink', polygon(trace(0.84)));
  }

  /* Men in ranks, pikes upright: a square of foot as the plans of the time draw it. */
  foot(x: number, y: number, files: number, ranks: number, pikes: boolean): void {
    const dx = 5.2, dy = 4.6;
    const width = files * dx, depth = ranks * dy;
    this.cut('faint', `M${at(x + width, y)}l${at(10, 3)}M${at(x + width, y - 3)}l${at(8, 2.4)}M${at(x + width, y - 6)}l${at(6, 1.8)}`);
    let men = '', shafts = '';
    for (let r = 0; r < ranks; r++) {
      for (let f = 0; f < files; f++) {
        const px = x + f * dx + this.between(-0.4, 0.4), py = y - depth + (r + 1) * dy;
        men += `M${at(px, py)}v-3.6m-.9-.6h1.8`;
        if (pikes) shafts += `M${at(px + 1.3, py)}l${at(this.between(-0.5, 0.5), -17)}`;
        else shafts += `M${at(px + 1.2, py - 1)}l1.6-4.6`;
      }
    }
    this.cut('fine', shafts);
    this.cut('ink', men);
  }

  horse(x: number, y: number, files: number, ranks: number, heading: 1 | -1): void {
    let mounts = '', riders = '';
    for (let r = 0; r < ranks; r++) {
      for (let f = 0; f < files; f++) {
        const px = x + f * 13 + (r % 2) * 4, py = y - (ranks - 1 - r) * 9, h = heading;
        mounts += `M${at(px, py)}q${n(-h)} 2.4 ${n(-h * 0.6)} 5M${at(px, py)}q${n(h * 4)}-1.4 ${n(h * 7)} 0l${n(h * 2)} 4.400M${at(px + h * 7, py)}l${n(h * 2.2)}-3.600l${n(h * 2.2)} 1.600M${at(px + h * 5.6, py + 0.4)}l${n(h * -0.4)} 4.600M${at(px + h * 1.2, py)}l${n(h * 0.6)} 4.800`;
        riders += `M${at(px + h * 3.4, py - 0.6)}v-4.400m-1-.7h2M${at(px + h * 4, py - 3)}l${n(h * 3.4)}-3.200`;
      }
    }
    this.cut('ink', mounts);
    this.cut('ink', riders);
  }

  flag(x: number, y: number, height: number, heading: 1 | -1, cross: boolean): void {
    const w = 19 * heading, h = 13, top = y - height;
    this.cut('ink', `M${at(x, y)}V${n(top - 3)}`);
    this.cut('land', `M${at(x, top)}q${n(w * 0.3)}-4 ${n(w * 0.55)} 0t${n(w * 0.45)}-1v${h}q${n(-w * 0.25)} 4 ${n(-w * 0.5)} 1t${n(-w * 0.5)}-1Z`);
    if (cross) this.cut('ink', `M${at(x + w * 0.06, top + 1)}L${at(x + w * 0.94, top + h - 1)}M${at(x + w * 0.06, top + h - 1)}L${at(x + w * 0.94, top + 0.5)}`);
    else this.cut('fine', `M${at(x, top + 4)}q${n(w * 0.3)}-4 ${n(w * 0.55)} 0t${n(w * 0.45)}-1M${at(x, top + 8)}q${n(w * 0.3)}-4 ${n(w * 0.55)} 0t${n(w * 0.45)}-1M${at(x, top + 6)}q${n(w * 0.3)}-4 ${n(w * 0.55)} 0t${n(w * 0.45)}-1`);
  }

  gun(x: number, y: number, heading: 1 | -1): void {
    const h = heading;
    this.cut('solid', `M${at(x - h * 8, y - 5)}l${n(h * 22)}-3v3.600l${n(h * -22)} 3.400Z`);
    this.cut('ink', `M${at(x - h * 4, y - 4)}l${n(h * -12)} 5`);
    this.cut('land', `M${at(x - 5, y - 2)}a5 5 0 1 1 10 0a5 5 0 1 1-10 0Z`);
    this.cut('fine', `M${at(x - 5, y - 2)}h10M${at(x, y - 7)}v10M${at(x - 3.5, y - 5.5)}l7 7M${at(x + 3.5, y - 5.5)}l-7 7`);
  }

  smoke(x: number, y: number, size: number, heading: 1 | -1): void {
    for (let i = 3; i >= 0; i--) {
      const r = size * (0.34 + i * 0.16), px = x + heading * size * (0.3 + i * 0.62), py = y - size * i * 0.16 + this.between(-2, 2);
      this.cut('land', `M${at(px - r, py)}a${n(r * 0.6)} ${n(r * 0.6)} 0 0 1 ${at(r * 0.7, -r * 0.75)}a${n(r * 0.55)} ${n(r * 0.55)} 0 0 1 ${at(r * 0.9, 0.1 * r)}` +
        `a${n(r * 0.5)} ${n(r * 0.5)} 0 0 1 ${at(r * 0.2, r * 0.85)}a${n(r * 0.6)} ${n(r * 0.6)} 0 0 1 ${at(-r, r * 0.35)}a${n(r * 0.5)} ${n(r * 0.5)} 0 0 1 ${at(-r * 0.8, -r * 0.55)}Z`);
      this.cut('faint', `M${at(px - r * 0.3, py + r * 0.2)}q${n(r * 0.5)} ${n(r * 0.3)} ${n(r * 0.8)}-${n(r * 0.2)}M${at(px - r * 0.1, py - r * 0.1)}q${n(r * 0.4)} ${n(r * 0.2)} ${n(r * 0.6)}-${n(r * 0.2)}`);
    }
  }

  compass(x: number, y: number, radius: number): void {
    const tip = (angle: number, reach: number): Point => ({ x: x + Math.sin(angle) * reach, y: y - Math.cos(angle) * reach });
    const circle = (r: number): string => `M${at(x - r, y)}a${n(r)} ${n(r)} 0 1 1 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 1 ${n(-2 * r)} 0Z`;
    this.cut('land', circle(radius * 0.78));
    this.cut('fine', circle(radius * 0.72) + circle(radius * 0.46));
    let ticks = '';
    for (let k = 0; k < 64; k++) {
      const a = (k * Math.PI) / 32, p = tip(a, radius * 0.72), q = tip(a, radius * 0.78);
      ticks += `M${at(p.x, p.y)}L${at(q.x, q.y)}`;
    }
    this.cut('fine', ticks);
    for (const [count, offset, reach, waist] of [[8, 0.5, 0.62, 0.2], [4, 0.5, 0.8, 0.2], [4, 0, 1, 0.2]] as const) {
      for (let k = 0; k < count; k++) {
        const a = ((k + offset) * 2 * Math.PI) / count, far = tip(a, radius * reach), half = Math.PI / 8;
        const left = tip(a - half, radius * waist), right = tip(a + half, radius * waist);
        this.cut('land', polygon([{ x, y }, left, far]));
        this.cut('solid', polygon([{ x, y }, right, far]));
      }
    }
    const north = tip(0, radius * 1.06);
    this.cut('solid', `M${at(north.x, north.y)}q-4-5 0-13q4 8 0 13ZM${at(north.x - 2, north.y)}q-8-1-6-8q4 1 6 8ZM${at(north.x + 2, north.y)}q8-1 6-8q-4 1-6 8Z`);
    this.cut('ink', `M${at(north.x - 5, north.y + 1)}h10`);
  }
}
