/* edits.ts: changes of an army's document. Each gives another document; what may not be is for the engine to say. */
import type { Army, ArmyUnit, Commander, EliteUnit, FlatArmy, Regiment, StructuredArmy, StructuredList } from '../engine/armies';

export function inserted<T>(list: readonly T[], at: number, item: T): T[] {
  return [...list.slice(0, at), item, ...list.slice(at)];
}

export function removed<T>(list: readonly T[], at: number): T[] {
  return list.filter((_, i) => i !== at);
}

export function replaced<T>(list: readonly T[], at: number, item: T): T[] {
  return list.map((each, i) => (i === at ? item : each));
}

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from];
  return item === undefined || to < 0 || to >= list.length ? [...list] : inserted(removed(list, from), to, item);
}

/** In it, or no longer in it. */
export function toggled(list: readonly string[], item: string): string[] {
  return list.includes(item) ? list.filter(each => each !== item) : [...list, item];
}

type Named = { readonly name?: string };

/** With another name; without one when that is empty. */
export function renamed<T extends Named>(thing: T, name: string): T {
  const { name: _, ...rest } = thing;
  return (name.trim() === '' ? rest : { ...thing, name: name.trim() }) as T;
}

export function withRegiment(army: StructuredArmy, at: number, change: (regiment: Regiment) => Regiment): StructuredArmy {
  const regiment = army.regiments[at];
  return regiment ? { ...army, regiments: replaced(army.regiments, at, change(regiment)) } : army;
}

export function withUnits(army: StructuredArmy, at: number, change: (units: readonly ArmyUnit[]) => readonly ArmyUnit[]): StructuredArmy {
  return withRegiment(army, at, regiment => ({ ...regiment, units: change(regiment.units) }));
}

/** The unit goes to the end of another regiment. */
export function transferred(army: StructuredArmy, from: number, unit: number, to: number): StructuredArmy {
  const moving = army.regiments[from]?.units[unit];
  return moving ? withUnits(withUnits(army, from, units => removed(units, unit)), to, units => [...units, moving]) : army;
}

export function withOptions<T extends ArmyUnit>(unit: T, options: readonly string[]): T {
  const { options: _, ...rest } = unit;
  return (options.length === 0 ? rest : { ...unit, options }) as T;
}

export function withAlly(regiment: Regiment, ally: string | null): Regiment {
  const { ally: _, ...own } = regiment;
  return ally === null ? own : { ...own, ally };
}

export function withElite(army: StructuredArmy, elite: EliteUnit | null): StructuredArmy {
  const { elite: _, ...rest } = army;
  return elite ? { ...rest, elite } : rest;
}

export function withDrill(elite: EliteUnit, drilled: boolean): EliteUnit {
  const { drilled: _, ...rest } = elite;
  return drilled ? { ...rest, drilled } : rest;
}

/** Only what differs from the book is said. */
export function withRule(army: StructuredArmy, name: string, value: number, standard: number): StructuredArmy {
  const { rules, ...rest } = army, { [name]: _, ...others } = rules ?? {};
  const next = value === standard ? others : { ...others, [name]: value };
  return Object.keys(next).length === 0 ? rest : { ...rest, rules: next };
}

/** How many elite units a structure has: what it limits besides regiments. */
export function eliteLimit(list: StructuredList, structure: string): number {
  const limits = list.structures.find(({ id }) => id === structure)?.limits ?? {};
  return Object.entries(limits).reduce((sum, [id, [, high]]) => (list.regiments.some(kind => kind.id === id) ? sum : sum + high), 0);
}

function leastRank(list: StructuredList, role: 'chief' | 'regiment'): Commander {
  return { rank: list.ranks.find(rank => rank[role])?.rank ?? 0, virtues: [], traits: [] };
}

/** A commander in chief of the lowest rank that he may have. */
export function newChief(list: StructuredList): Commander {
  return leastRank(list, 'chief');
}

/** The least that a regiment of that type must have. */
export function newRegiment(list: StructuredList, type: string): Regiment {
  const kind = list.regiments.find(({ id }) => id === type);
  const units = (kind?.places ?? []).flatMap(({ low, types: [first] }): ArmyUnit[] => (first === undefined ? [] : Array.from({ length: low }, () => ({ type: first }))));
  return kind?.commander ? { type, commander: leastRank(list, 'regiment'), units } : { type, units };
}

/** With a commander of the lowest rank, where such a regiment has one. */
export function commanded(list: StructuredList, regiment: Regiment): Regiment {
  const { commander: _, ...rest } = regiment, { commander } = newRegiment(list, regiment.type);
  return commander ? { ...rest, commander } : rest;
}

/** The same units under another name and another commander, who has nothing of the first one's. */
export function twin(list: StructuredList, regiment: Regiment): Regiment {
  return commanded(list, renamed(regiment, ''));
}

/** An army with nothing in it yet but who commands it. */
export function newArmy(ruleset: string, list: StructuredList | { readonly structured?: undefined }, belligerent: string, limit: number, structure: string | null): Army {
  const head = { format: 1, ruleset, belligerent } as const;
  return list.structured ? { ...head, structure: structure ?? '', limit, chief: newChief(list), regiments: [] } : { ...head, limit, regiments: [] };
}

/** How often the entry is taken; and with one more or less of it. */
export function countOf(army: FlatArmy, entry: string): number {
  return army.regiments.filter(id => id === entry).length;
}

export function withCount(army: FlatArmy, entry: string, change: 1 | -1): FlatArmy {
  const last = army.regiments.lastIndexOf(entry);
  if (change < 0) return last < 0 ? army : { ...army, regiments: removed(army.regiments, last) };
  return { ...army, regiments: inserted(army.regiments, last < 0 ? army.regiments.length : last + 1, entry) };
}
