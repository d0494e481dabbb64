/*
 * looks.ts: how each piece looks, from the values that mean the same in every game: status, wear, disordered, order, shown, done. The
 * boards draw it; the words are the catalogue's.
 */
import type { Decision, Fields, Match, Owner } from '../engine/engine';
import { isSide, sidesOf } from '../engine/sides';
import type { Card, Laid, Look, Sighting } from '../table/board';
import { filled, language, text } from '../text';

export type Words = Readonly<Record<string, string>>;

interface BoardPiece { id?: unknown; name?: unknown; names?: unknown; class?: unknown; profile?: unknown; other?: unknown; forms?: unknown; members?: unknown }

export interface Position {
  readonly match: Match;
  readonly units: Readonly<Record<string, Fields>>;
  readonly words: Words;
  readonly draft: readonly Decision[];        /* a plan that is not yet given */
}

const known = new WeakMap<Match, ReadonlyMap<unknown, BoardPiece>>();

function boardPiece(match: Match, id: string): BoardPiece {
  let pieces = known.get(match);
  if (!pieces) {
    const told = match.board['pieces'];
    known.set(match, pieces = new Map(Array.isArray(told) ? (told as BoardPiece[]).map(piece => [piece.id, piece]) : []));
  }
  return pieces.get(id) ?? {};
}

/* A name that the scenario gives, in the reader's language where it has both. */
function givenName(thing: { name?: unknown; names?: unknown } | undefined): string | null {
  const names = thing?.names, own = typeof names === 'object' && names !== null ? (names as Record<string, unknown>)[language.value] : undefined;
  const name = own ?? thing?.name;
  return typeof name === 'string' && name ? name : null;
}

function inProfile(match: Match, id: string, name: string): unknown {
  const profile = boardPiece(match, id).profile;
  return typeof profile === 'object' && profile !== null ? (profile as Record<string, unknown>)[name] : undefined;
}

function enduranceOf(match: Match, id: string): number {
  const endurance = inProfile(match, id, 'endurance');
  return typeof endurance === 'number' ? endurance : 0;
}

/* The states of a piece that is on the board. With any other it is somewhere else: not yet there, or no more. */
const onBoard = new Set<unknown>(['standing', 'normal', 'disordered', 'retired', 'routed', 'prisoner']);

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

/* How a side is called before its name stands in a sentence: by the scenario, by its nation, or by its seat. */
function bareName(match: Match, words: Words, seat: Owner, the: boolean): string {
  const sides = match.board['sides'];
  const side = Array.isArray(sides) ? (sides as Record<string, unknown>[]).find(each => each['seat'] === seat) : undefined;
  const nation = side?.['belligerent'];
  const noun = (key: string): string | undefined => (the ? words[`${key}.the`] : undefined) ?? words[key];
  const named = typeof nation === 'string' ? noun(`belligerent.${nation}`) : undefined;
  const given = givenName(side), frame = the ? words['side.the'] : undefined;
  return (given !== null && frame !== undefined ? filled(frame, { name: given }) : given) ?? named ?? noun(`seat.${seat}`) ?? seat;
}

/* Two sides of one name are told apart by their seats. */
function nameAmong(match: Match, words: Words, seat: Owner, the: boolean): string {
  const name = bareName(match, words, seat, the);
  const others = sidesOf(match).filter(other => other !== seat);
  return others.some(other => bareName(match, words, other, the) === name) ? `${name} (${seat})` : name;
}

/** The name of a side in the game's words: its own name where the scenario gives one. */
export function sideName(match: Match, words: Words, seat: Owner): string {
  return nameAmong(match, words, seat, false);
}

/** The same as a sentence has it: "the English". */
export function sideCalled(match: Match, words: Words, seat: Owner): string {
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
  if (typeof order !== 'string' || order === 'none' || fields['shown'] === undefined) return null;
  const words = position.words[`order.${order}`] ?? order;
  if (order === 'hidden') return { face: 'down', name: '', text: words };
  return { face: fields['shown'] ? 'up' : 'down', name: order, text: words };
}

function cardWords(card: Card): string {
  if (card.draft) return text('look.drafted', { order: card.text });
  if (card.face === 'up') return text('look.order', { order: card.text });
  return card.name ? text('look.own_hidden', { order: card.text }) : text('look.hidden');
}

/* What there is to see of a piece beside its men: flags by their names, and others that are with it or in it, by their numbers. */
export const signs = ['exhausted', 'dug_in', 'fortified', 'unhorsed', 'gun'] as const;

/** The piece that a field names: 0 is nobody, any other is one more than its number. */
export function pieceIn(match: Match, fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'number' && value > 0 ? match.pieces[value - 1] : undefined;
}

/** Fields of a piece that name another one. */
export const fellows: ReadonlySet<string> = new Set(['with', 'leader', 'gun', 'target', 'mark_on', 'shot_at', 'strike_at', 'carries']);

/** The other form of a piece by its own name, while it has that. */
export function formOf(match: Match, id: string, fields: Fields): string | undefined {
  const { other, forms } = boardPiece(match, id);
  const inOther = typeof other === 'object' && other !== null ? (other as Record<string, unknown>)['form'] : undefined;
  const name = inOther ?? (Array.isArray(forms) ? (forms[1] as Record<string, unknown> | undefined)?.['id'] : undefined);
  return fields['form'] === 'other' && typeof name === 'string' ? name : undefined;
}

/** The ground that has been laid in play: fields of the game that name its kind, with a place each. */
export function laidIn(game: Fields): Laid[] {
  const laid: Laid[] = [];
  for (let i = 0; typeof game[`bought_${i}`] === 'string'; i++) {
    const kind = String(game[`bought_${i}`]), at = (name: string): number => Number(game[`bought_${i}_${name}`] ?? 0);
    if (kind !== 'none') laid.push({ kind, x: at('x'), y: at('y'), heading: at('heading') });
  }
  return laid;
}

const UNKNOWN = 255;                                       /* a number that a view does not tell */

/* What stands for a single man: which of his firearms are loaded, how he holds himself, where he was seen last. */

function chargesOf(match: Match, id: string, fields: Fields): boolean[] | undefined {
  const firearms = inProfile(match, id, 'firearms'), loaded = fields['loaded'];
  if (!Array.isArray(firearms) || firearms.length === 0 || typeof loaded !== 'number' || loaded === UNKNOWN) return undefined;
  return firearms.map((_, i) => (loaded >> i) % 2 === 1);
}

function sightingOf(fields: Fields): Sighting | undefined {
  const { seen_x: x, seen_y: y, seen_turn: turn } = fields;
  if (isPresent(fields) || fields['status'] !== 'unseen' || typeof x !== 'number' || typeof y !== 'number' || typeof turn !== 'number') return undefined;
  return turn > 0 && turn < UNKNOWN && x >= 0 && y >= 0 ? { x, y, turn, text: text('look.last_seen', { turn: String(turn) }) } : undefined;
}

/* The types of what others carry, by the piece that carries it. */
function loadsOf({ match, units }: Position): Map<string, string> {
  const loads = new Map<string, string>();
  for (const [id, fields] of Object.entries(units)) {
    const bearer = fields['status'] === 'carried' ? pieceIn(match, fields, 'with') : undefined;
    const type = match.roster.find(piece => piece.id === id)?.type;
    if (bearer !== undefined && type !== undefined) loads.set(bearer, type);
  }
  return loads;
}

/* The body in whose ranks each stands. */
function ranksOf({ match, units }: Position): Map<string, string> {
  const ranks = new Map<string, string>(), told = match.board['pieces'];
  for (const { id, members } of Array.isArray(told) ? (told as BoardPiece[]) : [])
    if (typeof id === 'string' && Array.isArray(members) && isPresent(units[id] ?? { status: 'waiting' }))
      for (const member of members as string[]) {
        const formed = Number(units[member]?.['formed'] ?? 0);
        if (formed > 0 && formed !== UNKNOWN) ranks.set(member, id);
      }
  return ranks;
}

/* Are points to be won by it? */
function isPrized(match: Match, id: string): boolean {
  const prizes = match.board['prizes'];
  return Array.isArray(prizes) && (prizes as { pieces?: unknown }[]).some(({ pieces }) => Array.isArray(pieces) && pieces.includes(id));
}

/* What a single man or thing shows beside what every piece does. */
function singleLook(position: Position, id: string, fields: Fields): Partial<Look> {
  const { match } = position, seat = match.roster.find(piece => piece.id === id)?.seat;
  const stance = wordIn(fields, 'stance'), wounds = fields['wounds'], last = sightingOf(fields), charges = chargesOf(match, id, fields);
  return {
    ...(stance !== undefined && !usual.has(stance) && { posture: stance }), ...(charges && { charges }), ...(last && { last }),
    ...(typeof wounds === 'number' && wounds > 0 && wounds !== UNKNOWN && { wounds }),
    ...(boardPiece(match, id).class === 'door' && { door: wordIn(fields, 'door') ?? '' }),
    ...(match.conceals && isSide(seat) && fields['seen'] === 0 && isPresent(fields) && { hidden: true }),
  };
}

function singleWords({ match, words, units }: Position, id: string, look: Partial<Look>): string[] {
  const { posture, charges, wounds, load, door, hidden, last } = look, parts: string[] = [];
  if (posture !== undefined) parts.push(words[`stance.${posture}`] ?? posture);
  if (charges) parts.push(text(charges.every(Boolean) ? 'look.loaded' : charges.some(Boolean) ? 'look.half_loaded' : 'look.empty'));
  if (wounds !== undefined) parts.push(words[`field.wounds.${wounds}`] ?? text('look.wounded'));
  if (load !== undefined) {
    const carried = Object.keys(units).find(other => units[other]?.['status'] === 'carried' && pieceIn(match, units[other] ?? {}, 'with') === id);
    parts.push(text('look.carries', { thing: carried === undefined ? load : calledIn(match, carried) }));
  }
  if (door !== undefined) parts.push(words[`door.${door}`] ?? door);
  if (isPrized(match, id)) parts.push(text('look.prize'));
  if (hidden) parts.push(text('look.unseen'));
  if (last) parts.push(last.text);
  return parts;
}

/* What a piece is called in a line about another. */
const calledIn = (match: Match, id: string): string => givenName({ names: match.roster.find(piece => piece.id === id)?.names }) ?? id;

/* Values that go without saying. */
const usual = new Set(['standing', 'normal', 'none', 'upright']);

function nameOf(position: Position, id: string, fields: Fields, look: Omit<Look, 'name' | 'label'>): string {
  const seat = position.match.roster.find(piece => piece.id === id)?.seat ?? 'spectator';
  const given = givenName(boardPiece(position.match, id));
  const parts = [id, ...(given && given !== id ? [given] : []), typeName(position.match, position.words, id, fields), ...(isSide(seat) ? [sideName(position.match, position.words, seat)] : [])];
  if (look.wear > 0 && look.endurance > 0) parts.push(text('look.losses_of', { wear: `${look.wear}`, endurance: `${look.endurance}` }));
  else if (look.wear > 0) parts.push(text('look.losses', { wear: `${look.wear}` }));
  if (look.disordered) parts.push(text('look.disordered'));
  if (look.card) parts.push(cardWords(look.card));
  if (look.done) parts.push(text('look.done'));
  const { status, formation } = look;
  if (status && !usual.has(status)) parts.push(position.words[`status.${status}`] ?? status);
  if (formation && !usual.has(formation)) parts.push(position.words[`formation.${formation}`] ?? formation);
  const { form } = look;
  if (form !== undefined) parts.push(position.words[`form.${form}`] ?? form);
  for (const sign of look.signs ?? []) parts.push(position.words[`field.${sign}`] ?? sign);
  parts.push(...singleWords(position, id, look));
  const host = look.within, chief = pieceIn(position.match, fields, 'leader');
  if (host !== undefined) parts.push(text('look.with', { unit: calledIn(position.match, host) }));
  if (chief !== undefined) parts.push(text('look.leader', { name: calledIn(position.match, chief) }));
  return parts.join(', ');
}

/** A look for every piece of the position. */
export function looksOf(position: Position): Map<string, Look> {
  const looks = new Map<string, Look>(), loads = loadsOf(position), ranks = ranksOf(position);
  for (const [id, fields] of Object.entries(position.units)) {
    const type = wordIn(fields, 'type'), status = wordIn(fields, 'status'), formation = wordIn(fields, 'formation');
    const form = formOf(position.match, id, fields), within = pieceIn(position.match, fields, 'with');
    const seen = signs.filter(name => Number(fields[name] ?? 0) > 0);
    const load = loads.get(id), ranked = ranks.get(id);
    const look = {
      ...singleLook(position, id, fields), ...(load !== undefined && { load }), ...(ranked !== undefined && { ranked }),
      present: isPresent(fields),
      wear: Number(fields['wear'] ?? 0),
      endurance: enduranceOf(position.match, id),
      disordered: Boolean(fields['disordered']),
      card: cardOf(position, id, fields),
      done: Boolean(fields['done']),
      ...(type !== undefined && { type }), ...(status !== undefined && { status }), ...(formation !== undefined && { formation }),
      ...(form !== undefined && { form }), ...(within !== undefined && { within }), ...(seen.length > 0 && { signs: seen }),
    };
    looks.set(id, { ...look, name: nameOf(position, id, fields, look), label: givenName(boardPiece(position.match, id)) ?? id });
  }
  return looks;
}
