/*
 * practice.ts: a whole game in the page, without a host: one engine is the referee and knows everything; each person's seat has an engine of
 * its own that knows the view. Who is not a person is played at random.
 */
import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Decision, Engine, EngineEvent, Match, Seat, View } from '../engine/engine';
import { loadEngine } from '../engine/load';
import type { Chat, Needs, Over, Presence } from '../net/protocol';
import { language } from '../text';
import { Course } from './course';
import type { Info, Line, Outcome, Session, Step } from './session';

export interface Practice {
  readonly ruleset: string;
  readonly scenario: string;
  readonly options?: Readonly<Record<string, number>>;
  readonly people: readonly Seat[];
  readonly seed?: number;
  readonly pause?: number;            /* milliseconds that a computer player takes for a decision */
}

const seatNames: readonly Seat[] = ['A', 'B', 'C', 'D'];
const PAUSE = 350;

const done: Outcome = { ok: true };
const unable: Outcome = { ok: false, code: 'not_yours', error: 'not_yours' };

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

class PracticeTable {
  readonly sessions: PracticeSession[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private random: number;

  constructor(readonly referee: Engine, readonly match: Match, private readonly practice: Practice) {
    this.random = practice.seed ?? Math.floor(Math.random() * 2 ** 31);
  }

  /* The same seed makes the same beginning, so that each seat hears its own part of it. */
  begin(): void {
    const seed = this.random;
    for (const session of this.sessions) session.hear(null, false, this.referee.begin(seed, session.seat, 'en').events);
    this.goOn();
  }

  /** A list of one seat: all or none. */
  decide(seat: Seat, decisions: readonly Decision[]): Outcome {
    for (const [at, decision] of decisions.entries()) {
      const secret = this.truth().state.gathered;
      const verdict = this.referee.decide(seat, decision, language.peek());
      if (verdict.verdict !== 'decided') {
        for (let taken = 0; taken < at; taken++) this.undo(seat);
        if (verdict.verdict === 'refused') return { ok: false, refusal: verdict.refusal, at };
        return { ok: false, code: 'failed', error: verdict.verdict };
      }
      this.tell(seat, false, verdict.events, secret);
    }
    this.goOn();
    return done;
  }

  undo(seat: Seat): Outcome {
    if (!this.referee.undo(seat)) return { ok: false, code: 'no_undo', error: 'no_undo' };
    this.tell(seat, true, []);
    return done;
  }

  close(session: PracticeSession): void {
    this.sessions.splice(this.sessions.indexOf(session), 1);
    if (this.sessions.length === 0) clearTimeout(this.timer);
  }

  /* What the deciding seat hears of a secret plan is not for the others. */
  private tell(by: Seat, undo: boolean, events: EngineEvent[], secret = false): void {
    for (const session of this.sessions) session.hear(by, undo, session.seat === by || !secret ? events : []);
  }

  private truth(): View {
    return this.referee.view('spectator', 'en');
  }

  private goOn(): void {
    const { asked, winner } = this.truth().state;
    const people = this.practice.people;
    const computer = asked.find(seat => !people.includes(seat));
    for (const session of this.sessions) {
      session.thinking.value = winner === undefined ? computer ?? null : null;
      if (winner !== undefined) session.over.value = { channel: 0, winner };
    }
    clearTimeout(this.timer);
    if (computer && winner === undefined) this.timer = setTimeout(() => this.playAtRandom(computer), this.practice.pause ?? PAUSE);
  }

  private playAtRandom(seat: Seat): void {
    const offers = this.referee.offers(seat, 'en');
    for (let tries = 0; tries < 40; tries++) {
      this.random = (this.random * 1103515245 + 12345) % 2 ** 31;
      const decision = this.referee.sample(seat, Math.floor(this.random / 65536) % offers.length, this.random);
      if (decision && this.decide(seat, [decision]).ok) return;
    }
  }
}

class PracticeSession implements Session {
  readonly info: ReadonlySignal<Info>;
  readonly began = signal(true);
  readonly line = signal<Line>('online');
  readonly presence = signal<Presence | null>(null);
  readonly chats = signal<readonly Chat[]>([]);
  readonly needs = signal<Needs | null>(null);
  readonly thinking: Signal<Seat | null> = signal(null);
  readonly over: Signal<Over | null> = signal(null);
  readonly waiting = signal(false);
  private readonly course: Course;

  constructor(private readonly table: PracticeTable, readonly seat: Seat, readonly engine: Engine, readonly match: Match, info: Info) {
    this.info = signal(info);
    this.course = new Course(engine, seat);
  }

  get eye(): Seat { return this.seat; }
  get steps(): ReadonlySignal<readonly Step[]> { return this.course.steps; }
  get view(): ReadonlySignal<View | null> { return this.course.view; }

  hear(by: Seat | null, undo: boolean, events: readonly EngineEvent[]): void {
    const state = this.table.referee.stateBytes(this.seat);
    const before = this.course.steps.peek().at(-1)?.state;
    if (before && events.length === 0 && sameBytes(before, state)) return;
    const mayUndo = this.table.referee.view(this.seat, 'en').may_undo;
    this.course.add([{ n: this.course.next, by, undo, events, state, mayUndo }]);
  }

  decide(decisions: readonly Decision[]): Promise<Outcome> {
    return Promise.resolve(this.table.decide(this.seat, decisions));
  }

  undo(): Promise<Outcome> {
    return Promise.resolve(this.table.undo(this.seat));
  }

  throwDice(): Promise<Outcome> { return Promise.resolve(unable); }
  giveSeed(): Promise<Outcome> { return Promise.resolve(unable); }
  say(): Promise<Outcome> { return Promise.resolve(unable); }
  journal(): Promise<string> { return Promise.reject(new Error('a practice game keeps no journal')); }

  close(): void {
    this.table.close(this);
    this.course.close();
  }
}

/** One session for each person, in the order of `people`. */
export async function openPractice(practice: Practice): Promise<Session[]> {
  const { ruleset, scenario, people } = practice;
  const options = { ...practice.options };
  const engines = await Promise.all([...people, null].map(() => loadEngine(ruleset, scenario)));
  const matches = engines.map(engine => engine.loadMatch(ruleset, scenario, options));
  const referee = engines.at(-1);
  const match = matches.at(-1);
  if (!referee || !match) throw new Error('no engine');
  const players = Object.fromEntries(seatNames.slice(0, match.seats).map(seat => [seat, people.includes(seat) ? 'person' : 'random']));
  const info: Info = {
    game: 'practice', mode: people.length > 1 ? 'shared' : 'computer', ruleset, scenario, options: match.options, players, dice: { kind: 'typed' },
  };
  const table = new PracticeTable(referee, match, practice);
  people.forEach((seat, i) => {
    const engine = engines[i], own = matches[i];
    if (engine && own) table.sessions.push(new PracticeSession(table, seat, engine, own, info));
  });
  const sessions = [...table.sessions];
  table.begin();
  return sessions;
}
