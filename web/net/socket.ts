/*
 * socket.ts: the one connection of the page with its host (docs/table-protocol.md).
 *
 * Requests are promises that always settle: what the connection could not carry is an error like those of the host. A connection that breaks
 * is made again by itself, and every channel is opened again from the first update that it lacks, so that none is lost or heard twice.
 */
import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Line } from '../game/session';
import type { Answers, Door, ErrorCode, News, Opened, Requests, Welcome } from './protocol';

export type Trouble = ErrorCode | 'offline' | 'timeout';

type Good = { [K in Exclude<keyof Answers, 'error'>]: Record<K, Answers[K]> }[Exclude<keyof Answers, 'error'>];
export type Reply = Good | { error: { code: Trouble; text: string } };

/** One who follows a game through a channel. */
export interface Follower {
  readonly door: Door;
  /** The number of the first update that is not known yet. */
  next(): number;
  opened(opened: Opened): void;
  hear(news: Partial<News>): void;
  /** The door stays closed: no such link, or not ours. */
  failed(code: Trouble): void;
}

/** A WebSocket as far as it is used here; tests bring another. */
export interface Plug {
  onopen: (() => void) | null;
  onmessage: ((message: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

const FIRST_DELAY = 100, LAST_DELAY = 1000;             /* milliseconds before it is tried again */
const CONNECTING = 4000, ANSWERING = 15_000;            /* milliseconds after which nobody is there */

const offline: Reply = { error: { code: 'offline', text: 'no connection' } };
const timeout: Reply = { error: { code: 'timeout', text: 'no answer' } };

interface Pending { settle(reply: Reply): void; timer: ReturnType<typeof setTimeout> }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function channelOf(news: Record<string, unknown>): number | null {
  for (const member of Object.values(news)) if (isObject(member) && typeof member['channel'] === 'number') return member['channel'];
  return null;
}

export class Channel {
  /** Is the game open on the connection of the moment? */
  readonly isOpen: Signal<boolean> = signal(false);
  private number: number | null = null;

  constructor(private readonly wire: Wire, private readonly follower: Follower) {}

  has(number: number): boolean {
    return this.number === number;
  }

  hear(news: Partial<News>): void {
    this.follower.hear(news);
  }

  ask<K extends 'seed' | 'decide' | 'undo' | 'dice' | 'chat' | 'journal' | 'stand_in' | 'take_over' | 'take_back'>(kind: K, body: Omit<Requests[K], 'channel'>): Promise<Reply> {
    if (this.number === null) return Promise.resolve(offline);
    return this.wire.request(kind, { ...body, channel: this.number } as Requests[K]);
  }

  /** Ask for what is missing; also when a number was left out. */
  open(): void {
    const before = this.number;
    this.down();
    if (before !== null) void this.wire.request('close', { channel: before });
    this.wire.send('open', { ...this.follower.door, from: this.follower.next() }, reply => this.answered(reply));
  }

  /** The connection is gone. */
  down(): void {
    this.number = null;
    this.isOpen.value = false;
  }

  close(): void {
    this.wire.forget(this);
    if (this.number !== null) void this.wire.request('close', { channel: this.number });
    this.down();
  }

  private answered(reply: Reply): void {
    if ('opened' in reply) {
      this.number = reply.opened.channel;
      this.follower.opened(reply.opened);
      this.isOpen.value = true;
    } else if ('error' in reply) this.refused(reply.error.code);
  }

  private refused(code: Trouble): void {
    if (code === 'offline') return;                      /* the next connection opens it */
    if (code === 'busy' || code === 'too_many' || code === 'failed' || code === 'timeout') setTimeout(() => this.wire.openAgain(this), LAST_DELAY);
    else this.follower.failed(code);
  }
}

export class Wire {
  private readonly state: Signal<Line> = signal('connecting');
  private readonly greeting: Signal<Welcome | null> = signal(null);
  private readonly channels = new Set<Channel>();
  private readonly pending = new Map<number, Pending>();
  private readonly waiters: ((online: boolean) => void)[] = [];
  private socket: Plug | null = null;
  private wanted = false;
  private numbers = 0;
  private delay = FIRST_DELAY;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly plug: () => Plug) {}

  get line(): ReadonlySignal<Line> { return this.state; }

  /** What the host said when the connection was made; null before the first. */
  get welcome(): ReadonlySignal<Welcome | null> { return this.greeting; }

  /** Connect now, and again whenever it breaks. */
  connect(): void {
    this.wanted = true;
    if (!this.socket) this.plugIn();
  }

  /** Somebody says that the net is back: do not wait any longer. */
  hurry(): void {
    this.delay = FIRST_DELAY;
    if (this.wanted && !this.socket) this.plugIn();
  }

  /** The net is away: what is open is dead. */
  drop(): void {
    const { socket } = this;
    this.unplugged(socket);
    socket?.close();
  }

  request<K extends keyof Requests>(kind: K, body: Requests[K]): Promise<Reply> {
    return new Promise(resolve => this.send(kind, body, resolve));
  }

  /** A request whose answer is used at once, before the next message is looked at. */
  send<K extends keyof Requests>(kind: K, body: Requests[K], settle: (reply: Reply) => void): void {
    this.connect();
    if (this.state.peek() !== 'online' || !this.socket) {
      this.whenOnline(online => online ? this.send(kind, body, settle) : settle(offline));
      return;
    }
    const id = ++this.numbers;
    const timer = setTimeout(() => this.unanswered(id), ANSWERING);
    this.pending.set(id, { settle, timer });
    this.socket.send(JSON.stringify({ id, [kind]: body }));
  }

  follow(follower: Follower): Channel {
    const channel = new Channel(this, follower);
    this.channels.add(channel);
    if (this.state.peek() === 'online') channel.open();
    else this.connect();
    return channel;
  }

  forget(channel: Channel): void {
    this.channels.delete(channel);
  }

  openAgain(channel: Channel): void {
    if (this.channels.has(channel) && this.state.peek() === 'online' && !channel.isOpen.peek()) channel.open();
  }

  /* Requests wait for the very first connection only; later ones that find it broken are told so. */
  private whenOnline(call: (online: boolean) => void): void {
    if (this.state.peek() === 'connecting') this.waiters.push(call);
    else call(false);
  }

  private plugIn(): void {
    clearTimeout(this.timer);
    const socket = this.plug();
    this.socket = socket;
    this.timer = setTimeout(() => this.drop(), CONNECTING);
    socket.onmessage = ({ data }) => { if (socket === this.socket) this.read(data); };
    socket.onclose = () => this.unplugged(socket);
  }

  private unplugged(socket: Plug | null): void {
    if (!socket || socket !== this.socket) return;
    this.socket = null;
    this.state.value = 'offline';
    for (const channel of this.channels) channel.down();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.plugIn(), this.delay);
    this.delay = Math.min(LAST_DELAY, this.delay * 2);
    const unanswered = [...this.pending.values()];
    this.pending.clear();
    for (const { settle, timer } of unanswered) {
      clearTimeout(timer);
      settle(offline);
    }
    for (const call of this.waiters.splice(0)) call(false);
  }

  /* One who does not answer is not there, whatever the socket says. */
  private unanswered(id: number): void {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    pending?.settle(timeout);
    this.drop();
  }

  private read(data: unknown): void {
    let message: unknown;
    try {
      message = JSON.parse(String(data));
    } catch {
      return;
    }
    if (!isObject(message)) return;
    if (typeof message['id'] === 'number') this.answer(message['id'], message);
    else if ('welcome' in message) this.greeted(message['welcome'] as Welcome);
    else this.tell(message);
  }

  private answer(id: number, message: object): void {
    const pending = this.pending.get(id);
    if (!pending) return;
    this.pending.delete(id);
    clearTimeout(pending.timer);
    pending.settle(message as Reply);
  }

  private greeted(welcome: Welcome): void {
    clearTimeout(this.timer);
    this.delay = FIRST_DELAY;
    this.greeting.value = welcome;
    this.state.value = 'online';
    for (const channel of this.channels) channel.open();
    for (const call of this.waiters.splice(0)) call(true);
  }

  private tell(news: Record<string, unknown>): void {
    const number = channelOf(news);
    if (number === null) return;
    for (const channel of this.channels) if (channel.has(number)) channel.hear(news as Partial<News>);
  }
}

function address(): string {
  const url = new URL('socket', location.href.replace(/[?#].*$/, ''));
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

/** The page's own. */
export const wire = new Wire(() => new WebSocket(address(), 'mestre-1') as Plug);
export const welcome = wire.welcome;

export function request<K extends keyof Requests>(kind: K, body: Requests[K]): Promise<Reply> {
  return wire.request(kind, body);
}

if (typeof addEventListener === 'function') {
  addEventListener('online', () => wire.hurry());
  addEventListener('offline', () => wire.drop());
  addEventListener('visibilitychange', () => { if (!document.hidden) wire.hurry(); });
}
