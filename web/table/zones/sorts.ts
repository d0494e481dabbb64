/*
 * sorts.ts: what a zone looks like, by its ground and by the words of its name. What nobody knows is drawn by its ground alone, so that no
 * map goes without a drawing. The words are English or French; the first line that fits is taken.
 */
import type { Zone } from './zone_scene';

export type Sort = 'bare' | 'meadow' | 'field' | 'wood' | 'forest' | 'vines' | 'orchard' | 'village' | 'town' | 'castle' | 'marsh' | 'water' | 'ford'
  | 'bridge' | 'camp' | 'wagons' | 'rough';

const anywhere = /./, open = /^open$/, closed = /^(difficult|very_difficult)$/, hard = /^very_difficult$/, never = /^forbidden$/;

const lines: readonly (readonly [ground: RegExp, words: RegExp, sort: Sort])[] = [
  [never, /bridge|\bpont\b/, 'bridge'],
  [never, anywhere, 'water'],
  [anywhere, /wagon|chariot|baggage|bagage/, 'wagons'],
  [anywhere, /\bcamp\b|tents|bivouac|quarters of/, 'camp'],
  [closed, /castle|château|chateau|\bfort\b|donjon|citadel/, 'castle'],
  [closed, /vine|vigne/, 'vines'],
  [closed, /orchard|garden|verger|jardin/, 'orchard'],
  [hard, /dense|wood|forest|bois|forêt/, 'forest'],
  [closed, /forest|forêt/, 'forest'],
  [closed, /wood|copse|coppice|grove|bois|taillis|bosquet|boqueteau/, 'wood'],
  [anywhere, /marsh|swamp|\bfen\b|flood|marais|inond/, 'marsh'],
  [closed, /\bford|\bgué/, 'ford'],
  [closed, /town|city|market|quarter|street|gate|ville|bourg|marché|quartier|\brue\b/, 'town'],
  [anywhere, /village|hamlet|hameau|farm|ferme/, 'village'],
  [closed, /church|abbey|mill|église|abbaye|moulin/, 'village'],
  [open, /field|corn|plough|champ|labour/, 'field'],
  [open, /meadow|pasture|grass|prair|pré\b|prés\b|pâtur/, 'meadow'],
  [open, anywhere, 'bare'],
];

/** The sort of a zone. */
export function sortOf({ ground, brown, names }: Zone): Sort {
  const name = ` ${names.en} ${names.fr} `.toLowerCase(), found = lines.find(([where, words]) => where.test(ground) && words.test(name));
  if (found) return found[2];
  if (hard.test(ground)) return brown ? 'town' : 'marsh';
  /* A name of its own is that of a village. */
  if (ground === 'difficult') return brown ? (/^\p{Lu}/u.test(names.en) ? 'village' : 'wood') : 'rough';
  return ground === '' ? 'bare' : 'rough';
}

/** Has it a tower that is seen from far? */
export const hasChurch = ({ names }: Zone): boolean => /church|abbey|église|abbaye|town|ville/.test(`${names.en} ${names.fr}`.toLowerCase());

/** The colour that is washed over it; "" for none. */
export const washes: Readonly<Record<Sort, string>> = {
  bare: '', meadow: 'green', field: 'field', wood: 'wood', forest: 'wood', vines: 'field', orchard: 'green', village: 'stone', town: 'stone', castle: 'stone',
  marsh: 'mire', water: 'water', ford: 'shallow', bridge: 'water', camp: '', wagons: '', rough: 'field',
};

/** Places whose names an old map prints large. */
export const isNotable = (sort: Sort): boolean => ['village', 'town', 'castle', 'water', 'bridge'].includes(sort);
