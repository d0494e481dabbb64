/* table_hand.ts: deciding with the pointer and the keys on a table: ghosts that are dragged, turned, and drawn to what matters. */
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
import { lengthUnit, pieces, why } from './vocabulary';

const PULL = 12;                            /* pixels within which a border draws the ghost */
const GRIP = 24;                            /* pixels around a ghost or its handle that take hold of it */
const SLIP = 4;                             /* pixels before a press becomes a drag */

type Grip =
  | { kind: 'move'; unit: string; at: Place; offset: Place; moved: boolean }
  | { kind: 'turn'; at: Place; moved: boolean };

function ghostLabel(deciding: Deciding, aim: Aim): string {
  const unit = lengthUnit(deciding.desk.session);
  const say = (length: number): string => text('aim.measure', { number: formatLength(length, unit, language.value), unit: text(`measure.${unit}`) });
  if (!aim.legal) return short(aim.refusal ? why(aim.refusal.text, aim.refusal.rule) : text('aim.forbidden'));
  const parts = aim.length === null ? [] : [text('aim.way', { length: say(aim.length), margin: say(aim.margin ?? 0) })];
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

  constructor(private readonly desk: Desk, private readonly board: Board, private readonly deciding: Deciding) {}

  watch(event: PointerEvent): void {
    this.free = event.altKey;
  }

  choose(piece: string): void {
    choosePiece(this.deciding, piece, this.deciding.aim.peek() !== null);
  }

  /* Bare board: while a place is being chosen it is one. */
  clear(): void {
    const aim = this.deciding.aim.peek();
    if (aim && this.pressed && answerNow(aim).open.includes('at')) {
      this.move(this.pressed, aim.pose.heading);
      this.deciding.drop();
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
    if (grip.moved) deciding.drop();
    else if (grip.kind === 'move' && !deciding.aim.peek()?.set) this.choose(grip.unit);
  }

  /* The gesture is over without a deed: what it took up is put down again. */
  cancel(): void {
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

  draw(): void {
    const { board, deciding } = this;
    const aim = deciding.aim.value;
    if (!aim) {
      board.ghost(previewOf(deciding));
      board.overlays([]);
      return;
    }
    const label = ghostLabel(deciding, aim);
    board.ghost(!aim.set || aim.unit === NOBODY ? null : {
      piece: aim.unit, pose: aim.shown, legal: aim.legal, snapped: aim.snap !== null,
      ...(aim.from && answerNow(aim).open.includes('at') ? { path: [...aim.before.slice(0, -1), aim.from, aim.shown] } : {}), ...(label === '' ? {} : { label }),
    });
    board.overlays(overlaysOf(this.desk, board, aim));
  }
}
