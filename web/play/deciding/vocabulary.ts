/* vocabulary.ts: the game's own words for what the engine names. A key is made of the set and the name, as the catalogues have it. */
import { words } from '../../engine/load';
import type { Decision, Match, Owner, Points } from '../../engine/engine';
import type { Session } from '../../game/session';
import { filled, language } from '../../text';
import { sideCalled, sideName, typeName } from '../looks';
import { calledName, factsOf, kindOf, regimentOf, type Answer, type PieceFacts } from './model';
import { unitOf, type Unit } from './measure';

export type Words = Readonly<Record<string, string>>;

/** A text of the game, or undefined when it has none for it. */
export function word(all: Words, set: string, name: string): string | undefined {
  return all[[set, name].join('.')];
}

/** The words of the session's game, in the language of the moment. */
export function wordsOf(session: Session): Words {
  return words(session.info.value.ruleset, language.value);
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

const LONG = 44;                            /* letters from which on a clause ends with its first comma */

/** What a sentence begins with, for a label: "Your unit must lose a step: bear it, or…" is its first clause. */
export function clause(sentence: string): string {
  const first = sentence.split(/\s*[:;.](?:\s|$)/u, 1)[0] ?? sentence;
  return first.length > LONG ? first.split(/,\s/u, 1)[0] ?? first : first;
}

/* A match never changes: what is found out of it is kept. */
const factsKept = new WeakMap<Match, ReadonlyMap<string, PieceFacts>>();
const unitsKept = new WeakMap<Words, Unit>();

export function pieces(match: Match): ReadonlyMap<string, PieceFacts> {
  let facts = factsKept.get(match);
  if (!facts) factsKept.set(match, facts = factsOf(match));
  return facts;
}

/** The unit of length that the game speaks in. */
export function lengthUnit(session: Session): Unit {
  const all = wordsOf(session);
  let unit = unitsKept.get(all);
  if (!unit) unitsKept.set(all, unit = unitOf(all));
  return unit;
}

/** "A1 (tercio)": as the engine names a piece in its sentences. */
export function pieceName(session: Session, unit: string): string {
  const name = calledName(session.match, unit, language.value), all = wordsOf(session);
  const called = name === unit ? undefined : word(all, 'called', pieces(session.match).get(unit)?.type ?? '');
  return called === undefined ? `${name} (${typeName(session.match, all, unit)})` : filled(called, { name });
}

export function regimentName(session: Session, unit: string): string | undefined {
  const facts = pieces(session.match).get(unit);
  const regiment = regimentOf(session.match, facts?.regiment);
  const type = regiment?.type ? word(wordsOf(session), 'regiment', regiment.type) : undefined;
  return regiment?.names?.[language.value] ?? regiment?.name ?? type;
}

export function seatName(session: Session, seat: Owner): string {
  return sideName(session.match, wordsOf(session), seat);
}

/** "the English": as a sentence names a side. */
export function seatCalled(session: Session, seat: Owner): string {
  return sideCalled(session.match, wordsOf(session), seat);
}

/** A value that stands for a name, in words; a side's own where it is a seat. */
export function nameIn(session: Session, set: string | undefined, value: string): string {
  const seat = set === 'seat' || set === 'winner' ? session.match.roster.find(piece => piece.seat === value)?.seat : undefined;
  if (seat !== undefined) return seatName(session, seat);
  return (set === undefined ? undefined : word(wordsOf(session), set, value)) ?? value;
}

/** A side's points as the game tells them: "flight 6 of 40", or short, "6/40"; the bare number in a game without words for it. */
export function pointsText(all: Words, { total, level }: Points, form: 'points' | 'short' = 'points'): string {
  const told = (total === 1 && form === 'points' ? word(all, 'score', 'point') : undefined) ?? word(all, 'score', form);
  return told === undefined ? String(total) : filled(told, { points: String(total), level: String(level ?? '') });
}

/** The words of a decision's choice: "Fire". */
export function choiceName(session: Session, decision: Decision): string | undefined {
  if (decision.choice === undefined) return undefined;
  return capital(nameIn(session, kindOf(session.match, decision.do)?.set, decision.choice));
}

/** The sentence of a refusal without the id of its rule, which stands beside it as a link. */
export function why(sentence: string | undefined, rule: string): string {
  return capital(sentence?.startsWith(`${rule}: `) ? sentence.slice(rule.length + 2) : sentence ?? rule);
}

/** The text of an offer; a number that is still to be chosen is left open in it. */
export function answerText(session: Session, { decision, open, text }: Answer): string {
  const form = open.includes('value') ? word(wordsOf(session), 'do', decision.do) : undefined;
  if (form === undefined || !form.includes('{value')) return text;
  const called = (piece: string | undefined): string => (piece === undefined ? '' : pieceName(session, piece));
  const choice = decision.choice === undefined ? '' : nameIn(session, kindOf(session.match, decision.do)?.set, decision.choice);
  return filled(form.replace(/\{(\w+)[:|][^}]*\}/g, '{$1}'), { unit: called(decision.unit), target: called(decision.target), choice, value: '…' });
}

/** The one more piece that a decision names by its number, where its own text has room for one. */
export function otherOf(session: Session, decision: Decision): string | undefined {
  if (decision.value === undefined || !/\{other\}/.test(word(wordsOf(session), 'do', decision.do) ?? '')) return undefined;
  return session.match.pieces[decision.value];
}

/** Is the number of such a decision a length? Its own text says so. */
export function isLength(session: Session, decision: Decision): boolean {
  return /\{value:(in|cm)\}/.test(word(wordsOf(session), 'do', decision.do) ?? '');
}
