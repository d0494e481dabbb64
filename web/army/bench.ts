/*
 * bench.ts: one army on the work bench: the document with what was before and what was taken back, and the engine's report on it. Every
 * change is kept at once.
 */
import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { isStructured, type Army, type ArmyList, type Fault, type Problem, type Report, type StructuredArmy } from '../engine/armies';
import { language } from '../text';
import type { Armoury } from './armoury';
import { keep } from './kept';

const mostSteps = 200;

export class Bench {
  readonly army: Signal<Army>;
  private readonly past: Signal<readonly Army[]> = signal([]);
  private readonly future: Signal<readonly Army[]> = signal([]);
  readonly open: Signal<string | null> = signal(null);          /* the unit that is shown in full */
  readonly wanted: Signal<string | null> = signal(null);        /* where the keyboard goes when the next change is shown: a `data-at` */
  readonly fault: Signal<Fault | null> = signal(null);          /* why the last change was none */

  constructor(readonly armoury: Armoury, readonly id: string, army: Army) {
    this.army = signal(army);
  }

  readonly report: ReadonlySignal<Report | null> = computed(() => this.armoury.armies.check(this.army.value, language.value).value?.report ?? null);

  readonly list: ReadonlySignal<ArmyList | null> = computed(() => this.armoury.listOf(this.army.value));

  readonly mayUndo: ReadonlySignal<boolean> = computed(() => this.past.value.length > 0);
  readonly mayRedo: ReadonlySignal<boolean> = computed(() => this.future.value.length > 0);

  /** Legal or not; but what the engine cannot read at all never comes on the bench. */
  change(army: Army, at: string | null = null): void {
    const { fault } = this.armoury.armies.check(army, language.peek());
    batch(() => {
      this.fault.value = fault ?? null;
      if (fault) return;
      this.past.value = [...this.past.peek(), this.army.peek()].slice(-mostSteps);
      this.future.value = [];
      this.show(army);
      if (at) this.wanted.value = at;
    });
  }

  /** The same for what only a structured army has. */
  alter(change: (army: StructuredArmy) => StructuredArmy, at: string | null = null): void {
    const army = this.army.peek();
    if (isStructured(army)) this.change(change(army), at);
  }

  undo(): void {
    this.step(this.past, this.future);
  }

  redo(): void {
    this.step(this.future, this.past);
  }

  /** Whether this is the document that is kept. */
  holds(document: unknown): boolean {
    return JSON.stringify(document) === JSON.stringify(this.army.peek());
  }

  problemsAt(regiment: number, unit: number): readonly Problem[] {
    return this.report.value?.problems.filter(problem => problem.regiment === regiment && problem.unit === unit) ?? [];
  }

  private step(from: Signal<readonly Army[]>, to: Signal<readonly Army[]>): void {
    const army = from.peek().at(-1);
    if (!army) return;
    batch(() => {
      this.fault.value = null;
      from.value = from.peek().slice(0, -1);
      to.value = [...to.peek(), this.army.peek()];
      this.show(army);
    });
  }

  private show(army: Army): void {
    this.army.value = army;
    keep(this.id, army);
  }
}

export const BenchContext = createContext<Bench | null>(null);

export function useBench(): Bench {
  const bench = useContext(BenchContext);
  if (!bench) throw new Error('no bench');
  return bench;
}
