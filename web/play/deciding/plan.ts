/*
 * plan.ts: several answers gathered into one plan before any is given. The list of decisions is the truth; the engine tells after each
 * change what became of it.
 */
import type { Decision, Draft, Kind, Language, Offer, Seat } from '../../engine/engine';
import { answerOf, questionOf } from './model';

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
  readonly end: Decision | null;             /* gives the plan as it stands, where that is an answer of its own */
}

type Kinds = readonly Kind[];

const kindOf = (kinds: Kinds, decision: Decision): Kind | undefined => kinds.find(({ name }) => name === decision.do);

/* The answer without a piece after which the seat is asked no more; what goes on after one is laid anew without it. */
function endOf(engine: Drafter, seat: Seat, language: Language, kinds: Kinds, laid: readonly Decision[], offers: readonly Offer[]): Decision | null {
  for (const offer of offers) {
    if (offer.unit !== undefined || offer.open?.length || kindOf(kinds, offer)?.yields) continue;
    const { decision } = answerOf(offer, 0), result = engine.draft(seat, decision, language);
    if (result === 'last') return decision;
    if (result !== 'kept') continue;
    engine.resetDraft();
    for (const each of laid) engine.draft(seat, each, language);
  }
  return null;
}

/** Lay the decisions one after the other; those that no longer fit are left out. */
export function gather(engine: Drafter, seat: Seat, language: Language, wanted: readonly Decision[], kinds: Kinds = []): Plan {
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
  const end = endOf(engine, seat, language, kinds, decisions, rest);
  const planned = new Set(decisions.map(({ unit }) => unit));
  const lacking = [...questionOf(rest).units.keys()].filter(unit => !planned.has(unit));
  return { decisions, complete, first, rest, lacking, end };
}

/** What the seat would be offered after a decision, where it is then asked for more of the same; null where dice, another seat or another phase come first. */
export function offersAfter(engine: Drafter, seat: Seat, decision: Decision, language: Language): readonly Offer[] | null {
  engine.resetDraft();
  const rest = engine.draft(seat, decision, language) === 'kept' ? engine.offers(seat, language) : null;
  engine.resetDraft();
  return rest;
}

/** The list with this answer in place of all that the same piece had before, or behind it where it adds to that. */
export function withAnswer(decisions: readonly Decision[], answer: Decision, kinds: Kinds = []): readonly Decision[] {
  const isSame = ({ unit }: Decision): boolean => unit !== undefined && unit === answer.unit;
  const own = decisions.flatMap((decision, i) => (isSame(decision) ? [i] : [])), [first] = own, last = own.at(-1);
  if (first === undefined || last === undefined) return [...decisions, answer];
  if (kindOf(kinds, answer)?.adds) return [...decisions.slice(0, last + 1), answer, ...decisions.slice(last + 1)];
  return decisions.flatMap((decision, i) => (i === first ? [answer] : isSame(decision) ? [] : [decision]));
}

export function withoutUnit(decisions: readonly Decision[], unit: string): readonly Decision[] {
  return decisions.filter(decision => decision.unit !== unit);
}
