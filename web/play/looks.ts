/*
 * looks.ts: how each piece looks, from the values that mean the same in every game: status, wear, disordered, order, shown, done. The
 * boards draw it; the words are the catalogue's.
 */
import type { Decision, Fields, Match, Seat } from '../engine/engine';
import type { Card, Look } from '../table/board';
import { filled, language, text } from '../text';

export type Words = Readonly<Record<string, string>>;

interface BoardPiece { id?: unknown; name?: unknown; names?: unknown; profile?: unknown }

export interface Position {
  readonly match: Match;
  readonly units: Readonly<Record<string, Fields>>;
  readonly words: Words;
  readonly draft: readonly Decision[];        /* a plan that is not yet given */
}

function boardPiece(match: Match, id: string): BoardPiece {
  const pieces = match.board['pieces'];
  if (!Array.isArray(pieces)) return {};
  return (pieces as BoardPiece[]).find(piece => piece.id === id) ?? {};
}

/* A name that the scenario gives, in the reader's language where it has both. */
function givenName(thing: { name?: unknown; names?: unknown } | undefined): string | null {
  const names = thing?.names, own = typeof names === 'object' && names !== null ? (names as Record<string, unknown>)[language.value] : undefined;
  const name = own ?? thing?.name;
  return typeof name === 'string' && name ? name : null;
}

function enduranceOf(match: Match, id: string): number {
  const profile = boardPiece(match, id).profile;
  if (typeof profile !== 'object' || profile === null) return 0;
  const endurance = (profile as Record<string, unknown>)['endurance'];
  return typeof endurance === 'number' ? endurance : 0;
}

/* The states of a piece that is on the board. With any other it is somewhere else: not yet there, or no more. */
const onBoard = new Set<unknown>(['standing', 'normal', 'disordered', 'retired']);

function wordIn(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
}

/** Is the piece on the board? */
export function isPresent(fields: Fields): boolean {
  if (typeof fields['status'] === 'string') return onBoard.has(fields['status']);
  return !fields['removed'];
}

/** The name of the type of a piece in the game's words: that which it has now where types change in play. */
export function typeName(match: Match, words: Words, id: string, fields: Fields = {}): string {
  const type = wordIn(fields, 'type') ?? match.roster.find(piece => piece.id === id)?.type ?? '';
  return words[`unit.${type}`] ?? type.replaceAll('_', ' ');
}

/* How a side is called before its name stands in a sentence: by its nation, by the scenario, or by its seat. */
function bareName(match: Match, words: Words, seat: Seat, the: boolean): string {
  const sides = match.board['sides'];
  const side = Array.isArray(sides) ? (sides as Record<string, unknown>[]).find(each => each['seat'] === seat) : undefined;
  const nation = side?.['belligerent'];
  const noun = (key: string): string | undefined => (the ? words[`${key}.the`] : undefined) ?? words[key];
  const named = typeof nation === 'string' ? noun(`belligerent.${nation}`) : undefined;
  const given = givenName(side), frame = the ? words['side.the'] : undefined;
  return named ?? (given !== null && frame !== undefined ? filled(frame, { name: given }) : given) ?? noun(`seat.${seat}`) ?? seat;
}

/* Two sides of one name are told apart by their seats. */
function nameAmong(match: Match, words: Words, seat: Seat, the: boolean): string {
  const name = bareName(match, words, seat, the);
  const others = new Set(match.roster.map(piece => piece.seat).filter(other => other !== seat));
  return [...others].some(other => bareName(match, words, other, the) === name) ? `${name} (${seat})` : name;
}

/** The name of a side in the game's words: its own name where the scenario gives one. */
export function sideName(match: Match, words: Words, seat: Seat): string {
  return nameAmong(match, words, seat, false);
}

/** The same as a sentence has it: "the English". */
export function sideCalled(match: Match, words: Words, seat: Seat): string {
  return nameAmong(match, words, seat, true);
}

/* The card that a plan would lay: a choice of the same set of words as the field "order". */
function draftedOrder(position: Position, id: string): { choice: string; set: string } | null {
  const set = position.match.fields?.unit.find(field => field.name === 'order')?.set ?? 'order';
  const decision = [...position.draft].reverse().find(({ unit, choice, do: name }) =>
    unit === id && choice !== undefined && (position.match.kinds.find(kind => kind.name === name)?.set ?? set) === set);
  return decision?.choice === undefined ? null : { choice: decision.choice, set };
}

function cardOf(position: Position, id: string, fields: Fields): Card | null {
  const drafted = draftedOrder(position, id);
  if (drafted) return { face: 'up', name: drafted.choice, text: position.words[`${drafted.set}.${drafted.choice}`] ?? drafted.choice, draft: true };
  const order = fields['order'];
  if (typeof order !== 'string' || order === 'none') return null;
  const words = position.words[`order.${order}`] ?? order;
  if (order === 'hidden') return { face: 'down', name: '', text: words };
  return { face: fields['shown'] ? 'up' : 'down', name: order, text: words };
}

function cardWords(card: Card): string {
  if (card.draft) return text('look.drafted', { order: card.text });
  if (card.face === 'up') return text('look.order', { order: card.text });
  return card.name ? text('look.own_hidden', { order: card.text }) : text('look.hidden');
}

/* Values that go without saying. */
const usual = new Set(['standing', 'normal', 'none']);

function nameOf(position: Position, id: string, fields: Fields, look: Omit<Look, 'name' | 'label'>): string {
  const seat = position.match.roster.find(piece => piece.id === id)?.seat ?? 'spectator';
  const given = givenName(boardPiece(position.match, id));
  const parts = [id, ...(given && given !== id ? [given] : []), typeName(position.match, position.words, id, fields), sideName(position.match, position.words, seat)];
  if (look.wear > 0 && look.endurance > 0) parts.push(text('look.losses_of', { wear: `${look.wear}`, endurance: `${look.endurance}` }));
  else if (look.wear > 0) parts.push(text('look.losses', { wear: `${look.wear}` }));
  if (look.disordered) parts.push(text('look.disordered'));
  if (look.card) parts.push(cardWords(look.card));
  if (look.done) parts.push(text('look.done'));
  const { status, formation } = look;
  if (status && !usual.has(status)) parts.push(position.words[`status.${status}`] ?? status);
  if (formation && !usual.has(formation)) parts.push(position.words[`formation.${formation}`] ?? formation);
  return parts.join(', ');
}

/** A look for every piece of the position. */
export function looksOf(position: Position): Map<string, Look> {
  const looks = new Map<string, Look>();
  for (const [id, fields] of Object.entries(position.units)) {
    const type = wordIn(fields, 'type'), status = wordIn(fields, 'status'), formation = wordIn(fields, 'formation');
    const look = {
      present: isPresent(fields),
      wear: Number(fields['wear'] ?? 0),
      endurance: enduranceOf(position.match, id),
      disordered: Boolean(fields['disordered']),
      card: cardOf(position, id, fields),
      done: Boolean(fields['done']),
      ...(type !== undefined && { type }), ...(status !== undefined && { status }), ...(formation !== undefined && { formation }),
    };
    looks.set(id, { ...look, name: nameOf(position, id, fields, look), label: givenName(boardPiece(position.match, id)) ?? id });
  }
  return looks;
}
