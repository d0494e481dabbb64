/*
 * hold.ts: what deciding shows on a board of any kind: who may act, who is a target and with what chance, where a piece would stand. The
 * hands (table_hand.ts, hex_hand.ts) add what is done there.
 */
import { untracked } from '@preact/signals';
import type { Change, Decision, Odds } from '../../engine/engine';
import { areEnemies } from '../../engine/sides';
import type { Board, BoardListener, Chip, Ghost, Mark } from '../../table/board';
import { text } from '../../text';
import type { Desk } from '../desk';
import { measureOf } from '../measure/measure';
import { answerNow, likely, numeric, poseOf, type Aim, type Ground } from './aim';
import type { Deciding } from './deciding';
import { percentText } from './measure';
import { deedByKey, deedId } from './deeds';
import { actsOf, isChoiceOfUnit, onlyUnit, targetsOf, type Answer } from './model';
import { cardByKey } from './plan_tray';
import { pieceName, pieces } from './vocabulary';

/** A hand on a board: what it does with the pointer and the keys, and how it draws what it holds. */
export interface Hand extends BoardListener {
  watch(event: PointerEvent): void;
  draw(): void;
}

/** The piece whose offers are on the board: the selected one, if it has any. */
export function actor(deciding: Deciding): string | null {
  const { selected } = deciding.desk;
  return selected.value !== null && deciding.question.value.units.has(selected.value) ? selected.value : onlyUnit(deciding.question.value);
}

/** While the past is played back, what may be done now has no place on the table. */
export function isLive(desk: Desk): boolean {
  if (desk.screening.reel.value) return false;
  return desk.shown.value < 0 || desk.shown.value >= desk.session.steps.value.length - 1;
}

export function marksOf(deciding: Deciding): Map<string, Mark[]> {
  const { desk } = deciding;
  const marks = new Map<string, Mark[]>();
  const mark = (piece: string, name: Mark): void => { marks.set(piece, [...(marks.get(piece) ?? []), name]); };
  for (const piece of desk.lit.value) mark(piece, 'lit');
  if (desk.selected.value !== null) mark(desk.selected.value, 'selected');
  if (!isLive(desk) || !deciding.asked.value) return marks;
  const unit = actor(deciding), carry = deciding.carry.value;
  const only = onlyUnit(deciding.question.value);
  if (only !== null && !deciding.plan.value) mark(only, 'active');
  else for (const piece of deciding.waiting.value) mark(piece, 'may');
  if (carry?.over) mark(carry.over, 'target');
  for (const piece of deciding.orders.group.value) mark(piece, 'group');
  const armed = deciding.orders.armed.value;
  if (armed !== null && unit !== null)
    for (const [target, answers] of targetsOf(deciding.question.value, unit)) if (answers.some(({ decision }) => deedId(decision) === armed)) mark(target, 'target');
  for (const piece of deciding.provoking.value) mark(piece, 'lit');
  const seconds = deciding.seconds(), chosen = deciding.pending.value?.chosen;
  for (const [piece, index] of seconds) mark(piece, index === chosen ? 'lit' : 'target');
  if (!deciding.plan.value && !deciding.aim.value && seconds.size === 0)
    for (const target of targetsOf(deciding.question.value, unit).keys()) mark(target, 'target');
  return marks;
}

/* One that has its way already is not sent elsewhere by a click. */
const isMoved = (deciding: Deciding, piece: string): boolean => deciding.plan.peek()?.decisions.some(({ unit, at }) => unit === piece && at !== undefined) ?? false;

/**
 * A click on a piece: a target of the one that acts, or the piece that acts from now on; once more on that one, what it may do with a
 * place. `isBusy`: something is being aimed, which a click elsewhere does not end.
 */
export function choosePiece(deciding: Deciding, piece: string, isBusy: boolean): void {
  const { desk } = deciding;
  const unit = actor(deciding), second = untracked(() => deciding.seconds().get(piece));
  if (second !== undefined && isLive(desk)) {
    deciding.choosePending(second);
    return;
  }
  if (!isBusy && unit !== piece && isLive(desk) && deciding.takeTarget(unit, piece)) return;
  const again = desk.selected.peek() === piece && !(deciding.orders.layered && deciding.plan.peek() && isMoved(deciding, piece));
  if (!again && !isBusy) deciding.cancel();
  desk.select(piece);
  if (!again || !deciding.ready.peek()) return;
  const acts = actsOf(deciding.question.peek(), piece);
  const [only] = acts.plain;
  if (isChoiceOfUnit(deciding.question.peek()) && only) deciding.take(only);
  else if (acts.open[0] && !deciding.aim.peek()) deciding.take(acts.open[0]);
}

/* In a plan of several parts: a deed by its letter, the group, the plan before. */
function deedKey(deciding: Deciding, board: Board, event: KeyboardEvent, unit: string): boolean {
  if (event.key === 'n') {
    const next = deciding.next();
    if (next !== null) board.focus(next);
    return next !== null;
  }
  if (event.key === 'g') return deciding.orders.chooseComrades();
  if (event.key === 'u') return deciding.orders.undoPlan();
  const deed = event.key.length === 1 ? untracked(() => deedByKey(deciding, unit, event.key)) : undefined;
  if (deed) deciding.orders.arm(unit, deed);
  return deed !== undefined;
}

/** A key that lays a card of a plan by the piece, and goes on to the next. */
export function layByKey(deciding: Deciding, board: Board, event: KeyboardEvent, piece: string | null): boolean {
  const { selected } = deciding.desk;
  const unit = piece ?? selected.peek();
  if (!deciding.plan.peek() || unit === null || event.altKey) return false;
  if (deciding.orders.layered) return deedKey(deciding, board, event, unit);
  const card = cardByKey(deciding, unit, event.key);
  if (!card) return false;
  deciding.take(card);
  const next = selected.peek();
  if (next !== null && !deciding.plan.peek()?.complete) board.focus(next);
  return true;
}

/* The chance, in millionths, that anything of a piece becomes other than it is, where dice decide that. */
function changeOf(odds: Odds | null | undefined, piece: string): number {
  if (!odds || !('changes' in odds)) return 0;
  const stays = (change: Change): number => change.after.find(({ is }) => is === change.before)?.millionths ?? 0;
  return Math.max(0, ...odds.changes.filter(({ unit }) => unit === piece).map(stays).filter(stay => stay > 0).map(stay => 1000000 - stay));
}

const isEnemyOf = ({ desk: { session } }: Deciding, piece: string): boolean => areEnemies(pieces(session.match).get(piece)?.seat, session.seat);

/** The chance that each target is worse off, the best of what may be done to it; of one's own, that something comes of it. */
export function chipsOf(deciding: Deciding): Map<string, Chip> {
  const chips = new Map<string, Chip>();
  const unit = actor(deciding);
  if (!isLive(deciding.desk) || !deciding.asked.value || deciding.aim.value || (deciding.plan.value && !deciding.orders.layered)) return chips;
  const armed = deciding.orders.armed.value, isMeant = ({ decision }: Answer): boolean => armed === null || deedId(decision) === armed;
  const deeds = new Set([...targetsOf(deciding.question.value, unit)].flatMap(([target, all]) => (isEnemyOf(deciding, target) ? all.map(({ decision }) => decision.do) : [])));
  if (deciding.plan.value && armed === null && deeds.size > 1) return chips;
  for (const [target, all] of targetsOf(deciding.question.value, unit)) {
    const answers = deciding.plan.value ? all.filter(isMeant) : all;
    if (answers.length === 0 || (deciding.plan.value && !isEnemyOf(deciding, target))) continue;
    const found = answers.map(({ decision }) => deciding.chances.of(decision, 'decline').value);
    const name = pieceName(deciding.desk.session, target);
    if (found.some(odds => odds === undefined)) {
      chips.set(target, { text: '…', label: text('chip.working', { unit: name }), kind: 'plain' });
      continue;
    }
    if (pieces(deciding.desk.session.match).get(target)?.seat === deciding.desk.session.seat) {
      const change = Math.max(0, ...found.map(odds => changeOf(odds, target))), works = percentText(change);
      if (change > 0) chips.set(target, { text: text('odds.percent', { percent: works }), label: text('chip.works', { unit: name, percent: works }), kind: 'plain' });
      continue;
    }
    const most = Math.max(0, ...found.map(odds => odds?.worse?.find(worse => worse.unit === target)?.millionths ?? 0));
    const value = percentText(most);
    if (most > 0) chips.set(target, { text: text('odds.percent', { percent: value }), label: text('chip.worse', { unit: name, percent: value }), kind: 'chance' });
  }
  return chips;
}

/** On the board there is room for the beginning of a sentence; the prompt has the whole. */
export const short = (sentence: string): string => (sentence.length > 52 ? `${sentence.slice(0, 50).trimEnd()}…` : sentence);

export const opensHeading = (aim: Aim): boolean => answerNow(aim).open.includes('heading');

/* Where a decision that has its place puts the piece, and by which way. */
function ghostOf(ground: Ground, decision: Decision): Ghost | null {
  const { unit, at } = decision;
  if (unit === undefined || !at) return null;
  const before = poseOf(ground.units[unit]);
  const path = (ground.judge.way(ground.seat, numeric(ground.match, decision))?.points ?? []).map(([x, y]) => ({ x, y }));
  if (path.length < 2 && measureOf(ground.match).named) return null;        /* something is done at the place, and nobody goes there */
  return { piece: unit, pose: { x: at[0], y: at[1], heading: decision.heading ?? before.heading }, legal: true, ...(path.length > 1 ? { path } : {}) };
}

/** Where a piece would stand after what is pondered or pointed at, when it would stand elsewhere. */
export function previewOf(deciding: Deciding): Ghost | null {
  const pending = deciding.pending.value;
  const answer = pending ? pending.answers[pending.chosen] : deciding.looked.value;
  const unit = answer?.decision.unit;
  if (!answer || unit === undefined || answer.open.length > 0 || deciding.plan.value || !deciding.ready.value) return null;
  const ground = deciding.ground.value;
  const fields = ground?.units[unit];
  if (ground && measureOf(ground.match).counts) return ghostOf(ground, answer.decision);
  const odds = deciding.chances.of(answer.decision, 'decline').value;
  if (!odds || !fields) return null;
  const before = poseOf(fields);
  const field = (name: 'x' | 'y' | 'heading'): number => {
    const is = likely(odds, unit, name);
    return typeof is === 'number' ? is : before[name];
  };
  const pose = { x: field('x'), y: field('y'), heading: field('heading') };
  const isMoved = pose.x !== before.x || pose.y !== before.y;
  if (!isMoved && pose.heading === before.heading) return null;
  return { piece: unit, pose, legal: true, ...(isMoved ? { path: [before, pose] } : {}) };
}
