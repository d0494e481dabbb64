/*
 * signs.ts: the sign of troops of the age of pike and shot on a counter, about 24 by 22 around 0,0 and facing right. A type is known by the
 * words that games use for it, in English or French; what is unknown shows the sign of its arm.
 */
import { troopOf, troopSign, type Part } from '../../draw/troops';

const dot = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;

/* A horse at the trot, its neck to the right. */
const HORSE = 'M12.4-2.300L11-.8L8.300-1.700Q7 .1 6.600 1.500L11.900 4.900L11.600 9.300L9.700 9.200L9.700 6.200L4.400 3.700Q0 4.300-3.600 3.100L-6.900 5.100' +
  'L-10.200 9.700L-12.100 8.700L-9.700 3.900Q-9.900 1.500-9.500-.2Q-11.800 1.200-12.900 3.700Q-13.600-1.300-8.800-3.400Q-4-4.500 2-3.200Q4.400-5.100 6.100-7.500L6.400-9.700L8-8.100L9.200-7.600Z';
const RIDER: readonly Part[] = [['plate', HORSE], ['solid', 'M-3.600-3.100L-2.800-8.100H2L2.800-3.100L.4 1.100Z']];
const HAT: Part = ['solid', `${dot(-0.3, -10, 2.2)}M-4.800-10.600H4.200L3.400-11.800H1.900L1.500-14H-2L-2.600-11.800H-4Z`];
const HELM: Part = ['plate', 'M-3-8.200V-11Q-3-14-.3-14Q2.600-14 2.600-11V-8.200Z'];
const PIKES: readonly Part[] = [['bold', 'M-7.500 11V-5M0 11V-7M7.500 11V-5'],
  ['solid', 'M-7.500-12L-5.200-6.500L-7.500-3.500L-9.800-6.500ZM0-13.500L2.300-8L0-5L-2.300-8ZM7.500-12L9.800-6.500L7.500-3.500L5.200-6.500Z']];
const wheel = (x: number, y: number, r: number): readonly Part[] => [['plate', dot(x, y, r)],
  ['thin', `M${x - r} ${y}h${2 * r}M${x} ${y - r}v${2 * r}M${x - r * 0.7} ${y - r * 0.7}l${r * 1.4} ${r * 1.4}M${x + r * 0.7} ${y - r * 0.7}l${-r * 1.4} ${r * 1.4}`]];

type Sign = 'pike' | 'swiss' | 'landsknecht' | 'levy' | 'shot' | 'mounted_shot' | 'lance' | 'light_lance' | 'pistol' | 'sword_horse' | 'cannon' | 'culverin'
  | 'forlorn' | 'foot' | 'horse' | 'gun';

const signs: Readonly<Record<Sign, readonly Part[]>> = {
  pike: [...PIKES, ['line', 'M-11 3.500H11']],
  swiss: [...PIKES, ['plate', 'M-6-1H6V5Q6 9 0 11.500Q-6 9-6 5Z'], ['solid', 'M-1.300 0H1.300V2.800H4V5.400H1.300V8.400H-1.300V5.400H-4V2.800H-1.300Z']],
  landsknecht: [...PIKES, ['line', 'M-10 8L10-.5M-10-.5L10 8']],
  levy: [['bold', 'M-6 11.500L4-5'], ['line', 'M1.500-10Q-.5-5.500 4-5Q8.500-4 8.500-9M4-5L7-12'], ['bold', 'M5 11.500L-5-7'], ['solid', 'M-4-5.500Q-12-8-11-13Q-7-9.500-2.500-9Z']],
  shot: [['bold', 'M-11 6.500L10.500-8.500'], ['solid', 'M-12.500 9.500L-5.500 1.500L-2.500 3.500L-9.500 10.800Z'], ['line', 'M2-2.500L4.500 11.500M-.5-3.500Q2.500 .5 5-2.800'],
    ['solid', dot(12, -10, 1.7)], ['thin', 'M-4-2.500Q-8-5-6.500-9M12-13.500V-15M15-10.500H16']],
  mounted_shot: [...RIDER, HAT, ['bold', 'M-3-5.500L11.500-11'], ['solid', dot(13.4, -11.800, 1.3)]],
  lance: [...troopSign('knight')],
  light_lance: [...RIDER, HELM, ['line', 'M-10 .5L13.500-10.500'], ['solid', 'M9-9.600L2.500-10.800L5.400-6.900Z']],
  pistol: [...RIDER, HAT, ['bold', 'M2-5.500L9.500-8'], ['solid', 'M8.500-9.800L13.500-10.300L13.800-8L9-6.600Z'], ['thin', 'M15-10.500L17-12M15.300-9H17.500']],
  sword_horse: [...RIDER, HELM, ['line', 'M2-6L6.500-15.500M1.500-8.500L5.500-6.700']],
  cannon: [['solid', 'M-10-6L11-8.500V-9.500H13V-1H11V-2L-10 1.500Q-13-2.300-10-6Z'], ['bold', 'M-6 0L-13 9'], ...wheel(0, 4, 6.8)],
  culverin: [['solid', 'M-11-4L13-7.500V-4L-11 .8Q-13-1.600-11-4Z'], ['bold', 'M-6 0L-13 8.500'], ...wheel(0, 4.500, 5.200), ['thin', 'M4-7V-3.500M8.500-7.500V-4']],
  forlorn: [['bold', 'M-9 4.500L8-7.500'], ['solid', 'M-10.500 7L-4.500 0L-2 2L-8 8.500Z'], ['solid', dot(10.500, 2, 1.6) + dot(6.500, 6.500, 1.6) + dot(11.500, 8.500, 1.6)]],
  foot: [...troopSign('foot')],
  horse: [...RIDER, HAT],
  gun: [...troopSign('bombard')],
};

const names: readonly (readonly [RegExp, Sign])[] = [
  [/suisse|swiss/, 'swiss'], [/lansquenet|landsknecht/, 'landsknecht'], [/milice|paysan|militia|levy|peasant/, 'levy'], [/enfants|forlorn/, 'forlorn'],
  [/argoulet.*(dismount|pied|foot)/, 'shot'], [/argoulet|dragoon|dragon|mounted_(shot|arqueb)/, 'mounted_shot'], [/arqueb|arqueb|musket|mousquet|shot/, 'shot'],
  [/gendarm|lancer/, 'lance'], [/chevau|light_horse/, 'light_lance'], [/reit|reît|pistol/, 'pistol'], [/cuirass/, 'sword_horse'],
  [/couleuvrine|culverin|falcon|faucon/, 'culverin'], [/canon|cannon|gun|artill/, 'cannon'], [/piqu|pike/, 'pike'],
];

export function signOf(type: string, arm: string): readonly Part[] {
  const found = names.find(([word]) => word.test(type.toLowerCase()));
  if (found) return signs[found[1]];
  return troopSign(troopOf(type, arm));
}

/** From far away: a slash for horse, a disc for guns, three dots for those who shoot on foot, a bar for others. */
export function farSignOf(arm: string, fires: boolean): string {
  if (/caval|horse|mount/.test(arm)) return fires ? 'M-15 10L15-10V10Z' : 'M-15 10L15-10L15-3L-4 10Z';
  if (/artill|gun/.test(arm)) return dot(0, 0, 8.5);
  return fires ? dot(-10, 0, 4.2) + dot(0, 0, 4.2) + dot(10, 0, 4.2) : 'M-14-5H14V6H-14Z';
}

/** A head with hat and ruff, for the medallion of a commander; a general wears more. */
export function portrait(general: boolean): readonly Part[] {
  return [
    ['solid', 'M-9.500 11Q-8.500 4.500-3.500 3.500H3.500Q8.500 4.500 9.500 11Q5 13.200 0 13.200Q-5 13.200-9.500 11Z'],
    ['plate', 'M-6.500 4.800Q-7.600 2.800-5.500 2Q0 .6 5.500 2Q7.600 2.800 6.500 4.800Q0 7-6.500 4.800Z'],
    ['thin', 'M-4.500 2.600L-4.700 5M-2.200 2L-2.400 5.600M0 1.800V5.800M2.200 2L2.400 5.600M4.500 2.600L4.700 5'],
    ['plate', 'M-3.600-5H3.600V-1.500Q3.400 1.800 0 3.200Q-3.400 1.800-3.600-1.500Z'],
    ['solid', 'M-2.300-.2Q0-1.400 2.300-.2L1.600 .5H-1.600ZM-1.200 1.200H1.200L0 3.600Z'],
    ['solid', 'M-7-4.600Q0-7.400 7-4.600L7.200-5.600L4.300-6.800Q4-10.500 0-10.500Q-4-10.500-4.300-6.800L-7.200-5.600Z'],
    ...(general ? [['plate', 'M2.500-8Q6-14.500 10-11.500Q7-11.500 6.600-9.500Q5.500-7 2.800-6.800Z'] as const, ['bold', 'M-9.500 4L-4 11.500'] as const] : []),
  ];
}
