/*
 * condition.ts: when a note of a lesson is in place. A condition is data: every member that it has must hold. Nothing here knows a game:
 * phases, events, fields and decisions are names that the lesson and the engine share.
 */
import type { Decision, EngineEvent, Fields, Owner, Seat } from '../engine/engine';
import { isSide } from '../engine/sides';
import type { Panel, Tool } from '../play/desk';

/** A value, one of several, or a number between two. */
export type Measure = number | string | readonly (number | string)[] | { readonly least?: number; readonly most?: number };

/** "mine", "theirs", or the id of a piece. */
export type Whose = string;

/** A decision of which some members are given; those that are not may be anything. */
export interface Pattern { readonly do?: string; readonly unit?: Whose; readonly target?: Whose; readonly choice?: string }

/** Something that happened; `unit` and `target` are those of the event. */
export interface Told { readonly event: string | readonly string[]; readonly unit?: Whose; readonly target?: Whose }

export interface Condition {
  readonly seat?: Seat;
  readonly asked?: boolean;                                 /* the seat is asked, and nothing is played back any more */
  readonly phase?: string | readonly string[];              /* the seat is asked in this phase */
  readonly step?: string | readonly string[];               /* of the sequence of play */
  readonly game?: Readonly<Record<string, Measure>>;        /* fields of the game */
  readonly unit?: { readonly whose: Whose; readonly is: Readonly<Record<string, Measure>> };    /* some piece has these fields */
  readonly told?: Told;                                     /* in `when` it is still news, in `until` since the note is there */
  readonly offered?: Pattern;                               /* it may be decided now */
  readonly drafted?: Pattern;                               /* it is in the plan that is gathered */
  readonly draft?: Measure;                                 /* how many decisions that plan has */
  readonly decided?: boolean;                               /* the seat has decided since the note is there: for `until` */
  readonly selected?: Whose | 'none';
  readonly aiming?: boolean;                                /* a place is being chosen */
  readonly pondering?: boolean | Pattern;                   /* a decision, or such a one, waits for its yes, with its odds */
  readonly undo?: boolean;                                  /* something can be taken back */
  readonly panel?: Panel;
  readonly drawer?: boolean;                                /* the book of rules is open */
  readonly tool?: Tool;
  readonly over?: boolean;
  readonly any?: readonly Condition[];
  readonly not?: Condition;
}

/** All that a condition may ask about. */
export interface Situation {
  readonly seat: Seat;
  readonly asked: boolean;
  readonly playing: boolean;                                /* what others did is played back */
  readonly phase: string | null;
  readonly step: string | null;
  readonly game: Fields;
  readonly units: Readonly<Record<string, Fields>>;
  readonly sides: ReadonlyMap<string, Owner>;
  readonly events: readonly EngineEvent[];
  readonly offers: readonly Decision[];
  readonly draft: readonly Decision[];
  readonly decided: boolean;
  readonly selected: string | null;
  readonly aiming: boolean;
  readonly pondering: Decision | null;
  readonly undo: boolean;
  readonly panel: Panel;
  readonly drawer: boolean;
  readonly tool: Tool;
  readonly over: boolean;
}

function oneOf(names: string | readonly string[], name: string | null): boolean {
  return name !== null && (typeof names === 'string' ? names === name : names.includes(name));
}

function measures(measure: Measure, value: number | string | undefined): boolean {
  if (value === undefined) return false;
  if (typeof measure !== 'object') return measure === value;
  if (!('least' in measure) && !('most' in measure)) return (measure as readonly (number | string)[]).includes(value);
  return typeof value === 'number' && value >= (measure.least ?? -Infinity) && value <= (measure.most ?? Infinity);
}

/** Is it such a piece? Without `whose` any will do, also none. */
export function belongs(situation: Pick<Situation, 'seat' | 'sides'>, whose: Whose | undefined, piece: string | null | undefined): boolean {
  if (whose === undefined) return true;
  if (piece === undefined || piece === null) return false;
  if (whose !== 'mine' && whose !== 'theirs') return whose === piece;
  const side = situation.sides.get(piece);
  return isSide(side) && (side === situation.seat) === (whose === 'mine');
}

export function fits(situation: Pick<Situation, 'seat' | 'sides'>, pattern: Pattern, decision: Decision): boolean {
  return (pattern.do === undefined || pattern.do === decision.do)
    && (pattern.choice === undefined || pattern.choice === decision.choice)
    && belongs(situation, pattern.unit, decision.unit) && belongs(situation, pattern.target, decision.target);
}

function allMeasure(wanted: Readonly<Record<string, Measure>>, fields: Fields): boolean {
  return Object.entries(wanted).every(([name, measure]) => measures(measure, fields[name]));
}

function isSelected(situation: Situation, whose: Whose | 'none'): boolean {
  return whose === 'none' ? situation.selected === null : belongs(situation, whose, situation.selected);
}

function isPondered(situation: Situation, wanted: boolean | Pattern): boolean {
  if (typeof wanted === 'boolean') return wanted === (situation.pondering !== null);
  return situation.pondering !== null && fits(situation, wanted, situation.pondering);
}

function wasTold(situation: Situation, told: Told): boolean {
  return situation.events.some(({ event, unit, target }) =>
    oneOf(told.event, event) && belongs(situation, told.unit, unit) && belongs(situation, told.target, target));
}

type Member = Exclude<keyof Condition, 'any' | 'not'>;
type Wanted = { readonly [M in Member]: NonNullable<Condition[M]> };
type Tests = { readonly [M in Member]: (wanted: Wanted[M], now: Situation) => boolean };

/* One test for each member; what is asked by a plain value is compared. */
const tests: Tests = {
  seat: (wanted, now) => wanted === now.seat,
  asked: (wanted, now) => wanted === (now.asked && !now.playing),
  phase: (wanted, now) => now.asked && oneOf(wanted, now.phase),
  step: (wanted, now) => oneOf(wanted, now.step),
  game: (wanted, now) => allMeasure(wanted, now.game),
  unit: (wanted, now) => Object.entries(now.units).some(([id, fields]) => belongs(now, wanted.whose, id) && allMeasure(wanted.is, fields)),
  told: (wanted, now) => wasTold(now, wanted),
  offered: (wanted, now) => now.asked && now.offers.some(offer => fits(now, wanted, offer)),
  drafted: (wanted, now) => now.draft.some(decision => fits(now, wanted, decision)),
  draft: (wanted, now) => measures(wanted, now.draft.length),
  decided: (wanted, now) => wanted === now.decided,
  selected: (wanted, now) => isSelected(now, wanted),
  aiming: (wanted, now) => wanted === now.aiming,
  pondering: (wanted, now) => isPondered(now, wanted),
  undo: (wanted, now) => wanted === now.undo,
  panel: (wanted, now) => wanted === now.panel,
  drawer: (wanted, now) => wanted === now.drawer,
  tool: (wanted, now) => wanted === now.tool,
  over: (wanted, now) => wanted === now.over,
};

/** Every member that a condition may have. */
export const members: readonly string[] = [...Object.keys(tests), 'any', 'not'];

function test<M extends Member>(member: M, condition: Condition, now: Situation): boolean {
  const wanted = condition[member];
  return wanted === undefined || tests[member](wanted as Wanted[M], now);
}

export function holds(condition: Condition, now: Situation): boolean {
  return (Object.keys(tests) as Member[]).every(member => test(member, condition, now))
    && (condition.any === undefined || condition.any.some(each => holds(each, now)))
    && (condition.not === undefined || !holds(condition.not, now));
}
