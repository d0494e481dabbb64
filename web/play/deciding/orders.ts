/*
 * orders.ts: a plan of several parts a piece, as it is made: who is told the same, what is about to be told, what did not fit, the plans before.
 * The engine holds the plan as it grows; only what changes is laid anew.
 */
import { batch, computed, signal, untracked, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Decision } from '../../engine/engine';
import type { Place } from '../../table/board';
import { language, text } from '../../text';
import type { Desk, Given } from '../desk';
import { poseOf as placeOf } from '../measure/measure';
import { decisionAt, exactly, type Aim } from './aim';
import { beginAim, propose } from './aiming';
import type { Deciding } from './deciding';
import type { Deed } from './deeds';
import { comrades, sameDecision, type Answer } from './model';
import { amend, dependents, gather, isLayered, recall, shifted, toldTo, toldWith, withoutUnit, type Left, type Plan } from './plan';
import { pieces } from './vocabulary';
import { warningsOf, type Warning } from './warnings';

/* One of a group that may not be told the same. */
const unable = (decision: Decision, unit: string): Left => ({ decision: { ...decision, unit }, refusal: { rule: '', values: [], text: text('plan.cannot') } });

export class Orders {
  readonly group: Signal<readonly string[]> = signal([]);        /* pieces that are told the same, when there are several */
  readonly several: Signal<boolean> = signal(false);             /* what is pointed at goes into the group or out of it */
  readonly armed: Signal<string | null> = signal(null);          /* a deed whose target is to be pointed at, by its id */
  readonly left: Signal<readonly Left[]> = signal([]);           /* what of the last change did not fit */
  readonly warned: Signal<boolean> = signal(false);              /* what seems forgotten is before the player's eyes */
  readonly dragging: Signal<boolean> = signal(false);
  readonly past: Signal<readonly (readonly Decision[])[]> = signal([]);      /* plans before the changes, for undo */
  /** The game has plans of several parts. */
  readonly layered: boolean;
  /** What seems forgotten in the plan. */
  readonly warnings: ReadonlySignal<readonly Warning[]>;
  private readonly desk: Desk;
  private out: string | null = null;         /* the piece whose part of the plan the engine does not have, while its place is chosen anew */

  constructor(private readonly deciding: Deciding) {
    this.desk = deciding.desk;
    this.layered = isLayered(deciding.desk.session.match.kinds);
    this.warnings = computed(() => (this.making ? warningsOf(deciding) : []));
  }

  /** One is made now. */
  get making(): boolean {
    return this.layered && this.deciding.plan.value !== null;
  }

  /** Another question, or the same on another position. */
  begin(isSame: boolean): void {
    this.armed.value = null;
    this.dragging.value = false;
    this.out = null;
    if (isSame) return;
    this.past.value = [];
    this.left.value = [];
    this.group.value = [];
    this.several.value = this.warned.value = false;
  }

  /** What is about to be told is not; without that, those who are told the same go their own ways again. */
  cancel(): boolean {
    const had = this.armed.peek() !== null || this.group.peek().length > 0;
    this.restore();
    if (this.deciding.aim.peek() === null && this.armed.peek() === null) this.group.value = [];
    this.armed.value = null;
    this.dragging.value = false;
    return had;
  }

  forget(): void {
    const plan = this.deciding.plan.peek();
    if (plan) this.keep(this.gathered([]), plan.decisions, []);
  }

  /** Point at pieces that are told the same from now on: into the group, or out of it. */
  join(unit: string): void {
    const now = this.group.peek(), selected = this.desk.selected.peek();
    const begun = now.length === 0 && selected !== null && selected !== unit && this.deciding.question.peek().units.has(selected) ? [selected] : now;
    if (!this.deciding.question.peek().units.has(unit)) return;
    this.chooseGroup(begun.includes(unit) ? begun.filter(each => each !== unit) : [...begun, unit], begun.includes(unit) ? null : unit);
  }

  /** These are told the same from now on; the last, or the one that is named, is before the eyes. */
  chooseGroup(units: readonly string[], first: string | null = null): void {
    const able = units.filter(unit => this.deciding.question.peek().units.has(unit));
    batch(() => {
      this.group.value = able.length > 1 ? able : [];
      const selected = this.desk.selected.peek(), next = first ?? (selected !== null && able.includes(selected) ? selected : able[0] ?? null);
      if (next !== null && next !== selected) this.desk.select(next);
    });
  }

  /** The whole regiment of the selected piece; once more: it alone. */
  chooseComrades(): boolean {
    const selected = this.desk.selected.peek();
    if (selected === null || !this.deciding.plan.peek() || !this.layered) return false;
    const mates = comrades(pieces(this.desk.session.match), selected).filter(mate => this.deciding.question.peek().units.has(mate));
    this.chooseGroup(this.group.peek().length > 1 ? [] : mates, selected);
    return mates.length > 1;
  }

  /** Those who are told what the piece is told, itself first. */
  private followers(unit: string): readonly string[] {
    const group = this.group.peek();
    return group.includes(unit) ? [unit, ...group.filter(mate => mate !== unit)] : [unit];
  }

  /* One answer for a piece and its group; the same once more takes it back. */
  tell(plan: Plan, answer: Answer, unit: string): void {
    const { kinds } = this.desk.session.match, { do: name, choice, target } = answer.decision;
    const isOff = answer.open.length === 0 && toldTo(plan.decisions, unit).some(decision => sameDecision(decision, answer.decision));
    const changes = new Map<string, readonly Decision[]>(), left: Left[] = [];
    for (const mate of this.followers(unit)) {
      const own = toldTo(plan.decisions, mate);
      const same = mate === unit ? answer : this.deciding.question.peek().units.get(mate)?.find(({ decision }) => decision.do === name && decision.choice === choice && decision.target === target);
      if (!same) {
        if (mate !== target) left.push(unable(answer.decision, mate));
        continue;
      }
      changes.set(mate, isOff ? own.filter(decision => !sameDecision(decision, same.decision)) : toldWith(own, same.decision, kinds));
    }
    this.change(changes, left);
  }

  /* A place for a piece; its group goes the same way from where each of them is. */
  tellPlace(plan: Plan, aim: Aim, decision: Decision): void {
    const { kinds } = this.desk.session.match, changes = new Map([[aim.unit, toldWith(toldTo(plan.decisions, aim.unit), decision, kinds)]]);
    const left: Left[] = [], { at } = decision, { from } = aim;
    for (const mate of this.followers(aim.unit).slice(1)) {
      const answer = this.deciding.question.peek().units.get(mate)?.find(({ decision: other, open }) => other.do === decision.do && open.includes('at') === (at !== undefined));
      const own = toldTo(plan.decisions, mate);
      this.liftOut(answer, mate);
      const begun = answer && at && from ? this.parallel(this.atNow(answer), { x: at[0] - from.x, y: at[1] - from.y }, decision) : null;
      if (begun && 'do' in begun) changes.set(mate, toldWith(own, begun, kinds));
      else left.push(begun ?? unable(decision, mate));
    }
    this.change(changes, left);
  }

  /* The same way for another piece: as far as it may go. */
  private parallel(answer: Answer, by: Place, { heading = 0 }: Decision): Decision | Left | null {
    const ground = this.deciding.ground.peek();
    if (!ground) return null;
    const begun = beginAim(ground, [answer], 0), start = begun.from;
    if (!start) return null;
    const { legal, pose, nearest, refusal } = propose(ground, begun, { x: start.x + by.x, y: start.y + by.y, heading }, 0, exactly);
    const end = legal ? pose : nearest;
    if (end) return decisionAt(answer, end, 0);
    return refusal ? { decision: decisionAt(answer, pose, 0), refusal } : null;
  }

  /* Other things are told to pieces; all else of the plan stays as it is. */
  change(changes: ReadonlyMap<string, readonly Decision[]>, missed: readonly Left[] = []): void {
    const { session } = this.desk, plan = this.deciding.plan.peek();
    if (!plan) return;
    this.restore();
    const next = amend(session.engine, session.seat, language.peek(), plan, changes, session.match.kinds);
    const wanted = new Set([...[...changes.values()].map(told => told.find(decision => !plan.decisions.includes(decision))), ...dependents(plan.decisions, changes)]);
    this.keep(next, plan.decisions, [...missed, ...next.left.filter(({ decision }) => wanted.has(decision))]);
  }

  keep(plan: Plan, before: readonly Decision[] | null, left: readonly Left[]): void {
    batch(() => {
      this.deciding.aim.value = null;
      this.armed.value = null;
      this.dragging.value = false;
      this.warned.value = false;
      this.deciding.trouble.value = null;
      this.deciding.plan.value = plan;
      this.desk.draft.value = plan.decisions;
      this.desk.planned.value = this.layered ? plan.units : null;
      this.left.value = left;
      if (before) this.past.value = [...this.past.peek(), before];
    });
  }

  gathered(wanted: readonly Decision[]): Plan {
    const { session } = this.desk;
    this.out = null;
    return gather(session.engine, session.seat, language.peek(), wanted, session.match.kinds, this.deciding.plan.peek()?.end ?? null);
  }

  /** The plan before its last change. */
  undoPlan(): boolean {
    const before = this.past.peek().at(-1);
    if (!this.deciding.plan.peek() || before === undefined) return false;
    this.keep(this.gathered(before), null, []);
    this.past.value = this.past.peek().slice(0, -1);
    return true;
  }

  /** The plan that was given last in this phase. */
  readonly lastGiven = (): Given | null => {
    const phase = this.desk.session.view.value?.state.phase;
    return phase === undefined ? null : this.desk.given.get(phase) ?? null;
  };

  /** As last time: each piece goes the same way from where it is now. What no longer fits is left out, and named. */
  asLastTime(): void {
    const plan = this.deciding.plan.peek(), ground = this.deciding.ground.peek(), given = untracked(() => this.lastGiven());
    if (!plan || !ground || !given) return;
    const wanted = shifted(given.decisions, unit => {
      const was = placeOf(given.units[unit]), is = placeOf(ground.units[unit]);
      return was && is ? { x: is.x - was.x, y: is.y - was.y } : null;
    });
    this.desk.playback.skip();
    this.restore();
    const next = this.gathered(wanted);
    this.keep(next, plan.decisions, next.left);
  }

  /** Take up a deed: at once where nothing is to be chosen, else its target or its place is. */
  arm(unit: string, deed: Deed): void {
    const [first, second] = deed.answers;
    if (!first || !this.deciding.ready.peek()) return;
    this.desk.playback.attend();
    if (deed.manner === 'target' && second) this.armed.value = this.armed.peek() === deed.id ? null : deed.id;
    else this.deciding.take(first);
    if (this.desk.selected.peek() !== unit) this.desk.selected.value = unit;
  }

  /* What a piece was told is taken back in the engine while it may be told something else instead. */
  liftOut(answer: Answer | undefined, unit: string): void {
    const { engine, seat, match } = this.desk.session, plan = this.deciding.plan.peek();
    this.restore();
    const isAdding = match.kinds.some(({ name, adds }) => adds && name === answer?.decision.do);
    if (!plan || isAdding || toldTo(plan.decisions, unit).length === 0) return;
    if (!recall(engine, seat, language.peek(), unit, match.kinds)) gather(engine, seat, language.peek(), withoutUnit(plan.decisions, unit), match.kinds, plan.end);
    this.out = unit;
  }

  /* And put back where it was not. */
  restore(): void {
    const { engine, seat } = this.desk.session, plan = this.deciding.plan.peek(), unit = this.out;
    this.out = null;
    if (unit === null || !plan) return;
    if (toldTo(plan.decisions, unit).some(decision => engine.draft(seat, decision, language.peek()) !== 'kept')) this.gathered(plan.decisions);
  }

  /* With the number that the engine has for it at this moment. */
  atNow(answer: Answer): Answer {
    const { engine, seat } = this.desk.session;
    const index = this.out === null ? answer.index : engine.offers(seat, language.peek()).findIndex(offer => sameDecision(offer, answer.decision));
    return index < 0 ? answer : { ...answer, index };
  }
}
