/*
 * playback.ts: which step the table shows. What the seat itself did is shown at once; what others did is shown step by step, in its
 * order and at the reader's speed, and never stands in the way: a decision, Escape or a button goes to the newest. Steps by which nothing
 * on the table stirs are not worth a look each: they are told together with the next that is. A step in which pieces move in time is a film
 * for everybody, whoever's decision set it going.
 */
import { batch, computed, effect, signal, untracked, type ReadonlySignal, type Signal } from '@preact/signals';
import type { EngineEvent } from '../engine/engine';
import type { Session, Step } from '../game/session';
import { language } from '../text';
import { filmOf, hasFilm, isPlace } from './film';
import { reducedMotion } from './motion';
import { pace, speed } from './pace';
import { Screening } from './screening';

const SHORTEST = 700, EACH_SENTENCE = 550, LONGEST = 3600;          /* milliseconds at normal pace */
const UNSAID = 250;                                                 /* for a step without a word, such as another's card face down */
const MANY = 10;                                                    /* steps behind from which on it hurries */

/* The engine's own records of how a number came about are for the log. */
const records = ['base', 'reason', 'total', 'cite'];

export function isHeadline(event: EngineEvent): boolean {
  return !records.includes(event.event);
}

/** What of some events is told in sentences: not the small print, and not where pieces were when. */
export function told(session: Session, events: readonly EngineEvent[]): EngineEvent[] {
  return events.filter(event => isHeadline(event) && !isPlace(session.match, event));
}

/** The sentences of a step without the small print. */
export function headlines(session: Session, step: Step): string[] {
  const events = told(session, step.events);
  return events.length === 0 ? [] : session.engine.tell(events, language.value);
}

/* Before one screen everybody has seen what anybody there did, unless each sees something else of it. A film is nobody's own. */
function isOwn(session: Session, { by, events }: Step): boolean {
  if (by === null || hasFilm(session.match, events)) return false;
  const { mode, players } = session.info.peek();
  return by === session.seat || (mode === 'shared' && players[by] === 'person' && !session.match.conceals);
}

/** The first step after the seat's own last one. */
export function sinceMine(session: Session, steps: readonly Step[]): number {
  let n = steps.length;
  for (let last = steps[n - 1]; last && !isOwn(session, last); last = steps[n - 1]) n--;
  return n;
}

/** Did anything on the table stir from one step to the next? */
export type Stirs = (before: Step, step: Step) => boolean;

export class Playback {
  readonly since: ReadonlySignal<readonly Step[]>;               /* what others did since the seat's own last decision */
  readonly playing: ReadonlySignal<boolean>;
  readonly told: ReadonlySignal<readonly Step[]>;                /* what the caption speaks of: the step that is shown, and still ones before it */
  readonly list = signal(false);                                 /* what happened is listed, for those who want no motion */
  readonly wanted = signal(false);                               /* the list was asked for, and did not come of itself */
  private readonly going = signal(false);
  private known = 0;                                             /* steps that have been dealt with */
  private free = 0;                                              /* when the step that is shown has been looked at */
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly stops: (() => void)[] = [];

  constructor(
    private readonly session: Session, private readonly shown: Signal<number>, private readonly stirs: Stirs = () => true,
    readonly screening: Screening = new Screening(),
  ) {
    this.playing = this.going;
    this.told = computed(() => this.gather(session.steps.value, this.shown.value));
    this.since = computed(() => session.seat === 'spectator' ? [] : session.steps.value.slice(sinceMine(session, session.steps.value)));
  }

  /** Follow the session until the answer is called. It begins with what happened since the seat's last decision, or since it was last followed. */
  follow(): () => void {
    const back = (): void => { if (!document.hidden) this.goOn(); };
    document.addEventListener('visibilitychange', back);
    this.stops.push(
      effect(() => {
        const steps = this.session.steps.value;
        untracked(() => this.arrive(steps));
      }),
      effect(() => {
        if (this.session.waiting.value) untracked(() => this.skip());
      }),
    );
    this.goOn();
    return () => {
      this.halt();
      document.removeEventListener('visibilitychange', back);
      for (const stop of this.stops.splice(0)) stop();
    };
  }

  /** Go to the newest. */
  skip(): void {
    this.halt();
    this.free = 0;
    this.shown.value = this.session.steps.peek().length - 1;
  }

  private halt(): void {
    clearTimeout(this.timer);
    this.screening.stop();
    this.going.value = false;
  }

  /** The reader has begun to act: what happened has been read. */
  attend(): void {
    this.list.value = this.wanted.value = false;
  }

  /** Once more from the seat's own last decision on; as a list where motion is unwelcome. */
  again(): void {
    if (this.hurried()) this.list.value = this.wanted.value = true;
    else this.playFrom(sinceMine(this.session, this.session.steps.peek()) - 1);
  }

  private arrive(steps: readonly Step[]): void {
    const first = this.known === 0;
    const fresh = steps.slice(this.known);
    this.known = steps.length;
    if (fresh.length === 0) return;
    const own = fresh.some(step => isOwn(this.session, step) || step.undo);
    if (own) this.attend();
    else if (reducedMotion.peek() && sinceMine(this.session, steps) > 0 && fresh.some(step => told(this.session, step.events).length > 0)) this.list.value = true;
    const reel = own ? -1 : fresh.findIndex(step => hasFilm(this.session.match, step.events));
    if (first) this.playFrom(sinceMine(this.session, steps) - 1);
    else if (reel >= 0 && !this.hurried() && !this.going.peek()) this.present(steps.length - fresh.length + reel);
    else if (own || this.hurried() || (!this.going.peek() && fresh.every(step => this.isStill(steps, step.n)))) this.skip();
    else this.goOn();
  }

  private isStill(steps: readonly Step[], n: number): boolean {
    const before = steps[n - 1], step = steps[n];
    return before !== undefined && step !== undefined && !step.undo && !this.stirs(before, step);
  }

  private gather(steps: readonly Step[], n: number): readonly Step[] {
    const own = (step: Step | undefined): boolean => step === undefined || isOwn(this.session, step);
    let from = n;
    if (!own(steps[n])) while (!own(steps[from - 1]) && this.isStill(steps, from - 1)) from--;
    return steps.slice(Math.max(0, from), n + 1);
  }

  private hurried(): boolean {
    return reducedMotion.peek() || speed.peek() === 'once';
  }

  /* Steps without their state cannot be shown, so that it begins at the first that can. */
  private playFrom(n: number): void {
    const from = this.session.steps.peek().findIndex((step, i) => i >= n && step.state !== null);
    this.halt();
    if (from < 0 || this.hurried() || (this.session.seat === 'spectator' && n < 0)) this.skip();
    else {
      if (!this.show(from)) this.goOn();
    }
  }

  /* True: it runs as a film, and goes on when that is over. */
  private show(n: number): boolean {
    const steps = this.session.steps.peek();
    const step = steps[n];
    const film = step && steps[n - 1] ? filmOf(this.session.match, step.events) : null;
    this.free = performance.now() + (step ? this.lasting(step, steps.length - 1 - n) : 0);
    batch(() => {
      this.shown.value = n;
      if (!film) return;
      this.going.value = true;
      this.screening.start({ n, film }, () => this.filmed(n));
    });
    return film !== null;
  }

  /* The film of a step is over: there is time to read what came of it. */
  private filmed(n: number): void {
    const steps = this.session.steps.peek(), step = steps[n];
    this.free = performance.now() + (step ? this.lasting(step, steps.length - 1 - n) : 0);
    if (n >= steps.length - 1) this.going.value = false;
    else this.wait();
  }

  private present(n: number): void {
    if (this.show(n)) return;
    this.going.value = false;
    this.goOn();
  }

  /* If there is more to show, show it when the present step has been looked at. One who looks elsewhere sees it on coming back. */
  private goOn(): void {
    if (this.going.peek() || document.hidden || this.shown.peek() < 0 || this.shown.peek() >= this.session.steps.peek().length - 1) return;
    this.going.value = true;
    this.wait();
  }

  private wait(): void {
    this.timer = setTimeout(() => this.next(), Math.max(0, this.free - performance.now()));
  }

  private next(): void {
    const newest = this.session.steps.peek().length - 1;
    if (speed.peek() === 'once') {
      this.skip();
      return;
    }
    const steps = this.session.steps.peek();
    let n = this.shown.peek() + 1;
    while (n < newest && this.isStill(steps, n)) n++;
    if (this.show(Math.min(newest, n))) return;
    if (this.shown.peek() >= newest) this.going.value = false;
    else this.wait();
  }

  private lasting(step: Step, behind: number): number {
    const sentences = told(this.session, step.events).length;
    if (sentences === 0) return UNSAID * pace[speed.peek()];
    const whole = Math.min(LONGEST, SHORTEST + EACH_SENTENCE * sentences) * pace[speed.peek()];
    return behind > MANY ? whole / 3 : whole;
  }
}
