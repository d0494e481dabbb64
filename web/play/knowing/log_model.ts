/*
 * log_model.ts: the log as data. Steps become entries: sentences, throws with the accounts that led to them, and the rules that were
 * cited; entries are grouped by turns. It knows the engine's own records (roll, base, reason, total, cite) and one name by convention:
 * an event "turn" begins a turn.
 */
import type { EngineEvent, Seat } from '../../engine/engine';
import type { Step } from '../../game/session';
import { fold } from './fold';

/** A stretch of a sentence, or the name of a piece in it. */
export interface Part { readonly text: string; readonly piece: string | null }

export interface Modifier { readonly rule: string; readonly amount: number; readonly unit: string | null }

export interface Account { readonly rule: string; readonly base: number; readonly modifiers: readonly Modifier[]; readonly total: number }

export interface Roll {
  readonly rule: string;
  readonly sides: number;
  readonly need: number;                     /* the face from which a die counts; 0: none does */
  readonly dice: readonly number[];
  readonly text: string;
}

export type Line =
  | { readonly kind: 'said'; readonly event: EngineEvent; readonly text: string; readonly parts: readonly Part[] }
  | { readonly kind: 'thrown'; readonly accounts: readonly Account[]; readonly roll: Roll }
  | { readonly kind: 'reckoned'; readonly account: Account };

/** What became of one decision, or the part of it that belongs to one turn. */
export interface Entry {
  readonly key: string;
  readonly n: number;
  readonly by: Seat | null;
  readonly undo: boolean;                    /* it tells that something was taken back */
  readonly undone: boolean;                  /* it was taken back later */
  readonly lines: readonly Line[];
  readonly also: readonly string[];          /* rules that were cited, each once */
  readonly pieces: readonly string[];
  readonly dice: boolean;
  readonly haystack: string;
}

/** `title` is null for what comes before the first turn. */
export interface Turn { readonly key: string; readonly title: string | null; readonly entries: readonly Entry[] }

const isWordCharacter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}_-]/u.test(character);

/** Says something of a piece. */
type Telling = (piece: string) => string;

const asId: Telling = piece => piece;

/** Find pieces in a sentence: the name of one as a whole word, with the name of its type in brackets when that follows. */
export function partsOf(sentence: string, pieces: readonly string[], typeOf: Telling, nameOf = asId): Part[] {
  const found: { at: number; end: number; piece: string }[] = [];
  for (const piece of pieces)
    for (let name = nameOf(piece), at = sentence.indexOf(name); at >= 0; at = sentence.indexOf(name, at + 1)) {
      let end = at + name.length;
      if (isWordCharacter(sentence[at - 1]) || isWordCharacter(sentence[end])) continue;
      const bracket = ` (${typeOf(piece)})`;
      if (sentence.startsWith(bracket, end)) end += bracket.length;
      if (!found.some(other => at < other.end && other.at < end)) found.push({ at, end, piece });
    }
  found.sort((one, other) => one.at - other.at);
  const parts: Part[] = [];
  let from = 0;
  for (const { at, end, piece } of found) {
    if (at > from) parts.push({ text: sentence.slice(from, at), piece: null });
    parts.push({ text: sentence.slice(at, end), piece });
    from = end;
  }
  if (from < sentence.length || parts.length === 0) parts.push({ text: sentence.slice(from), piece: null });
  return parts;
}

interface OpenAccount { rule: string; base: number; modifiers: Modifier[] }

/* Collects the lines of one entry. */
class Writer {
  readonly lines: Line[] = [];
  readonly also: string[] = [];
  readonly pieces: string[] = [];
  private readonly open: OpenAccount[] = [];
  private waiting: Account[] = [];           /* accounts that may belong to the next throw */
  private readonly texts: string[] = [];
  private dice = false;

  constructor(private readonly typeOf: Telling, private readonly nameOf: Telling) {}

  add(event: EngineEvent, text: string): void {
    const value = event.values?.[0] ?? 0;
    for (const piece of [event.unit, event.target]) if (piece !== undefined && !this.pieces.includes(piece)) this.pieces.push(piece);
    switch (event.event) {
      case 'cite':
        if (!this.also.includes(event.rule)) this.also.push(event.rule);
        return;
      case 'base':
        this.open.push({ rule: event.rule, base: value, modifiers: [] });
        return;
      case 'reason':
        if (this.open.length === 0) this.open.push({ rule: event.rule, base: 0, modifiers: [] });
        this.open[this.open.length - 1]!.modifiers.push({ rule: event.rule, amount: value, unit: event.unit ?? null });
        return;
      case 'total':
        this.waiting.push(close(this.open.pop() ?? { rule: event.rule, base: value, modifiers: [] }, value));
        return;
      case 'roll':
        this.dice = true;
        this.lines.push({
          kind: 'thrown',
          accounts: this.waiting,
          roll: { rule: event.rule, sides: event.sides ?? 0, need: event.need ?? 0, dice: event.dice ?? [], text },
        });
        this.waiting = [];
        return;
      default:
        if (text === '') return;             /* for the eye alone */
        this.settle();
        this.texts.push(text);
        this.lines.push({ kind: 'said', event, text, parts: partsOf(text, [event.unit, event.target].filter(id => id !== undefined), this.typeOf, this.nameOf) });
    }
  }

  /* Accounts that no throw has claimed stand on their own. */
  private settle(): void {
    for (const account of this.waiting) this.lines.push({ kind: 'reckoned', account });
    this.waiting = [];
  }

  entry(step: Step, key: string): Entry {
    while (this.open.length > 0) {
      const account = this.open.pop()!;
      this.waiting.push(close(account, account.modifiers.reduce((sum, { amount }) => sum + amount, account.base)));
    }
    this.settle();
    const { lines, also, pieces, dice } = this;
    const haystack = fold([...this.texts, ...pieces, ...also, ...lines.map(ruleOf)].join(' '));
    return { key, n: step.n, by: step.by, undo: step.undo, undone: false, lines, also, pieces, dice, haystack };
  }

  get empty(): boolean {
    return this.lines.length === 0 && this.also.length === 0 && this.waiting.length === 0 && this.open.length === 0;
  }
}

const close = ({ rule, base, modifiers }: OpenAccount, total: number): Account => ({ rule, base, modifiers, total });

function ruleOf(line: Line): string {
  if (line.kind === 'said') return line.event.rule;
  return line.kind === 'thrown' ? line.roll.rule : line.account.rule;
}

/** The part of a step that belongs to one turn; `turn` is the sentence that began it. */
export interface Stretch { readonly turn: string | null; readonly entry: Entry | null }

/** The entries of one step: more than one when a turn begins in it. */
export function entriesOf(step: Step, sentences: readonly string[], typeOf: Telling, nameOf = asId): Stretch[] {
  const list: Stretch[] = [];
  let writer = new Writer(typeOf, nameOf);
  let turn: string | null = null;
  const end = (): void => {
    const some = !writer.empty || (step.undo && list.length === 0);
    if (some || turn !== null) list.push({ turn, entry: some ? writer.entry(step, `${step.n}.${list.length}`) : null });
  };
  step.events.forEach((event, i) => {
    const sentence = sentences[i] ?? event.text ?? event.event;
    if (event.event === 'turn') {
      end();
      writer = new Writer(typeOf, nameOf);
      turn = sentence;
    } else writer.add(event, sentence);
  });
  end();
  return list;
}

/** Grows with the steps. The same step always gives the same objects, so that what is drawn of it can stay. */
export class LogBook {
  private seen: Step[] = [];
  private turns: { key: string; title: string | null; entries: Entry[] }[] = [];
  private snapshot: readonly Turn[] = [];

  constructor(
    private readonly tell: (step: Step) => readonly string[],
    private readonly typeOf: Telling,
    private readonly nameOf: Telling = asId,
  ) {}

  read(steps: readonly Step[]): readonly Turn[] {
    const last = this.seen.length - 1;
    const goesOn = steps.length > last && (last < 0 || (steps[0] === this.seen[0] && steps[last] === this.seen[last]));
    if (!goesOn) {
      this.seen = [];
      this.turns = [];
    }
    if (goesOn && steps.length === this.seen.length) return this.snapshot;
    for (const step of steps.slice(this.seen.length)) this.add(step);
    this.seen = steps.slice();
    this.snapshot = this.turns.map(turn => ({ ...turn, entries: turn.entries.slice() }));
    return this.snapshot;
  }

  private add(step: Step): void {
    if (step.undo) this.takeBack(step.by);
    for (const { turn, entry } of entriesOf(step, this.tell(step), this.typeOf, this.nameOf)) {
      if (turn !== null || this.turns.length === 0) this.turns.push({ key: `${step.n}`, title: turn, entries: [] });
      if (entry) this.turns[this.turns.length - 1]!.entries.push(entry);
    }
  }

  /* The last decision of that seat that still stands; a turn that it began is still told. */
  private takeBack(by: Seat | null): void {
    let n: number | null = null;
    for (const turn of [...this.turns].reverse())
      for (let i = turn.entries.length - 1; i >= 0; i--) {
        const entry = turn.entries[i]!;
        if (entry.undone || entry.undo) continue;
        if (n === null && entry.by !== by) continue;
        n ??= entry.n;
        if (entry.n !== n) return;
        turn.entries[i] = { ...entry, undone: true };
      }
  }
}

export interface Filter {
  readonly show: 'all' | 'dice' | Seat;      /* a seat: what it decided */
  readonly piece: string | null;
  readonly search: string;
}

export const everything: Filter = { show: 'all', piece: null, search: '' };

/** Whose doing an entry is: who decided, or else whose piece it speaks of first. */
export function doerOf(entry: Entry, seatOf: (piece: string) => Seat | null): Seat | null {
  if (entry.by !== null) return entry.by;
  const first = entry.pieces[0];
  return first === undefined ? null : seatOf(first);
}

export function passes(entry: Entry, filter: Filter, seatOf: (piece: string) => Seat | null): boolean {
  if (filter.show === 'dice' ? !entry.dice : filter.show !== 'all' && doerOf(entry, seatOf) !== filter.show) return false;
  if (filter.piece !== null && !entry.pieces.includes(filter.piece)) return false;
  return fold(filter.search).split(/\s+/).every(wanted => entry.haystack.includes(wanted));
}

/** The log that a filter leaves: turns of which nothing is left are left out, unless everything is wanted. */
export function filtered(turns: readonly Turn[], filter: Filter, seatOf: (piece: string) => Seat | null): readonly Turn[] {
  if (filter.show === 'all' && filter.piece === null && filter.search.trim() === '') return turns;
  return turns
    .map(turn => ({ ...turn, entries: turn.entries.filter(entry => passes(entry, filter, seatOf)) }))
    .filter(turn => turn.entries.length > 0);
}

/** How many entries, and the last of them: what a reader has room for. `skip` entries at the beginning are left out. */
export function tail(turns: readonly Turn[], skip: number): readonly Turn[] {
  let left = skip;
  const kept: Turn[] = [];
  for (const turn of turns) {
    if (left >= turn.entries.length && turn !== turns[turns.length - 1]) {
      left -= turn.entries.length;
      continue;
    }
    kept.push(left > 0 ? { ...turn, entries: turn.entries.slice(left) } : turn);
    left = 0;
  }
  return kept;
}

export function count(turns: readonly Turn[]): number {
  return turns.reduce((sum, turn) => sum + turn.entries.length, 0);
}

/** What is worth saying aloud of a step: its sentences, or else its throws. */
export function spoken(step: Step, sentences: readonly string[]): string[] {
  const said: string[] = [], thrown: string[] = [];
  step.events.forEach((event, i) => {
    const sentence = sentences[i] ?? event.text ?? '';
    if (event.event === 'roll') thrown.push(sentence);
    else if (!['cite', 'base', 'reason', 'total'].includes(event.event)) said.push(sentence);
  });
  return said.length > 0 ? said : thrown;
}
