/* odds_protocol.ts: what the page and its odds worker say to each other. */
import type { Decision, Language, Odds, Policy, Seat } from './engine';
import type { Parts } from './load';

/** The match, once. */
export interface OpenMessage {
  readonly open: { readonly parts: Parts; readonly ruleset: string; readonly scenario: string; readonly options: Record<string, number> };
}

/** A question; the state comes along only when it is another than last time. */
export interface AskMessage {
  readonly ask: {
    readonly id: number;
    readonly state: Uint8Array | null;
    readonly seat: Seat;
    readonly decision: Decision;
    readonly policy: Policy;
    readonly language: Language;
    readonly answers: boolean;
  };
}

export type ToWorker = OpenMessage | AskMessage;

/** An answer, or what was wrong with the question. */
export type FromWorker = { readonly id: number; readonly odds: Odds } | { readonly id: number; readonly fault: string };
