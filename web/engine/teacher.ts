/*
 * teacher.ts: hints and analyses as promises, thought out in a worker of their own, so that neither the page nor its odds wait for them. Whoever asked may
 * stop it at any time: the worker is ended, and the promise gives null.
 */
import type { Advice, Level, Progress } from './engine';
import { loadTeaching } from './load';
import type { Analyses, FromTeacher, HintMessage, ToTeacher } from './teacher_protocol';

/** Thinking that is under way. */
export interface Thinking<T> {
  readonly answer: Promise<T | null>;      /* null: it was stopped, or came to nothing */
  stop(): void;
}

const LEVEL: Level = 'teacher';

function think<T>(ask: () => Promise<ToTeacher>, pick: (said: FromTeacher) => T | undefined, follow: (progress: Progress) => void = () => undefined): Thinking<T> {
  let worker: Worker | null = null, settle: (found: T | null) => void = () => undefined, isOver = false;
  const answer = new Promise<T | null>(resolve => { settle = resolve; });
  const end = (found: T | null): void => {
    isOver = true;
    worker?.terminate();
    worker = null;
    settle(found);
  };
  const begin = (question: ToTeacher): void => {
    if (isOver) return;
    worker = new Worker('teacher_worker.js', { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromTeacher>) => {
      if ('progress' in data) follow(data.progress);
      else end(pick(data) ?? null);
    };
    worker.onerror = () => end(null);
    worker.postMessage(question);
  };
  ask().then(begin, () => end(null));
  return { answer, stop: () => end(null) };
}

/** Whose match it is, as far as an engine must know. */
export interface HintMatch {
  readonly ruleset: string;
  readonly scenario: string;
  readonly options: Readonly<Record<string, number>>;
  readonly scenarioText?: string;
}

/** A hint for a seat that is asked, in its view. */
export function thinkOfHint({ ruleset, scenario, options, scenarioText }: HintMatch, position: Pick<HintMessage['hint'], 'state' | 'seat' | 'language'>): Thinking<readonly Advice[]> {
  const ask = async (): Promise<ToTeacher> =>
    ({ hint: { parts: await loadTeaching(ruleset, scenario, scenarioText), ruleset, scenario, options: { ...options }, level: LEVEL, ...position } });
  return think(ask, said => ('advice' in said ? said.advice : undefined));
}

/** The analysis of a journal whose game and scenario are known. */
export function thinkOfGame(ruleset: string, scenario: string, journal: string, follow: (progress: Progress) => void): Thinking<Analyses> {
  const ask = async (): Promise<ToTeacher> => ({ analyse: { parts: await loadTeaching(ruleset, scenario), journal, level: LEVEL } });
  return think(ask, said => ('analyses' in said ? said.analyses : undefined), follow);
}
