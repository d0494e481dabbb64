/* hints.ts: what a good player would think of here: asked for by the player, thought out in a worker, and gone with the question that it was about. */
import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Advice } from '../../engine/engine';
import { thinkOfHint, type Thinking } from '../../engine/teacher';
import { language } from '../../text';
import type { Deciding } from './deciding';
import { questionKey } from './model';

export type Hint =
  | { readonly is: 'none' }
  | { readonly is: 'thinking' }
  | { readonly is: 'there'; readonly list: readonly Advice[] }
  | { readonly is: 'nothing' };            /* none was found */

export class Hints {
  readonly hint: ReadonlySignal<Hint>;
  private readonly own: Signal<Hint> = signal({ is: 'none' });
  private thinking: Thinking<readonly Advice[]> | null = null;
  private readonly end: () => void;

  constructor(private readonly deciding: Deciding) {
    const { session } = deciding.desk;
    this.hint = this.own;
    /* While a plan is gathered others plan too, and what is heard of that changes nothing here; else any change does. */
    const about = computed(() => {
      const view = session.view.value, plan = deciding.plan.value;
      return view && plan ? `${questionKey(view.state)} ${JSON.stringify(plan.decisions)}` : view;
    });
    this.end = effect(() => {
      void [about.value, language.value];
      this.forget();
    });
  }

  /** Is there anything that a hint could be about? */
  get isAskable(): boolean {
    return this.deciding.ready.value && !this.deciding.plan.value?.complete;
  }

  async ask(): Promise<void> {
    const { session } = this.deciding.desk, state = this.state();
    if (!state || !this.deciding.ready.peek()) return;
    this.forget();
    const thinking = thinkOfHint(session.info.peek(), { state, seat: session.seat, language: language.peek() });
    this.thinking = thinking;
    this.own.value = { is: 'thinking' };
    const list = await thinking.answer;
    if (this.thinking !== thinking) return;
    this.thinking = null;
    this.own.value = list && list.length > 0 ? { is: 'there', list } : { is: 'nothing' };
  }

  forget(): void {
    this.thinking?.stop();
    this.thinking = null;
    if (this.own.peek().is !== 'none') this.own.value = { is: 'none' };
  }

  close(): void {
    this.end();
    this.forget();
  }

  /* What the seat sees; with the plan so far, where one is made. */
  private state(): Uint8Array | null {
    const { session } = this.deciding.desk;
    if (this.deciding.plan.peek()) return session.engine.stateBytes(session.seat);
    return session.aside?.peek()?.state ?? session.steps.peek().at(-1)?.state ?? null;
  }
}
