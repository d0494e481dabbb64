/* screening.ts: a film that runs: its time goes on by the reader's speed, stands still, and is set by hand. */
import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Film } from './film';
import { pace, speed } from './pace';

const WHOLE = 6500;                         /* milliseconds of a thousand thousandths at normal pace */

/** One showing: the film of a step, with the position before it and after it. */
export interface Reel { readonly n: number; readonly film: Film }

export class Screening {
  readonly running: ReadonlySignal<boolean>;
  readonly reel: ReadonlySignal<Reel | null>;
  readonly time: Signal<number> = signal(0);
  private readonly on = signal(false);
  private readonly now: Signal<Reel | null> = signal(null);
  private done: () => void = () => undefined;
  private frame = 0;
  private last = 0;

  constructor() {
    this.running = this.on;
    this.reel = this.now;
  }

  start(reel: Reel, done: () => void): void {
    this.stop();
    this.done = done;
    this.time.value = 0;
    this.now.value = reel;
    this.run();
  }

  /** It is over, or nobody wants to see it: what follows is not called. */
  stop(): void {
    cancelAnimationFrame(this.frame);
    this.on.value = false;
    this.now.value = null;
  }

  /** To its end, and on. */
  finish(): void {
    if (!this.now.peek()) return;
    this.stop();
    this.done();
  }

  toggle(): void {
    if (this.on.peek()) this.pause();
    else this.run();
  }

  pause(): void {
    cancelAnimationFrame(this.frame);
    this.on.value = false;
  }

  /** By hand: it stands still there. */
  seek(time: number): void {
    const reel = this.now.peek();
    if (!reel) return;
    this.pause();
    this.time.value = Math.max(0, Math.min(reel.film.length, time));
  }

  private run(): void {
    const reel = this.now.peek();
    if (!reel) return;
    if (this.time.peek() >= reel.film.length && this.time.peek() > 0) this.time.value = 0;
    this.on.value = true;
    this.last = performance.now();
    this.frame = requestAnimationFrame(() => this.step());
  }

  private step(): void {
    const reel = this.now.peek(), now = performance.now(), rate = pace[speed.peek()];
    if (!reel || !this.on.peek()) return;
    const time = rate === 0 ? reel.film.length : this.time.peek() + ((now - this.last) * 1000) / (WHOLE * rate);
    this.last = now;
    this.time.value = Math.min(reel.film.length, time);
    if (time >= reel.film.length) this.finish();
    else this.frame = requestAnimationFrame(() => this.step());
  }
}
