/* model.ts: an army as its printed pages have it: everything by its name, with the values that it has after its options. */
import type { Army, ArmyList, ArmyUnit, Commander, EliteUnit, ProfileValue, ProfileValues, Report, StructuredArmy, StructuredList, UnitProfile, UnitType } from '../../engine/armies';
import { isStructured } from '../../engine/armies';
import type { Language } from '../../engine/engine';
import { GameWords, capital } from '../words';
import type { BoughtUnit } from './bought';
import { ruleAbout, tied, type Facts } from './facts';
import type { Base } from './rows';

/** A name with the one line that says what it means; '' when there is none. */
export interface Meaning { readonly id: string; readonly name: string; readonly tip: string }

export interface Figures { readonly id: string; readonly title: string; readonly text: string }

export interface PrintedWeapon extends Meaning { readonly ranges: readonly number[] }

export interface PrintedUnit {
  readonly number: string;                  /* "2.1": the first unit of the second regiment */
  readonly type: UnitType;
  readonly name: string;
  readonly options: readonly string[];
  readonly values: readonly Figures[];
  readonly defence: readonly Figures[];
  readonly weapons: readonly PrintedWeapon[];
  readonly special: readonly Meaning[];
  readonly forms: readonly Meaning[];       /* what it is otherwise: limbered, on foot */
  readonly wear: number;                    /* how much it bears: boxes to tick */
  readonly base: Base | null;
  readonly points: number | null;
}

export interface PrintedCommander {
  readonly name: string;                    /* '' when he has none */
  readonly role: string;
  readonly rank: number;
  readonly rankName: string;
  readonly virtues: readonly Meaning[];
  readonly traits: readonly Meaning[];
  readonly points: number | null;
}

export interface PrintedRegiment {
  readonly index: number;
  readonly number: string;
  readonly name: string;
  readonly kind: string;                    /* what it is, when its name does not say so */
  readonly ally: string;
  readonly points: number | null;
  readonly commander: PrintedCommander | null;
  readonly units: readonly PrintedUnit[];
}

export interface PrintedArmy {
  readonly title: string;
  readonly nation: string;
  readonly nationId: string;
  readonly structure: string;
  readonly budget: string;
  readonly game: string;
  readonly limit: number;
  readonly points: number;
  readonly count: number;
  readonly chief: PrintedCommander | null;
  readonly regiments: readonly PrintedRegiment[];
  readonly values: readonly Figures[];      /* the columns of the roster: their text is not of any unit */
  readonly defence: readonly Figures[];
  readonly against: string;                 /* what the titles of all defences begin with */
  readonly report: Report;
}

export interface Source {
  readonly army: Army;
  readonly list: ArmyList;
  readonly listOf: (nation: string) => ArmyList | null;
  readonly report: Report;
  readonly ruleset: string;
  readonly language: Language;
  readonly facts: Facts;
}

interface Raw extends UnitProfile { readonly points: number | null }

const shown = (value: ProfileValue): string => (typeof value === 'number' ? String(value) : value.length ? value.join('/') : '–');

/** What several titles begin with, by whole words: "Defence against". */
export function beginning(titles: readonly string[]): string {
  const [first = '', ...others] = titles.map(title => title.split(' ')).sort((a, b) => a.length - b.length);
  if (others.length === 0 || first === '') return '';
  let same = 0;
  while (same < first.length - 1 && others.every(other => other[same] === first[same])) same++;
  return first.slice(0, same).join(' ');
}

/* Of a type that the list has not, which is for the report to say, nothing is known but its name. */
function typeIn(types: readonly UnitType[], wanted: string): UnitType {
  return types.find(({ id }) => id === wanted) ?? { id: wanted, class: '', values: {}, defence: {}, weapons: [], special: [] };
}

const STAR = '★';                          /* for the number of the elite unit */

class Printer {
  private readonly words: GameWords;
  private units = 0;                        /* that were printed so far */

  constructor(private readonly from: Source) {
    this.words = new GameWords(from.ruleset);
  }

  private meaning(id: string, sets: readonly string[]): Meaning {
    const set = sets.find(each => this.words.find(`${each}.${id}`) !== undefined), name = set === undefined ? id : this.words.of(set, id);
    const own = set === undefined ? undefined : this.from.facts.sheet?.meanings?.[`${set}.${id}`]?.[this.from.language];
    const tip = sets.map(each => this.words.tip(each, id)).find(each => each !== undefined) ?? own ?? ruleAbout(this.from.facts, name, this.from.language)?.text ?? '';
    return { id, name: capital(name), tip: tied(tip) };
  }

  private figures(set: string, values: ProfileValues): Figures[] {
    return Object.entries(values).map(([id, value]) => ({ id, title: this.words.titleOf(set, id), text: shown(value) }));
  }

  /* Options lie over the type in their order. What they bring is a weapon where the game has such a weapon. */
  private laidOver(type: UnitType, taken: readonly string[], elite: EliteUnit | null): Raw {
    const options = (type.options ?? []).filter(({ id }) => taken.includes(id));
    let values = type.values, weapons = [...type.weapons], special = [...type.special], points = type.points ?? null;
    for (const option of options) {
      values = { ...values, ...option.values };
      weapons = [...weapons.filter(id => !option.loses.includes(id)), ...option.gains.filter(id => this.words.find(`weapon.${id}`) !== undefined)];
      special = [...special.filter(id => !option.loses.includes(id)), ...option.gains.filter(id => this.words.find(`weapon.${id}`) === undefined)];
      if (points !== null) points += option.points;
    }
    if (elite && this.from.list.structured && points !== null) points += this.from.list.elite.points + (elite.drilled ? this.from.list.elite.drilled : 0);
    return { values, defence: type.defence, weapons: [...new Set(weapons)], special: [...new Set(special)], points };
  }

  private told(set: string, values: ProfileValues): string {
    return this.figures(set, values).map(({ title, text }) => `${title} ${text}`).join(', ');
  }

  /* What else it may be, with the values that are then others. */
  private forms(type: UnitType, bought: BoughtUnit | undefined): Meaning[] {
    const form = (id: string, tip: string): Meaning => ({ id, name: this.words.titleOf('form', id), tip });
    if (bought) {
      const now = bought.values(type.values);
      return bought.forms.map(({ form: id, values }) => {
        const others = Object.entries(values(type.values)).filter(([name, value]) => shown(value) !== shown(now[name] ?? []));
        return form(id, this.told('value', Object.fromEntries(others)));
      });
    }
    const forms = type.limbered === undefined ? [] : [form('limbered', this.told('value', { speed: type.limbered }))];
    return type.on_foot ? [...forms, form('dismounted', `${this.told('value', type.on_foot.values)}, ${this.told('defence', type.on_foot.defence)}`)] : forms;
  }

  private unit(type: UnitType, taken: ArmyUnit, number: string, more: readonly string[], elite: EliteUnit | null): PrintedUnit {
    const options = taken.options ?? [], bought = this.nextBought(type), raw = this.laidOver(type, options, elite);
    const values = bought?.values(type.values) ?? raw.values, endurance = values['endurance'];
    const names = options.map(option => this.words.upgrade(type.id, option));
    if (elite) names.push(this.words.of('upgrade', 'elite'));
    if (elite?.drilled) names.push(this.words.of('upgrade', 'drilled'));
    return {
      number, type, name: this.words.titleOf('unit', type.id), options: names, values: this.figures('value', values), defence: this.figures('defence', bought?.defence ?? raw.defence),
      weapons: raw.weapons.map(id => ({ ...this.meaning(id, ['weapon', 'special']), ranges: this.from.facts.ranges.get(id) ?? [] })),
      special: [...new Set([...raw.special, ...more, ...bought?.special ?? []])].map(id => this.meaning(id, ['special'])), forms: this.forms(type, bought),
      wear: typeof endurance === 'number' ? endurance : 0, base: bought?.base ?? this.from.facts.baseOf(type.id, options), points: raw.points === null ? null : bought?.points ?? raw.points,
    };
  }

  /* Units come in the order of the document, here and there; should they ever not, the list alone is believed. */
  private nextBought(type: UnitType): BoughtUnit | undefined {
    const next = this.from.facts.bought?.[this.units++];
    return next?.type === type.id ? next : undefined;
  }

  private commander(who: Commander, role: string, price: 'points' | 'chief_points', list: StructuredList): PrintedCommander {
    return {
      name: who.name ?? '', role: this.words.titleOf('role', role), rank: who.rank, rankName: this.words.of('rank', String(who.rank)),
      virtues: who.virtues.map(id => this.meaning(id, ['virtue'])), traits: who.traits.map(id => this.meaning(id, ['trait'])),
      points: list.ranks.find(({ rank }) => rank === who.rank)?.[price] ?? null,
    };
  }

  private structured(army: StructuredArmy, list: StructuredList): Pick<PrintedArmy, 'chief' | 'regiments'> {
    const regiments = army.regiments.map((regiment, index): PrintedRegiment => {
      const types = (regiment.ally === undefined ? null : this.from.listOf(regiment.ally))?.types ?? list.types, kind = this.words.titleOf('formation', regiment.type);
      return {
        index, number: String(index + 1), name: regiment.name ?? kind, kind: regiment.name === undefined ? '' : this.words.of('formation', regiment.type),
        ally: regiment.ally === undefined ? '' : this.words.titleOf('belligerent', regiment.ally), points: this.from.report.regiment_points?.[index] ?? null,
        commander: regiment.commander ? this.commander(regiment.commander, 'commander', 'points', list) : null,
        units: regiment.units.map((unit, place) => this.unit(typeIn([...types, ...list.types], unit.type), unit, `${index + 1}.${place + 1}`, [], null)),
      };
    });
    const chief = army.chief ? this.commander(army.chief, 'commander_in_chief', 'chief_points', list) : null;
    const { elite } = army;
    if (!elite) return { chief, regiments };
    const unit = this.unit(typeIn(list.types, elite.type), elite, STAR, [], elite);
    return {
      chief,
      regiments: [...regiments, {
        index: regiments.length, number: STAR, name: this.words.titleOf('formation', 'elite_unit'), kind: '', ally: '',
        points: this.from.report.elite_points ?? null, commander: null, units: [unit],
      }],
    };
  }

  private flat(ids: readonly string[]): PrintedRegiment[] {
    return ids.map((wanted, index) => {
      const entry = this.from.list.entries.find(({ id }) => id === wanted);
      const units = (entry?.units ?? []).map(({ type, special = [] }, place) => this.unit(typeIn(this.from.list.types, type), { type }, `${index + 1}.${place + 1}`, special, null));
      return { index, number: String(index + 1), name: entry?.name[this.from.language] ?? wanted, kind: entry ? wanted : '', ally: '', points: entry?.points ?? null, commander: null, units };
    });
  }

  army(): PrintedArmy {
    const { army, list, report } = this.from, nation = this.words.titleOf('belligerent', army.belligerent);
    const parts = isStructured(army) && list.structured ? this.structured(army, list)
      : { chief: null, regiments: isStructured(army) ? [] : this.flat(army.regiments) };
    const first = list.types[0], defence = first ? this.figures('defence', first.defence) : [], budget = list.structured ? list.budgets.find(({ points }) => points === report.limit) : undefined;
    return {
      title: army.name?.trim() || nation, nation, nationId: army.belligerent, structure: isStructured(army) ? this.words.titleOf('structure', army.structure) : '',
      budget: budget ? this.words.of('budget', budget.id) : '', game: this.words.of('game', 'title'), limit: report.limit, points: report.points, count: report.units,
      ...parts, values: first ? this.figures('value', first.values) : [], defence, against: beginning(defence.map(({ title }) => title)), report,
    };
  }
}

export function printedArmy(source: Source): PrintedArmy {
  return new Printer(source).army();
}

/** Every special rule and weapon of the army with its meaning, each once, by name. */
export function meaningsIn(army: PrintedArmy): Meaning[] {
  const all = new Map<string, Meaning>();
  for (const { units } of army.regiments) for (const { weapons, special } of units) for (const each of [...weapons, ...special]) if (each.tip) all.set(each.name, each);
  return [...all.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** A defence without what all of them begin with: "infantry". */
export function shortTitle(army: PrintedArmy, title: string): string {
  return army.against && title.startsWith(army.against) ? title.slice(army.against.length).trim() : title;
}
