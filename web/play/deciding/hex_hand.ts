/*
 * hex_hand.ts: deciding with the pointer and the keys on hexes, and as far as they have it in common on zones (zone_hand.ts). The reach of the selected piece is shown at once, and the way to the hex
 * under the pointer with what it costs; a click puts the ghost there, another on the same hex says yes.
 */
import type { Board, Ghost, Overlay, Place } from '../../table/board';
import { text } from '../../text';
import type { Desk } from '../desk';
import { sameHex } from '../measure/hexes';
import { isPresent } from '../looks';
import { measureOf, poseOf } from '../measure/measure';
import { answerNow, exactly, opens, type Aim } from './aim';
import { placesOf } from './aiming';
import type { Deciding } from './deciding';
import { choosePiece, isLive, layByKey, opensHeading, previewOf, short, type Hand } from './hold';
import { loneAim } from './model';
import { why } from './vocabulary';

const VERTEX = 6000;                        /* hundredths of a degree that a twist goes from one vertex to the next */

const NOTCH = 40;                           /* pixels of the wheel that are one vertex */
const PAUSE = 90;                           /* milliseconds between two vertices */

interface Grip { readonly unit: string; moved: boolean }

const isAmong = (at: Place, hexes: readonly Place[]): boolean => hexes.some(hex => sameHex(hex, at));

/** "3 of 5", and nothing where no points are counted. */
export function costText(aim: Aim): string {
  return aim.way && aim.way.allowed > 0 ? text('aim.cost', { spent: String(aim.way.spent), allowed: String(aim.way.allowed) }) : '';
}

function labelOf(aim: Aim, isSaid: (aim: Aim) => string): string {
  if (aim.legal) return isSaid(aim);
  return short(aim.refusal ? why(aim.refusal.text, aim.refusal.rule) : text('aim.forbidden'));
}

function ghostOf(aim: Aim, isSaid: (aim: Aim) => string): Ghost {
  const label = labelOf(aim, isSaid), path = (aim.way?.points ?? []).map(([x, y]) => ({ x, y }));
  return { piece: aim.unit, pose: aim.shown, legal: aim.legal, ...(path.length > 1 ? { path } : {}), ...(label === '' ? {} : { label }) };
}

/* Attacks that have been announced: from each piece to the one that it has named. */
function announcements(deciding: Deciding): Overlay[] {
  const { session } = deciding.desk;
  const units = session.view.value?.state.units ?? {};
  return Object.entries(units).flatMap(([id, fields]): Overlay[] => {
    const foe = typeof fields['foe'] === 'number' ? session.match.pieces[fields['foe']] : undefined;
    const from = poseOf(fields), to = foe === undefined ? null : poseOf(units[foe]);
    if (!from || !to || !isPresent(fields) || sameHex(from, to)) return [];
    return [{ kind: 'line', id: `foe ${id}`, from, to, label: '', tone: 'path' }];
  });
}

export class HexHand implements Hand {
  private grip: Grip | null = null;
  private twisted = 0;
  private wheeled = { sum: 0, time: -Infinity, turned: -Infinity };

  constructor(protected readonly desk: Desk, protected readonly board: Board, protected readonly deciding: Deciding) {}

  watch(): void { /* nothing of the pointer matters but where it is */ }

  draw(): void {
    const { board, deciding } = this;
    const aim = deciding.aim.value, trial = deciding.trial.value;
    const shown = aim?.set ? aim : aim ? null : trial;
    const { value: tool } = this.desk.tool;
    if (!isLive(this.desk) || tool === 'tape' || tool === 'sight') {
      board.ghost(null);
      board.overlays([]);
      return;
    }
    board.ghost(shown ? ghostOf(shown, said => this.label(said)) : aim ? null : previewOf(deciding));
    const list = announcements(deciding);
    list.push(...this.lights());
    if (aim?.set && !aim.legal && aim.nearest) list.push({ kind: 'line', id: 'nearest', from: aim.pose, to: aim.nearest, label: '', tone: 'blocked' });
    board.overlays(list);
  }

  /** What a ghost that may stand there says. */
  protected label(aim: Aim): string {
    return costText(aim);
  }

  /** Where something may be done. */
  protected lights(): Overlay[] {
    const { aim, pending, reach } = this.deciding;
    const asked = pending.value, region = aim.value?.region ?? (asked ? placesOf(asked.answers.map(({ decision }) => decision)) : reach.value?.region) ?? [];
    return region.length > 0 ? [{ kind: 'region', id: 'reach', outline: region }] : [];
  }

  /* Another piece is another matter: what was aimed for the one before is put down. */
  choose(piece: string): void {
    const aim = this.deciding.aim.peek();
    if (aim && aim.unit === piece) this.deciding.cancel();
    else choosePiece(this.deciding, piece, false);
  }

  clear(): void {
    if (!this.deciding.cancel()) this.desk.select(null);
  }

  tap(at: Place, piece: string | null): boolean {
    const { deciding } = this;
    if (!this.mayAct()) return false;
    const aim = deciding.aim.peek();
    if (deciding.pending.peek()) return this.choosePendingAt(at);
    if (!aim) return piece === null && isAmong(at, deciding.reach.peek()?.region ?? []) && deciding.aimAt(at);
    if (!opens(answerNow(aim), 'at')) return false;
    if (aim.set && aim.settled && sameHex(at, aim.pose)) return deciding.confirm() || true;
    if (piece !== null && !isAmong(at, aim.region)) return false;
    this.put(at);
    return true;
  }

  /* Of several ways that are pondered, the one that ends in this hex; the next of them where there are more; yes where it is the only one. */
  private choosePendingAt(at: Place): boolean {
    const { deciding } = this;
    const pending = deciding.pending.peek();
    const here = (pending?.answers ?? []).flatMap(({ decision }, i) => (decision.at && sameHex({ x: decision.at[0], y: decision.at[1] }, at) ? [i] : []));
    const chosen = here.indexOf(pending?.chosen ?? -1);
    if (here.length === 0) return false;
    if (chosen >= 0 && here.length === 1) deciding.confirm();
    else deciding.choosePending(here[(chosen + 1) % here.length] ?? 0);
    return true;
  }

  point(at: Place, piece: string | null): void {
    const { deciding } = this;
    const aim = deciding.aim.peek();
    if (!this.mayAct() || this.grip) return;
    if (!aim) deciding.tryAt(piece === null && isAmong(at, deciding.reach.peek()?.region ?? []) ? at : null);
    else if (!aim.settled && opens(answerNow(aim), 'at') && !(aim.set && sameHex(at, aim.pose)) && !this.isBeside(aim, at))
      deciding.propose({ ...aim.pose, ...at }, { pull: 0, settled: false });
  }

  /* What was asked for of itself speaks up only where the piece may go: nobody has begun to look for a place. */
  private isBeside(aim: Aim, at: Place): boolean {
    return loneAim(this.desk.session.match, this.deciding.question.peek())?.index === answerNow(aim).index && !isAmong(at, aim.region);
  }

  /* A piece that may go somewhere is taken hold of where it stands, a ghost where it is. */
  press(at: Place, piece: string | null): boolean {
    const { deciding } = this;
    const aim = deciding.aim.peek();
    this.grip = null;
    if (!this.mayAct()) return false;
    if (aim ? piece === aim.unit || (aim.set && sameHex(at, aim.pose)) : piece !== null && piece === deciding.reach.peek()?.unit)
      this.grip = { unit: aim?.unit ?? piece ?? '', moved: false };
    return this.grip !== null;
  }

  drag(at: Place, done: boolean): void {
    const { grip, deciding } = this;
    if (!grip) return;
    if (!grip.moved) this.takeUp(grip);
    const aim = deciding.aim.peek();
    if (aim && opens(answerNow(aim), 'at') && !(aim.set && sameHex(at, aim.pose))) deciding.propose({ ...aim.pose, ...at }, { pull: 0, settled: false });
    if (!done) return;
    this.grip = null;
    deciding.drop();
  }

  cancel(): void {
    if (this.grip?.moved) this.deciding.cancel();
    this.grip = null;
  }

  twist(turn: number): void {
    this.twisted += turn;
    const vertices = Math.trunc(this.twisted / VERTEX);
    this.twisted -= vertices * VERTEX;
    if (vertices !== 0) this.turn(vertices);
  }

  /* Over the ghost, or with Shift anywhere, the wheel turns it: a notch at a time, however fine the wheel. */
  wheel(event: WheelEvent, at: Place): boolean {
    const aim = this.deciding.aim.peek();
    if (event.ctrlKey || !aim?.set || !opensHeading(aim) || !(event.shiftKey || sameHex(at, aim.pose))) return false;
    if (event.timeStamp - this.wheeled.time > PAUSE) this.wheeled.sum = 0;
    this.wheeled.sum += (event.deltaY || event.deltaX) * (event.deltaMode === 0 ? 1 : NOTCH);
    if (Math.abs(this.wheeled.sum) >= NOTCH && event.timeStamp - this.wheeled.turned > PAUSE) {
      this.turn(Math.sign(this.wheeled.sum));
      this.wheeled = { sum: 0, time: event.timeStamp, turned: event.timeStamp };
    }
    this.wheeled.time = event.timeStamp;
    return true;
  }

  key(event: KeyboardEvent, piece: string | null): boolean {
    if (event.ctrlKey || event.metaKey || !this.deciding.ready.peek()) return false;
    if (event.key === 'Escape') return this.deciding.cancel();
    if (this.deciding.pending.peek()) return this.pendingKey(event);
    return this.deciding.aim.peek() ? this.aimKey(event) : layByKey(this.deciding, this.board, event, piece);
  }

  private pendingKey(event: KeyboardEvent): boolean {
    const pending = this.deciding.pending.peek(), key = event.key.toLowerCase();
    const way = key === 'q' || key === '[' ? -1 : key === 'e' || key === ']' ? 1 : 0;
    if (!pending || way === 0) return key === 'enter' && this.deciding.confirm();
    this.deciding.choosePending((pending.chosen + way + pending.answers.length) % pending.answers.length);
    return true;
  }

  private aimKey(event: KeyboardEvent): boolean {
    const aim = this.deciding.aim.peek();
    const steps: Readonly<Record<string, Place>> = {
      ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 }, ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 },
    };
    const step = steps[event.key], key = event.key.toLowerCase();
    if (!aim) return false;
    if (step && opens(answerNow(aim), 'at')) {
      const way = this.isTurnedRound() ? -1 : 1;
      this.put(measureOf(this.desk.session.match).step(aim.pose, step.x * way, step.y * way));
      return true;
    }
    if (key === 'q' || key === '[') return this.turn(-1);
    if (key === 'e' || key === ']') return this.turn(1);
    return key === 'enter' && (this.deciding.confirm() || true);
  }

  protected mayAct(): boolean {
    return this.deciding.ready.peek() && isLive(this.desk);
  }

  private put(at: Place): void {
    const aim = this.deciding.aim.peek();
    if (aim) this.deciding.propose({ ...aim.pose, ...at }, exactly);
  }

  private turn(vertices: number): boolean {
    const aim = this.deciding.aim.peek();
    if (!aim?.set || !opensHeading(aim)) return false;
    this.deciding.propose({ ...aim.pose, heading: aim.pose.heading + vertices });
    return true;
  }

  private takeUp(grip: Grip): void {
    const { deciding } = this;
    const first = deciding.reach.peek()?.tabs[0];
    grip.moved = true;
    if (!deciding.aim.peek() && first) deciding.startAim(first);
  }

  /* The board may lie the other way round, for who sits behind it. */
  private isTurnedRound(): boolean {
    const { left, top, width, height } = this.board.element.getBoundingClientRect(), { east } = measureOf(this.desk.session.match);
    const across = [0, 0.2, 0.35, 0.5, 0.65, 0.8, 1].flatMap(part => east(this.board.placeAt(left + part * width, top + height / 2)) ?? []);
    return (across[0] ?? 0) > (across.at(-1) ?? 0);
  }
}
