/* analysis.ts: what a finished game was worth at each step, thought out in a worker once somebody asks for it. */
import { batch, signal, type Signal } from '@preact/signals';
import type { Analysis, Judgement, Language, Progress } from '../engine/engine';
import { thinkOfGame, type Thinking } from '../engine/teacher';
import type { Analyses } from '../engine/teacher_protocol';
import type { Reel } from './replay_session';

export class GameAnalysis {
  readonly progress: Signal<Progress | null> = signal(null);     /* while it is worked out */
  readonly found: Signal<Analyses | null> = signal(null);
  readonly failed: Signal<boolean> = signal(false);
  readonly better: Signal<Judgement | null> = signal(null);      /* the decision whose better one is shown on the board */
  private thinking: Thinking<Analyses> | null = null;

  constructor(private readonly reel: Reel) {}

  async begin(): Promise<void> {
    const { ruleset, scenario, lines } = this.reel.journal;
    this.stop();
    const thinking = thinkOfGame(ruleset, scenario, this.reel.text, progress => { this.progress.value = progress; });
    this.thinking = thinking;
    batch(() => {
      this.failed.value = false;
      this.progress.value = { line: 0, lines };
    });
    const found = await thinking.answer;
    if (this.thinking !== thinking) return;
    this.thinking = null;
    batch(() => {
      this.progress.value = null;
      this.found.value = found;
      this.failed.value = found === null;
    });
  }

  stop(): void {
    const { thinking } = this;
    this.thinking = null;
    thinking?.stop();
    this.progress.value = null;
  }
}

/** The chance of side A after that many lines. */
export function chanceAt({ start, curve }: Analysis, line: number): number {
  return curve.reduce((chance, point) => (point.line <= line ? point.after : chance), start);
}

/** The decision of that line, if it was one that counted. */
export const judgementAt = ({ curve }: Analysis, line: number): Judgement | undefined => curve.find(point => point.line === line);

export const inLanguage = (analyses: Analyses, language: Language): Analysis => analyses[language];
