/*
 * places.ts: ground as it is seen when men are single: houses in plan, with their walls cut at doors and windows; bushes, sand, cliffs,
 * banks, barricades, a cross by the wayside. Millimetres of the sheet, as in country.ts.
 */
import type { Point } from './burin';
import { Graver, at, lineOf, many, n, ringOf, type Part } from './country';
import { placed } from './glyph';
import { Shape, along, beside } from './shape';

export interface Gap { readonly kind: string; readonly from: Point; readonly to: Point }

const WALL = 3.4;                          /* how thick walls are drawn */

/* A cross on its three steps, as high as 2. */
const CROSS: readonly Part[] = [
  ['wall', 'M-.62 0H.62V-.2H-.62ZM-.44-.2H.44V-.4H-.44ZM-.26-.4H.26V-.58H-.26Z'],
  ['wall', 'M-.1-.58V-1.44H-.46V-1.64H-.1V-2H.1V-1.64H.46V-1.44H.1V-.58Z'],
  ['fine', 'M.04-.6V-1.96M.07-.6V-1.96M.5 0V-.18M.32-.2V-.38M-.4-1.5H.4M.7-.02H1.5M.7 .1H1.2'],
];

/* Where a point lies along a line from 0 to 1; -1 for one that is not on it. */
function partOf(p: Point, a: Point, b: Point): number {
  const dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy || 1, t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / square;
  return Math.hypot(a.x + dx * t - p.x, a.y + dy * t - p.y) < 0.3 && t > -0.001 && t < 1.001 ? t : -1;
}

/** The stretches of an outline that are left between its openings, each with its corners. */
export function wallsOf(points: readonly Point[], openings: readonly Gap[]): Point[][] {
  const walls: Point[][] = [];
  let wall: Point[] = [];
  points.forEach((a, i) => {
    const b = points[(i + 1) % points.length] as Point, on = (t: number): Point => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
    const gaps = openings.map(({ from, to }) => [partOf(from, a, b), partOf(to, a, b)].sort((p, q) => p - q) as [number, number])
      .filter(([low]) => low >= 0).sort(([p], [q]) => p - q);
    wall.push(a);
    for (const [low, high] of gaps) {
      walls.push([...wall, on(low)]);
      wall = [on(high)];
    }
  });
  const first = walls[0];
  if (first) walls[0] = [...wall, ...first];                     /* round the corner at which the outline begins */
  else walls.push([...points, points[0] as Point]);
  return walls;
}

export class PlaceGraver extends Graver {
  /* A house without its roof, so that those inside are seen: boards, walls of stone, and what is in the walls. */
  plan(shape: Shape, openings: readonly Gap[], name: string): void {
    this.cut('floor', ringOf(shape.points));
    let boards = '';
    shape.chords(shape.grain(), 7, (a, b, row) => {
      boards += lineOf([a, b]);
      const t = 0.2 + ((row * 37) % 60) / 100, x = a.x + (b.x - a.x) * t, y = a.y + (b.y - a.y) * t, long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      boards += `M${at(x, y)}l${at((-(b.y - a.y) / long) * 7, ((b.x - a.x) / long) * 7)}`;
    });
    this.cut('faint', boards, true);
    this.furnish(shape, name);
    const walls = wallsOf(shape.points, openings).map(lineOf).join('');
    this.cut('masonry', walls, false, true);
    this.cut('mortar', walls, false, true);
    for (const opening of openings) this.opening(opening);
  }

  /* Stones to grind with in a mill, a hearth in a house. */
  private furnish(shape: Shape, name: string): void {
    const size = Math.min(shape.width, shape.height);
    if (/mill/.test(name)) {
      const { x, y } = shape.centre, r = size * 0.2;
      const ring = (part: number): string =>
        `M${at(x - r * part, y)}a${n(r * part)} ${n(r * part)} 0 1 1 ${n(2 * r * part)} 0a${n(r * part)} ${n(r * part)} 0 1 1 ${n(-2 * r * part)} 0Z`;
      this.cut('wall', ring(1));
      const on = (turn: number, part: number): string => at(x + Math.cos(turn) * r * part, y + Math.sin(turn) * r * part);
      this.cut('fine', ring(0.2) + many(12, t => `M${on(t * 2 * Math.PI, 0.3)}L${on(t * 2 * Math.PI + 0.3, 0.9)}`));
    } else if (/barn|stable|shed/.test(name)) {
      const hay = 'M-1 .4Q-.6-.5 0-.5Q.6-.5 1 .4M-.6 .3L-.3-.2M-.1 .4L0-.3M.4 .4L.3-.2';
      for (const [x, y] of [[0.78, 0.2], [0.7, 0.32], [0.82, 0.44]] as const)
        this.cut('fine', placed(hay, shape.left + shape.width * x, shape.top + shape.height * y, size * 0.07));
    } else if (shape.area > 9000) {
      const x = shape.right - WALL, y = shape.top + shape.height * 0.24, s = size * 0.09;
      this.cut('wall', placed('M0-1H-1.1V1H0V.6H-.7V-.6H0Z', x, y, s));
      this.cut('ink', placed('M-.15-.4Q-.5-.1-.2 .1Q-.5 .3-.15 .5', x, y, s));
    }
  }

  private opening({ kind, from, to }: Gap): void {
    const half = WALL / 2, sill = (part: number): string => lineOf(beside([from, to], half * part));
    const outer = beside([from, to], half), inner = beside([from, to], -half);
    const jambs = [0, 1].map(end => lineOf([outer[end] as Point, inner[end] as Point])).join('');
    if (kind === 'window') this.cut('pane', ringOf([...beside([from, to], half), ...beside([from, to], -half).reverse()]), false, true);
    if (kind === 'loophole') this.cut('pane', ringOf([...beside([from, to], half), { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }]), false, true);
    this.cut('fine', jambs + (kind === 'window' ? sill(1) + sill(-1) + sill(0) : kind === 'gate' ? '' : sill(1) + sill(-1)), false, true);
    if (kind === 'gate') for (const p of [from, to]) this.cut('solid', `M${at(p.x - 2.4, p.y - 2.4)}h4.8v4.8h-4.8Z`, false, true);
  }

  /* Furze and bushes: low crowns close together, with thorns between. */
  bushes(shape: Shape, size: number): void {
    let back = '', front = '', shade = '', thorns = '';
    this.scatter(shape, size * 1.35, size * 0.95, (x, y, row, column) => {
      const r = size * this.between(0.3, 0.46);
      if (!shape.contains(x - r, y) || !shape.contains(x + r, y) || !shape.contains(x, y - r)) return;
      if ((row + column) % 3 === 0) thorns += placed('M0 0V-1M-.1-.3L-.5-.8M.1-.3L.5-.8M0 0L-.7-.3M0 0L.7-.3', x, y + r * 0.6, r * 1.2);
      else if (row % 2) front += this.crown(x, y, r);
      else back += this.crown(x, y, r);
      if ((row + column) % 3) shade += this.shadeOfCrown(x, y, r) + `M${at(x - r * 0.4, y + r)}h${n(r * 1.6)}`;
    });
    this.cut('leaf', back);
    this.cut('leaf', front);
    this.cut('fine', shade + thorns);
  }

  /* Round trees in straight rows. */
  orchardRows(shape: Shape, spacing: number): void {
    let crowns = '', shade = '';
    const r = spacing * 0.3;
    for (let y = shape.top + spacing * 0.5; y < shape.bottom - r; y += spacing * 0.86) {
      for (let x = shape.left + spacing * 0.5; x < shape.right - r; x += spacing) {
        if (!shape.contains(x, y)) continue;
        crowns += this.crown(x, y, r);
        shade += this.shadeOfCrown(x, y, r) + `M${at(x, y + r * 1.2)}h${n(r * 1.4)}`;
      }
    }
    this.cut('leaf', crowns);
    this.cut('fine', shade);
  }

  /* Beds of a garden, with a path between them. */
  beds(shape: Shape): void {
    let beds = '', plants = '';
    const wide = Math.max(16, shape.width / 5), high = Math.max(12, shape.height / 4);
    for (let y = shape.top + 4; y + high * 0.7 < shape.bottom; y += high) {
      for (let x = shape.left + 4; x + wide * 0.7 < shape.right; x += wide) {
        const w = wide * 0.78, h = high * 0.66;
        beds += `M${at(x, y)}h${n(w)}v${n(h)}h${n(-w)}Z`;
        for (let px = x + 3; px < x + w - 1; px += 5) for (let py = y + h * 0.5; py < y + h; py += 5) plants += placed('M0 0V-1M0-.3Q-.4-.5-.5-1M0-.3Q.4-.5 .5-1', px, py, 3);
      }
    }
    this.cut('fine', beds);
    this.cut('fine', plants);
  }

  /* Grains, and the lines that the sea has left. */
  sand(shape: Shape): void {
    let grains = '', lines = '';
    this.scatter(shape, 17, 13, (x, y, row) => {
      grains += `M${at(x, y)}h0M${at(x + 5, y + 4)}h0M${at(x - 4, y + 6)}h0`;
      if (row % 6 === 2) lines += `M${at(x - 7, y)}q4-2 8 0t7 0`;
    });
    this.cut('grit', grains, true);
    this.cut('faint', lines, true);
  }

  /* A face of rock along the outline's longer way: a broken crest, strata that fall from it, stones at the foot. */
  cliff(shape: Shape): void {
    const wide = shape.width >= shape.height, long = wide ? shape.width : shape.height, deep = wide ? shape.height : shape.width;
    const on = (t: number, d: number): string => (wide ? at(shape.left + t, shape.top + d) : at(shape.left + d, shape.top + t));
    let crest = '', face = '', foot = '';
    for (let t = 0, d = deep * 0.14; t < long; ) {
      const step = this.between(7, 16), next = deep * this.between(0.05, 0.26);
      crest += `${t === 0 ? 'M' : 'L'}${on(t, d)}`;
      face += `M${on(t, d)}L${on(t + this.between(-3, 3), deep * this.between(0.5, 0.9))}`;
      for (let k = 1; k < 4; k++) face += `M${on(t + (step * k) / 4, d + (next - d) * (k / 4) + deep * 0.08)}L${on(t + (step * k) / 4 + this.between(-2, 2), deep * this.between(0.32, 0.66))}`;
      if (this.between(0, 1) > 0.4) foot += `M${on(t, deep * 0.98)}L${on(t + 2, deep * this.between(0.8, 0.9))}L${on(t + this.between(5, 8), deep * 0.84)}L${on(t + this.between(8, 11), deep * 0.98)}`;
      d = next;
      t += step;
    }
    this.cut('ink', `${crest}L${on(long, deep * 0.14)}`, true);
    this.cut('fine', face, true);
    this.cut('fine', foot, true);
  }

  wayside(shape: Shape): void {
    const size = Math.max(7, Math.min(shape.width, shape.height) * 0.6);
    for (const [name, d] of CROSS) this.cut(name, placed(d, shape.centre.x, shape.centre.y + size * 0.8, size), false, true);
  }

  /* A heap with straw in it. */
  heap(shape: Shape): void {
    const { x, y } = shape.centre, w = shape.width * 0.44, h = shape.height * 0.4;
    this.cut('rock', `M${at(x - w, y + h)}Q${at(x - w * 0.7, y - h)} ${at(x, y - h)}Q${at(x + w * 0.7, y - h)} ${at(x + w, y + h)}Z`);
    let straw = '';
    for (let i = 0; i < 26; i++) {
      const a = this.between(-0.8, 0.8), b = this.between(-0.6, 0.9), l = this.between(2, 5);
      straw += `M${at(x + w * a * (0.6 + b * 0.3), y + h * b)}l${at(l * this.between(-1, 1), -l * 0.6)}`;
    }
    this.cut('fine', straw);
  }

  /* A bank of earth: hachures that fall from its crest to both sides. */
  bankLine(line: readonly Point[]): void {
    let strokes = '';
    for (const p of along(line, 2.4)) {
      const nx = Math.sin(p.angle), ny = -Math.cos(p.angle);
      for (const side of [-1, 1]) {
        const far = this.between(3.4, 6.2), lean = this.between(-0.6, 0.6);
        strokes += `M${at(p.x + nx * 1.5 * side, p.y + ny * 1.5 * side)}L${at(p.x + nx * far * side - ny * lean, p.y + ny * far * side + nx * lean)}`;
      }
    }
    this.cut('bank', ringOf([...beside(line, 1.5), ...beside(line, -1.5).reverse()]));
    this.cut('fine', strokes);
    this.cut('fine', lineOf(beside(line, 1.5)) + lineOf(beside(line, -1.5)));
  }

  /* Casks, beams and faggots, one beside the other. */
  barricadeLine(line: readonly Point[]): void {
    along(line, 9).forEach((p, i) => {
      if (i % 3 === 0) {
        this.cut('wall', placed('M-.9 0A.9 .9 0 1 1 .9 0A.9 .9 0 1 1-.9 0Z', p.x, p.y, 4.6));
        this.cut('fine', placed('M-.5 0A.5 .5 0 1 1 .5 0A.5 .5 0 1 1-.5 0ZM-.7-.5H.7M-.7 .5H.7', p.x, p.y, 4.6));
      } else {
        const c = Math.cos(p.angle + (i % 2 ? 0.5 : -0.4)), s = Math.sin(p.angle + (i % 2 ? 0.5 : -0.4)), point = (u: number, v: number): string => at(p.x + u * c - v * s, p.y + u * s + v * c);
        this.cut('roof', `M${point(-7, -1.8)}L${point(7, -1.8)}L${point(7, 1.8)}L${point(-7, 1.8)}Z`);
        this.cut('fine', `M${point(-6, 0)}L${point(6, 0)}M${point(-5, 0.9)}L${point(4, 0.9)}`);
      }
    });
  }

  /* A wall that cannot be climbed, with teeth along it. */
  rampartLine(line: readonly Point[]): void {
    const wide = 5.4;
    this.cut('wall', ringOf([...beside(line, wide), ...beside(line, -wide).reverse()]));
    let teeth = '';
    along(line, 9).forEach((p, i) => {
      if (i % 2) return;
      const c = Math.cos(p.angle), s = Math.sin(p.angle), point = (u: number, v: number): string => at(p.x + u * c - v * s, p.y + u * s + v * c);
      for (const side of [-1, 1]) teeth += `M${point(-3, wide * side)}L${point(3, wide * side)}L${point(3, (wide - 3) * side)}L${point(-3, (wide - 3) * side)}Z`;
    });
    this.cut('solid', teeth);
    this.cut('fine', lineOf(beside(line, 1.6)) + lineOf(beside(line, -1.6)));
  }
}
