/*
 * replay_session.ts: a journal as a session: the panels of play show it unchanged, and nothing can be decided. A replay is one reel, which
 * holds what every viewer noticed, and a session for each viewpoint on it.
 */
import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Engine, Journal, Match, Seat, View, Viewer } from '../engine/engine';
import { loadJournal } from '../engine/load';
import type { Info, Line, Outcome, Session, StandIn, Step } from '../game/session';
import type { Chat, Needs, Over, Presence } from '../net/protocol';
import type { Position, Projection } from '../play/projector';
import { language } from '../text';

const seatNames: readonly Seat[] = ['A', 'B', 'C', 'D'];
const KEPT = 32;                            /* positions that are kept */
const unable: Outcome = { ok: false, code: 'over', error: 'over' };

/** A journal in an engine, with the position that is shown. */
export class Reel {
  readonly at: Signal<number> = signal(0);
  came: ((from: number, to: number) => void) | null = null;      /* another position is about to be shown */

  private readonly lines: readonly string[];

  private constructor(
    readonly name: string, readonly text: string, readonly engine: Engine, readonly journal: Journal, readonly scenarioText?: string,
  ) {
    this.lines = text.split('\n');
  }

  /** Throws an EngineFault when not even the first line is good. */
  static async open(name: string, text: string): Promise<Reel> {
    const { engine, journal, scenarioText } = await loadJournal(text);
    return new Reel(name, text, engine, journal, scenarioText);
  }

  go(position: number): void {
    const from = this.at.peek(), to = Math.max(0, Math.min(this.journal.lines, Math.round(position)));
    batch(() => {
      this.at.value = to;
      if (from !== to) this.came?.(from, to);
    });
  }

  /** The computer player that decided for a person at that position, if one did. */
  standIns(position: number): Pick<Step, 'standIns'> {
    const line = this.lines[position];
    if (!line?.includes('"player":')) return {};
    const { seat, player } = JSON.parse(line) as { seat: Seat; player?: string };
    return player === undefined ? {} : { standIns: { [seat]: player } };
  }

  get viewers(): readonly Viewer[] {
    return [...seatNames.slice(0, this.journal.match.seats), 'spectator', 'all'];
  }
}

export class ReplaySession implements Session, Projection {
  readonly info: ReadonlySignal<Info>;
  readonly began = signal(true);
  readonly line = signal<Line>('online');
  readonly presence = signal<Presence | null>(null);
  readonly standIns = signal<Partial<Record<Seat, StandIn>>>({});
  readonly chats = signal<readonly Chat[]>([]);
  readonly needs = signal<Needs | null>(null);
  readonly thinking: Signal<Seat | null> = signal(null);
  readonly waiting = signal(false);
  readonly over: ReadonlySignal<Over | null>;
  readonly steps: ReadonlySignal<readonly Step[]>;
  readonly view: ReadonlySignal<View | null>;
  readonly seat: Seat;
  private readonly known: Step[] = [];
  private readonly kept = new Map<number, Position>();

  constructor(private readonly reel: Reel, readonly eye: Viewer) {
    const { journal } = reel;
    const players = Object.fromEntries(seatNames.slice(0, journal.match.seats).map(seat => [seat, 'person']));
    this.seat = eye === 'all' ? 'spectator' : eye;
    this.info = signal({
      game: reel.name, mode: 'replay' as const, ruleset: journal.ruleset, scenario: journal.scenario, options: journal.options, players,
      dice: { kind: 'typed' as const }, ...(reel.scenarioText && { scenarioText: reel.scenarioText }),
    });
    this.steps = computed(() => this.upTo(reel.at.value));
    this.view = computed(() => this.look(reel.at.value));
    this.over = computed(() => (reel.at.value === journal.lines && journal.winner ? { channel: 0, winner: journal.winner } : null));
  }

  get engine(): Engine { return this.reel.engine; }
  get match(): Match { return this.reel.journal.match; }

  decide(): Promise<Outcome> { return Promise.resolve(unable); }
  undo(): Promise<Outcome> { return Promise.resolve(unable); }
  throwDice(): Promise<Outcome> { return Promise.resolve(unable); }
  giveSeed(): Promise<Outcome> { return Promise.resolve(unable); }
  say(): Promise<Outcome> { return Promise.resolve(unable); }
  allowStandIn(): Promise<Outcome> { return Promise.resolve(unable); }
  takeOver(): Promise<Outcome> { return Promise.resolve(unable); }
  takeBack(): Promise<Outcome> { return Promise.resolve(unable); }
  journal(): Promise<string> { return Promise.resolve(this.reel.text); }
  close(): void { /* The reel goes with the page. */ }

  /* Every position is a step, also one that the viewer did not notice, so that positions and steps have the same numbers. */
  private upTo(position: number): readonly Step[] {
    while (this.known.length <= position) {
      const n = this.known.length;
      const { by, undo, events } = this.engine.journalGo(n, this.eye, 'en');
      this.known.push({ n, by, undo: undo ?? false, events, state: this.engine.stateBytes(this.eye), mayUndo: false, ...this.reel.standIns(n) });
    }
    return this.known.slice(0, position + 1);
  }

  /** How it was after a step, whatever is shown now. */
  position({ n }: Step): Position | null {
    const known = this.kept.get(n);
    if (known) return known;
    this.look(n);
    this.engine.journalGo(this.reel.at.peek(), this.eye, language.peek());
    return this.kept.get(n) ?? null;
  }

  stirs(): boolean { return true; }

  private look(position: number): View {
    const view = this.lookAt(position);
    if (this.kept.size >= KEPT) this.kept.clear();
    this.kept.set(position, view.state);
    return view;
  }

  private lookAt(position: number): View {
    this.engine.journalGo(position, this.eye, language.value);
    return { ...this.engine.view(this.eye, language.value), n: position, may_undo: false, offers: [] };
  }
}
