/*
 * course.ts: what a seat has noticed so far, with the engine of the page kept at the newest of it. Sessions of every origin are made
 * around one.
 */
import { batch, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Engine, Seat, View } from '../engine/engine';
import { language } from '../text';
import type { Step } from './session';

export class Course {
  private readonly list: Signal<readonly Step[]> = signal([]);
  private readonly seen: Signal<View | null> = signal(null);
  private readonly stop: () => void;

  constructor(private readonly engine: Engine, private readonly seat: Seat) {
    this.stop = effect(() => { this.look(language.value); });
  }

  get steps(): ReadonlySignal<readonly Step[]> {
    return this.list;
  }

  /** After the newest step, in the language of the moment. */
  get view(): ReadonlySignal<View | null> {
    return this.seen;
  }

  /** The number that the next step will have. */
  get next(): number {
    return this.list.peek().length;
  }

  /** Steps in order, the first with the number `next`. The last must have its state. */
  add(steps: readonly Step[]): void {
    if (steps.length === 0) return;
    batch(() => {
      this.list.value = [...this.list.peek(), ...steps];
      this.look(language.peek());
    });
  }

  close(): void {
    this.stop();
  }

  /* Installing also forgets a plan that was drafted on the position before. */
  private look(tongue: typeof language.value): void {
    const last = this.list.peek().at(-1);
    if (!last?.state) return;
    this.engine.install(last.state, this.seat);
    this.seen.value = { ...this.engine.view(this.seat, tongue), n: last.n, may_undo: last.mayUndo };
  }
}
