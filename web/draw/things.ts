/*
 * things.ts: what lies or stands about and belongs to nobody, seen from above: kegs, sacks, chests, carts with their horse, boats, beasts.
 * Each is drawn for a base of that size around 0,0, forward is up. An unknown word gives a bale with a cord around it.
 */
import { horse, type FigurePart } from './figure';
import { placed } from './glyph';

const n = (value: number): string => String(Math.round(value * 100) / 100);
const dot = (x: number, y: number, r: number): string => `M${n(x - r)} ${n(y)}A${n(r)} ${n(r)} 0 1 1 ${n(x + r)} ${n(y)}A${n(r)} ${n(r)} 0 1 1 ${n(x - r)} ${n(y)}Z`;
const box = (x: number, y: number, w: number, h: number): string => `M${n(x)} ${n(y)}H${n(x + w)}V${n(y + h)}H${n(x)}Z`;
const moved = (parts: readonly FigurePart[], x: number, y: number): FigurePart[] => parts.map(([name, d]) => [name, placed(d, x, y, 1)]);

type Draw = (width: number, height: number) => readonly FigurePart[];

/* A keg stands on its bottom: the lid between its hoops, of five boards. */
const keg: Draw = (width, height) => {
  const r = Math.min(width, height) / 2;
  const boards = [-0.45, -0.15, 0.15, 0.45].map(x => { const y = Math.sqrt(0.52 - x * x) * r; return `M${n(x * r)} ${n(-y)}V${n(y)}`; }).join('');
  return [['timber men', dot(0, 0, r * 0.94)], ['iron-line men', dot(0, 0, r * 0.94)],
    ['plank men', dot(0, 0, r * 0.74)], ['grain men', boards], ['iron men', dot(r * 0.3, r * 0.05, r * 0.13)]];
};

const sack: Draw = (width, height) => {
  const s = Math.min(width, height) / 2;
  return [['plank men', placed('M-.2-.62Q-.9-.5-.86 .2Q-.7 .92 0 .92Q.7 .92 .86 .2Q.9-.5 .2-.62Q.5-.9 .34-.96Q0-.8-.34-.96Q-.5-.9-.2-.62Z', 0, 0, s)],
    ['iron-line men', placed('M-.26-.62Q0-.5 .26-.62', 0, 0, s)], ['grain men', placed('M-.5-.1Q-.3 .3-.4 .6M.1-.2Q.3 .2 .2 .7M.5-.2Q.6 .2 .5 .5', 0, 0, s)]];
};

/* A chest with two bands and its lock at the front. */
const chest: Draw = (width, height) => {
  const w = width * 0.92, h = height * 0.92;
  return [['timber men', box(-w / 2, -h / 2, w, h)], ['plank men', box(-w * 0.4, -h * 0.4, w * 0.8, h * 0.8)],
    ['iron men', box(-w / 2, -h * 0.26, w, h * 0.1) + box(-w / 2, h * 0.18, w, h * 0.1)], ['grain men', `M${n(-w * 0.14)} ${n(-h * 0.4)}V${n(h * 0.4)}M${n(w * 0.14)} ${n(-h * 0.4)}V${n(h * 0.4)}`],
    ['iron men', box(-w * 0.12, -h * 0.56, w * 0.24, h * 0.16)]];
};

/* The horse goes between the shafts, before the bed with its rails and the two wheels. */
const cart: Draw = (width, height) => {
  const w = width * 0.66, top = -height * 0.04, h = height * 0.5, wheel = height * 0.26;
  const planks = [0.25, 0.5, 0.75].map(t => `M${n(-w / 2 + w * t)} ${n(top)}V${n(top + h)}`).join('');
  const wheels = [-1, 1].map(side => box(side * w * 0.62 - width * 0.05, top + h * 0.5 - wheel / 2, width * 0.1, wheel)).join('');
  const shafts = `M${n(-w * 0.34)} ${n(top)}L${n(-w * 0.28)} ${n(-height * 0.42)}M${n(w * 0.34)} ${n(top)}L${n(w * 0.28)} ${n(-height * 0.42)}`;
  return [...moved(horse(height * 0.42, false), 0, -height * 0.27), ['shaft men', shafts], ['shaft men', `M${n(-w * 0.66)} ${n(top + h * 0.5)}H${n(w * 0.66)}`], ['iron men', wheels],
    ['timber men', box(-w / 2, top, w, h)], ['plank men', box(-w * 0.42, top + h * 0.06, w * 0.84, h * 0.88)], ['grain men', planks]];
};

const boat: Draw = (width, height) => {
  const w = width / 2, h = height / 2;
  const hull = (part: number): string =>
    `M0 ${n(-h * part)}C${n(w * 0.9 * part)} ${n(-h * 0.6 * part)} ${n(w * part)} ${n(h * 0.3 * part)} ${n(w * 0.6 * part)} ${n(h * part)}H${n(-w * 0.6 * part)}` +
    `C${n(-w * part)} ${n(h * 0.3 * part)} ${n(-w * 0.9 * part)} ${n(-h * 0.6 * part)} 0 ${n(-h * part)}Z`;
  const thwarts = [-0.35, 0.02, 0.4].map(y => box(-w * 0.74, h * y, w * 1.48, h * 0.07)).join('');
  const oars = `M${n(-w * 0.2)} ${n(h * 0.5)}L${n(-w * 1.5)} ${n(-h * 0.1)}M${n(w * 0.2)} ${n(h * 0.5)}L${n(w * 1.5)} ${n(-h * 0.1)}`;
  return [['timber men', hull(0.98)], ['plank men', hull(0.84)],
    ['grain men', `M0 ${n(-h * 0.8)}V${n(h * 0.8)}M${n(-w * 0.34)} ${n(-h * 0.4)}V${n(h * 0.74)}M${n(w * 0.34)} ${n(-h * 0.4)}V${n(h * 0.74)}`],
    ['timber men', thwarts], ['shaft men', oars]];
};

const beast = (saddled: boolean): Draw => (_, height) => horse(height * 0.96, saddled);

const bale: Draw = (width, height) => {
  const w = width * 0.86, h = height * 0.86;
  return [['plank men', box(-w / 2, -h / 2, w, h)],
    ['grain men', `M${n(-w / 2)} ${n(-h * 0.2)}H${n(w / 2)}M${n(-w / 2)} ${n(h * 0.2)}H${n(w / 2)}`],
    ['iron-line men', `M0 ${n(-h / 2)}V${n(h / 2)}M${n(-w / 2)} 0H${n(w / 2)}`]];
};

const kinds: readonly (readonly [RegExp, Draw])[] = [
  [/barrel|keg|cask|tun/, keg], [/sack|bag|purse/, sack], [/chest|box|coffer|strong/, chest], [/cart|wag|carriage/, cart], [/boat|ship|skiff/, boat],
  [/animal|cattle|cow|mule|ox|beast/, beast(false)], [/horse|mount/, beast(true)],
];

const drawn = new Map<string, readonly FigurePart[]>();

export function thing(type: string, width: number, height: number): readonly FigurePart[] {
  const key = `${type} ${width} ${height}`, known = drawn.get(key);
  if (known) return known;
  const made = (kinds.find(([word]) => word.test(type))?.[1] ?? bale)(width, height);
  drawn.set(key, made);
  return made;
}
