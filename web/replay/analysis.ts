/* analysis.ts: what a finished game was worth at each step, thought out in a worker once somebody asks for it. */
import { batch, signal, type Signal } from '@preact/signals';
import { highestFace, lowestFace } from '../engine/dice';
import type { Analysis, Decision, Engine, EngineEvent, Fields, Judgement, Language, Progress, Seat } from '../engine/engine';
import { loadJournal } from '../engine/load';
import { thinkOfGame, type Thinking } from '../engine/teacher';
import type { Analyses } from '../engine/teacher_protocol';
import type { Reel } from './replay_session';

/** The better decision, taken after all, with other dice. */
export interface Trial {
  readonly point: Judgement;
  readonly engine: Engine;
  readonly events: readonly EngineEvent[];
  readonly units: Readonly<Record<string, Fields>>;
}

const MOST_DICE = 400;

function throwAny(engine: Engine, seat: Seat, decision: Decision): readonly EngineEvent[] | null {
  const dice: number[] = [];
  while (dice.length <= MOST_DICE) {
    const verdict = engine.decide(seat, decision, 'en', dice);
    if (verdict.verdict === 'decided') return verdict.events;
    if (verdict.verdict !== 'needs_dice') return null;
    const { sides, count } = verdict.missing, low = lowestFace(sides);
    for (let i = 0; i < count; i++) dice.push(low + Math.floor(Math.random() * (highestFace(sides) - low + 1)));
  }
  return null;
}

export class GameAnalysis {
  readonly progress: Signal<Progress | null> = signal(null);     /* while it is worked out */
  readonly found: Signal<Analyses | null> = signal(null);
  readonly failed: Signal<boolean> = signal(false);
  readonly better: Signal<Judgement | null> = signal(null);      /* the decision whose better one is shown on the board */
  readonly trial: Signal<Trial | null> = signal(null);            /* and what came of it when it was tried */
  private thinking: Thinking<Analyses> | null = null;
  private stage: Promise<Engine> | null = null;                  /* where it is tried */

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

  /** Play the better decision where it could have been taken, each time with other dice. */
  async tryBetter(point: Judgement): Promise<void> {
    this.stage ??= loadJournal(this.reel.text).then(({ engine }) => engine);
    const engine = await this.stage;
    engine.journalGo(point.line - 1, 'all', 'en');
    const events = point.better ? throwAny(engine, point.seat, point.better) : null;
    if (events && this.better.peek() === point) this.trial.value = { point, engine, events, units: engine.view('all', 'en').state.units };
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
