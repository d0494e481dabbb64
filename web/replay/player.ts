/* player.ts: a reel that runs: position after position, at a chosen speed. */
import { effect, signal, type Signal } from '@preact/signals';
import { speed, type Speed } from '../play/pace';
import type { Reel } from './replay_session';

const pace: Record<Speed, number> = { slow: 2400, normal: 1200, fast: 450, once: 120 };

export class ReelPlayer {
  readonly running: Signal<boolean> = signal(false);
  readonly busy: Signal<boolean> = signal(false);        /* a film of the present step is shown: it goes on afterwards */
  private readonly stop: () => void;

  constructor(readonly reel: Reel) {
    this.stop = effect(() => {
      if (!this.running.value || this.busy.value) return undefined;
      const { at, journal } = reel;
      if (at.value >= journal.lines) {
        this.running.value = false;
        return undefined;
      }
      const timer = setTimeout(() => reel.go(at.peek() + 1), pace[speed.value]);
      return () => clearTimeout(timer);
    });
  }

  toggle(): void {
    if (!this.running.peek() && this.reel.at.peek() === this.reel.journal.lines) this.reel.go(0);
    this.running.value = !this.running.peek();
  }

  /** By hand, which also stops it. */
  go(position: number): void {
    this.running.value = false;
    this.reel.go(position);
  }

  close(): void {
    this.stop();
  }
}
