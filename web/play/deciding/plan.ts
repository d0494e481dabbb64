/*
 * plan.ts: several answers gathered into one plan before any is given. The list of decisions is the truth; the engine tells after each
 * change what became of it.
 */
import type { Decision, Draft, Language, Offer, Seat } from '../../engine/engine';
import { questionOf } from './model';

/** The part of the engine that gathers. */
export interface Drafter {
  resetDraft(): void;
  draft(seat: Seat, decision: Decision, language: Language): Draft;
  offers(seat: Seat, language: Language): Offer[];
}

export interface Plan {
  readonly decisions: readonly Decision[];
  readonly complete: boolean;
  readonly first: readonly Offer[];          /* what is offered before anything is planned */
  readonly rest: readonly Offer[];           /* what is offered after all of it */
  readonly lacking: readonly string[];       /* pieces that still want an answer */
}

/** Lay the decisions one after the other; those that no longer fit are left out. */
export function gather(engine: Drafter, seat: Seat, language: Language, wanted: readonly Decision[]): Plan {
  engine.resetDraft();
  const first = engine.offers(seat, language);
  const decisions: Decision[] = [];
  let complete = false;
  for (const decision of wanted) {
    const result = engine.draft(seat, decision, language);
    if (typeof result !== 'string') continue;
    decisions.push(decision);
    if (result === 'last') {
      complete = true;
      break;
    }
  }
  const rest = complete ? [] : engine.offers(seat, language);
  const planned = new Set(decisions.map(({ unit }) => unit));
  const lacking = [...questionOf(rest).units.keys()].filter(unit => !planned.has(unit));
  return { decisions, complete, first, rest, lacking };
}

/** What the seat would be offered after a decision, where it is then asked for more of the same; null where dice, another seat or another phase come first. */
export function offersAfter(engine: Drafter, seat: Seat, decision: Decision, language: Language): readonly Offer[] | null {
  engine.resetDraft();
  const rest = engine.draft(seat, decision, language) === 'kept' ? engine.offers(seat, language) : null;
  engine.resetDraft();
  return rest;
}

/** The list with this answer in place of what the same piece had before. */
export function withAnswer(decisions: readonly Decision[], answer: Decision): readonly Decision[] {
  const at = decisions.findIndex(({ unit }) => unit !== undefined && unit === answer.unit);
  return at < 0 ? [...decisions, answer] : decisions.map((decision, i) => (i === at ? answer : decision));
}

export function withoutUnit(decisions: readonly Decision[], unit: string): readonly Decision[] {
  return decisions.filter(decision => decision.unit !== unit);
}
