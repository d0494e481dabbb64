/*
 * odds.ts: exact odds as promises, worked out in a worker.
 *
 * The newest question is answered first, because it is what the player looks at now. A new state drops every question about the old one:
 * their promises give null. A question that is being worked out when the state changes gets a moment to end; then its worker is
 * ended and another takes over, so that no long enumeration of the past is waited for.
 */
import type { Decision, Language, Odds, Policy, Seat } from './engine';
import { loadRuleset, type Parts } from './load';
import type { FromWorker, ToWorker } from './odds_protocol';

/** A worker as far as it is used here; tests bring another. */
export interface Port {
  send(message: ToWorker): void;
  end(): void;
}

/** Makes a worker that tells what it answers, and when it breaks. */
export type MakePort = (hear: (answer: FromWorker) => void, broken: () => void) => Port;

interface Question {
  readonly id: number;
  readonly key: string;
  readonly decision: Decision;
  readonly policy: Policy;
  readonly language: Language;
  readonly wants: boolean;                   /* the odds given each answer of another seat too */
  readonly answers: Promise<Odds | null>;
  readonly settle: (odds: Odds | null) => void;
}

export interface MatchName {
  readonly ruleset: string;
  readonly scenario: string;
  readonly options: Readonly<Record<string, number>>;
}

const PATIENCE = 250;                        /* milliseconds for what is no longer asked */
const AT_MOST = 256;                         /* questions that wait; the oldest are dropped */

export class OddsDesk {
  private worker: Port | null = null;
  private workerState: Uint8Array | null = null;   /* what the worker has installed */
  private state: Uint8Array | null = null;
  private seat: Seat = 'spectator';
  private waiting: Question[] = [];
  private working: Question | null = null;
  private readonly known = new Map<string, Promise<Odds | null>>();
  private numbers = 0;
  private closed = false;
  private patience: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly parts: Parts, private readonly match: MatchName, private readonly makePort: MakePort) {}

  /** The odds of a decision in that seat's view; null when they are no longer wanted or there are none. The same question is asked once. */
  odds(state: Uint8Array, seat: Seat, decision: Decision, policy: Policy, language: Language, wants = false): Promise<Odds | null> {
    if (this.closed) return Promise.resolve(null);
    if (state !== this.state || seat !== this.seat) this.show(state, seat);
    const key = JSON.stringify([decision, policy, language, wants]);
    const asked = this.known.get(key);
    if (asked) {
      this.bringForward(key);
      return asked;
    }
    const question = this.question(key, decision, policy, language, wants);
    this.known.set(key, question.answers);
    this.waiting.push(question);
    if (this.waiting.length > AT_MOST) this.forget(this.waiting.shift());
    this.next();
    return question.answers;
  }

  /** Another state: what was asked about the one before is dropped. odds() does it too. */
  show(state: Uint8Array | null, seat: Seat): void {
    this.state = state;
    this.seat = seat;
    this.known.clear();
    for (const question of this.waiting.splice(0)) question.settle(null);
    if (!this.working) return;
    this.working.settle(null);
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.replaceWorker(), PATIENCE);
  }

  close(): void {
    this.closed = true;
    this.show(null, 'spectator');
    this.endWorker();
  }

  private question(key: string, decision: Decision, policy: Policy, language: Language, wants: boolean): Question {
    let settle: (odds: Odds | null) => void = () => undefined;
    const answers = new Promise<Odds | null>(resolve => { settle = resolve; });
    return { id: ++this.numbers, key, decision, policy, language, wants, answers, settle };
  }

  private forget(question: Question | undefined): void {
    if (!question) return;
    this.known.delete(question.key);
    question.settle(null);
  }

  private bringForward(key: string): void {
    const at = this.waiting.findIndex(question => question.key === key);
    if (at >= 0) this.waiting.push(...this.waiting.splice(at, 1));
  }

  private next(): void {
    if (this.working || this.closed) return;
    const question = this.waiting.pop();
    if (!question) return;
    const { id, decision, policy, language, wants } = question;
    const worker = this.readyWorker();
    this.working = question;
    worker.send({ ask: { id, state: this.state === this.workerState ? null : this.state, seat: this.seat, decision, policy, language, answers: wants } });
    this.workerState = this.state;
  }

  private readyWorker(): Port {
    if (this.worker) return this.worker;
    const worker = this.makePort(answer => this.hear(answer), () => this.replaceWorker());
    const { ruleset, scenario, options } = this.match;
    worker.send({ open: { parts: this.parts, ruleset, scenario, options: { ...options } } });
    this.worker = worker;
    this.workerState = null;
    return worker;
  }

  private hear(answer: FromWorker): void {
    const question = this.working;
    if (!question || question.id !== answer.id) return;
    clearTimeout(this.patience);
    this.working = null;
    if ('odds' in answer) question.settle(answer.odds);
    else {
      this.workerState = null;
      question.settle(null);
    }
    this.next();
  }

  private endWorker(): void {
    clearTimeout(this.patience);
    this.worker?.end();
    this.worker = null;
    this.working?.settle(null);
    this.working = null;
  }

  private replaceWorker(): void {
    this.endWorker();
    this.next();
  }
}

const pageWorker: MakePort = (hear, broken) => {
  const worker = new Worker('odds_worker.js', { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(data);
  worker.onerror = broken;
  return { send: message => worker.postMessage(message), end: () => worker.terminate() };
};

/** Odds for one match, in a worker of the page's own. */
export async function openOdds(ruleset: string, scenario: string, options: Readonly<Record<string, number>>, scenarioText?: string): Promise<OddsDesk> {
  const parts = await loadRuleset(ruleset, scenario, scenarioText);
  return new OddsDesk(parts, { ruleset, scenario, options }, pageWorker);
}
