/*
 * remote.ts: a seat at a game that a host holds. Updates become steps, their states go into the page's engine; acts are requests, and the
 * position that they were meant for goes with them.
 */
import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Decision, Engine, Match, Refusal, Seat, View } from '../engine/engine';
import { loadEngine } from '../engine/load';
import type { Chat, Door, Needs, News, Opened, Over, Player, Presence, Seeds, StandIns, Update } from '../net/protocol';
import type { Channel, Follower, Reply, Trouble, Wire } from '../net/socket';
import { language } from '../text';
import { Course } from './course';
import type { Info, Line, Outcome, Session, StandIn, Step } from './session';
import { until } from './until';

const TRIES = 5;
const PATIENCE = 12_000;             /* milliseconds for a broken connection to come back while an act is under way */
const SOON = 3000;                   /* milliseconds for an update that must be on its way */

/** The host does not let this page in. */
export class DoorError extends Error {
  constructor(readonly code: Trouble) {
    super(code);
  }
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(atob(text), character => character.charCodeAt(0));
}

function stepOf({ n, by, undo, stand_ins, events, state, may_undo }: Update): Step {
  return { n, by, undo: undo === true, events, state: state === undefined ? null : bytesOf(state), mayUndo: may_undo, ...(stand_ins && { standIns: stand_ins }) };
}

/* What is told as a time to wait becomes a moment. */
function standInsOf(seats: StandIns): Partial<Record<Seat, StandIn>> {
  return Object.fromEntries(Object.entries(seats).map(([seat, { player, sits, wait }]) =>
    [seat, { player, sits, from: wait === undefined ? null : Date.now() + wait }]));
}

function infoOf({ game, mode, ruleset, scenario, scenario_text, title, armies, options, players, dice }: Opened): Info {
  const battle = { ...(scenario_text && { scenarioText: scenario_text }), ...(title && { title }), ...(armies && { armies }) };
  return { game, mode, ruleset, scenario, ...battle, options, players, dice };
}

function randomSeed(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

const failure = (code: string, error = code): Outcome => ({ ok: false, code, error });

class RemoteSession implements Session {
  readonly info: Signal<Info>;
  readonly began: Signal<boolean>;
  readonly line: ReadonlySignal<Line>;
  readonly presence: Signal<Presence | null> = signal(null);
  readonly standIns: Signal<Partial<Record<Seat, StandIn>>>;
  readonly chats: Signal<readonly Chat[]> = signal([]);
  readonly needs: Signal<Needs | null> = signal(null);
  readonly thinking: Signal<Seat | null> = signal(null);
  readonly over: Signal<Over | null> = signal(null);
  readonly waiting: Signal<boolean> = signal(false);
  private readonly trouble: Signal<'broken' | 'gone' | null> = signal(null);
  private readonly course: Course;
  private history: Step[] = [];          /* updates before the newest that `opened` spoke of: they go in together */
  private newest: number;

  constructor(private readonly channel: Channel, readonly engine: Engine, readonly match: Match, opened: Opened) {
    this.seat = opened.seat;
    this.info = signal(infoOf(opened));
    this.began = signal(opened.began);
    this.standIns = signal(standInsOf(opened.stand_ins));
    this.newest = opened.began ? opened.n : -1;
    this.course = new Course(engine, opened.seat);
    this.line = computed(() => this.trouble.value ?? (channel.isOpen.value ? 'online' : 'offline'));
  }

  readonly seat: Seat;
  get eye(): Seat { return this.seat; }
  get steps(): ReadonlySignal<readonly Step[]> { return this.course.steps; }
  get view(): ReadonlySignal<View | null> { return this.course.view; }

  get next(): number {
    return this.course.next + this.history.length;
  }

  /* The same game through another connection. */
  reopened(opened: Opened): void {
    batch(() => {
      this.info.value = infoOf(opened);
      this.began.value = opened.began;
      this.standIns.value = standInsOf(opened.stand_ins);
      this.newest = opened.began ? opened.n : -1;
      this.needs.value = null;
      this.thinking.value = null;
    });
  }

  hear(news: Partial<News>): void {
    if (news.update) this.update(news.update);
    else if (news.presence) this.presence.value = news.presence;
    else if (news.stand_ins) this.settle(news.stand_ins.seats);
    else if (news.chat) this.addChat(news.chat);
    else if (news.needs) this.needs.value = news.needs.count > 0 ? news.needs : null;
    else if (news.thinking) this.thinking.value = news.thinking.seat;
    else if (news.over) this.over.value = news.over;
    else if (news.trouble) this.trouble.value = news.trouble.code === 'unknown_link' ? 'gone' : 'broken';
    else if (news.seeds) this.giveSeeds(news.seeds);
    else if (news.begins) {
      this.giveSeeds(news.begins);
      this.began.value = true;
    }
  }

  async decide(decisions: readonly Decision[]): Promise<Outcome> {
    if (this.line.peek() !== 'online') return failure('offline');
    if (this.waiting.peek()) return failure('busy');
    this.waiting.value = true;
    try {
      return await this.insist([...decisions]);
    } finally {
      this.waiting.value = false;
    }
  }

  undo(): Promise<Outcome> {
    return this.act(() => this.channel.ask('undo', { n: this.next - 1 }));
  }

  throwDice(faces: readonly number[]): Promise<Outcome> {
    return this.act(() => this.channel.ask('dice', { faces: [...faces] }));
  }

  /** An empty text stands for a random one. */
  giveSeed(text: string): Promise<Outcome> {
    return this.act(() => this.channel.ask('seed', { text: text || randomSeed() }));
  }

  say(text: string): Promise<Outcome> {
    return this.act(() => this.channel.ask('chat', { text }));
  }

  allowStandIn(player: Player): Promise<Outcome> {
    return this.act(() => this.channel.ask('stand_in', { player }));
  }

  takeOver(seat: Seat): Promise<Outcome> {
    return this.act(() => this.channel.ask('take_over', { seat }));
  }

  takeBack(): Promise<Outcome> {
    return this.act(() => this.channel.ask('take_back', {}));
  }

  async journal(): Promise<string> {
    const reply = await this.channel.ask('journal', {});
    if ('journal' in reply) return reply.journal.text;
    throw new DoorError('error' in reply ? reply.error.code : 'malformed');
  }

  close(): void {
    this.channel.close();
    this.course.close();
  }

  private update(update: Update): void {
    if (update.n < this.next) return;
    if (update.n > this.next) {
      this.channel.open();                 /* something is missing: ask for it */
      return;
    }
    this.history.push(stepOf(update));
    if (update.n < this.newest || update.state === undefined) return;
    batch(() => {
      this.began.value = true;
      this.thinking.value = null;
      this.course.add(this.history.splice(0));
    });
  }

  /* Who considers is told again afterwards. */
  private settle(seats: StandIns): void {
    batch(() => {
      this.standIns.value = standInsOf(seats);
      this.thinking.value = null;
    });
  }

  private addChat(chat: Chat): void {
    if (!this.chats.peek().some(({ number }) => number === chat.number)) this.chats.value = [...this.chats.peek(), chat];
  }

  private giveSeeds({ seeds }: Seeds): void {
    const info = this.info.peek();
    if (info.dice.kind === 'fair') this.info.value = { ...info, dice: { ...info.dice, seeds } };
  }

  private async act(ask: () => Promise<Reply>): Promise<Outcome> {
    if (this.line.peek() !== 'online') return failure('offline');
    this.waiting.value = true;
    try {
      return await this.outcome(await ask());
    } finally {
      this.waiting.value = false;
    }
  }

  /* One who asks looks at the position afterwards: it is there when the answer is. */
  private async outcome(reply: Reply): Promise<Outcome> {
    if ('decided' in reply) await until(() => this.steps.value.length > reply.decided.n, SOON);
    if ('refused' in reply) return { ok: false, refusal: this.explained(reply.refused.refusal), at: reply.refused.at };
    return 'error' in reply ? failure(reply.error.code, reply.error.text) : { ok: true };
  }

  private explained(refusal: Refusal): Refusal {
    return { ...refusal, text: this.engine.explainRefusal(refusal, language.peek()) };
  }

  /*
   * Others may decide at the same time in secret, and connections break. As long as this seat itself has not gone on and the same question is
   * still asked, the decisions are sent again for the position as it is now; the host judges whether all are still legal.
   */
  private async insist(decisions: Decision[]): Promise<Outcome> {
    const first = this.next;
    const phase = this.view.peek()?.state.phase;
    for (let tries = 1; ; tries++) {
      const reply = await this.channel.ask('decide', { n: this.next - 1, decisions });
      const code = 'error' in reply ? reply.error.code : null;
      const broke = code === 'offline' || code === 'timeout';
      if (tries > TRIES || !(broke || code === 'stale' || code === 'busy')) return this.outcome(reply);
      if (!await this.settled(broke)) return failure('offline');
      if (this.steps.peek().slice(first).some(step => step.by === this.seat)) return broke ? { ok: true } : failure('stale');
      if (this.view.peek()?.state.phase !== phase) return failure('stale');
    }
  }

  /* Wait until everything is known that the host has told so far. */
  private async settled(broke: boolean): Promise<boolean> {
    if (broke) return until(() => this.channel.isOpen.value && this.steps.value.length > this.newest, PATIENCE);
    const before = this.steps.peek().length;
    await until(() => this.steps.value.length > before, 500);
    return true;
  }
}

/** A seat through its link, or on a private table by its name. Ends with a DoorError when the host does not let us in. */
export async function openRemote(wire: Wire, door: Door): Promise<Session> {
  let session: RemoteSession | null = null;
  let heard: Partial<News>[] = [];
  let first: Opened | null = null;
  let channel: Channel | null = null;
  const opened = await new Promise<Opened>((resolve, reject) => {
    const follower: Follower = {
      door,
      next: () => session?.next ?? 0,
      opened: news => {
        heard = [];                        /* before the engine is ready it begins anew with each connection */
        first = news;
        session?.reopened(news);
        resolve(news);
      },
      hear: news => {
        if (session) session.hear(news);
        else heard.push(news);
      },
      failed: code => reject(new DoorError(code)),
    };
    channel = wire.follow(follower);
  });
  const open = channel as unknown as Channel;
  try {
    const engine = await loadEngine(opened.ruleset, opened.scenario, opened.scenario_text);
    const match = engine.loadMatch(opened.ruleset, opened.scenario, opened.options);
    session = new RemoteSession(open, engine, match, first ?? opened);
  } catch (error) {
    open.close();
    throw error;
  }
  for (const news of heard) session.hear(news);
  return session;
}
