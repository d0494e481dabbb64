/*
 * chances.ts: the exact odds of what may be decided now, as signals that fill when the worker has them, and the reckoning behind a
 * decision, found by playing it once in an engine of its own.
 */
import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Account, AnswerOdds, Change, Decision, Engine, EngineEvent, FieldKind, Fields, Match, OddsTable, Policy, Seat } from '../../engine/engine';
import { highestFace } from '../../engine/dice';
import { loadEngine } from '../../engine/load';
import { openOdds, type OddsDesk } from '../../engine/odds';
import type { Session } from '../../game/session';
import { language } from '../../text';
import { answerOf } from './model';

/** undefined while it is being worked out; null when there is none. */
export type Known<T> = T | null | undefined;

/** A roll that a decision leads to, with the number that it is made from. */
export interface Reckoning {
  readonly account: Account | null;
  readonly roll: { readonly rule: string; readonly count: number; readonly sides: number; readonly need: number } | null;
}

const MOST_DICE = 400, MOST_ASKS = 24;

/* Each account ends with its total; a roll belongs to the account before it. */
export function reckoningsOf(events: readonly EngineEvent[]): readonly Reckoning[] {
  const found: { account: Account | null; roll: Reckoning['roll'] }[] = [];
  let open: Account | null = null;
  for (const { event, rule, unit, values = [], sides = 0, need = 0, dice = [], text } of events) {
    const amount = values[0] ?? 0;
    if (event === 'base') open = { rule, base: amount, total: amount, reasons: [] };
    if (event === 'reason' && open) open.reasons.push({ rule, amount, ...(unit === undefined ? {} : { unit }), ...(text === undefined ? {} : { text }) });
    if (event === 'total' && open) {
      found.push({ account: { ...open, total: amount }, roll: null });
      open = null;
    }
    if (event === 'roll') {
      const last = found.at(-1);
      const roll = { rule, count: dice.length, sides, need };
      if (last && !last.roll) last.roll = roll;
      else found.push({ account: null, roll });
    }
  }
  return found;
}

/* Where a piece stands and what lies beside it is seen on the board; the chances are of what happens to it, and of the end. */
const unseen = new Set(['x', 'y', 'heading', 'order', 'shown', 'done']);

/**
 * The changes that a reader wants to know, by piece; those without a piece last. Where dice decide what comes next, that is told too. What
 * the seat cannot see was guessed for the odds, and a guess is not told: its value before is another than the one in sight.
 */
export function tellable(odds: OddsTable, units: Readonly<Record<string, Fields>>, hasText: (field: string) => boolean): ReadonlyMap<string, readonly Change[]> {
  const groups = new Map<string, Change[]>();
  for (const change of odds.changes) {
    const { unit, value } = change;
    if (unit === undefined ? value !== 'winner' : unseen.has(value) || !hasText(value) || units[unit]?.[value] !== change.before) continue;
    groups.set(unit ?? '', [...(groups.get(unit ?? '') ?? []), change]);
  }
  const next = odds.changes.find(({ unit, value, after }) => unit === undefined && value === 'phase' && after.length > 1);
  if (next) groups.set('', [...(groups.get('') ?? []), next]);
  return new Map([...groups].sort(([a], [b]) => Number(a === '') - Number(b === '')));
}

/** Will it be so in any case, and is it no harm to the piece? */
export function isIdle({ unit, value, after }: Change, fields: readonly FieldKind[]): boolean {
  return unit !== undefined && after.length === 1 && fields.find(({ name }) => name === value)?.harm !== true;
}

/** Does the game only keep count by it, as by having fought? Whether that is so depends on what else becomes of the piece, and tells nothing. */
export function isTally({ unit, value, after }: Change, fields: readonly FieldKind[]): boolean {
  const kind = fields.find(({ name }) => name === value);
  return unit !== undefined && after.length > 1 && kind?.flag === true && kind.harm !== true;
}

/* A decision with as many dice as it wants, all of them high, so that what follows a hit is reckoned too. */
function throwHigh(engine: Engine, seat: Seat, decision: Decision): readonly EngineEvent[] {
  const dice: number[] = [];
  while (dice.length <= MOST_DICE) {
    const verdict = engine.decide(seat, decision, language.peek(), dice);
    if (verdict.verdict === 'decided') return verdict.events;
    if (verdict.verdict !== 'needs_dice') return [];
    for (let i = 0; i < verdict.missing.count; i++) dice.push(highestFace(verdict.missing.sides));
  }
  return [];
}

/* The decision by which a seat lets its chance pass. */
function passing(engine: Engine, match: Match, seat: Seat): Decision | null {
  const offer = engine.offers(seat, 'en').find(({ do: kind, open }) => !open && match.kinds.find(({ name }) => name === kind)?.declines);
  return offer ? answerOf(offer, 0).decision : null;
}

export class Chances {
  private desk: Promise<OddsDesk> | null = null;
  private stage: Promise<Engine> | null = null;
  private state: Uint8Array | null = null;
  private readonly odds = new Map<string, Signal<Known<OddsTable>>>();
  private readonly answered = new Map<string, Signal<Known<readonly AnswerOdds[]>>>();
  private readonly plays = new Map<string, Signal<Known<readonly Reckoning[]>>>();

  constructor(private readonly session: Session) {}

  /** The odds of a decision in the newest position. */
  of(decision: Decision, policy: Policy): ReadonlySignal<Known<OddsTable>> {
    return this.find(this.odds, [decision, policy], () => this.ask(decision, policy));
  }

  /** The same for each answer of another seat, where it leaves him a question: an empty list where it does not. */
  given(decision: Decision, policy: Policy): ReadonlySignal<Known<readonly AnswerOdds[]>> {
    return this.find(this.answered, [decision, policy], async () => (await this.ask(decision, policy, true))?.answers ?? null);
  }

  /** What is reckoned when it is decided. */
  behind(decision: Decision): ReadonlySignal<Known<readonly Reckoning[]>> {
    return this.find(this.plays, [decision, language.peek()], () => this.rehearse(decision));
  }

  close(): void {
    void this.desk?.then(desk => desk.close());
    this.desk = null;
    this.stage = null;
    this.odds.clear();
    this.answered.clear();
    this.plays.clear();
  }

  private find<T>(known: Map<string, Signal<Known<T>>>, question: unknown, ask: () => Promise<T | null>): Signal<Known<T>> {
    const state = this.session.aside?.peek()?.state ?? this.session.steps.peek().at(-1)?.state ?? null;
    if (state !== this.state) {
      this.state = state;
      this.odds.clear();
      this.answered.clear();
      this.plays.clear();
    }
    const key = JSON.stringify(question);
    const asked = known.get(key);
    if (asked) return asked;
    const answer: Signal<Known<T>> = signal(undefined);
    known.set(key, answer);
    ask().then(found => { answer.value = found; }, () => { answer.value = null; });
    return answer;
  }

  private async ask(decision: Decision, policy: Policy, answers = false): Promise<OddsTable | null> {
    const { ruleset, scenario, scenarioText, options } = this.session.info.peek();
    const { state } = this;
    if (!state) return null;
    this.desk ??= openOdds(ruleset, scenario, options, scenarioText);
    const odds = await (await this.desk).odds(state, this.session.seat, decision, policy, language.peek(), answers);
    return odds && 'changes' in odds ? odds : null;
  }

  /* In an engine of its own: a bug would end that one alone. */
  private async rehearse(decision: Decision): Promise<readonly Reckoning[] | null> {
    const { session, state } = this;
    const { ruleset, scenario, scenarioText, options } = session.info.peek();
    this.stage ??= loadEngine(ruleset, scenario, scenarioText).then(made => {
      made.loadMatch(ruleset, scenario, { ...options });
      return made;
    });
    const engine = await this.stage;
    if (!state || state !== this.state) return null;
    engine.install(state, session.seat);
    try {
      return reckoningsOf(this.playOut(engine, decision));
    } catch {
      this.stage = null;
      return null;
    }
  }

  /* What happens, when all who are asked on the way let their chance pass; what is only announced is brought to its dice. */
  private playOut(engine: Engine, decision: Decision): readonly EngineEvent[] {
    const { match, seat } = this.session;
    const announced = engine.foretell(seat, decision);
    const events = [...throwHigh(engine, seat, decision)];
    for (let asks = 0; asks < MOST_ASKS; asks++) {
      const { asked, phase } = engine.view(seat, 'en').state;
      const [other] = asked;
      if (other === undefined) break;
      const isSettled = match.phases.find(({ name }) => name === phase)?.settles === true;
      const next = isSettled ? engine.sample(other, 0, 1) : other === seat ? announced.shift() : passing(engine, match, other);
      if (!next) break;
      events.push(...throwHigh(engine, other, next));                 /* an announced one that is not wanted any more tells nothing */
    }
    return events;
  }
}
