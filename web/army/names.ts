/* names.ts: what armies and their parts are called, where their owner has given no name. */
import { CHIEF, ELITE, isStructured, type Army, type Problem, type StructuredArmy } from '../engine/armies';
import type { Armoury } from './armoury';
import { capital, numeral, say } from './words';

export function armyName(armoury: Armoury, army: Army): string {
  return army.name ?? (army.limit === undefined ? armoury.nation(army.belligerent) : say('army.unnamed', { nation: armoury.nation(army.belligerent), limit: numeral(army.limit) }));
}

/** "Infantry regiment 2" when there are several of them. */
export function regimentTitle(armoury: Armoury, army: StructuredArmy, at: number): string {
  const regiment = army.regiments[at];
  if (!regiment) return '';
  const kind = armoury.words.titleOf('formation', regiment.type), same = army.regiments.filter(({ type }) => type === regiment.type);
  return same.length < 2 ? kind : say('army.numbered', { name: kind, number: numeral(army.regiments.slice(0, at + 1).filter(({ type }) => type === regiment.type).length) });
}

export function regimentName(armoury: Armoury, army: StructuredArmy, at: number): string {
  return army.regiments[at]?.name ?? regimentTitle(armoury, army, at);
}

/** Where a problem is, in words; '' for the army as a whole. */
export function placeName(armoury: Armoury, army: Army, { regiment, unit }: Problem): string {
  if (regiment === CHIEF) return say('army.chief');
  if (regiment === ELITE) return say('army.elite');
  if (regiment < 0) return '';
  if (!isStructured(army)) return armoury.words.of('regiment', army.regiments[regiment] ?? '');
  const name = regimentName(armoury, army, regiment), type = army.regiments[regiment]?.units[unit]?.type;
  return type === undefined ? name : say('army.in', { unit: capital(armoury.words.of('unit', type)), regiment: name });
}

/** The place on the screen where a problem is shown. */
export function placeOf({ regiment, unit }: { readonly regiment: number; readonly unit: number }): string {
  if (regiment === CHIEF) return 'chief';
  if (regiment === ELITE) return 'elite';
  if (regiment < 0) return 'army';
  return unit < 0 ? `regiment.${regiment}` : `unit.${regiment}.${unit}`;
}

/** A name for a file. */
export function fileName(armoury: Armoury, army: Army): string {
  const plain = armyName(armoury, army).normalize('NFD').replace(/\p{M}/gu, '').replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '').toLowerCase();
  return `${plain === '' ? 'army' : plain}.json`;
}
