/*
 * figure.ts: one man, or one horseman, on a base of his own, seen from above as the plans of the time draw everything: hat, coat, and what he
 * has in his hands. Drawn around 0,0 for a disc of radius 1; he looks up.
 *
 * What he holds and wears is guessed from the words that games use for such things; an unknown word gives a man with empty hands.
 */
import { placed } from './glyph';

export interface Bearing {
  readonly type: string;
  readonly firearms: readonly string[];
  readonly melee: readonly string[];
  readonly officer: boolean;
  readonly armour: number;
}

/** Strokes from the back to the front, each with a class for the style sheet. */
export type FigurePart = readonly [name: string, d: string];

const dot = (x: number, y: number, r: number): string => `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}Z`;

/* What is in his hands: wood and iron as lines, blades and heads as areas; `reach` is where his two hands are. */
interface Held { readonly shaft: string; readonly iron: string; readonly stock?: string; readonly reach: readonly (readonly [x: number, y: number])[] }

const held: Readonly<Record<string, Held>> = {
  musket: { shaft: 'M.2 .2L.1-1.2', iron: '', stock: 'M.15-.5L.25-.5L.3 .16L.4 .5L.22 .54L.18 .16Z', reach: [[0.22, 0.1], [0.14, -0.6]] },
  bayonet: { shaft: 'M.2 .2L.1-1.1', iron: 'M.04-1.08L.07-1.54L.15-1.08Z', stock: 'M.15-.5L.25-.5L.3 .16L.4 .5L.22 .54L.18 .16Z', reach: [[0.22, 0.1], [0.14, -0.6]] },
  carbine: { shaft: 'M.22 .1L.14-.92', iron: '', stock: 'M.16-.36L.26-.36L.3 .06L.38 .36L.22 .38L.18 .06Z', reach: [[0.22, 0.05], [0.15, -0.5]] },
  pistol: { shaft: 'M.42-.5L.42-1.04', iron: '', stock: 'M.34-.66H.5L.58-.3L.44-.28Z', reach: [[0.44, -0.42]] },
  lance: { shaft: 'M.44 .9L.34-1.5', iron: 'M.25-1.36L.33-1.8L.43-1.36ZM.34-1.3L.78-1.16L.36-1Z', reach: [[0.43, 0.1], [0.38, -0.45]] },
  pike: { shaft: 'M.44 .9L.34-1.4', iron: 'M.23-1.3L.33-1.76L.45-1.3Z', reach: [[0.43, 0.1], [0.38, -0.45]] },
  halberd: { shaft: 'M.44 .9L.34-1.5', iron: 'M.36-.96Q.8-1 .8-1.34Q.66-1.2 .37-1.22ZM.35-1L.12-1.1L.34-1.2ZM.28-1.42L.34-1.76L.42-1.42Z', reach: [[0.43, 0.1], [0.38, -0.45]] },
  fork: { shaft: 'M.44 .8L.36-.94M.08-1.44Q.06-.96 .36-.94Q.66-.96 .64-1.44M.36-.94V-1.4', iron: '', reach: [[0.43, 0.1], [0.39, -0.45]] },
  scythe: { shaft: 'M.44 .8L.34-1.2', iron: 'M.28-1.26L.42-1.14Q-.16-1.18-.56-.74Q-.3-1.32 .28-1.26Z', reach: [[0.43, 0.1], [0.38, -0.45]] },
  axe: { shaft: 'M.4 .4L.36-1.04', iron: 'M.28-.8Q.66-.7 .86-.62Q.94-.92 .84-1.2Q.66-1.12 .28-1.06Z', reach: [[0.4, 0], [0.38, -0.5]] },
  club: { shaft: '', iron: 'M.36-.14L.48-.14L.68-1.08Q.56-1.3 .4-1.12Z', reach: [[0.42, -0.3]] },
  blade: { shaft: 'M.3-.44L.62-.36', iron: 'M.4-.42L.52-.4Q.82-.82 .62-1.38Q.6-.84 .4-.42Z', reach: [[0.46, -0.36]] },
  knife: { shaft: '', iron: 'M.4-.36L.52-.36L.54-.8Z', reach: [[0.46, -0.36]] },
  drum: { shaft: 'M-.1-.72L.2-.5M.36-.76L.1-.54', iron: '', reach: [[0.3, -0.56], [-0.22, -0.56]] },
  none: { shaft: '', iron: '', reach: [[0.5, -0.34], [-0.5, -0.34]] },
};

/* The words for what is in a hand, the first that fits; those of firearms go before those of the others. */
const arms: readonly (readonly [RegExp, string])[] = [
  [/pistol/, 'pistol'], [/carbine|blunderbuss|mousqueton/, 'carbine'], [/musk|fusil|arqueb|rifle|gun|bow/, 'musket'],
];
const blades: readonly (readonly [RegExp, string])[] = [
  [/lance/, 'lance'], [/halberd|partisan|bill/, 'halberd'], [/pike|spontoon|spear/, 'pike'], [/fork/, 'fork'], [/scythe/, 'scythe'], [/axe|hatchet|heavy|tool|mattock/, 'axe'],
  [/club|stick|staff|cudgel/, 'club'], [/sword|sabre|saber|cutlass|hanger|rapier/, 'blade'], [/knife|dagger/, 'knife'],
];

const wordIn = (list: readonly (readonly [RegExp, string])[], words: readonly string[]): string | undefined =>
  words.flatMap(word => list.find(([test]) => test.test(word))?.[1] ?? [])[0];

/** What he holds in his right hand, and in his left. */
export function handsOf({ type, firearms, melee }: Bearing): readonly [right: string, left: string] {
  const arm = wordIn(arms, firearms), blade = wordIn(blades, melee.filter(word => !/butt|bare/.test(word)));
  if (/drum/.test(type)) return ['drum', 'none'];
  if (arm === 'pistol') return ['pistol', firearms.length > 1 ? 'pistol' : blade && /blade|knife/.test(blade) ? blade : 'none'];
  if (arm === 'musket') return [melee.some(word => /bayonet/.test(word)) ? 'bayonet' : 'musket', 'none'];
  return [arm ?? blade ?? 'none', 'none'];
}

/* The path as in a mirror: its numbers are pairs, or arcs around a middle. */
function mirrored(d: string): string {
  return d.replace(/([MLQ])([^MLQHVAZ]*)/g, (_, letter: string, numbers: string) => {
    const list = (numbers.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    return letter + list.map((value, i) => (i % 2 ? value : -value)).join(' ');
  }).replace(/H(-?\d*\.?\d+)/g, (_, value: string) => `H${-Number(value)}`);
}

type Hat = 'tricorne' | 'brim' | 'cap' | 'helmet' | 'kerchief';

const hats: Readonly<Record<Hat, readonly FigurePart[]>> = {
  tricorne: [['hat men', 'M-.1-.46Q0-.56 .1-.46Q.3-.24 .46 .1Q.48 .26 .34 .26Q0 .16-.34 .26Q-.48 .26-.46 .1Q-.3-.24-.1-.46Z'],
    ['lace men', dot(0, -0.06, 0.17)], ['face men', dot(-0.27, 0.02, 0.07)]],
  brim: [['straw men', dot(0, -0.04, 0.36)], ['straw men', dot(0, -0.04, 0.19)]],
  cap: [['hat men', 'M-.24 .1Q-.28-.32 0-.34Q.28-.32 .24 .1Q0 .2-.24 .1Z'], ['lace men', 'M-.2-.08Q0-.2 .2-.08']],
  helmet: [['face men', dot(0, -0.05, 0.29)], ['hat men', 'M-.07-.4H.07V.36H-.07Z']],
  kerchief: [['face men', dot(0, -0.05, 0.27)], ['lace men', 'M0-.32V.1M-.2 .04L0 .26L.2 .04']],
};

function hatOf({ type, officer, armour, firearms, melee }: Bearing): Hat {
  if (armour > 0) return 'helmet';
  if (officer) return 'tricorne';
  if (/light|pandour|croat|hussar|grenad|brigand/.test(type)) return 'cap';
  if (/peasant|farmer|porter|driver|cutter|insurgent|servant|smuggl/.test(type)) return 'brim';
  return firearms.length || wordIn(blades, melee) ? 'tricorne' : 'kerchief';
}

const COAT = 'M-.56 .06Q-.54-.26-.2-.28H.2Q.54-.26 .56 .06Q.52 .4 .22 .46Q0 .5-.22 .46Q-.52 .4-.56 .06Z';
const FOLDS = 'M-.34 .2L-.28 .4M.34 .2L.28 .4M.46-.04L.44 .24M.52 .02L.5 .18';
const BELTS = 'M-.42-.14L.3 .44M.42-.14L-.3 .44';
const KNEE = 'M-.2 .4L-.42 .96M.24 .36L.5 .02';
const PLUME = 'M-.1-.3Q-.44-.62-.68-.3Q-.72 0-.5 .1Q-.54-.16-.36-.2Q-.24-.2-.12-.1Z';
const SASH = 'M-.44-.2L.4 .36';
const DRUM = dot(0, -0.56, 0.34);
const BONDS = 'M-.5 .1H.5M-.5 .24H.5';

function armsTo(reach: readonly (readonly [number, number])[], other: boolean): string {
  const [right, left] = reach;
  return (right ? `M.46-.06L${right[0]} ${right[1]}` : '') + (left ? `M-.46-.06L${left[0]} ${left[1]}` : other ? '' : 'M-.46-.06L-.44-.34');
}

/** How he is: on his feet, on a knee, or with his hands bound or thrown up, without a weapon. */
export type Posture = 'upright' | 'low' | 'bound' | 'fleeing';

function weaponOf(name: string, left: boolean): FigurePart[] {
  const { shaft, iron, stock } = held[name] ?? (held['none'] as Held), turn = (d: string): string => (left ? mirrored(d) : d);
  return [...(shaft ? [['shaft men', turn(shaft)] as const] : []), ...(stock ? [['stock men', turn(stock)] as const] : []), ...(iron ? [['iron men', turn(iron)] as const] : [])];
}

/** A man on foot. */
export function footman(bearing: Bearing, posture: Posture): readonly FigurePart[] {
  const bare = posture === 'bound' || posture === 'fleeing', [right, left] = bare ? ['none', 'none'] : handsOf(bearing);
  const { reach } = held[right] ?? (held['none'] as Held), low = posture === 'low', other = left !== 'none';
  const atWork = armsTo(reach, other) + (other ? mirrored(armsTo((held[left] as Held).reach, true)) : '');
  const limbs = posture === 'fleeing' ? 'M.46-.06L.66-.62M-.46-.06L-.66-.62' : posture === 'bound' ? '' : atWork;
  return [
    ...(low ? [['leg men', KNEE] as const] : []),
    ...(right === 'drum' ? [['face men', DRUM] as const, ['lace men', DRUM] as const] : []),
    ['coat men', COAT], ['fold men', FOLDS], ...(right === 'bayonet' && !bearing.officer ? [['belt men', BELTS] as const] : []), ...(bearing.officer ? [['sash men', SASH] as const] : []),
    ...(limbs ? [['sleeve men', limbs] as const, ['arm men', limbs] as const] : []),
    ...weaponOf(right, false), ...(other ? weaponOf(left, true) : []),
    ...(bearing.officer && !bare ? [['plume men', PLUME] as const] : []),
    ...hats[hatOf(bearing)],
    ...(posture === 'bound' ? [['bond men', BONDS] as const] : []),
  ];
}

/* A horse: muzzle, ears, neck, shoulders and haunches. */
const MOUNT = 'M0-1.78C.14-1.78 .17-1.64 .16-1.5C.15-1.38 .2-1.34 .24-1.24C.27-1.12 .24-1 .3-.88C.48-.78 .56-.56 .53-.28C.5-.04 .48 .16 .52 .4' +
  'C.62 .8 .58 1.2 .3 1.36C.2 1.42 .1 1.44 0 1.44C-.1 1.44-.2 1.42-.3 1.36C-.58 1.2-.62 .8-.52 .4C-.48 .16-.5-.04-.53-.28C-.56-.56-.48-.78-.3-.88' +
  'C-.24-1-.27-1.12-.24-1.24C-.2-1.34-.15-1.38-.16-1.5C-.17-1.64-.14-1.78 0-1.78Z';
const EARS = 'M-.2-1.3L-.27-1.5L-.1-1.38ZM.2-1.3L.27-1.5L.1-1.38Z';
const MANE = 'M0-1.3V-.6M-.09-1.2L.09-1.12M-.1-1.04L.1-.96M-.1-.88L.1-.8M-.1-.72L.1-.64M-.14-1.56H.14M0 1.4Q.2 1.6 .04 1.88M0 1.4Q.06 1.64-.06 1.86M-.04 1.4Q-.14 1.6-.12 1.8';
const FLANK = 'M.4-.56Q.5-.3 .42-.04M.44 .5Q.52 .8 .42 1.14M.34-.5Q.42-.28 .36-.06M.38 .6Q.44 .86 .34 1.12M.3 .7Q.34 .9 .26 1.1';
const SADDLE = 'M-.44-.08Q0-.28 .44-.08L.4 .4Q0 .54-.4 .4Z';

/** A horse for a base of that length, with or without a saddle; its middle is at 0,0. */
export function horse(length: number, saddled: boolean): readonly FigurePart[] {
  const size = length / 3.7, at = (d: string): string => placed(d, 0, 0, size);
  return [['mount men', at(MOUNT)], ['iron men', at(EARS)], ['fold men', at(MANE + FLANK)], ...(saddled ? [['saddle men', at(SADDLE)] as const] : [])];
}

/** A horseman for a base of that length: the horse under a smaller man. */
export function horseman(bearing: Bearing, posture: Posture, length: number): readonly FigurePart[] {
  const size = (length / 3.7) * 0.82, man = footman(bearing, posture).filter(([name]) => name !== 'leg men');
  return [...horse(length, true), ...man.map(([name, d]): FigurePart => [name, placed(d, 0, size * 0.1, size)])];
}
