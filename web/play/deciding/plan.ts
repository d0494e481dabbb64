/*
 * plan.ts: several answers gathered into one plan before any is given. The list of decisions is the truth; the engine tells after each
 * change what became of it.
 */
import type { Decision, Draft, Fields, Kind, Language, Offer, Refusal, Seat } from '../../engine/engine';
import { answerOf, questionOf, sameDecision } from './model';

/** The part of the engine that gathers. */
export interface Drafter {
  resetDraft(): void;
  draft(seat: Seat, decision: Decision, language: Language): Draft;
  offers(seat: Seat, language: Language): Offer[];
  view?(seat: Seat, language: Language): Seen;
}

interface Seen { readonly state: { readonly units: Units; readonly game: Fields }; readonly offers: Offer[] }

type Units = Readonly<Record<string, Fields>>;

/** A decision that does not fit, and why. */
export interface Left { readonly decision: Decision; readonly refusal: Refusal }

export interface Plan {
  readonly decisions: readonly Decision[];
  readonly complete: boolean;
  readonly first: readonly Offer[];          /* what is offered before anything is planned */
  readonly rest: readonly Offer[];           /* what is offered after all of it */
  readonly lacking: readonly string[];       /* pieces that still want an answer */
  readonly end: Decision | null;             /* gives the plan as it stands, where that is an answer of its own */
  readonly units: Units | null;              /* the position with it, where the engine tells that */
  readonly left: readonly Left[];            /* what was wanted and does not fit */
}

type Kinds = readonly Kind[];

const kindOf = (kinds: Kinds, decision: Decision): Kind | undefined => kinds.find(({ name }) => name === decision.do);

const adds = (kinds: Kinds, decision: Decision): boolean => kindOf(kinds, decision)?.adds === true;

/** A plan of several parts a piece: it is complete at any time, and what is told adds up. */
export const isLayered = (kinds: Kinds): boolean => kinds.some(kind => kind.adds);

/*
 * The answer without a piece after which the seat is asked no more, or not before another turn; what goes on after one is laid anew without it.
 * Once it is known it is not asked for again, since the engine would play on.
 */
function endOf(engine: Drafter, seat: Seat, language: Language, kinds: Kinds, laid: readonly Decision[], offers: readonly Offer[], known: Decision | null, turn: unknown): Decision | null {
  if (known && offers.some(offer => !offer.open?.length && sameDecision(answerOf(offer, 0).decision, known))) return known;
  for (const offer of offers) {
    if (offer.unit !== undefined || offer.open?.length || kindOf(kinds, offer)?.yields) continue;
    const { decision } = answerOf(offer, 0), result = engine.draft(seat, decision, language);
    if (result === 'last') return decision;
    if (result !== 'kept') continue;
    const isOver = engine.view?.(seat, language).state.game['turn'] !== turn;
    engine.resetDraft();
    for (const each of laid) engine.draft(seat, each, language);
    if (isOver) return decision;
  }
  return null;
}

interface Laid { readonly decisions: readonly Decision[]; readonly complete: boolean; readonly left: readonly Left[] }

function finished(engine: Drafter, seat: Seat, language: Language, kinds: Kinds, first: readonly Offer[], { decisions, complete, left }: Laid, known: Decision | null): Plan {
  const seen = engine.view?.(seat, language), rest = complete ? [] : seen?.offers ?? engine.offers(seat, language);
  const end = endOf(engine, seat, language, kinds, decisions, rest, known, seen?.state.game['turn']);
  const planned = new Set(decisions.map(({ unit }) => unit));
  const lacking = [...questionOf(rest).units.keys()].filter(unit => !planned.has(unit));
  return { decisions, complete, first, rest, lacking, end, units: seen?.state.units ?? null, left };
}

/** Lay the decisions one after the other; those that no longer fit are left out. */
export function gather(engine: Drafter, seat: Seat, language: Language, wanted: readonly Decision[], kinds: Kinds = [], known: Decision | null = null): Plan {
  engine.resetDraft();
  const first = engine.offers(seat, language), decisions: Decision[] = [], left: Left[] = [];
  let complete = false;
  for (const decision of wanted) {
    const result = engine.draft(seat, decision, language);
    if (typeof result !== 'string') {
      left.push({ decision, refusal: result.refusal });
      continue;
    }
    decisions.push(decision);
    if (result === 'last') {
      complete = true;
      break;
    }
  }
  return finished(engine, seat, language, kinds, first, { decisions, complete, left }, known);
}

/** What a piece is told by a plan. */
export const toldTo = (decisions: readonly Decision[], unit: string): readonly Decision[] => decisions.filter(decision => decision.unit === unit);

/** Take what a piece was told back in the engine alone. False: it cannot be done without laying everything anew. */
export function recall(engine: Drafter, seat: Seat, language: Language, unit: string, kinds: Kinds): boolean {
  const kind = kinds.find(({ recalls, uses }) => recalls && uses.length === 1 && uses[0] === 'unit');
  return kind !== undefined && engine.draft(seat, { do: kind.name, unit }, language) === 'kept';
}

/** Decisions of others that look at pieces whose part is changed: to do as they do. */
export function dependents(decisions: readonly Decision[], changes: ReadonlyMap<string, unknown>): readonly Decision[] {
  return decisions.filter(({ unit, target }) => target !== undefined && target !== unit && changes.has(target) && !(unit !== undefined && changes.has(unit)));
}

/* What is told to pieces, each anew, where the engine has all else of the plan already; null when it must be laid anew. */
function relaid(engine: Drafter, seat: Seat, language: Language, plan: Plan, changes: ReadonlyMap<string, readonly Decision[]>, kinds: Kinds): Laid | null {
  let { decisions } = plan;
  const left: Left[] = [];
  if (plan.complete || dependents(plan.decisions, changes).length > 0) return null;
  for (const [unit, wanted] of changes) {
    const own = toldTo(decisions, unit), isMore = own.every((decision, i) => wanted[i] !== undefined && sameDecision(decision, wanted[i]));
    if (!isMore && !recall(engine, seat, language, unit, kinds)) return null;
    const kept: Decision[] = isMore ? [...own] : [];
    for (const decision of isMore ? wanted.slice(own.length) : wanted) {
      const result = engine.draft(seat, decision, language);
      if (result === 'last') return null;
      if (result === 'kept') kept.push(decision);
      else left.push({ decision, refusal: result.refusal });
    }
    decisions = withTold(decisions, unit, kept);
  }
  return { decisions, complete: false, left };
}

/** The plan with other things told to some pieces. Only what is new is laid where the engine can take the old back. */
export function amend(engine: Drafter, seat: Seat, language: Language, plan: Plan, changes: ReadonlyMap<string, readonly Decision[]>, kinds: Kinds = []): Plan {
  const laid = relaid(engine, seat, language, plan, changes, kinds);
  if (laid) return finished(engine, seat, language, kinds, plan.first, laid, plan.end);
  let { decisions } = plan;
  for (const [unit, wanted] of changes) decisions = withTold(decisions, unit, wanted);
  return gather(engine, seat, language, decisions, kinds, plan.end);
}

/** What the seat would be offered after a decision, where it is then asked for more of the same; null where dice, another seat or another phase come first. */
export function offersAfter(engine: Drafter, seat: Seat, decision: Decision, language: Language): readonly Offer[] | null {
  engine.resetDraft();
  const rest = engine.draft(seat, decision, language) === 'kept' ? engine.offers(seat, language) : null;
  engine.resetDraft();
  return rest;
}

/** The list with these in place of all that the piece was told before. */
export function withTold(decisions: readonly Decision[], unit: string, told: readonly Decision[]): readonly Decision[] {
  const first = decisions.findIndex(decision => decision.unit === unit);
  if (first < 0) return [...decisions, ...told];
  return decisions.flatMap((decision, i) => (i === first ? told : decision.unit === unit ? [] : [decision]));
}

/** The list with this answer in place of all that the same piece had before, or behind it where it adds to that. */
export function withAnswer(decisions: readonly Decision[], answer: Decision, kinds: Kinds = []): readonly Decision[] {
  if (answer.unit === undefined) return [...decisions, answer];
  return withTold(decisions, answer.unit, adds(kinds, answer) ? [...toldTo(decisions, answer.unit), answer] : [answer]);
}

/** A manner of doing things, and no place or target of its own: it goes with whatever else a piece is told. */
const isManner = (kinds: Kinds, decision: Decision): boolean => adds(kinds, decision) && decision.at === undefined && decision.target === undefined;

/**
 * What a piece is told with one answer more: one that adds goes behind the rest, or in place of another of its kind; any other begins anew and
 * keeps the manner. Manners that no longer fit are left out where they are laid.
 */
export function toldWith(own: readonly Decision[], answer: Decision, kinds: Kinds): readonly Decision[] {
  if (!adds(kinds, answer)) return [answer, ...own.filter(decision => isManner(kinds, decision) && decision.do !== answer.do)];
  if (!isManner(kinds, answer)) return [...own, answer];
  return [...own.filter(decision => decision.do !== answer.do), answer];
}

export function withoutUnit(decisions: readonly Decision[], unit: string): readonly Decision[] {
  return decisions.filter(decision => decision.unit !== unit);
}

/** A plan once more for pieces that stand elsewhere now: each place goes along with its piece. */
export function shifted(decisions: readonly Decision[], moved: (unit: string) => { readonly x: number; readonly y: number } | null): readonly Decision[] {
  return decisions.map(decision => {
    const by = decision.unit !== undefined && decision.at ? moved(decision.unit) : null;
    return by && decision.at ? { ...decision, at: [decision.at[0] + by.x, decision.at[1] + by.y] } : decision;
  });
}
