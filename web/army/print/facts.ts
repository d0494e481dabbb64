/*
 * facts.ts: what the data of a game has for its printed pages: the steps of a turn and the orders (of any of its matches), the ranges of
 * weapons and the sizes of bases (of its tables), the texts of its rules, the contents of its reference sheet; and what the army's units are in battle.
 */
import type { Army } from '../../engine/armies';
import type { Language } from '../../engine/engine';
import { loadRuleset, makeEngine, type BothLanguages, type Game, type Parts } from '../../engine/load';
import { GameWords } from '../words';
import { loadBought, type BoughtUnit } from './bought';
import { baseIn, inches, isRow, rowsIn, type Base, type Row } from './rows';

/** A cell of a table: its very text, a text in both languages, or the key of a word of the game. */
export type Cell = string | BothLanguages | { readonly word: string };

export interface SheetRow { readonly rule?: string; readonly cells: readonly Cell[] }

/** A column that is read from a document: lengths as inches, names by their words, or the plain value. */
export interface DataColumn {
  readonly title: BothLanguages;
  readonly key: string;
  readonly as?: 'inches';
  readonly words?: Readonly<Record<string, BothLanguages>>;
  readonly without?: readonly (readonly [left_out: string, beside: string])[];
}

interface PartHead { readonly title: BothLanguages; readonly rule?: string; readonly note?: BothLanguages; readonly words?: readonly string[] }

/**
 * A part of the reference sheet: rules by their ids, a table of its own, one of a document, or what every game has. The widths of columns are
 * shares; in a grouped table the first cell is a heading over the rows that have it in common.
 */
export type SheetPart =
  | (PartHead & { readonly from: 'steps' | 'orders' })
  | (PartHead & { readonly rules: readonly (string | RuleLine)[] })
  | (PartHead & { readonly widths: readonly number[]; readonly grouped?: boolean; readonly columns: readonly (string | BothLanguages)[]; readonly rows: readonly SheetRow[] })
  | (PartHead & { readonly document: string; readonly list: string; readonly set: string; readonly widths: readonly number[]; readonly columns: readonly DataColumn[] });

/** A line of the sheet's own, with the rule that it is short for. */
export interface RuleLine extends BothLanguages { readonly rule: string }

/** data/<game>/print/sheet.json. `meanings`: one line for a word of the game whose catalogue has no tip. */
export interface Sheet {
  readonly format: 1;
  readonly meanings?: Readonly<Record<string, BothLanguages>>;
  readonly orders?: Readonly<Record<string, { readonly act: RuleLine; readonly react?: RuleLine }>>;
  readonly commanders?: readonly string[];         /* keys of words: what every commander can do */
  readonly parts: readonly SheetPart[];
}

export interface RuleRow extends BothLanguages { readonly id: string }

export interface Facts {
  readonly complete: boolean;               /* everything came */
  readonly steps: readonly { readonly name: string; readonly rule: string }[];
  readonly orders: readonly string[];
  readonly rules: ReadonlyMap<string, RuleRow>;
  readonly sheet: Sheet | null;
  readonly bought: readonly BoughtUnit[] | null;            /* the units of the army in battle; null when it is fit for none */
  readonly ranges: ReadonlyMap<string, readonly number[]>;         /* inches, by weapon */
  readonly baseOf: (type: string, options: readonly string[]) => Base | null;
  readonly table: (document: string, list: string) => readonly Row[];
}

export const noFacts: Facts = { complete: false, steps: [], orders: [], rules: new Map(), sheet: null, bought: null, ranges: new Map(), baseOf: () => null, table: () => [] };

const textIn = (row: Row | undefined, key: string): string | null => (typeof row?.[key] === 'string' ? row[key] : null);

function rangesOf(weapons: readonly Row[]): Map<string, readonly number[]> {
  const ranges = new Map<string, readonly number[]>();
  for (const { id, range } of weapons) if (typeof id === 'string' && typeof range === 'number') ranges.set(id, [inches(range)]);
  for (const { id, mixed } of weapons)
    if (typeof id === 'string' && Array.isArray(mixed)) ranges.set(id, mixed.flatMap((part: unknown) => (typeof part === 'string' ? ranges.get(part) ?? [] : [])));
  return ranges;
}

/* An option may put the unit on another base. */
function basesOf(document: Row): Facts['baseOf'] {
  const bases = new Map(rowsIn(document['bases']).map(base => [base['id'], base])), units = [...rowsIn(document['units']), ...rowsIn(document['types'])];
  return (type, options) => {
    const unit = units.find(({ id }) => id === type);
    const taken = rowsIn(unit?.['options']).filter(({ id }) => typeof id === 'string' && options.includes(id)).map(option => textIn(option, 'base'));
    return baseIn(bases.get(taken.filter(name => name !== null).at(-1) ?? textIn(unit, 'base')));
  };
}

async function loadSheet(ruleset: string): Promise<Sheet | null> {
  const answer = await fetch(`data/${ruleset}/print/sheet.json`);
  return answer.ok ? JSON.parse(await answer.text(), (_, value: unknown) => (typeof value === 'string' ? tied(value) : value)) as Sheet : null;
}

/* Any scenario will do. An engine that stops on a bug leaves the pages without turn and orders. */
async function loadTurn(game: Game, parts: Parts): Promise<Pick<Facts, 'steps' | 'orders' | 'complete'>> {
  try {
    const match = (await makeEngine(parts)).loadMatch(game.id, game.scenarios[0]?.id ?? '');
    return { steps: match.sequence, orders: match.kinds.find(({ set }) => set === 'order')?.choices ?? [], complete: true };
  } catch {
    return { steps: [], orders: [], complete: false };
  }
}

/** Rejects when a file of the game does not come. */
export async function loadFacts(game: Game, army: Army): Promise<Facts> {
  const [parts, sheet] = await Promise.all([loadRuleset(game.id, game.scenarios[0]?.id), loadSheet(game.id)]);
  const documents = new Map<string, Row>();
  for (const [name, text] of parts.documents) {
    const document: unknown = name.startsWith(`${game.id}/`) ? JSON.parse(text) : null;
    if (isRow(document)) documents.set(name.slice(game.id.length + 1), document);
  }
  const table = (document: string, list: string): readonly Row[] => rowsIn(documents.get(document)?.[list]);
  const rules = (table('rules.json', 'rules') as unknown as readonly RuleRow[]).map(rule => ({ ...rule, en: tied(rule.en), fr: tied(rule.fr) }));
  return {
    ...await loadTurn(game, parts), bought: await loadBought(game, army, parts), rules: new Map(rules.map(rule => [rule.id, rule])),
    sheet, ranges: rangesOf(table('weapons.json', 'weapons')), baseOf: basesOf(documents.get('units.json') ?? {}), table,
  };
}

/** A text whose signs stay with the word before them, as French sets them. */
export function tied(text: string): string {
  return text.replace(/ (?=[:;?!»])/g, '\u00a0');
}

const plain = (text: string): string => text.replaceAll('’', '\'').toLocaleLowerCase();

/** What the rules say of a thing by its name: "Square: never flanked." gives the rest, without the sentences that follow when it is long. */
export function ruleAbout(facts: Facts, name: string, language: Language): { readonly rule: string; readonly text: string } | null {
  const wanted = plain(name);
  for (const rule of facts.rules.values()) {
    const text = rule[language], colon = text.indexOf(':');
    const head = plain(text.slice(0, Math.max(0, colon))).replace(/\(.*\)/, '').trim();
    if (head !== wanted) continue;
    const body = text.slice(colon + 1).trim(), end = body.length > 150 ? body.indexOf('. ') : -1;
    return { rule: rule.id, text: body.charAt(0).toLocaleUpperCase() + (end < 0 ? body.slice(1) : body.slice(1, end + 1)) };
  }
  return null;
}

/** What every commander of the game can do. */
export function everyones(facts: Facts, ruleset: string): { readonly id: string; readonly name: string; readonly tip: string }[] {
  const words = new GameWords(ruleset);
  return (facts.sheet?.commanders ?? []).map(key => ({ id: key, name: words.find(key) ?? key, tip: words.find(`${key}.tip`) ?? '' }));
}
