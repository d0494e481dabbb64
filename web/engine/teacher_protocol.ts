/* teacher_protocol.ts: what the page and its teacher's worker say to each other. */
import type { Advice, Analysis, Language, Level, Progress, Seat } from './engine';
import type { Parts } from './load';

/** A hint in a seat's view. */
export interface HintMessage {
  readonly hint: {
    readonly parts: Parts;
    readonly ruleset: string;
    readonly scenario: string;
    readonly options: Record<string, number>;
    readonly state: Uint8Array;
    readonly seat: Seat;
    readonly level: Level;
    readonly language: Language;
  };
}

/** The analysis of a whole journal. */
export interface AnalyseMessage {
  readonly analyse: { readonly parts: Parts; readonly journal: string; readonly level: Level };
}

export type ToTeacher = HintMessage | AnalyseMessage;

/** The analysis with its sentences in each language. */
export type Analyses = Readonly<Record<Language, Analysis>>;

/** Progress comes any number of times, then one of the others. */
export type FromTeacher = { readonly progress: Progress } | { readonly advice: readonly Advice[] } | { readonly analyses: Analyses } | { readonly fault: string };
