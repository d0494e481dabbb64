/*
 * armies.ts: the army lists of a game, for a page that builds armies. It knows no rules: what may be taken, what is wrong with an army
 * and what would mend it comes from the engine.
 *
 * An army is a plain object. What comes from outside (a file, a code, the browser's store) is `unknown` until check(), read() or
 * decode() have made an Army of it. A fault is a value: nothing here throws, but for load functions whose files do not come (LoadError).
 */
import type { Language } from './engine';
import { loadArmyParts, type BothLanguages, type GameOption, type Parts } from './load';
import { EngineFault, Wire, type Fault, type WireExports } from './wire';

export type { Fault } from './wire';

/** A value, or what is wrong: `const { value, fault } = armies.decode(code); if (fault) ...`. */
export type Answer<T> = { readonly value: T; readonly fault?: undefined } | { readonly value?: undefined; readonly fault: Fault };

/* The document of an army. */

interface ArmyHead {
  readonly format: 1;
  readonly ruleset: string;
  readonly belligerent: string;             /* its word is "belligerent.<id>" */
  readonly limit?: number;                  /* the agreed points; the list's limit.standard when it is not there */
  readonly name?: string;                   /* what its owner calls it */
}

/** An army of whole regiments: ids of the list's entries, one for each that is taken. */
export interface FlatArmy extends ArmyHead {
  readonly regiments: readonly string[];
}

export interface Commander {
  readonly name?: string;
  readonly rank: number;                    /* "rank.<n>" */
  readonly virtues: readonly string[];      /* "virtue.<id>" */
  readonly traits: readonly string[];       /* "trait.<id>" */
}

export interface ArmyUnit {
  readonly type: string;                    /* "unit.<id>" */
  readonly options?: readonly string[];     /* "upgrade.<unit>.<id>" */
}

export interface Regiment {
  readonly type: string;                    /* "formation.<id>" */
  readonly name?: string;
  readonly ally?: string;                   /* a belligerent; absent: the army's own */
  readonly commander?: Commander;           /* where the list's regiment has `commander` */
  readonly units: readonly ArmyUnit[];
}

export interface EliteUnit extends ArmyUnit {
  readonly drilled?: boolean;               /* "upgrade.drilled" */
}

export interface StructuredArmy extends ArmyHead {
  readonly structure: string;               /* "structure.<id>" */
  readonly rules?: Readonly<Record<string, number>>;     /* options of the game that it is made for; absent: the book's */
  readonly chief?: Commander;
  readonly regiments: readonly Regiment[];
  readonly elite?: EliteUnit;
}

export type Army = FlatArmy | StructuredArmy;

export function isStructured(army: Army): army is StructuredArmy {
  return 'structure' in army;
}

/* The list: what a belligerent may take. */

/** A value of a profile: a number, or one number for each of several ranges. "value.<name>". */
export type ProfileValue = number | readonly number[];
export type ProfileValues = Readonly<Record<string, ProfileValue>>;

/** What may be bought for a unit, and what it changes. */
export interface UnitOption {
  readonly id: string;                      /* "upgrade.<unit>.<id>" */
  readonly points: number;
  readonly values?: ProfileValues;          /* the values as they are with it; those that it leaves are not named */
  readonly values_with?: Readonly<Record<string, ProfileValues>>;       /* by another option: the values as they are with both */
  readonly gains: readonly string[];        /* special rules or weapons: "special.<id>" or "weapon.<id>" */
  readonly loses: readonly string[];
  readonly not_with: readonly string[];     /* other options of the unit */
  readonly provenance?: unknown;
}

export interface UnitProfile {
  readonly values: ProfileValues;
  readonly defence: Readonly<Record<string, number>>;
  readonly weapons: readonly string[];      /* "special.<id>" or "weapon.<id>" */
  readonly special: readonly string[];      /* "special.<id>" */
}

export interface UnitType extends UnitProfile {
  readonly id: string;
  readonly class: string;
  readonly kind?: string;                   /* "kind.<id>" */
  readonly horse?: string | null;           /* "horse.<id>" */
  readonly points?: number;                 /* where units have prices of their own */
  readonly limbered?: number;               /* the speed of a gun behind its horses */
  readonly on_foot?: UnitProfile;           /* of a unit that may dismount */
  readonly options?: readonly UnitOption[];
  readonly provenance?: unknown;
}

interface ListHead {
  readonly belligerent: string;
  readonly provenance: string;              /* where the tables come from: "engine.army_<provenance>" */
  readonly limit: { readonly low: number; readonly high: number; readonly standard: number };
  readonly kinds: readonly { readonly kind: string; readonly low: number; readonly high: number }[];
  readonly entries: readonly ListEntry[];   /* empty in a structured list */
  readonly types: readonly UnitType[];
  readonly rules: readonly GameOption[];    /* the options of the game on which lists depend: a structured army's `rules`, and list() */
}

/** A regiment that is taken as a whole. */
export interface ListEntry {
  readonly id: string;
  readonly name: BothLanguages;
  readonly kind: string;
  readonly points: number;
  readonly maximum: number;
  readonly units: readonly { readonly type: string; readonly special?: readonly string[] }[];
}

export interface FlatList extends ListHead {
  readonly structured?: undefined;
}

export interface Rank {
  readonly rank: number;
  readonly virtues: number;                 /* how many a commander of this rank has */
  readonly traits: number;
  readonly points: number;
  readonly chief_points: number;
  readonly chief: boolean;                  /* a commander in chief may have it */
  readonly regiment: boolean;               /* a commander of a regiment may have it */
}

/** A place in a regiment, as "2 to 4 battalions". "place.<place>" */
export interface Place {
  readonly place: string;
  readonly low: number;
  readonly high: number;
  readonly types: readonly string[];        /* empty: nothing that this belligerent has may stand there */
}

export interface StructuredList extends ListHead {
  readonly structured: true;
  readonly camp: string;                    /* "camp.<id>" */
  readonly budgets: readonly { readonly id: string; readonly points: number }[];        /* "budget.<id>" */
  readonly ranks: readonly Rank[];
  readonly virtues: readonly string[];
  readonly traits: readonly { readonly id: string; readonly source: string }[];
  readonly structures: readonly { readonly id: string; readonly limits: Readonly<Record<string, readonly [low: number, high: number]>> }[];
  readonly regiments: readonly { readonly id: string; readonly name: BothLanguages; readonly commander: boolean; readonly places: readonly Place[] }[];
  /** What an elite unit costs more, and what it has of that; what its drill costs, and what that adds to its values. */
  readonly elite: {
    readonly points: number;
    readonly gains: readonly string[];
    readonly drilled: number;
    readonly drilled_adds: Readonly<Record<string, number>>;
    readonly types: readonly string[];
  };
  readonly allies: readonly string[];
}

export type ArmyList = FlatList | StructuredList;

/* The report: what is wrong, and what would mend it. */

/** Where a problem is: an index in army.regiments, or one of these. */
export const WHOLE_ARMY = -1;
export const CHIEF = -2;
export const ELITE = -3;

export interface Fix {
  readonly change: string;                  /* "none" when no one change helps: then army is null */
  readonly part: string | null;
  readonly regiment: number;
  readonly unit: number;
  readonly what: string | null;
  readonly with: string | null;
  readonly value: number;
  readonly left: number;                    /* problems that remain after it */
  readonly text: string;                    /* what to do, in the reader's language, with what remains then */
  readonly army: Army | null;               /* the whole document after the change; null also when it is longer than any army has to be */
}

export interface Problem {
  readonly rule: string;
  readonly problem: string;
  readonly code?: string;                   /* of structured armies: "E08" */
  readonly what: string | null;
  readonly found: number;
  readonly low: number;
  readonly high: number;
  readonly line: number;                    /* of the text that was checked */
  readonly regiment: number;                /* an index in army.regiments, or WHOLE_ARMY, CHIEF, ELITE */
  readonly unit: number;                    /* an index in the regiment's units; -1: the regiment itself or its commander */
  readonly text: string;                    /* in the reader's language */
  readonly fix: Fix;
}

export interface Report {
  readonly legal: boolean;
  readonly belligerent: string;
  readonly name: string | null;
  readonly points: number;
  readonly limit: number;
  readonly entries: number;                 /* regiments */
  readonly units: number;
  readonly unlisted: number;                /* further problems for which there was no room */
  readonly problems: readonly Problem[];
  /* of a structured army: what its parts cost */
  readonly structure?: string;
  readonly chief_points?: number;
  readonly elite_points?: number;
  readonly regiment_points?: readonly number[];
}

/** An army that was read, legal or not. */
export interface Checked {
  readonly army: Army;
  readonly report: Report;
}

/* The calls. */

/** The functions of web/engine/armies.c. */
interface Exports extends WireExports {
  wasm_armies(length: number): number;
  wasm_army_list(length: number): number;
  wasm_army_check(length: number, language: number): number;
  wasm_army_suggest(length: number): number;
  wasm_army_encode(length: number): number;
  wasm_army_decode(length: number): number;
  wasm_army_battle(aLength: number, bLength: number, messageLength: number): number;
}

interface Muster {
  readonly belligerents: readonly string[];
  readonly belligerent_set: string;         /* their words are "<set>.<id>" */
  readonly kinds: readonly string[];
  readonly kind_set: string;
  readonly rules: readonly GameOption[];
  readonly name_bytes: number;
  readonly codes: boolean;
}

const languageNumber: Record<Language, number> = { en: 0, fr: 1 };
const encoder = new TextEncoder();

/** The text of an army's file: what check() counts lines in, and what is offered for saving. */
export function armyText(army: Army): string {
  return `${JSON.stringify(army, null, 2)}\n`;
}

/** The game that a document says it is for; '' when it says nothing of the kind. */
export function rulesetOf(document: unknown): string {
  const value = typeof document === 'string' ? parsed(document) : document;
  const ruleset: unknown = typeof value === 'object' && value !== null && 'ruleset' in value ? value.ruleset : '';
  return typeof ruleset === 'string' ? ruleset : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/* The text that the engine judges. A string is a file's own text, with its own lines. */
function textOf(document: unknown): string {
  if (typeof document === 'string') return document;
  try {
    return (JSON.stringify(document) as string | undefined) ?? '';
  } catch {
    return '';                              /* it goes round in a circle, or too deep */
  }
}

/* An instance with every document of the game, and what it says of the game's lists. */
async function connect(ruleset: string, parts: Parts): Promise<{ wire: Wire<Exports>; muster: Muster | null }> {
  const wire = await Wire.load<Exports>(parts.module);
  for (const [name, text] of parts.documents) wire.addDocument(name, text);
  return { wire, muster: wire.answer<Muster | null>(wire.exports.wasm_armies(wire.sendJson({ ruleset }))) };
}

/** The lists of one game. All calls are synchronous and take a millisecond or two. */
export class Armies {
  private spare: Wire<Exports> | null = null;

  private constructor(private readonly parts: Parts, private wire: Wire<Exports> | null, readonly ruleset: string, private readonly muster: Muster) {
    this.keepSpare();
  }

  /** null for a game without army lists. */
  static async make(ruleset: string, parts: Parts): Promise<Armies | null> {
    const { wire, muster } = await connect(ruleset, parts);
    return muster && new Armies(parts, wire, ruleset, muster);
  }

  /** Who may have an army; their words are "<belligerentSet>.<id>" in the game's catalogue. */
  get belligerents(): readonly string[] { return this.muster.belligerents; }
  get belligerentSet(): string { return this.muster.belligerent_set; }
  /** What entries and regiments are divided into: "<kindSet>.<id>". */
  get kinds(): readonly string[] { return this.muster.kinds; }
  get kindSet(): string { return this.muster.kind_set; }
  /** How long a name may be, in bytes of UTF-8. */
  get nameBytes(): number { return this.muster.name_bytes; }
  /** Whether its armies have codes: encode() and decode(). */
  get codes(): boolean { return this.muster.codes; }

  /** What a belligerent may take, under options of the game (structured lists: see StructuredList.rules; else none are taken). */
  list(belligerent: string, rules: Readonly<Record<string, number>> = {}): Answer<ArmyList> {
    return this.ask(wire => {
      const list = wire.answer<ArmyList>(wire.exports.wasm_army_list(wire.sendJson({ belligerent, options: rules })));
      return { ...list, rules: this.muster.rules };
    });
  }

  /** Judge a document: an object, or the text of a file. Only what is no army of this game at all is a fault. */
  check(document: unknown, language: Language): Answer<Checked> {
    const text = textOf(document);
    return this.ask(wire => {
      const report = wire.answer<Report>(wire.exports.wasm_army_check(wire.send(encoder.encode(text)), languageNumber[language]));
      return { army: JSON.parse(text) as Army, report };
    });
  }

  /** The same without the report. */
  read(document: unknown): Answer<Army> {
    const { value, fault } = this.check(document, 'en');
    return fault ? { fault } : { value: value.army };
  }

  /** A legal army at the limit or just below it. Another seed (a whole number from 0), another army. */
  suggest(belligerent: string, limit: number, seed: number): Answer<Army> {
    return this.ask(wire => wire.answer(wire.exports.wasm_army_suggest(wire.sendJson({ belligerent, limit, seed }))));
  }

  /** A short text to share, without names; also of an illegal army. */
  encode(army: Army): Answer<string> {
    return this.ask(wire => wire.answer(wire.exports.wasm_army_encode(wire.send(encoder.encode(textOf(army))))));
  }

  /** The army of a code, without names. */
  decode(code: string): Answer<Army> {
    return this.ask(wire => wire.answer(wire.exports.wasm_army_decode(wire.send(encoder.encode(code.trim())))));
  }

  /** The scenario of a battle between two legal armies with one limit. The host of a game makes its own; this is for looking. */
  battle(a: Army, b: Army, seed: number, options: Readonly<Record<string, number>> = {}): Answer<Readonly<Record<string, unknown>>> {
    const [first, second, message] = [textOf(a), textOf(b), JSON.stringify({ seed, options })].map(text => encoder.encode(text)) as
      [Uint8Array, Uint8Array, Uint8Array];
    return this.ask(wire => {
      wire.send(first, second, message);
      return wire.answer(wire.exports.wasm_army_battle(first.length, second.length, message.length));
    });
  }

  /* An engine that stops on a bug is not asked again: the spare one takes its place, and what was asked is a fault. */
  private ask<T>(call: (wire: Wire<Exports>) => T): Answer<T> {
    this.wire ??= this.takeSpare();
    if (!this.wire) return { fault: { file: 'army', line: 0, text: 'the engine is being loaded again' } };
    try {
      return { value: call(this.wire) };
    } catch (error) {
      if (error instanceof EngineFault) return { fault: error.fault };
      this.wire = this.takeSpare();
      return { fault: { file: 'army', line: 0, text: 'the engine stopped over this' } };
    }
  }

  private takeSpare(): Wire<Exports> | null {
    const wire = this.spare;
    this.spare = null;
    this.keepSpare();
    return wire;
  }

  private keepSpare(): void {
    void connect(this.ruleset, this.parts).then(({ wire }) => { this.spare = wire; }, () => undefined);
  }
}

const kept = new Map<string, Promise<Armies | null>>();

/** The army lists of a game, loaded once; null for a game without. Throws a LoadError when a file does not come. words() of load.ts knows the game's texts from then on. */
export function loadArmies(ruleset: string): Promise<Armies | null> {
  let promise = kept.get(ruleset);
  if (!promise) {
    promise = loadArmyParts(ruleset).then(parts => parts && Armies.make(ruleset, parts));
    kept.set(ruleset, promise);
    promise.catch(() => kept.delete(ruleset));
  }
  return promise;
}
