/*
 * field.ts: what an engraver of old battles finds on the ground besides woods and water: orchards, pools, pits, wagons, castles, abbeys,
 * banks and fords. Millimetres of the sheet, as in country.ts.
 */
import type { Point } from './burin';
import { Graver, REED, at, lineOf, many, n, ringOf, type Part } from './country';
import { placed } from './glyph';
import { Shape, along } from './shape';

/* A wall with teeth, from its left foot to its right one. */
function battlement(left: number, right: number, top: number, teeth: number): string {
  const step = (right - left) / (2 * teeth - 1), tall = 0.13;
  let d = `M${n3(left)} 0V${n3(top)}`;
  for (let i = 0; i < teeth; i++) {
    const x = left + 2 * i * step;
    d += `V${n3(top - tall)}H${n3(x + step)}V${n3(top)}${i + 1 < teeth ? `H${n3(x + 2 * step)}` : ''}`;
  }
  return `${d}V0Z`;
}

function n3(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

const slits = (places: readonly (readonly [number, number])[]): string => places.map(([x, y]) => `M${x} ${y}h.07v.2h-.07Z`).join('');

const CASTLE: readonly Part[] = [
  ['wall', battlement(-0.45, 0.5, -1.75, 4)],
  ['fine', many(5, t => `M${n3(0.12 + 0.34 * t)}-.9V-1.72`)],
  ['wall', battlement(-1.35, 1.35, -0.8, 9)],
  ['faint', 'M-1.2-.55H-.6M-1.1-.3H-.5M.6-.55H1.2M.5-.3H1.1'],
  ['wall', `${battlement(-1.7, -1.15, -1.25, 3)}${battlement(1.15, 1.7, -1.25, 3)}`],
  ['fine', 'M-1.4 0V-1.2M-1.3 0V-1.2M-1.22 0V-1.2M1.45 0V-1.2M1.55 0V-1.2M1.63 0V-1.2'],
  ['solid', `M-.2 0V-.38Q0-.6 .2-.38V0Z${slits([[-0.2, -1.45], [0.1, -1.45], [-1.55, -0.85], [1.28, -0.85]])}`],
  ['ink', 'M0-1.86V-2.4'],
  ['roof', 'M0-2.4L.45-2.26L0-2.12Z'],
];
const WHEEL = (x: number): string => `M${n3(x - 0.27)}-.27a.27 .27 0 1 1 .54 0a.27 .27 0 1 1-.54 0Z`;
const WAGON: readonly Part[] = [
  ['wall', 'M-.95-.5Q-1.05-1.25-.5-1.28H.5Q1.05-1.25 .95-.5Z'],
  ['fine', 'M-.5-1.28Q-.72-.9-.62-.5M0-1.28V-.5M.5-1.28Q.72-.9 .62-.5M.95-.4L1.5-.22'],
  ['roof', 'M-1-.5H1V-.3H-1Z'],
  ['wall', WHEEL(-0.58) + WHEEL(0.58)],
  ['fine', [-0.58, 0.58].map(x => `M${n3(x - 0.27)}-.27h.54M${n3(x)}-.54v.54M${n3(x - 0.19)}-.46l.38 .38M${n3(x + 0.19)}-.46l-.38 .38`).join('')],
];

export class FieldGraver extends Graver {
  protected override readonly most = 1800;

  /* Round trees in straight rows. */
  orchard(shape: Shape, spacing: number): void {
    let ground = '', trunks = '', crowns = '', shade = '';
    for (let y = shape.top + spacing * 0.8; y < shape.bottom; y += spacing * 0.82) {
      for (let x = shape.left + spacing * 0.4; x < shape.right; x += spacing) {
        const r = spacing * 0.3;
        if (!shape.contains(x, y) || !shape.contains(x, y - r * 2.2)) continue;
        ground += `M${at(x - r * 0.3, y)}h${n(r * 2)}`;
        trunks += `M${at(x, y)}v${n(-r)}`;
        crowns += this.crown(x, y - r * 1.5, r);
        shade += this.shadeOfCrown(x, y - r * 1.5, r);
      }
    }
    this.cut('faint', ground);
    this.cut('ink', trunks);
    this.cut('leaf', crowns);
    this.cut('fine', shade);
  }

  /* Dark water between tussocks: ground that swallows. */
  pools(shape: Shape, dx: number): void {
    let water = '', lines = '', tufts = '';
    this.scatter(shape, dx, dx * 0.62, (x, y, row, column) => {
      const wide = dx * this.between(0.2, 0.32), high = wide * 0.5;
      if (!shape.contains(x - wide * 1.3, y) || !shape.contains(x + wide * 1.3, y)) return;
      if ((row + column) % 3 === 2) {
        tufts += placed(REED, x, y + 2, this.between(5, 7));
        return;
      }
      water += `M${at(x - wide, y)}C${at(x - wide, y - high * 1.2)} ${at(x + wide * 0.8, y - high * 1.3)} ${at(x + wide, y)}` +
        `C${at(x + wide * 1.2, y + high)} ${at(x - wide * 0.7, y + high * 1.2)} ${at(x - wide, y)}Z`;
      for (const t of [-0.35, 0.05, 0.45]) lines += `M${at(x - wide * 0.62, y + high * t)}h${n(wide * this.between(0.9, 1.3))}`;
    });
    this.cut('pool', water);
    this.cut('waterline', lines);
    this.cut('fine', tufts);
  }

  /* Holes in rows, dark on the side towards the light, with a stake in each. */
  pits(shape: Shape, dx: number): void {
    let rims = '', dark = '', stakes = '';
    this.scatter(shape, dx, dx * 0.66, (x, y) => {
      const r = dx * 0.28, h = r * 0.62;
      if (!shape.contains(x - r, y) || !shape.contains(x + r, y)) return;
      rims += `M${at(x - r, y)}a${n(r)} ${n(h)} 0 1 1 ${n(2 * r)} 0a${n(r)} ${n(h)} 0 1 1 ${n(-2 * r)} 0Z`;
      dark += `M${at(x - r, y)}a${n(r)} ${n(h)} 0 1 1 ${n(2 * r)} 0q${n(-r)} ${n(-h * 0.9)} ${n(-2 * r)} 0Z`;
      stakes += `M${at(x + r * 0.1, y + h * 0.5)}v${n(-h * 1.5)}`;
    });
    this.cut('rock', rims);
    this.cut('solid', dark);
    this.cut('ink', stakes);
  }

  /* Things that stand, from the back to the front. */
  stand(things: readonly (Point & { readonly draw: (x: number, y: number) => void })[]): void {
    for (const { x, y, draw } of [...things].sort((a, b) => a.y - b.y)) draw(x, y);
  }

  castle(x: number, y: number, size: number): void {
    this.put(CASTLE, x, y, size);
  }

  wagon(x: number, y: number, size: number): void {
    this.put(WAGON, x, y, size);
  }

  /* Strokes down a slope along a line whose lower ground is to the left of its way: broad above and fine below, heavy away from the light. */
  slope(line: readonly Point[], spacing: number, length: number): void {
    let d = '', shadows = '';
    for (const p of along(line, spacing)) {
      const nx = Math.sin(p.angle), ny = -Math.cos(p.angle), shade = nx * 0.6 + ny * 0.8;
      const far = length * this.between(0.72, 1.1) * (1 + 0.25 * shade), half = (0.62 + 0.42 * shade) * this.between(0.8, 1.2), back = this.between(0.4, 1.8);
      const head = { x: p.x - nx * back, y: p.y - ny * back }, lean = this.between(-0.7, 0.7);
      const way = at(p.x + nx * far * 0.5 - ny * lean, p.y + ny * far * 0.5 + nx * lean);
      d += `M${at(head.x - ny * half, head.y + nx * half)}Q${way} ${at(p.x + nx * far, p.y + ny * far)}L${at(head.x + ny * half, head.y - nx * half)}Z`;
      if (shade > 0.1) shadows += `M${at(p.x + nx * far * 1.1, p.y + ny * far * 1.1)}l${at(nx * far * 0.35, ny * far * 0.35)}`;
    }
    this.cut('solid', d);
    this.cut('faint', shadows);
  }

  /* A bank too steep to climb easily: a heavy edge with teeth down to the left of its way. */
  bank(line: readonly Point[]): void {
    let teeth = '';
    for (const p of along(line, 3.1)) {
      const nx = Math.sin(p.angle), ny = -Math.cos(p.angle), far = this.between(5, 7.5), tx = Math.cos(p.angle) * 1.15, ty = Math.sin(p.angle) * 1.15;
      teeth += `M${at(p.x - tx, p.y - ty)}L${at(p.x + nx * far, p.y + ny * far)}L${at(p.x + tx, p.y + ty)}Z`;
    }
    this.cut('solid', teeth);
    this.cut('brink', lineOf(line));
  }

  /* A shoal with stepping stones across a stream, between a and b which are the ends of the side, and a track to it from either hand. */
  ford(a: Point, b: Point): void {
    const x = (a.x + b.x) / 2, y = (a.y + b.y) / 2, angle = Math.atan2(b.y - a.y, b.x - a.x), c = Math.cos(angle), s = Math.sin(angle);
    const p = (u: number, v: number): Point => ({ x: x + c * u + s * v, y: y + s * u - c * v });
    let stones = '', tracks = '';
    const shoal = Array.from({ length: 16 }, (_, i) => p(7.5 * Math.cos((i * Math.PI) / 8) * this.between(0.9, 1.1), 5 * Math.sin((i * Math.PI) / 8) * this.between(0.9, 1.1)));
    for (let i = -2; i <= 2; i++) {
      const r = this.between(1.2, 1.6), at0 = p(i % 2 ? 1.3 : -1.3, i * 2.3);
      stones += `M${at(at0.x - r, at0.y)}a${n(r)} ${n(r * 0.75)} 0 1 1 ${n(2 * r)} 0a${n(r)} ${n(r * 0.75)} 0 1 1 ${n(-2 * r)} 0Z`;
    }
    for (const side of [-1, 1]) for (const u of [-3.4, 3.4]) tracks += lineOf([p(u, side * 6.5), p(u * 1.15, side * 15)]);
    this.cut('shoal', ringOf(shoal));
    this.cut('ink dashed', tracks);
    this.cut('pebble', stones);
  }

  bridge(a: Point, b: Point): void {
    const x = (a.x + b.x) / 2, y = (a.y + b.y) / 2, angle = Math.atan2(b.y - a.y, b.x - a.x), c = Math.cos(angle), s = Math.sin(angle);
    const p = (u: number, v: number): Point => ({ x: x + c * u + s * v, y: y + s * u - c * v });
    this.cut('wall', ringOf([p(-5, -11), p(5, -11), p(5, 11), p(-5, 11)]));
    let planks = '';
    for (let v = -9; v <= 9; v += 3) planks += lineOf([p(-5, v), p(5, v)]);
    this.cut('fine', planks);
    this.cut('brink', [-5, 5].map(u => lineOf([p(u * 1.4, -13), p(u, -10), p(u, 10), p(u * 1.4, 13)])).join(''));
  }
}
