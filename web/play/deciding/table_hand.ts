/* table_hand.ts: deciding with the pointer and the keys on a table: ghosts that are dragged, turned, and drawn to what matters. */
import { signal, untracked, type Signal } from '@preact/signals';
import type { Board, Overlay, Place } from '../../table/board';
import { language, text } from '../../text';
import type { Desk } from '../desk';
import { answerNow, NOBODY, poseOf, type Aim } from './aim';
import { laidOutline, readWares } from '../../table/scene';
import type { Deciding } from './deciding';
import { along, bearing, distance, isInside, outlineOf } from './geometry';
import { actor, choosePiece, isLive, layByKey, opensHeading, previewOf, short, type Hand } from './hold';
import { formatLength, formatNumber, nudge } from './measure';
import { actsOf } from './model';
import { plannedOverlays, waysOf } from './ways';
import { lengthUnit, pieces, why } from './vocabulary';

const PULL = 12;                            /* pixels within which a border draws the ghost */
const GRIP = 24;                            /* pixels around a ghost or its handle that take hold of it */
const SLIP = 4;                             /* pixels before a press becomes a drag */

type Grip =
  | { kind: 'move'; unit: string; at: Place; offset: Place; moved: boolean; goesOn?: boolean }
  | { kind: 'band'; at: Place; to: Place; moved: boolean }
  | { kind: 'turn'; at: Place; moved: boolean };

function ghostLabel(deciding: Deciding, aim: Aim): string {
  const unit = lengthUnit(deciding.desk.session);
  const say = (length: number): string => text('aim.measure', { number: formatLength(length, unit, language.value), unit: text(`measure.${unit}`) });
  if (!aim.legal) return short(aim.refusal ? why(aim.refusal.text, aim.refusal.rule) : text('aim.forbidden'));
  const spent = aim.way && aim.way.allowed > 0 ? text('aim.spent', { spent: formatLength(aim.way.spent, unit, language.value), allowed: say(aim.way.allowed) }) : null;
  const parts = spent !== null ? [spent] : aim.length === null ? [] : [text('aim.way', { length: say(aim.length), margin: say(aim.margin ?? 0) })];
  if (aim.chancy) parts.push(text('aim.chancy'));
  if (aim.snap) parts.push(text(`snap.${aim.snap}`));
  return parts.join(' · ');
}

function handleOf(board: Board, aim: Aim): Place {
  return along(aim.shown, aim.shown.heading, 56 / board.scale());
}

/* The outline of ground that would lie there; empty where a piece is put. */
function groundOf(desk: Desk, aim: Aim): readonly Place[] {
  const { choice } = answerNow(aim).decision;
  const ware = aim.unit === NOBODY ? readWares(desk.session.match.board).find(({ kind }) => kind === choice) : undefined;
  return ware ? laidOutline(ware, aim.shown) : [];
}

function overlaysOf(desk: Desk, board: Board, aim: Aim): Overlay[] {
  const list: Overlay[] = aim.region.length > 2 ? [{ kind: 'region', id: 'reach', outline: aim.region }] : [];
  if (!aim.set) return list;
  const laid = groundOf(desk, aim);
  if (laid.length > 1) list.push({ kind: 'region', id: 'ground', outline: laid, tone: aim.legal ? 'chosen' : 'wrong' });
  if (!aim.legal && aim.nearest) list.push({ kind: 'line', id: 'nearest', from: aim.pose, to: aim.nearest, label: '', tone: 'blocked' });
  if (opensHeading(aim)) {
    const degrees = `${formatNumber(aim.shown.heading / 100, 1, language.value)}°`;
    list.push({ kind: 'line', id: 'heading', from: aim.shown, to: handleOf(board, aim), label: degrees, tone: 'path' });
  }
  return list;
}

export class TableHand implements Hand {
  private grip: Grip | null = null;
  private pressed: Place | null = null;
  private free = false;                     /* Alt is held: nothing draws the ghost */
  private shift = false;                    /* Shift is held: several are pointed at */
  private readonly band: Signal<readonly Place[]> = signal([]);

  constructor(private readonly desk: Desk, private readonly board: Board, private readonly deciding: Deciding) {}

  watch(event: PointerEvent): void {
    this.free = event.altKey;
    this.shift = event.shiftKey;
  }

  /* A plan of several parts is made: pieces are taken up as they lie there, alone or together. */
  private get plans(): boolean {
    return this.deciding.orders.layered && this.deciding.plan.peek() !== null;
  }

  private get joins(): boolean {
    return this.plans && (this.shift || this.deciding.orders.several.peek());
  }

  choose(piece: string): void {
    const { deciding } = this, isOne = deciding.question.peek().units.has(piece);
    if (this.joins && isOne) return deciding.orders.join(piece);
    if (this.plans && isOne && deciding.orders.armed.peek() === null) {
      if (deciding.orders.group.peek().includes(piece)) return this.desk.select(piece);
      deciding.orders.chooseGroup([]);
    }
    choosePiece(this.deciding, piece, this.deciding.aim.peek() !== null);
  }

  /* Bare board: while a place is being chosen it is one. */
  clear(): void {
    const aim = this.deciding.aim.peek();
    if (aim && this.pressed && answerNow(aim).open.includes('at')) {
      this.move(this.pressed, aim.pose.heading);
      this.letGo();
    } else if (aim && this.pressed && opensHeading(aim)) {
      this.deciding.propose({ ...aim.pose, heading: bearing(aim.from ?? aim.shown, this.pressed) });
    } else if (!this.deciding.cancel()) {
      this.desk.select(null);
    }
  }

  press(at: Place, piece: string | null): boolean {
    this.pressed = at;
    this.grip = this.gripAt(at, piece);
    return this.grip !== null;
  }

  drag(at: Place, done: boolean): void {
    const { grip, deciding } = this;
    if (!grip) return;
    if (grip.kind === 'band') return this.drawBand(grip, at, done);
    if (!grip.moved && this.pixels(at, grip.at) > SLIP) {
      grip.moved = true;
      if (grip.kind === 'move' && !deciding.aim.peek()) this.takeUp(grip.unit, grip.goesOn === true);
    }
    const aim = deciding.aim.peek();
    if (grip.moved && aim) {
      if (grip.kind === 'turn') deciding.propose({ ...aim.pose, heading: this.toward(aim, at) }, { pull: 0, settled: false });
      else this.move({ x: at.x + grip.offset.x, y: at.y + grip.offset.y }, aim.pose.heading);
    }
    if (!done) return;
    this.grip = null;
    if (grip.moved) this.letGo();
    else if (grip.kind === 'move' && !deciding.aim.peek()?.set) this.choose(grip.unit);
  }

  /* In a plan what was let go where it may go is told at once: nothing is given yet. */
  private letGo(): void {
    this.deciding.drop();
    if (this.plans && this.deciding.aim.peek()?.legal) this.deciding.confirm();
    this.deciding.orders.dragging.value = false;
  }

  private drawBand(grip: Grip & { kind: 'band' }, to: Place, done: boolean): void {
    grip.to = to;
    const { at } = grip;
    this.band.value = done ? [] : [at, { x: to.x, y: at.y }, to, { x: at.x, y: to.y }];
    if (!done) return;
    this.grip = null;
    const inside = (value: number, a: number, b: number): boolean => value >= Math.min(a, b) && value <= Math.max(a, b);
    const { units } = this.deciding.question.peek(), ground = this.deciding.ground.peek();
    this.deciding.orders.chooseGroup([...units.keys()].filter(unit => {
      const fields = ground?.units[unit], pose = poseOf(fields);
      return fields && ground?.isPlaced(fields) && inside(pose.x, at.x, to.x) && inside(pose.y, at.y, to.y);
    }));
  }

  /* The gesture is over without a deed: what it took up is put down again. */
  cancel(): void {
    this.band.value = [];
    if (this.grip?.kind === 'band') this.grip = null;
    if (this.grip) this.deciding.cancel();
    this.grip = null;
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
    return this.deciding.aim.peek() ? this.aimKey(event) : layByKey(this.deciding, this.board, event, piece);
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
    if (this.plans && (!aim || piece !== null) && !deciding.orders.armed.peek()) {
      if (this.joins) return piece === null ? { kind: 'band', at, to: at, moved: false } : null;
      const end = this.gripEnd(at, piece);
      if (end) return end;
    }
    if (!aim) return this.gripPiece(at, piece);
    if (aim.set && opensHeading(aim) && this.pixels(at, handleOf(this.board, aim)) <= GRIP) return { kind: 'turn', at, moved: false };
    if (!answerNow(aim).open.includes('at')) return null;
    const base = pieces(this.desk.session.match).get(aim.unit)?.base;
    const body = base ? outlineOf(base, aim.shown) : groundOf(this.desk, aim);
    const isHeld = aim.set && ((body.length > 2 && isInside(at, body)) || this.pixels(at, aim.shown) <= GRIP);
    const place = isHeld ? aim.pose : piece === aim.unit ? aim.from : null;
    return place ? { kind: 'move', unit: aim.unit, at, offset: { x: place.x - at.x, y: place.y - at.y }, moved: false } : null;
  }

  /* A piece that may be moved now is taken hold of where it stands; it is taken up when the pointer has moved. */
  private gripPiece(at: Place, piece: string | null): Grip | null {
    if (piece === null || (actor(this.deciding) !== piece && !this.plans) || this.deciding.orders.armed.peek() !== null) return null;
    const hasPlace = actsOf(this.deciding.question.peek(), piece).open.some(({ open }) => open.includes('at'));
    const place = poseOf(this.deciding.ground.peek()?.units[piece]);
    return hasPlace ? { kind: 'move', unit: piece, at, offset: { x: place.x - at.x, y: place.y - at.y }, moved: false } : null;
  }

  /* The end of a way that is planned is taken hold of to go on from there. */
  private gripEnd(at: Place, piece: string | null): Grip | null {
    const { kinds } = this.desk.session.match, ways = untracked(() => waysOf(this.deciding));
    const ends = ways.flatMap(({ unit, places, isOpen }) => (isOpen && places.length > 1 ? [{ unit, place: places[places.length - 1] as Place }] : []));
    const found = ends.filter(({ unit, place }) => this.pixels(at, place) <= GRIP && (piece === null || piece !== unit))
      .sort((a, b) => this.pixels(at, a.place) - this.pixels(at, b.place))[0];
    const isAdding = found && this.deciding.question.peek().units.get(found.unit)?.some(({ decision, open }) => open.includes('at') && kinds.some(({ name, adds }) => adds && name === decision.do));
    return found && isAdding ? { kind: 'move', unit: found.unit, at, offset: { x: found.place.x - at.x, y: found.place.y - at.y }, moved: false, goesOn: true } : null;
  }

  private takeUp(unit: string, goesOn: boolean): void {
    const { deciding } = this, { kinds } = this.desk.session.match;
    const adds = (name: string): boolean => kinds.some(kind => kind.adds && kind.name === name);
    const places = actsOf(deciding.question.peek(), unit).open.filter(({ open }) => open.includes('at'));
    const answer = this.plans ? places.find(({ decision }) => adds(decision.do) === goesOn) ?? places[0] : places[0];
    if (this.plans && !deciding.orders.group.peek().includes(unit)) deciding.orders.chooseGroup([]);
    if (answer) deciding.take(answer);
    deciding.orders.dragging.value = this.plans;
  }

  private move(to: Place, heading: number): void {
    this.deciding.propose({ ...to, heading }, { pull: this.free ? 0 : PULL / this.board.scale(), settled: false });
  }

  draw(): void {
    const { board, deciding } = this;
    const aim = deciding.aim.value;
    const planned = isLive(this.desk) ? plannedOverlays(deciding) : [], { length } = this.band.value;
    if (length > 0) planned.push({ kind: 'region', id: 'band', outline: this.band.value });
    if (!aim) {
      board.ghost(previewOf(deciding));
      board.overlays(planned);
      return;
    }
    const label = ghostLabel(deciding, aim);
    board.ghost(!aim.set || aim.unit === NOBODY ? null : {
      piece: aim.unit, pose: aim.shown, legal: aim.legal, snapped: aim.snap !== null,
      ...(aim.from && answerNow(aim).open.includes('at') ? { path: [...aim.before.slice(0, -1), aim.from, aim.shown] } : {}), ...(label === '' ? {} : { label }),
    });
    board.overlays([...planned, ...overlaysOf(this.desk, board, aim)]);
  }
}
