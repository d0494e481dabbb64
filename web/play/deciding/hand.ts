/* hand.ts: deciding with the pointer and the keys on the board: marks, chances on targets, ghosts that are dragged. */
import { effect } from '@preact/signals';
import type { Board, Chip, Ghost, Mark, Overlay, Place } from '../../table/board';
import { language, text } from '../../text';
import type { Desk } from '../desk';
import { answerNow, likely, poseOf, type Aim } from './aim';
import { decidingOf, releaseDeciding, type Deciding } from './deciding';
import { along, bearing, distance, isInside, outlineOf } from './geometry';
import { formatLength, formatNumber, nudge, percent } from './measure';
import { actsOf, isChoiceOfUnit, onlyUnit } from './model';
import { cardByKey } from './plan_tray';
import { lengthUnit, pieceName, pieces, why } from './vocabulary';

const PULL = 12;                            /* pixels within which a border draws the ghost */
const GRIP = 24;                            /* pixels around a ghost or its handle that take hold of it */
const SLIP = 4;                             /* pixels before a press becomes a drag */

type Grip =
  | { kind: 'move'; unit: string; at: Place; offset: Place; moved: boolean }
  | { kind: 'turn'; at: Place; moved: boolean };

/** The piece whose offers are on the board: the selected one, if it has any. */
function actor(deciding: Deciding): string | null {
  const { selected } = deciding.desk;
  return selected.value !== null && deciding.question.value.units.has(selected.value) ? selected.value : onlyUnit(deciding.question.value);
}

/* While the past is played back, what may be done now has no place on the table. */
function isLive(desk: Desk): boolean {
  return desk.shown.value < 0 || desk.shown.value >= desk.session.steps.value.length - 1;
}

function marksOf(deciding: Deciding): Map<string, Mark[]> {
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
  for (const piece of deciding.provoking.value) mark(piece, 'lit');
  if (unit !== null && !deciding.plan.value && !deciding.aim.value)
    for (const target of actsOf(deciding.question.value, unit).targets.keys()) mark(target, 'target');
  return marks;
}

/* The chance that each target is worse off, the best of what may be done to it. */
function chipsOf(deciding: Deciding): Map<string, Chip> {
  const chips = new Map<string, Chip>();
  const unit = actor(deciding);
  if (unit === null || !isLive(deciding.desk) || !deciding.asked.value || deciding.plan.value || deciding.aim.value) return chips;
  for (const [target, answers] of actsOf(deciding.question.value, unit).targets) {
    const found = answers.map(({ decision }) => deciding.chances.of(decision, 'decline').value);
    const name = pieceName(deciding.desk.session, target);
    if (found.some(odds => odds === undefined)) {
      chips.set(target, { text: '…', label: text('chip.working', { unit: name }), kind: 'plain' });
      continue;
    }
    const most = Math.max(0, ...found.map(odds => odds?.worse?.find(worse => worse.unit === target)?.millionths ?? 0));
    const value = String(percent(most));
    if (most > 0) chips.set(target, { text: text('odds.percent', { percent: value }), label: text('chip.worse', { unit: name, percent: value }), kind: 'chance' });
  }
  return chips;
}

/* The prompt has the whole sentence. */
const short = (sentence: string): string => (sentence.length > 52 ? `${sentence.slice(0, 50).trimEnd()}…` : sentence);

function ghostLabel(deciding: Deciding, aim: Aim): string {
  const unit = lengthUnit(deciding.desk.session);
  const say = (length: number): string => text('aim.measure', { number: formatLength(length, unit, language.value), unit: text(`measure.${unit}`) });
  if (!aim.legal) return short(aim.refusal ? why(aim.refusal.text, aim.refusal.rule) : text('aim.forbidden'));
  const parts = aim.length === null ? [] : [text('aim.way', { length: say(aim.length), margin: say(aim.margin ?? 0) })];
  if (aim.snap) parts.push(text(`snap.${aim.snap}`));
  return parts.join(' · ');
}

const opensHeading = (aim: Aim): boolean => answerNow(aim).open.includes('heading');

function handleOf(board: Board, aim: Aim): Place {
  return along(aim.shown, aim.shown.heading, 56 / board.scale());
}

function overlaysOf(board: Board, aim: Aim): Overlay[] {
  const list: Overlay[] = aim.region.length > 2 ? [{ kind: 'region', id: 'reach', outline: aim.region }] : [];
  if (!aim.set) return list;
  if (!aim.legal && aim.nearest) list.push({ kind: 'line', id: 'nearest', from: aim.pose, to: aim.nearest, label: '', tone: 'blocked' });
  if (opensHeading(aim)) {
    const degrees = `${formatNumber(aim.shown.heading / 100, 1, language.value)}°`;
    list.push({ kind: 'line', id: 'heading', from: aim.shown, to: handleOf(board, aim), label: degrees, tone: 'path' });
  }
  return list;
}

/* Where a piece would stand after what is pondered or pointed at, when it would stand elsewhere. */
function previewOf(deciding: Deciding): Ghost | null {
  const pending = deciding.pending.value;
  const answer = pending ? pending.answers[pending.chosen] : deciding.looked.value;
  const unit = answer?.decision.unit;
  if (!answer || unit === undefined || answer.open.length > 0 || deciding.plan.value || !deciding.ready.value) return null;
  const fields = deciding.ground.value?.units[unit];
  const odds = deciding.chances.of(answer.decision, 'decline').value;
  if (!odds || !fields) return null;
  const before = poseOf(fields);
  const field = (name: 'x' | 'y' | 'heading'): number => {
    const is = likely(odds, unit, name);
    return typeof is === 'number' ? is : before[name];
  };
  const pose = { x: field('x'), y: field('y'), heading: field('heading') };
  const isMoved = distance(pose, before) > 0;
  if (!isMoved && pose.heading === before.heading) return null;
  return { piece: unit, pose, legal: true, ...(isMoved ? { path: [before, pose] } : {}) };
}

function drawAim(board: Board, deciding: Deciding): void {
  const aim = deciding.aim.value;
  if (!aim) {
    board.ghost(previewOf(deciding));
    board.overlays([]);
    return;
  }
  const label = ghostLabel(deciding, aim);
  board.ghost(!aim.set ? null : {
    piece: aim.unit, pose: aim.shown, legal: aim.legal, snapped: aim.snap !== null,
    ...(aim.from && answerNow(aim).open.includes('at') ? { path: [aim.from, aim.shown] } : {}), ...(label === '' ? {} : { label }),
  });
  board.overlays(overlaysOf(board, aim));
}

class Hand {
  private grip: Grip | null = null;
  private pressed: Place | null = null;
  private free = false;                     /* Alt is held: nothing draws the ghost */

  constructor(private readonly desk: Desk, private readonly board: Board, private readonly deciding: Deciding) {}

  watch(event: PointerEvent): void {
    this.free = event.altKey;
  }

  choose(piece: string): void {
    const { deciding, desk } = this;
    const unit = actor(deciding);
    if (!deciding.aim.peek() && unit !== null && unit !== piece && isLive(desk) && deciding.takeTarget(unit, piece)) return;
    const again = desk.selected.peek() === piece;
    if (!again && !deciding.aim.peek()) deciding.cancel();
    desk.select(piece);
    if (!again || !deciding.ready.peek()) return;
    const acts = actsOf(deciding.question.peek(), piece);
    const [only] = acts.plain;
    if (isChoiceOfUnit(deciding.question.peek()) && only) deciding.take(only);
    else if (acts.open[0] && !deciding.aim.peek()) deciding.take(acts.open[0]);
  }

  /* Bare board: while a place is being chosen it is one. */
  clear(): void {
    const aim = this.deciding.aim.peek();
    if (aim && this.pressed && answerNow(aim).open.includes('at')) {
      this.move(this.pressed, aim.pose.heading);
      this.deciding.drop();
    } else if (!this.deciding.cancel()) {
      this.desk.select(null);
    }
  }

  press(at: Place, piece: string | null): boolean {
    this.pressed = at;
    this.grip = this.gripAt(at, piece);
    this.deciding.held.value = this.grip !== null;
    return this.grip !== null;
  }

  drag(at: Place, done: boolean): void {
    const { grip, deciding } = this;
    if (!grip) return;
    if (!grip.moved && this.pixels(at, grip.at) > SLIP) {
      grip.moved = true;
      if (grip.kind === 'move' && !deciding.aim.peek()) this.takeUp(grip.unit);
    }
    const aim = deciding.aim.peek();
    if (grip.moved && aim) {
      if (grip.kind === 'turn') deciding.propose({ ...aim.pose, heading: this.toward(aim, at) }, { pull: 0, settled: false });
      else this.move({ x: at.x + grip.offset.x, y: at.y + grip.offset.y }, aim.pose.heading);
    }
    if (!done) return;
    this.grip = null;
    deciding.held.value = false;
    if (grip.moved) deciding.drop();
    else if (grip.kind === 'move' && !deciding.aim.peek()?.set) this.choose(grip.unit);
  }

  /* The gesture is over without a deed: what it took up is put down again. */
  stop(): void {
    if (this.grip) this.deciding.cancel();
    this.grip = null;
    this.deciding.held.value = false;
  }

  twist(turn: number): void {
    const aim = this.deciding.aim.peek();
    if (aim?.set && opensHeading(aim)) this.deciding.propose({ ...aim.pose, heading: aim.pose.heading + turn });
  }

  wheel(event: WheelEvent): boolean {
    const aim = this.deciding.aim.peek();
    if (!event.shiftKey || !aim?.set || !opensHeading(aim)) return false;
    this.twist(Math.sign(event.deltaY || event.deltaX) * (event.altKey ? 100 : 500));
    return true;
  }

  key(event: KeyboardEvent, piece: string | null): boolean {
    if (event.ctrlKey || event.metaKey || !this.deciding.ready.peek()) return false;
    if (event.key === 'Escape') return this.deciding.cancel();
    return this.deciding.aim.peek() ? this.aimKey(event) : this.planKey(event, piece);
  }

  private planKey(event: KeyboardEvent, piece: string | null): boolean {
    const unit = piece ?? this.desk.selected.peek();
    if (!this.deciding.plan.peek() || unit === null || event.altKey) return false;
    const card = cardByKey(this.deciding, unit, event.key);
    if (!card) return false;
    this.deciding.take(card);
    const next = this.desk.selected.peek();
    if (next !== null && !this.deciding.plan.peek()?.complete) this.board.focus(next);
    return true;
  }

  private aimKey(event: KeyboardEvent): boolean {
    const { deciding } = this;
    const aim = deciding.aim.peek();
    if (!aim) return false;
    const steps: Readonly<Record<string, readonly [number, number]>> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const step = steps[event.key];
    if (step && answerNow(aim).open.includes('at')) {
      const length = nudge(lengthUnit(this.desk.session), event.shiftKey);
      const { x, y } = this.onBoard(step);
      deciding.propose({ x: aim.pose.x + x * length, y: aim.pose.y + y * length, heading: aim.pose.heading });
    } else if ((event.key === '[' || event.key === ']' || event.key === '{' || event.key === '}') && opensHeading(aim)) {
      const turn = event.key === '[' ? -100 : event.key === ']' ? 100 : event.key === '{' ? -1500 : 1500;
      deciding.propose({ ...aim.pose, heading: aim.pose.heading + turn });
    } else if (event.key === 'Enter') {
      return deciding.confirm();
    } else {
      return false;
    }
    return true;
  }

  /* A step of the screen as one of the board, which may be turned. */
  private onBoard([right, down]: readonly [number, number]): Place {
    const box = this.board.element.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    const from = this.board.placeAt(x, y), to = this.board.placeAt(x + right * 100, y + down * 100);
    const length = distance(from, to) || 1;
    return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  }

  private pixels(a: Place, b: Place): number {
    return distance(a, b) * this.board.scale();
  }

  private toward(aim: Aim, at: Place): number {
    const heading = bearing(aim.shown, at);
    return this.free ? heading : Math.round(heading / 100) * 100;
  }

  private gripAt(at: Place, piece: string | null): Grip | null {
    const { deciding } = this;
    const aim = deciding.aim.peek();
    if (!deciding.ready.peek() || !isLive(this.desk)) return null;
    if (!aim) return this.gripPiece(at, piece);
    if (aim.set && opensHeading(aim) && this.pixels(at, handleOf(this.board, aim)) <= GRIP) return { kind: 'turn', at, moved: false };
    if (!answerNow(aim).open.includes('at')) return null;
    const base = pieces(this.desk.session.match).get(aim.unit)?.base;
    const isHeld = aim.set && ((base && isInside(at, outlineOf(base, aim.shown))) || this.pixels(at, aim.shown) <= GRIP);
    const place = isHeld ? aim.pose : piece === aim.unit ? aim.from : null;
    return place ? { kind: 'move', unit: aim.unit, at, offset: { x: place.x - at.x, y: place.y - at.y }, moved: false } : null;
  }

  /* A piece that may be moved now is taken hold of where it stands; it is taken up when the pointer has moved. */
  private gripPiece(at: Place, piece: string | null): Grip | null {
    if (piece === null || actor(this.deciding) !== piece) return null;
    const hasPlace = actsOf(this.deciding.question.peek(), piece).open.some(({ open }) => open.includes('at'));
    const place = poseOf(this.deciding.ground.peek()?.units[piece]);
    return hasPlace ? { kind: 'move', unit: piece, at, offset: { x: place.x - at.x, y: place.y - at.y }, moved: false } : null;
  }

  private takeUp(unit: string): void {
    const answer = actsOf(this.deciding.question.peek(), unit).open.find(({ open }) => open.includes('at'));
    if (answer) this.deciding.take(answer);
  }

  private move(to: Place, heading: number): void {
    this.deciding.propose({ ...to, heading }, { pull: this.free ? 0 : PULL / this.board.scale(), settled: false });
  }
}

/** Let the player decide on this board; the answer ends it. */
export function attachHand(desk: Desk, board: Board): () => void {
  const deciding = decidingOf(desk);
  const hand = new Hand(desk, board, deciding);
  const watch = (event: PointerEvent): void => hand.watch(event);
  window.addEventListener('pointermove', watch, { capture: true });
  const deaf = board.listen({
    choose: piece => hand.choose(piece),
    clear: () => hand.clear(),
    press: (at, piece) => hand.press(at, piece),
    drag: (at, done) => hand.drag(at, done),
    cancel: () => hand.stop(),
    twist: turn => hand.twist(turn),
    wheel: event => hand.wheel(event),
    key: (event, piece) => hand.key(event, piece),
  });
  const ends = [
    effect(() => board.mark(marksOf(deciding))),
    effect(() => board.chips(chipsOf(deciding))),
    effect(() => drawAim(board, deciding)),
  ];
  return () => {
    window.removeEventListener('pointermove', watch, { capture: true });
    for (const end of ends) end();
    deaf();
    releaseDeciding(desk);
  };
}
