/*
 * common.ts: several people before one screen, and what all of them may see: everything is shown as a spectator sees it, while the one who
 * is asked decides. So the screen may change hands without a curtain, as long as nobody is asked something that only the one who is asked
 * may see.
 */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Decision, Engine, Match, Seat, StateView, View } from '../engine/engine';
import type { Chat, Needs, Over, Player, Presence } from '../net/protocol';
import type { Aside, Info, Line, Outcome, Session, StandIn, Step } from './session';
import { until } from './until';

const SOON = 3000;                   /* milliseconds for news that must be on their way */

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function stateOf(session: Session): Uint8Array | null {
  return session.steps.value.at(-1)?.state ?? null;
}

/* Where the rules stand, as everybody may know it. */
function whereOf(session: Session): string {
  const state = session.view.value?.state;
  return JSON.stringify([state?.phase, state?.step, state?.winner, state?.game['turn']]);
}

/*
 * A seat and the spectator have heard the same so far: what they are told comes one after the other. What the spectator sees follows from what
 * the seat sees, unless there are pieces that the seat knows nothing of: then both must have come equally far.
 */
function isLevel(session: Session, watcher: Session): boolean {
  const state = stateOf(watcher);
  if (session.match.conceals) return state !== null && stateOf(session) !== null && whereOf(session) === whereOf(watcher);
  return state !== null && stateOf(session) !== null && sameBytes(session.engine.stateBytes('spectator'), state);
}

function differs(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}

/*
 * May only the seat itself see what it is asked? A plan that is gathered or made by several at a time is secret. So is a chance that may be let
 * pass, where a piece keeps something hidden: what it hides decides what it can do; and what is chosen for such a piece. Where whole pieces may
 * be unknown to the others, the table itself is the seat's own. This is told from what everybody knows, so that the curtain itself gives
 * nothing away.
 */
export function isPrivate(session: Session, state: StateView): boolean {
  const view = session.view.value;
  if (!view) return false;
  if (session.match.conceals || state.gathered || state.asked.length > 1) return true;
  const mayPass = view.offers.some(offer => session.match.kinds.some(kind => kind.declines && kind.name === offer.do));
  return view.offers.some(({ unit, choice }) =>
    (mayPass || choice !== undefined) && unit !== undefined && differs(view.state.units[unit], state.units[unit]));
}

export class CommonSession implements Session {
  readonly view: ReadonlySignal<View | null>;
  readonly aside: ReadonlySignal<Aside | null>;
  readonly began: ReadonlySignal<boolean>;
  readonly line: ReadonlySignal<Line>;
  readonly needs: ReadonlySignal<Needs | null>;
  readonly waiting: ReadonlySignal<boolean>;
  private readonly front = signal(0);

  constructor(readonly seats: readonly Session[], readonly watcher: Session) {
    const all = [...seats, watcher];
    let last: View | null = null;
    this.view = computed(() => {
      const own = this.sitter, view = own.view.value, common = watcher.view.value;
      if (view && common && (last === null || isLevel(own, watcher))) last = { ...view, state: { ...common.state, asked: view.state.asked } };
      return last;
    });
    this.aside = computed(() => {
      const state = stateOf(this.sitter), units = this.sitter.view.value?.state.units;
      return state && units ? { state, units } : null;
    });
    this.began = computed(() => all.every(session => session.began.value));
    this.line = computed(() => all.find(session => session.line.value !== 'online')?.line.value ?? 'online');
    this.needs = computed(() => seats.map(session => session.needs.value).find(needs => needs?.you) ?? watcher.needs.value);
    this.waiting = computed(() => seats.some(session => session.waiting.value));
  }

  /** The one who decides now. */
  get sitter(): Session {
    const session = this.seats[this.front.value];
    if (!session) throw new Error('nobody sits here');
    return session;
  }

  sit(session: Session): void {
    this.front.value = Math.max(0, this.seats.indexOf(session));
  }

  /** Everybody here has heard the same. */
  get isLevel(): boolean {
    return this.seats.every(session => isLevel(session, this.watcher));
  }

  get seat(): Seat { return this.sitter.seat; }
  get eye(): Seat { return 'spectator'; }
  get engine(): Engine { return this.sitter.engine; }
  get match(): Match { return this.watcher.match; }
  get info(): ReadonlySignal<Info> { return this.watcher.info; }
  get steps(): ReadonlySignal<readonly Step[]> { return this.watcher.steps; }
  get presence(): ReadonlySignal<Presence | null> { return this.watcher.presence; }
  get standIns(): ReadonlySignal<Partial<Record<Seat, StandIn>>> { return this.watcher.standIns; }
  get chats(): ReadonlySignal<readonly Chat[]> { return this.watcher.chats; }
  get thinking(): ReadonlySignal<Seat | null> { return this.watcher.thinking; }
  get over(): ReadonlySignal<Over | null> { return this.watcher.over; }

  decide(decisions: readonly Decision[]): Promise<Outcome> { return this.heard(this.sitter.decide(decisions)); }
  undo(): Promise<Outcome> { return this.heard(this.sitter.undo()); }
  throwDice(faces: readonly number[]): Promise<Outcome> {
    return (this.seats.find(session => session.needs.peek()?.you) ?? this.sitter).throwDice(faces);
  }
  giveSeed(text: string): Promise<Outcome> { return this.sitter.giveSeed(text); }
  say(text: string): Promise<Outcome> { return this.sitter.say(text); }
  allowStandIn(player: Player): Promise<Outcome> { return this.sitter.allowStandIn(player); }
  takeOver(seat: Seat): Promise<Outcome> { return this.sitter.takeOver(seat); }
  takeBack(): Promise<Outcome> { return this.sitter.takeBack(); }
  journal(): Promise<string> { return this.sitter.journal(); }

  /* One who asks looks at the position afterwards: everybody here has heard of it then. */
  private async heard(act: Promise<Outcome>): Promise<Outcome> {
    const outcome = await act;
    await until(() => this.isLevel, SOON);
    return outcome;
  }

  close(): void { /* the sessions that it is made of are closed by those who opened them */ }
}
