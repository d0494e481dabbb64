/*
 * troops.ts: the sign of a kind of troops on a counter, about 24 by 22 around 0,0 and facing right. Which one belongs to a type is guessed
 * from the words and short names that games print on their counters; what is unknown shows a plain shield.
 *
 * A part's pen says how the style sheet inks it: "solid" is filled, "plate" is filled with light and outlined, "bold", "line" and "thin"
 * are strokes.
 */
export type Pen = 'solid' | 'plate' | 'bold' | 'line' | 'thin';
export type Part = readonly [pen: Pen, d: string];

export type Troop = 'bow' | 'crossbow' | 'sling' | 'pike' | 'axe' | 'knight' | 'man_at_arms' | 'unhorsed' | 'light_horse' | 'javelin_horse'
  | 'bombard' | 'foot' | 'horse';

const dot = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;

/* A great helm from the front: flat crown, eye slits across, breaths below. */
const HELM = 'M-7.200-11H7.200L8-1.500L6.500 8.500Q0 11.500-6.500 8.500L-8-1.500Z';
const SLITS = 'M-7.500-5.200H-1.200V-2.200H-7.700ZM7.500-5.200H1.200V-2.200H7.700Z';
const BREATHS = dot(-4.300, 2, 0.9) + dot(-4.100, 5, 0.9) + dot(4.300, 2, 0.9) + dot(4.100, 5, 0.9) + dot(2.200, 3.5, 0.9) + dot(-2.200, 3.5, 0.9);
const RUNNER = 'M12.4-2.800L11-1.300L8.300-2.200Q7-.4 6.600 1L11.900 4.400L11.600 8.800L9.700 8.700L9.700 5.700L4.400 3.200Q0 3.800-3.600 2.600L-6.900 4.600' +
  'L-10.200 9.200L-12.100 8.200L-9.700 3.400Q-9.900 1-9.500-.7Q-11.800 .7-12.900 3.200Q-13.600-1.800-8.800-3.900Q-4-5 2-3.700Q4.400-5.600 6.100-8L6.400-10.200L8-8.600L9.200-8.100Z';
const TRAPPER = 'M12.2-3.600L10.900-2L8.400-2.700Q7.600-1 7.800 1.600L8.400 7.600Q6.600 9 4.800 7.400Q3 9 1.200 7.400Q-.600 9-2.400 7.400Q-4.200 9-6 7.400Q-7.800 9-9.600 7.400' +
  'L-10-.2Q-9.800-3.400-6.800-3.800L2.400-3.600Q4.800-5.600 6-8.200L6.400-10.200L7.900-8.700L9.200-8.300Z';

const signs: Readonly<Record<Troop, readonly Part[]>> = {
  bow: [['bold', 'M-4.5-11Q7.500-8.500 7.500 0Q7.500 8.500-4.500 11'], ['thin', 'M-4.5-11L-8 0L-4.500 11'], ['line', 'M-11 0H9'],
    ['solid', 'M13 0L7-3L8.600 0L7 3Z'], ['thin', 'M-11 0l-1.800-2.600M-8.800 0l-1.800-2.600M-11 0l-1.800 2.600M-8.800 0l-1.800 2.600']],
  crossbow: [['bold', 'M-11-1.500Q-7.500-8 0-8Q7.500-8 11-1.500'], ['thin', 'M-11-1.500L0 3.500L11-1.500'], ['solid', 'M-1.700-9H1.700L2 10.500H-2Z'],
    ['line', 'M-2.800-8.500V-12H2.800V-8.500'], ['line', 'M1.500 5.500L6.500 9']],
  sling: [['line', 'M-9.500 9.500Q-9.500-4 3.500-9M-9.500 9.500Q1 5.500 8-3.500'], ['plate', 'M2-9.500Q10.500-12.500 9.500-2.500Q3.500-2 2-9.500Z'],
    ['solid', dot(6.6, -7, 2.6)],
    ['solid', dot(10, 3.4, 1.9) + dot(3.6, 8.6, 1.9)], ['bold', 'M-11 11L-8.500 8']],
  pike: [['bold', 'M-7.500 11V-5M0 11V-7M7.500 11V-5'],
    ['solid', 'M-7.500-12L-5-6.500L-7.500-3.500L-10-6.500ZM0-13.500L2.500-8L0-5L-2.500-8ZM7.500-12L10-6.500L7.500-3.500L5-6.500Z'],
    ['line', 'M-11 3.500H11']],
  axe: [['bold', 'M-6.500 11L3.500-9.500'], ['solid', 'M1.200-10.500Q8-13 12.300-6.500Q12 .5 5.800 3.600Q6-1.600-.9-4.200Z'],
    ['solid', 'M-.6-8.700L-5.500-8.600L-3-4.600Z']],
  knight: [['bold', 'M-8 7.500V11M-4 7.500V11M2.500 7.500V11M6.500 7.500V11'], ['line', 'M-10-1.500Q-12.600 0-12 5'], ['plate', TRAPPER],
    ['thin', 'M-7.500-3.500V7.800M4.500-4.500L5 7.500M-9.800 3H8'],
    ['line', 'M4.500-1L7.500-14'], ['solid', 'M7.500-14L14-12.500L6.900-10.600Z'], ['solid', 'M-4.600-3.400L-3.600-8.200H2.400L3.400-3.400L0-1Z'],
    ['plate', 'M-2.900-13H2.700L3-8.600H-3.200Z'], ['solid', 'M-.6-11.400H3V-10.200H-.6Z'],
    ['plate', 'M-6.500-6.500H-1.200V-2.600Q-1.600-.5-3.800 .8Q-6.100-.5-6.500-2.600Z']],
  man_at_arms: [['plate', HELM], ['solid', SLITS], ['thin', 'M-7.500-7.500H7.500M0-7.500V9.500'], ['solid', BREATHS]],
  unhorsed: [['bold', 'M-13 11.500L-5 8M2 9.500L13 11.500'], ['line', 'M-5 8L-2.500 5.500M-5 8L-3 11M2 9.500L-.500 7.500M2 9.500L.500 12'],
    ['plate', 'M-9.500-5.600L2.800-12L8-4.500L8.200 3.200Q3.500 7-2.400 7.600L-8.200 1.200Z'],
    ['solid', 'M-8.700-.5L-3-3.500L-1.800-1.200L-7.600 1.800ZM6.300-7L1.100-5.600L2.300-3.300L7.400-5.300Z'],
    ['thin', 'M-8.300-2.700L5.200-9.300M-1.700-6L3.500 6.200'],
    ['solid', dot(-3.2, 3, 0.9) + dot(-1, 5, 0.9) + dot(4.4, 0, 0.9) + dot(5.4, 2.600, 0.9)]],
  light_horse: [['plate', RUNNER], ['line', 'M-9.500-2L13-12'], ['solid', 'M13-12L10-8.600L8.700-11.300Z'],
    ['solid', 'M-3.600-3.600L-2.800-8.400H2L2.800-3.600L.4 .6Z'], ['solid', dot(-0.3, -10.4, 2.4)], ['line', 'M-4.600-10.600Q-.3-13 4-10.600']],
  javelin_horse: [['plate', RUNNER], ['line', 'M-9-13.500L11.500-12M-9-9.500L-3-9'], ['solid', 'M13.500-11.900L8.800-14L9-10.300Z'],
    ['solid', 'M-3.600-3.600L-2.800-8H2L2.800-3.600L.4 .6Z'], ['solid', dot(-0.6, -9.6, 2.3)],
    ['line', 'M1.500-7.500L4.500-12.500'], ['plate', dot(-2.6, -3.4, 3.1)], ['solid', dot(-2.6, -3.4, 1)]],
  bombard: [['solid', 'M-9-5.500H10.500V-6.500H12.500V4.500H10.500V3.500H-9Q-12.500-1-9-5.500Z'], ['thin', 'M-5-7V5M0-7V5M5-7V5'],
    ['line', 'M-11 8.500H11L8.500 4M-8.500 4L-11 8.500'], ['plate', dot(-6, 9, 2.4) + dot(6, 9, 2.4)]],
  foot: [['plate', 'M-7.500-10H7.500V-1.500Q7.500 6.500 0 10.500Q-7.500 6.500-7.500-1.500Z'], ['line', 'M0-10V10.500M-7.500-2H7.500']],
  horse: [['plate', RUNNER], ['solid', 'M-3.600-3.600L-2.800-9H2L2.800-3.600L.4 .6Z'], ['solid', dot(-0.3, -11, 2.3)]],
};

/* The short names of counters first, whole; then words. */
const names: readonly (readonly [RegExp, Troop])[] = [
  [/^(lb|sb|bow)$|longbow|archer/, 'bow'], [/^(cb|xb)$|crossbow|arbalest/, 'crossbow'], [/^sl$|sling/, 'sling'], [/^(pk|sp)$|pike|spear/, 'pike'],
  [/^ax$|axe/, 'axe'], [/^uh$|unhorsed/, 'unhorsed'], [/^mm$|knight|gendarm|mounted_men/, 'knight'], [/^dm$|dismounted|men_at_arms|man_at_arms/, 'man_at_arms'],
  [/^ho$|hobelar|hobilar|light_horse/, 'light_horse'], [/^g$|genitor|jinete|javelin/, 'javelin_horse'], [/bombard|gun|cannon/, 'bombard'], [/bow/, 'bow'],
];

export function troopOf(type: string, kind: string): Troop {
  const found = names.find(([word]) => word.test(type.toLowerCase()));
  if (found) return found[1];
  if (/bombard|gun|artill/.test(kind)) return 'bombard';
  return /mount|horse|caval/.test(kind) ? 'horse' : 'foot';
}

export const troopSign = (troop: Troop): readonly Part[] => signs[troop];

const mounted: readonly Troop[] = ['knight', 'light_horse', 'javelin_horse', 'horse'];
const shooting: readonly Troop[] = ['bow', 'crossbow', 'sling'];

/** The sign that stands for it from far away: a slash for horse, three dots for those who shoot, a bar for others. */
export function farSign(troop: Troop): string {
  if (mounted.includes(troop)) return 'M-12 8L12-8V8Z';
  if (shooting.includes(troop)) return dot(-8, 0, 3.4) + dot(0, 0, 3.4) + dot(8, 0, 3.4);
  return 'M-11-4H11V5H-11Z';
}
