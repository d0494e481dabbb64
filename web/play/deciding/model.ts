/*
 * model.ts: what may be decided now, in the order of the offers. Everything follows from the offers and from what the match says of its
 * kinds of decision; no game is known here.
 */
import type { Base } from './geometry';
import type { Decision, EngineEvent, Kind, Language, Match, Member, Offer, Owner, Seat, StateView } from '../../engine/engine';

/** One offer with its place in the list, by which the engine knows it. */
export interface Answer {
  readonly index: number;
  readonly decision: Decision;             /* what is open in it means nothing yet */
  readonly open: readonly Member[];
  readonly text: string;
  readonly among?: readonly Decision[];    /* offers that are ready and differ in their place or heading alone: what is open is one of these */
}

/** What a piece may do, by what is still to be said. */
export interface Acts {
  readonly plain: readonly Answer[];                            /* ready to be taken */
  readonly targets: ReadonlyMap<string, readonly Answer[]>;     /* ready, at a target */
  readonly open: readonly Answer[];                             /* a place, a heading or a number is missing */
}

export interface Question {
  readonly answers: readonly Answer[];
  readonly free: readonly Answer[];                             /* those of no piece */
  readonly units: ReadonlyMap<string, readonly Answer[]>;
}

export const nothing: Question = { answers: [], free: [], units: new Map() };

export function answerOf(offer: Offer, index: number): Answer {
  const { open = [], text = '', ...decision } = offer;
  return { index, decision, open, text };
}

function group(answers: readonly Answer[], key: (answer: Answer) => string | undefined): Map<string, Answer[]> {
  const groups = new Map<string, Answer[]>();
  for (const answer of answers) {
    const name = key(answer);
    if (name === undefined) continue;
    const known = groups.get(name);
    if (known) known.push(answer);
    else groups.set(name, [answer]);
  }
  return groups;
}

const PLACES = ['at', 'heading'] as const;

/* Everything of a decision but where and how the piece would stand, and its text; undefined when it says neither. */
function deed({ decision, open, text }: Answer): string | undefined {
  const { at, heading, ...rest } = decision;
  return open.length > 0 || rest.target !== undefined || (at === undefined && heading === undefined) ? undefined : JSON.stringify([rest, text]);
}

/* Ready offers of one deed at several places that read alike become one with a place to choose. */
function folded(answers: readonly Answer[]): readonly Answer[] {
  const deeds = group(answers, deed);
  return answers.flatMap(answer => {
    const same = deeds.get(deed(answer) ?? '') ?? [];
    if (same.length < 2) return [answer];
    if (same[0] !== answer) return [];
    const among = same.map(({ decision }) => decision);
    const open = PLACES.filter(member => among.some(decision => String(decision[member]) !== String(answer.decision[member])));
    return [{ ...answer, open, among }];
  });
}

export function questionOf(offers: readonly Offer[]): Question {
  const answers = folded(offers.map(answerOf));
  return { answers, free: answers.filter(({ decision }) => decision.unit === undefined), units: group(answers, ({ decision }) => decision.unit) };
}

/**
 * What may be planned: all that is offered before the plan, so that every answer can be changed, and what the plan so far has opened. An
 * answer has the number that it has now, while something is planned. What recalls is not listed: the plan itself is changed. What adds is listed
 * where it may be added now, or put in place of another of its kind that the plan has.
 */
export function planQuestion(first: readonly Offer[], rest: readonly Offer[], kinds: readonly Kind[] = [], planned: readonly Decision[] = []): Question {
  const has = (decision: Decision, flag: 'recalls' | 'adds'): boolean => kinds.some(kind => kind[flag] && kind.name === decision.do);
  const isListed = ({ decision }: Answer): boolean => !has(decision, 'recalls');
  const told = new Set(planned.map(({ unit }) => unit));
  const isStill = (answer: Answer, now: ReadonlySet<Answer>): boolean => {
    const { decision } = answer;
    if (!has(decision, 'adds') || !told.has(decision.unit) || now.has(answer)) return true;
    return decision.at === undefined && decision.target === undefined && planned.some(({ unit, do: name }) => unit === decision.unit && name === decision.do);
  };
  const now = rest.map(answerOf).filter(isListed), byKey = new Map(now.map(answer => [decisionKey(answer.decision), answer])), known = new Set(now);
  const before = first.map(answerOf).filter(isListed).map(answer => byKey.get(decisionKey(answer.decision)) ?? answer).filter(answer => isStill(answer, known));
  const listed = new Set(before), answers = [...before, ...now.filter(answer => !listed.has(answer))];
  return { answers, free: now.filter(({ decision }) => decision.unit === undefined), units: group(answers, ({ decision }) => decision.unit) };
}

export function actsOf(question: Question, unit: string): Acts {
  const answers = question.units.get(unit) ?? [];
  const ready = answers.filter(({ open }) => open.length === 0);
  return {
    plain: ready.filter(({ decision }) => decision.target === undefined),
    targets: group(ready, ({ decision }) => decision.target),
    open: answers.filter(({ open }) => open.length > 0),
  };
}

/** What may be done at each target: by the piece that acts, if one does, and by no piece in particular. */
export function targetsOf(question: Question, unit: string | null): ReadonlyMap<string, readonly Answer[]> {
  const ready = [...(unit === null ? [] : question.units.get(unit) ?? []), ...question.free].filter(({ open }) => open.length === 0);
  return group(ready, ({ decision }) => decision.target);
}

export const placeKey = ({ x, y }: { readonly x: number; readonly y: number }): string => `${x} ${y}`;

/** What may be done at each place: by the piece that acts or, where nobody does, by whoever may. Only what is ready and names no target. */
export function sitesOf(question: Question, unit: string | null): ReadonlyMap<string, readonly Answer[]> {
  const answers = unit === null ? question.answers : [...(question.units.get(unit) ?? []), ...question.free];
  return group(answers, ({ decision: { at, target }, open }) => (at && target === undefined && open.length === 0 ? placeKey({ x: at[0], y: at[1] }) : undefined));
}

/** Each deed once: ways of doing the same to the same target are chosen between when it is pondered. */
export function distinct(answers: readonly Answer[]): readonly Answer[] {
  const known = new Set<string>();
  return answers.filter(({ decision, open }) => {
    const { at: _at, heading: _heading, ...rest } = decision;
    const name = JSON.stringify([rest, open]);
    return !known.has(name) && known.add(name);
  });
}

/** The only piece that is asked about, if there is just one. */
export function onlyUnit(question: Question): string | null {
  const [first, second] = question.units.keys();
  return first !== undefined && second === undefined ? first : null;
}

/** Each piece has one thing to do: choosing the piece is the decision. */
export function isChoiceOfUnit(question: Question): boolean {
  return question.units.size > 1 && [...question.units.values()].every(answers => answers.length === 1);
}

/** The answers in one place each, whatever is open in them: moving and moving turned are one form with two tabs. */
export function tabsOf(acts: Acts, answer: Answer): readonly Answer[] {
  const hasPlace = answer.open.includes('at');
  return acts.open.filter(other => other.open.includes('at') === hasPlace);
}

export function kindOf(match: Match, name: string): Kind | undefined {
  return match.kinds.find(kind => kind.name === name);
}

/** Once taken it is never taken back. */
export function isBinding(match: Match, decision: Decision): boolean {
  return kindOf(match, decision.do)?.binding === true;
}

/** It is asked about again before it is given. */
export function isGrave(match: Match, decision: Decision): boolean {
  return kindOf(match, decision.do)?.grave === true;
}

/**
 * What is to be done by the only piece there is, when that is one thing that wants a place or a facing, and beside it a chance may at most be
 * let pass: there is nothing to choose before the place.
 */
export function loneAim(match: Match, question: Question): Answer | null {
  const unit = onlyUnit(question);
  const [answer, other] = unit === null ? [] : question.units.get(unit) ?? [];
  const isAlone = answer !== undefined && other === undefined && answer.open.length > 0;
  return isAlone && question.free.every(({ decision }) => kindOf(match, decision.do)?.declines === true) ? answer : null;
}

/**
 * The pieces with something to do in the same question, when an answer of no piece would end it for all of them. Letting a chance pass is no
 * end; neither is what the question goes on after: `after` tells what would still be offered, null where something else comes next.
 */
export function leftUnused(match: Match, question: Question, { decision, open }: Answer,
  after: (decision: Decision) => readonly Offer[] | null = () => null): readonly string[] {
  const isEnd = decision.unit === undefined && decision.choice === undefined && open.length === 0 && kindOf(match, decision.do)?.declines !== true;
  if (!isEnd) return [];
  const still = new Set(after(decision)?.map(({ unit }) => unit));
  return [...question.units.keys()].filter(unit => !still.has(unit));
}

const FEW = 6;                              /* pieces that are all named */

/**
 * Those of the pieces that are worth naming when much is left undone: all of a few; of many those that could do something to somebody, at a
 * target or a place, and not only go elsewhere, as all can.
 */
export function worthNaming(question: Question, units: readonly string[]): readonly string[] {
  if (units.length <= FEW) return units;
  return units.filter(unit => question.units.get(unit)?.some(({ decision: { target, at }, open }) => open.length === 0 && (target !== undefined || at !== undefined)));
}

/** A decision without what the engine does not read. */
export function sameDecision(a: Decision, b: Decision): boolean {
  return a.do === b.do && a.unit === b.unit && a.target === b.target && a.choice === b.choice && a.value === b.value
    && a.at?.[0] === b.at?.[0] && a.at?.[1] === b.at?.[1] && a.heading === b.heading;
}

/** The offer that such a decision takes up: itself, or one in which it fills in what is open. */
export function offerFor({ answers }: Question, decision: Decision): Answer | undefined {
  const fills = ({ decision: offered, open, among }: Answer): boolean => {
    if (among) return among.some(each => sameDecision(each, decision));
    const filled = Object.fromEntries(open.map(member => [member, decision[member]]));
    return sameDecision({ ...offered, ...filled }, decision);
  };
  return answers.find(({ open, decision: offered }) => open.length === 0 && sameDecision(offered, decision)) ?? answers.find(fills);
}

/* Equal for decisions that are the same. */
function decisionKey({ do: name, unit, target, choice, value, at, heading }: Decision): string {
  return [name, unit, target, choice, value, at?.[0], at?.[1], heading].join(' ');
}

/** What a button of the page says of the decision that it takes: "kind unit target choice". */
export function offerName(decision: Decision): string {
  return [decision.do, decision.unit ?? '', decision.target ?? '', decision.choice ?? ''].join(' ');
}

/** The next of the names after one of them, around. */
export function after(names: readonly string[], name: string | null): string | null {
  return names[(name === null ? 0 : names.indexOf(name) + 1) % names.length] ?? null;
}

/** The next of the names in the order of all, after one that need not be among them; around. */
export function nextInOrder(all: readonly string[], names: readonly string[], name: string | null): string | null {
  const order = all.filter(each => names.includes(each));
  const from = name === null ? -1 : all.indexOf(name);
  return order.find(each => all.indexOf(each) > from) ?? order[0] ?? null;
}

/** What people call a piece: as the engine does in its sentences. */
export function calledName(match: Match, unit: string, language: Language): string {
  return match.roster.find(({ id }) => id === unit)?.names?.[language] ?? unit;
}

/** What the board says of a piece beside the roster; boards that say less leave it out. */
export interface PieceFacts {
  readonly id: string;
  readonly seat: Owner;
  readonly type: string;
  readonly class?: string;
  readonly name?: string;
  readonly regiment?: number;
  readonly base?: Base;
  readonly forms?: readonly { readonly base?: Base }[];      /* as it begins, and otherwise */
  readonly members?: readonly string[];
  readonly profile?: Readonly<Record<string, unknown>>;
  readonly virtues?: readonly string[];
  readonly traits?: readonly string[];
}

export interface Regiment {
  readonly type?: string | null;
  readonly name?: string;
  readonly names?: Readonly<Record<Language, string>>;
  readonly seat?: Seat;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

export function factsOf(match: Match): ReadonlyMap<string, PieceFacts> {
  const told = match.board['pieces'];
  const pieces = (isList(told) ? told : []) as readonly PieceFacts[];
  const known = new Map(pieces.map(piece => [piece.id, piece]));
  return new Map(match.roster.map(piece => [piece.id, { ...piece, ...known.get(piece.id) }]));
}

/** What laying that ground costs, where the board says so; undefined for any other decision. */
export function priceOf(match: Match, { unit, choice }: Decision): number | undefined {
  const wares = match.board['wares'];
  if (unit !== undefined || choice === undefined || !isList(wares)) return undefined;
  return (wares as readonly { readonly kind?: string; readonly price?: number }[]).find(({ kind }) => kind === choice)?.price;
}

export function regimentOf(match: Match, number: number | undefined): Regiment | undefined {
  const regiments = match.board['regiments'];
  return number !== undefined && isList(regiments) ? (regiments[number] as Regiment | undefined) : undefined;
}

/** The pieces of the same regiment, itself among them; a piece without one is alone. */
export function comrades(facts: ReadonlyMap<string, PieceFacts>, unit: string): readonly string[] {
  const own = facts.get(unit);
  if (own?.regiment === undefined) return [unit];
  return [...facts.values()].filter(piece => piece.seat === own.seat && piece.regiment === own.regiment).map(piece => piece.id);
}

const records = new Set(['roll', 'base', 'reason', 'total', 'cite']);

/** What happened, without the reckoning behind it. */
export function happenings(events: readonly EngineEvent[]): readonly EngineEvent[] {
  return events.filter(({ event }) => !records.has(event));
}

/** The same as long as a plan answers the same question. */
export function questionKey({ phase, step, game }: StateView): string {
  return JSON.stringify([phase, step, game['turn']]);
}

/** Is the seat asked in the middle of what another does? The step of that name says so, in every game that has one. */
export function isReaction(state: StateView): boolean {
  return state.step === 'reaction';
}

/** Dice may decide about somebody there: at a target or a place, or where something under way is answered. */
export function hasOdds({ open, decision: { target, at } }: Answer, isAnswer: boolean): boolean {
  return open.length === 0 && (target !== undefined || at !== undefined || isAnswer);
}

/** Keys for choices: its number from 1, and the first letter of its text that no earlier one has taken, nor anything else. */
export function keysOf(texts: readonly string[], others = ''): readonly string[] {
  const taken = new Set<string>(others);
  return texts.map(text => {
    const key = [...text.toLocaleLowerCase()].find(letter => /\p{L}/u.test(letter) && !taken.has(letter)) ?? '';
    taken.add(key);
    return key;
  });
}
