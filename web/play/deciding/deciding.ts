/*
 * deciding.ts: what the player is about to decide, shared by the prompt, the panel and the hand on the board. One for each desk.
 *
 * Nothing is decided here that the engine does not offer. Three things may be under way, one at a time: a plan that is gathered, a
 * decision whose place is being chosen (aim), and one that waits for its confirmation (pending).
 */
import { batch, computed, effect, signal, untracked, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Decision, Fields } from '../../engine/engine';
import { areEnemies } from '../../engine/sides';
import { isAsked, type Outcome, type Session } from '../../game/session';
import type { Lit, Place, Pose } from '../../table/board';
import { has, language, text } from '../../text';
import type { Desk } from '../desk';
import { isPresent } from '../looks';
import { measureOf, poseOf as placeOf } from '../measure/measure';
import { decisionAt, answerNow, exactly, type Aim, type Ground, type Manner } from './aim';
import { beginAim, changeTab, propose, suggest } from './aiming';
import { Chances } from './chances';
import { actsOf, hasOdds, comrades, happenings, isBinding, isGrave, isReaction, leftUnused, loneAim, nextInOrder, nothing, offerFor, onlyUnit, placeKey, planQuestion, questionKey, questionOf, sameDecision,
  sitesOf, tabsOf, targetsOf, type Answer, type Question } from './model';
import { deedId } from './deeds';
import { Hints } from './hints';
import { litOf } from './lit';
import { Orders } from './orders';
import { gather, offersAfter, withAnswer, withoutUnit, type Plan } from './plan';
import { formatLength } from './measure';
import { lengthUnit, otherOf, pieceName, pieces } from './vocabulary';

/** A card that is carried from the tray. */
export interface Carry { readonly answer: Answer; readonly x: number; readonly y: number; readonly over: string | null }

/** A decision that waits for a yes. */
export interface Pending { readonly answers: readonly Answer[]; readonly chosen: number }

const NEAR = 44;                            /* pixels around a piece in which a card that is let go still meets it */

export class Deciding {
  readonly plan: Signal<Plan | null> = signal(null);
  readonly aim: Signal<Aim | null> = signal(null);
  readonly trial: Signal<Aim | null> = signal(null);             /* a place that the pointer is over, before anything is chosen */
  readonly pending: Signal<Pending | null> = signal(null);
  readonly carry: Signal<Carry | null> = signal(null);
  readonly looked: Signal<Answer | null> = signal(null);         /* an offer that the pointer or the focus is on */
  readonly pointed: Signal<string | null> = signal(null);        /* a place that the pointer is over, by its key, where something may be done at it */
  readonly whole: Signal<boolean> = signal(false);               /* cards are laid for a whole regiment */
  readonly trouble: Signal<string | null> = signal(null);        /* why the last act came to nothing */
  readonly chances: Chances;
  readonly hints: Hints;

  /** The seat is asked, and may answer now. */
  readonly asked: ReadonlySignal<boolean>;
  readonly ready: ReadonlySignal<boolean>;
  readonly question: ReadonlySignal<Question>;
  readonly ground: ReadonlySignal<Ground | null>;
  readonly reaction: ReadonlySignal<boolean>;
  /** Something is under way that waits for this answer: what another does, or what the dice have left open. */
  readonly answering: ReadonlySignal<boolean>;
  /** Where places are counted: where the selected piece may go, before anything is chosen. */
  readonly reach: ReadonlySignal<Aim | null>;
  /** Where places have names: what may be done at each of them, by its key. */
  readonly sites: ReadonlySignal<ReadonlyMap<string, readonly Answer[]>>;
  /** And those that the piece may go to, with what that costs and whether it might do harm. */
  readonly lit: ReadonlySignal<readonly Lit[]>;
  /** The offer whose odds are looked at before anything is chosen. */
  readonly peeked: ReadonlySignal<Answer | null>;
  /** The pieces that a reaction is about. */
  readonly provoking: ReadonlySignal<readonly string[]>;
  /** Pieces that may act or still want a card, in the order of the offers. */
  readonly waiting: ReadonlySignal<readonly string[]>;

  /** A plan of several parts a piece. */
  readonly orders: Orders;
  /** What is aimed at by a form; while a piece is dragged the hand has it. */
  readonly formed: ReadonlySignal<Aim | null>;

  private seed = 1;
  private where = '';                        /* the question that the plan answers */
  private readonly ends: (() => void)[];

  constructor(readonly desk: Desk) {
    const { session } = desk;
    this.chances = new Chances(session);
    this.orders = new Orders(this);
    this.formed = computed(() => (this.orders.dragging.value ? null : this.aim.value));
    this.asked = computed(() => isAsked(session));
    this.ready = computed(() => this.asked.value && session.line.value === 'online' && !session.waiting.value && !session.needs.value?.count);
    this.question = computed(() => {
      if (!this.asked.value) return nothing;
      const plan = this.plan.value;
      return plan ? planQuestion(plan.first, plan.rest, session.match.kinds, plan.decisions) : questionOf(session.view.value?.offers ?? []);
    });
    this.ground = computed(() => {
      const view = session.view.value;
      if (!view) return null;
      const { engine, match, seat } = session;
      return { judge: engine, match, seat, language: language.value, units: this.plan.value?.units ?? view.state.units, position: view.state.units, facts: pieces(match), isPlaced: isPresent };
    });
    this.reaction = computed(() => {
      const view = session.view.value;
      return view !== null && this.asked.value && isReaction(view.state);
    });
    this.answering = computed(() => {
      const phase = session.view.value?.state.phase;
      return this.reaction.value || (this.asked.value && session.match.phases.find(({ name }) => name === phase)?.settles === true);
    });
    this.sites = computed(() => {
      if (!measureOf(session.match).named || !this.ready.value || this.plan.value || this.aim.value) return new Map();
      const selected = desk.selected.value, question = this.question.value;
      return sitesOf(question, selected !== null && question.units.has(selected) ? selected : onlyUnit(question));
    });
    this.lit = computed(() => {
      const ground = this.ground.value, aim = this.aim.value ?? this.reach.value;
      return ground && aim && measureOf(ground.match).named ? litOf(ground, aim, this.chances) : [];
    });
    this.reach = computed(() => {
      const ground = this.ground.value;
      if (!ground || !measureOf(ground.match).counts || !this.ready.value || this.plan.value || this.aim.value || this.pending.value) return null;
      const selected = desk.selected.value;
      const unit = selected !== null && this.question.value.units.has(selected) ? selected : onlyUnit(this.question.value);
      const acts = unit === null ? null : actsOf(this.question.value, unit);
      const first = acts?.open.find(({ open }) => open.includes('at'));
      return acts && first ? beginAim(ground, tabsOf(acts, first), 0) : null;
    });
    this.peeked = computed(() => {
      if (!this.ready.value || this.plan.value || this.aim.value || this.pending.value) return null;
      const looked = this.looked.value;
      const hovered = desk.hovered.value, unit = desk.selected.value ?? onlyUnit(this.question.value);
      if (looked) return hasOdds(looked, this.answering.value) ? looked : null;
      const target = hovered === null ? null : targetsOf(this.question.value, unit).get(hovered)?.[0] ?? null;
      return target ?? this.sites.value.get(this.pointed.value ?? '')?.[0] ?? null;
    });
    this.provoking = computed(() => {
      if (!this.reaction.value) return [];
      return happenings(session.steps.value.at(-1)?.events ?? []).slice(-2).flatMap(({ unit, target }) => [unit, target].flatMap(piece => piece ?? []));
    });
    this.waiting = computed(() => this.plan.value?.lacking ?? [...this.question.value.units.keys()]);
    this.ends = [effect(() => this.follow()), effect(() => this.choosePiece())];
    this.hints = new Hints(this);
  }

  close(): void {
    for (const end of this.ends) end();
    this.chances.close();
    this.hints.close();
  }

  /** Take an offer: at once, into the plan, or on the way to more questions. */
  take(answer: Answer): void {
    if (!this.ready.peek()) return;
    this.trouble.value = null;
    this.desk.playback.attend();
    if (answer.open.length > 0) this.startAim(answer);
    else if (this.plan.peek() && !(this.orders.layered && answer.decision.unit === undefined)) this.lay(answer);
    else if (this.isPonderous(answer)) this.ponder(answer);
    else void this.act([answer.decision]);
  }

  /** What a hint says, as if it had been chosen by hand: laid into the plan, aimed at, or waiting for a yes. False: it is not offered any more. */
  heed(decision: Decision): boolean {
    const answer = offerFor(this.question.peek(), decision);
    if (!answer || !this.ready.peek()) return false;
    this.cancel();
    this.desk.playback.attend();
    if (decision.unit !== undefined) {
      this.desk.select(decision.unit);
      this.desk.board.peek()?.look([decision.unit, decision.target ?? []].flat());
    }
    if (answer.open.length > 0) this.aimAs(answer, decision);
    else if (this.plan.peek() && decision.unit !== undefined) this.lay(answer);
    else this.pending.value = { answers: [answer], chosen: 0 };
    return true;
  }

  private aimAs(answer: Answer, { at, heading, value }: Decision): void {
    this.startAim(answer);
    this.reaim((ground, aim) => propose(ground, aim, { x: at?.[0] ?? aim.pose.x, y: at?.[1] ?? aim.pose.y, heading: heading ?? aim.pose.heading }, value ?? aim.value, exactly));
  }

  /** A target was pointed at: everything that the piece, or nobody in particular, may do to it. */
  takeTarget(unit: string | null, target: string): boolean {
    const answers = targetsOf(this.question.peek(), unit).get(target);
    if (!answers || !this.ready.peek()) return false;
    const armed = this.orders.armed.peek(), first = armed === null ? answers[0] : answers.find(({ decision }) => deedId(decision) === armed);
    if (this.orders.layered && this.plan.peek()) {
      const isOwn = pieces(this.desk.session.match).get(target)?.seat === this.desk.session.seat;
      if (!first || (isOwn && armed === null)) return false;
      this.desk.playback.attend();
      this.lay(first);
      return true;
    }
    this.desk.playback.attend();
    if (this.plan.peek() && first) this.lay(first);
    else this.pending.value = { answers, chosen: this.bestWay(answers, first) };
    return true;
  }

  /** A place was pointed at: everything that may be done there. */
  takeSite(at: Place): boolean {
    const answers = this.sites.peek().get(placeKey(at));
    const [first] = answers ?? [];
    if (!answers || !first || !this.ready.peek()) return false;
    this.desk.playback.attend();
    if (answers.length === 1 && !this.isPonderous(first)) this.take(first);
    else this.pending.value = { answers, chosen: this.bestWay(answers, first) };
    return true;
  }

  /** The pieces that could still do something, when such an answer would end it for all of them. */
  unused(answer: Answer): readonly string[] {
    const { engine, match, seat } = this.desk.session;
    if (this.plan.value) return [];
    return leftUnused(match, this.question.value, answer, decision => offersAfter(engine, seat, decision, language.peek()));
  }

  /** The chance, in millionths, that the answer harms its target, or somebody of the others at its place; null while that is not known, where there is none, and for a target of one's own. */
  harmTo({ decision }: Answer): number | null {
    const { target } = decision;
    if (target === undefined && decision.at === undefined) return null;
    const { match, seat } = this.desk.session;
    if (target !== undefined && pieces(match).get(target)?.seat === seat) return null;
    const odds = this.chances.of(decision, 'decline').value;
    const counts = (unit: string): boolean => (target === undefined ? areEnemies(pieces(match).get(unit)?.seat, seat) : unit === target);
    return odds ? Math.max(0, ...odds.worse.filter(({ unit }) => counts(unit)).map(({ millionths }) => Math.max(1, millionths))) : null;
  }

  /* Where the same can be done in several ways, the one that promises most, as far as is known by now. */
  private bestWay(answers: readonly Answer[], wanted: Answer | undefined): number {
    const isSame = ({ do: deed, choice }: Decision): boolean => deed === wanted?.decision.do && choice === wanted.decision.choice;
    const promise = ({ decision, index }: Answer, harm: number | null): number => (isSame(decision) ? (harm ?? 0) * 2 + Number(index === wanted?.index) : -1);
    const worth = untracked(() => answers.map(answer => promise(answer, this.harmTo(answer))));
    return Math.max(0, worth.indexOf(Math.max(...worth)));
  }

  /** The pieces among which the second is chosen, where what waits names two; each with the number of its answer. */
  seconds(): ReadonlyMap<string, number> {
    const pending = this.pending.value, now = pending?.answers[pending.chosen]?.decision;
    const found = new Map<string, number>();
    pending?.answers.forEach(({ decision }, i) => {
      const other = decision.do === now?.do && decision.choice === now.choice ? otherOf(this.desk.session, decision) : undefined;
      if (other !== undefined) found.set(other, i);
    });
    return found;
  }

  choosePending(chosen: number): void {
    const pending = this.pending.peek();
    if (pending?.answers[chosen]) this.pending.value = { ...pending, chosen };
  }

  /** Yes to what waits: the aim, the pending decision, the whole plan. False: there was nothing to say yes to. */
  confirm(): boolean {
    const aim = this.aim.peek(), pending = this.pending.peek(), plan = this.plan.peek();
    if (!this.ready.peek()) return false;
    if (aim) {
      if (!aim.set || !aim.legal) return false;
      const decision = decisionAt(answerNow(aim), aim.pose, aim.value);
      if (isGrave(this.desk.session.match, decision) && !plan) {
        this.askAgain({ ...answerNow(aim), decision, open: [] });
        return true;
      }
      if (plan && this.orders.layered) this.orders.tellPlace(plan, aim, decision);
      else if (plan) this.relay(withAnswer(plan.decisions, decision, this.desk.session.match.kinds), aim.unit);
      else void this.act([decision]);
      return true;
    }
    if (pending) {
      const answer = pending.answers[pending.chosen];
      if (answer) void this.act([answer.decision]);
      return answer !== undefined;
    }
    if (!plan?.complete && !plan?.end) return false;
    if (this.orders.warnings.peek().length > 0 && !this.orders.warned.peek()) this.orders.warned.value = true;
    else void this.give(plan);
    return true;
  }

  /** No to what waits. */
  cancel(): boolean {
    const had = this.aim.peek() !== null || this.pending.peek() !== null || this.carry.peek() !== null;
    let hadOrders = false;
    batch(() => {
      hadOrders = this.orders.cancel();
      this.aim.value = null;
      this.trial.value = null;
      this.pending.value = null;
      this.carry.value = null;
      this.trouble.value = null;
    });
    return had || hadOrders;
  }

  async undo(): Promise<boolean> {
    this.cancel();
    if (this.orders.undoPlan()) return true;
    return this.hear(await this.desk.session.undo());
  }

  /** Undo as far back as it goes: to the last roll, the last thing revealed, the last decision of another. */
  async restart(): Promise<void> {
    this.cancel();
    while (this.desk.session.view.peek()?.may_undo && this.hear(await this.desk.session.undo()));
  }

  /** The next piece that may act, after the one that is selected. */
  next(): string | null {
    const piece = nextInOrder(this.desk.session.match.pieces, this.waiting.peek(), this.desk.selected.peek());
    if (piece !== null) this.desk.select(piece);
    return piece;
  }

  /** Plans. */

  lay(answer: Answer): void {
    const plan = this.plan.peek();
    const { unit } = answer.decision;
    if (!plan) return;
    this.desk.playback.skip();
    if (unit !== undefined && this.orders.layered) return this.orders.tell(plan, answer, unit);
    if (unit === undefined) return this.relay([...plan.decisions, answer.decision], null);
    const mates = this.whole.peek() && answer.decision.target === undefined ? comrades(pieces(this.desk.session.match), unit) : [unit];
    const offered = plan.first.filter(offer => offer.do === answer.decision.do && offer.choice === answer.decision.choice && !offer.open);
    const { kinds } = this.desk.session.match;
    let decisions = withAnswer(plan.decisions, answer.decision, kinds);
    for (const mate of mates)
      if (mate !== unit && offered.some(offer => offer.unit === mate)) decisions = withAnswer(decisions, { ...answer.decision, unit: mate }, kinds);
    this.relay(decisions, unit);
  }

  /** Take a card back. */
  takeBack(unit: string): void {
    const plan = this.plan.peek();
    if (plan && this.orders.layered) this.orders.change(new Map([[unit, []]]));
    else if (plan) this.relay(withoutUnit(plan.decisions, unit), null);
  }

  forgetPlan(): void {
    if (this.orders.layered) return this.orders.forget();
    if (this.plan.peek()) this.relay([], null);
  }

  /** The answer of the same kind and choice for another piece, if it is offered. */
  same(answer: Answer, unit: string): Answer | undefined {
    const { do: name, choice } = answer.decision;
    return this.question.peek().units.get(unit)?.find(({ decision }) => decision.do === name && decision.choice === choice);
  }

  /* The plan anew; from a piece that has just got its answer the eye goes on to the next that wants one. */
  private relay(decisions: readonly Decision[], from: string | null): void {
    const { session } = this.desk;
    const plan = gather(session.engine, session.seat, language.peek(), decisions, session.match.kinds);
    batch(() => {
      this.aim.value = null;
      this.plan.value = plan;
      this.desk.draft.value = plan.decisions;
      if (from === null || plan.lacking.length === 0) return;
      const order = [...this.question.peek().units.keys()];
      const later = order.slice(order.indexOf(from) + 1).find(unit => plan.lacking.includes(unit));
      this.desk.selected.value = later ?? plan.lacking[0] ?? from;
    });
  }

  /** Places. */

  startAim(answer: Answer): void {
    this.desk.playback.attend();
    this.desk.playback.skip();
    this.beginAim(answer);
  }

  private beginAim(answer: Answer): void {
    const ground = this.ground.peek();
    const { unit } = answer.decision;
    if (!ground) return;
    const others = unit === undefined ? [answer] : tabsOf(actsOf(this.question.peek(), unit), answer);
    const isAdding = (each: Answer): boolean => this.desk.session.match.kinds.some(({ name, adds }) => adds && name === each.decision.do);
    const inPlan = this.plan.peek() !== null && this.orders.layered;
    this.orders.restore();
    if (inPlan && !isAdding(answer)) this.orders.liftOut(answer, unit ?? '');
    const tabs = inPlan ? others.filter(each => isAdding(each) === isAdding(answer)).map(each => this.orders.atNow(each)) : others;
    batch(() => {
      this.orders.armed.value = null;
      this.pending.value = null;
      if (unit !== undefined && this.desk.selected.peek() !== unit) this.desk.selected.value = unit;
      this.aim.value = beginAim(ground, tabs, Math.max(0, tabs.findIndex(({ decision }) => sameDecision(decision, answer.decision))));
    });
    if (this.aim.peek()?.from === null || answer.open.includes('value')) this.findPlace();
  }

  /** Go there: the first thing that the piece may do at this place begins, and is proposed. False when it may do none. */
  aimAt(at: Place): boolean {
    const ground = this.ground.peek(), reach = this.reach.peek();
    if (!ground || !reach) return false;
    for (let tab = 0; tab < reach.tabs.length; tab++) {
      const aim = propose(ground, tab === 0 ? reach : beginAim(ground, reach.tabs, tab), { ...reach.pose, ...at }, reach.value, exactly);
      if (!aim.legal) continue;
      this.desk.playback.attend();
      this.desk.playback.skip();
      batch(() => {
        this.trial.value = null;
        this.trouble.value = null;
        this.aim.value = aim;
      });
      return true;
    }
    return false;
  }

  /** Try a place that the pointer is over; null: it is over none. */
  tryAt(at: Place | null): void {
    const ground = this.ground.peek(), reach = this.reach.peek(), before = this.trial.peek();
    if (!at || !ground || !reach) {
      if (before) this.trial.value = null;
      return;
    }
    if (before?.pose.x === at.x && before.pose.y === at.y) return;
    this.trial.value = propose(ground, reach, { ...reach.pose, ...at }, reach.value, { pull: 0, settled: false });
  }

  propose(pose: Pose, manner: Manner = exactly): void {
    if (manner.settled) this.desk.playback.attend();
    this.reaim((ground, aim) => propose(ground, aim, pose, aim.value, manner));
  }

  proposeValue(value: number): void {
    this.reaim((ground, aim) => propose(ground, aim, aim.pose, value, exactly));
  }

  changeTab(tab: number): void {
    this.reaim((ground, aim) => changeTab(ground, aim, tab));
  }

  suggest(): void {
    this.desk.playback.attend();
    this.findPlace();
  }

  private findPlace(): void {
    this.reaim((ground, aim) => {
      const found = suggest(ground, aim, this.seed++);
      this.trouble.value = found === aim ? text('aim.nothing') : null;
      return found;
    });
  }

  /** A proposal that was let go: one that is refused goes to the nearest that is not; in a plan another deed of the piece may lead there. */
  drop(): void {
    this.reaim((ground, aim) => {
      if (this.orders.layered && aim.set && !aim.legal) {
        const found = aim.tabs.map((_, tab) => changeTab(ground, aim, tab)).find(each => each.legal);
        if (found) return found;
      }
      if (!aim.set || aim.legal || !aim.nearest) return aim.set ? { ...propose(ground, aim, aim.pose, aim.value, exactly), snap: aim.snap } : aim;
      return { ...propose(ground, aim, aim.nearest, aim.value, exactly), snap: 'nearest' };
    });
  }

  private reaim(change: (ground: Ground, aim: Aim) => Aim): void {
    const ground = this.ground.peek(), aim = this.aim.peek();
    if (ground && aim) this.aim.value = change(ground, aim);
  }

  /** Cards that are carried. */

  carryTo(answer: Answer, x: number, y: number): void {
    this.carry.value = { answer, x, y, over: this.pieceAt(x, y, unit => this.same(answer, unit) !== undefined) };
  }

  letGo(): void {
    const carry = this.carry.peek();
    this.carry.value = null;
    const answer = carry?.over ? this.same(carry.answer, carry.over) : undefined;
    if (answer) this.lay(answer);
  }

  private pieceAt(x: number, y: number, counts: (unit: string) => boolean): string | null {
    const board = this.desk.board.peek(), ground = this.ground.peek();
    if (!board || !ground) return null;
    const box = board.element.getBoundingClientRect();
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
    const at = board.placeAt(x, y), measure = measureOf(ground.match);
    const found = [...ground.facts.values()].flatMap(piece => {
      const fields: Fields | undefined = ground.units[piece.id];
      const pose = placeOf(fields);
      if (!fields || !pose || !isPresent(fields) || !counts(piece.id)) return [];
      const body = { pose, base: piece.base ?? null };
      return [{ id: piece.id, far: measure.contains(body, at) ? 0 : measure.distance(at, measure.middle(body)) }];
    });
    const best = found.reduce<{ id: string; far: number } | null>((least, one) => (least && least.far <= one.far ? least : one), null);
    return best && best.far * board.scale() <= NEAR ? best.id : null;
  }

  /** The sentences of what the other has just done, newest last. */
  news(): readonly string[] {
    const { session } = this.desk;
    const last = session.steps.value.at(-1);
    const events = happenings(last?.events ?? []).slice(-2);
    return events.length === 0 ? [] : session.engine.tell([...events], language.value);
  }

  /* Is it to be thought over, with its odds and what it means, before it is given? */
  private isPonderous(answer: Answer): boolean {
    const { match } = this.desk.session;
    const { decision } = answer;
    const isSite = decision.at !== undefined && measureOf(match).named && !(this.answering.peek() && !this.reaction.peek());
    return decision.target !== undefined || isSite || isBinding(match, decision) || isGrave(match, decision) || this.unused(answer).length > 0;
  }

  private askAgain(answer: Answer): void {
    batch(() => {
      this.aim.value = null;
      this.pending.value = { answers: [answer], chosen: 0 };
    });
  }

  private ponder(answer: Answer): void {
    const { unit, target } = answer.decision;
    const beside = target === undefined ? undefined : targetsOf(this.question.peek(), unit ?? null).get(target);
    const answers = beside ?? [answer];
    this.pending.value = { answers, chosen: this.bestWay(answers, answer) };
  }

  private async act(decisions: readonly Decision[]): Promise<boolean> {
    this.trouble.value = null;
    this.desk.playback.skip();
    const { session } = this.desk, before = session.view.peek(), outcome = await session.decide(decisions);
    if (!this.hear(outcome, decisions)) return false;
    /* With another view it is gone already, and what there is now has been begun since. */
    if (session.view.peek() === before) this.cancel();
    return true;
  }

  /* The plan as one list. It is remembered for the next time; one that is refused stays as it is. */
  private async give(plan: Plan): Promise<void> {
    const { session, given } = this.desk, state = session.view.peek()?.state;
    if (await this.act(plan.end ? [...plan.decisions, plan.end] : plan.decisions) && state && plan.decisions.length > 0)
      given.set(state.phase, { decisions: plan.decisions, units: state.units });
  }

  private hear(outcome: Outcome, decisions: readonly Decision[] = []): boolean {
    if (outcome.ok) return true;
    if ('refusal' in outcome) {
      const { session } = this.desk, { refusal, at } = outcome, refused = decisions.length > 1 ? decisions[at] : undefined;
      const sentence = refusal.text ?? session.engine.explainRefusal(refusal, language.peek());
      this.trouble.value = refused ? refusedText(session, refused, sentence) : sentence;
      if (refused?.unit !== undefined) this.desk.selected.value = refused.unit;
    } else {
      const code = outcome.code.replaceAll('_', '');
      const key = `trouble.${code}`;
      this.trouble.value = has(key) ? text(key) : text('trouble.other', { why: outcome.error });
    }
    return false;
  }

  /*
   * After each change of the view: what was aimed at or pondered is of the past. A plan is laid again on the new position: another may plan
   * at the same time, and a card in the hand stays there.
   */
  private follow(): void {
    const { session, draft } = this.desk;
    const view = session.view.value;
    const asked = this.asked.value;
    untracked(() => batch(() => {
      this.aim.value = null;
      this.trial.value = null;
      this.pending.value = null;
      this.looked.value = null;
      this.pointed.value = null;
      const where = view ? questionKey(view.state) : '', isSame = where === this.where;
      this.where = where;
      this.orders.begin(isSame);
      if (!view || !asked || !view.state.gathered) {
        this.plan.value = null;
        this.desk.planned.value = null;
        this.carry.value = null;
        if (draft.peek().length > 0) draft.value = [];
        return;
      }
      const plan = gather(session.engine, session.seat, language.peek(), isSame || !this.orders.layered ? draft.peek() : [], session.match.kinds);
      this.plan.value = plan;
      draft.value = plan.decisions;
      this.desk.planned.value = this.orders.layered ? plan.units : null;
      if (isSame && plan.left.length > 0) this.orders.left.value = plan.left;
    }));
  }

  /*
   * Where only one piece is asked about there is no need to choose it; a plan begins with its first piece. A place that is all there is to
   * choose is asked for at once.
   */
  private choosePiece(): void {
    const question = this.question.value;
    const { selected } = this.desk;
    const isReady = this.ready.value;
    untracked(() => {
      const now = selected.peek();
      if (now === null || !question.units.has(now)) {
        const only = onlyUnit(question) ?? this.plan.peek()?.lacking[0] ?? null;
        if (only !== null) selected.value = only;
      }
      const answer = loneAim(this.desk.session.match, question);
      if (isReady && answer && !this.plan.peek() && !this.aim.peek()) this.beginAim(answer);
    });
  }
}

/* Of one decision among many: which piece, and where. */
function refusedText(session: Session, { unit, at }: Decision, sentence: string): string {
  if (unit === undefined) return sentence;
  const of = { unit: pieceName(session, unit), why: sentence }, measure = lengthUnit(session);
  if (!at || measureOf(session.match).counts) return text('trouble.of', of);
  const [x, y] = at.map(part => formatLength(part, measure, language.peek()));
  return text('trouble.at', { ...of, x: x ?? '', y: y ?? '', measure: text(`measure.${measure}`) });
}

const kept = new WeakMap<Desk, Deciding>();

export function decidingOf(desk: Desk): Deciding {
  let deciding = kept.get(desk);
  if (!deciding) kept.set(desk, deciding = new Deciding(desk));
  return deciding;
}

/** The desk is left. */
export function releaseDeciding(desk: Desk): void {
  kept.get(desk)?.close();
  kept.delete(desk);
}
