/*
 * figures.ts: pieces that are no formed men on a base: single men and horsemen, things that belong to nobody, doors in their openings, and
 * the frame around men who stand in ranks on bases of their own.
 */
import { footman, horseman, type FigurePart, type Posture } from '../draw/figure';
import { placed } from '../draw/glyph';
import { thing } from '../draw/things';
import type { Place, Pose } from './board';
import { outline } from './paper';
import { PieceView } from './pieces';
import type { Base, Piece } from './scene';
import { boxOf, onBase, onSheet } from './sheet';
import type { Sizes } from './standing';
import { make, n } from './svg';

const LEAST = 28;                          /* pixels across, below which a small base is drawn larger than it is */
const MOST = 1.7;                          /* as many times as large at the most */
const FULL = 24, SIGN = 13;                /* pixels across from which on everything is drawn, and below which a sign is */

const dot = (x: number, y: number, r: number): string => `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 1 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 1 ${n(-2 * r)} 0Z`;

const small: Base = { disc: true, width: 1500, depth: 1500 };

/** One that is smaller than its drawing when the table is seen from afar. */
export abstract class SmallView extends PieceView {
  private detail = '';
  private pixel = '';
  private room = MOST;                     /* as many times as large there is room for among its neighbours */

  protected override get own(): Base {
    const { piece, look } = this;
    return look?.form !== undefined && piece.other ? piece.other : piece.base;
  }

  protected override get growth(): number {
    const { width, height } = outline(this.own), across = Math.min(width, height) * this.sizes.scale;
    return this.look?.ranked === undefined ? Math.max(1, Math.min(this.room ?? MOST, LEAST / across)) : 1;
  }

  /** Half of its longer side, in millimetres. */
  get reach(): number {
    const { width, height } = outline(this.own);
    return Math.max(width, height) / 2;
  }

  /** Its neighbours leave it no more room than that. */
  fitInto(room: number): void {
    const before = this.growth;
    this.room = Math.max(1, Math.min(MOST, room));
    if (this.placed && this.growth !== before) this.arrange();
  }

  protected override get bodyNow(): string {
    const { form, posture, status, load, door } = this.look ?? {};
    return `${form} ${posture} ${status} ${load} ${door}`;
  }

  override resize(sizes: Sizes): void {
    super.resize(sizes);
    if (this.placed) this.arrange();
  }

  protected override arrange(): void {
    const across = outline(this.own).width * this.sizes.scale * this.growth, detail = across >= FULL ? 'full' : across >= SIGN ? 'plain' : 'sign';
    if (detail !== this.detail) this.element.dataset['detail'] = this.detail = detail;
    const pixel = `${n(1 / (this.sizes.scale * this.growth))}px`;    /* one of the screen in what is drawn larger */
    if (pixel !== this.pixel) this.element.style.setProperty('--pixel', this.pixel = pixel);
    super.arrange();
  }

  protected draw(into: SVGGElement, parts: readonly FigurePart[], x = 0, y = 0, size = 1): void {
    for (const [name, d] of parts) make('path', { class: name, d: size === 1 && x === 0 && y === 0 ? d : placed(d, x, y, size) }, into);
  }
}

function postureOf(status: string | undefined, posture: string | undefined): Posture {
  if (status === 'prisoner') return 'bound';
  if (status === 'routed') return 'fleeing';
  return posture === undefined ? 'upright' : 'low';
}

/** A man, on foot or mounted. */
export class FigureView extends SmallView {
  private pipKey = '';

  override drawBody(into: SVGGElement): void {
    const base = this.own, o = outline(base), { look, piece } = this, radius = o.width / 2, posture = postureOf(look?.status, look?.posture);
    const frame = (name: string): void => {
      if (base.disc) make('circle', { class: name, r: n(radius) }, into);
      else this.rectangle(name, 0, into).setAttribute('rx', n(radius * 0.5));
    };
    frame('base');
    if (posture === 'low') make('circle', { class: 'low', r: n(radius * 0.8) }, into);
    make('path', { class: 'front', d: placed('M-.34 .13L0-.3L.34 .13Q0-.06-.34 .13Z', 0, o.top, radius) }, into);
    if (base.disc) this.draw(into, footman(piece, posture), 0, radius * 0.18, radius * (posture === 'low' ? 0.9 : 1.1));
    else this.draw(into, horseman(piece, posture, o.height));
    if (look?.load !== undefined) this.draw(into, thing(look.load, small.width / 100, small.depth / 100), 0, base.disc ? radius * 0.56 : o.height * 0.26, radius * 0.075);
    frame('edge');
    if (piece.officer) {
      if (base.disc) make('circle', { class: 'edge rim', r: n(radius * 0.88) }, into);
      else this.rectangle('edge rim', -radius * 0.14, into).setAttribute('rx', n(radius * 0.4));
    }
  }

  /* A ball behind him for each firearm that is loaded, a ring for one that is not; a cross at his side for a wound. */
  protected override drawSigns(): void {
    const { charges = [], wounds = 0 } = this.look ?? {}, key = `${charges.join()} ${wounds} ${this.own.disc}`;
    if (key === this.pipKey) return;
    this.pipKey = key;
    this.signs.replaceChildren();
    const o = outline(this.own), r = o.width / 2, y = o.top + o.height - r * 0.06, at = (i: number): number => (i - (charges.length - 1) / 2) * r * 0.46;
    const path = (name: string, d: string): void => { if (d) make('path', { class: name, d }, this.signs); };
    path('charge empty', charges.map((loaded, i) => (loaded ? '' : dot(at(i), y, r * 0.17))).join(''));
    path('charge', charges.map((loaded, i) => (loaded ? dot(at(i), y, r * 0.17) : '')).join(''));
    for (let i = 0; i < Math.min(3, wounds); i++) path('wound', placed('M-.16-.16L.16 .16M.16-.16L-.16 .16', -r * 0.82, r * (0.3 - i * 0.42), r));
  }
}

/** A thing that belongs to nobody. */
export class ThingView extends SmallView {
  override drawBody(into: SVGGElement): void {
    const base = this.own, o = outline(base);
    if (base.disc) make('circle', { class: 'base', r: n(o.width / 2) }, into);
    else this.rectangle('base', 0, into);
    this.draw(into, thing(this.piece.type, o.width, o.height));
    const load = this.look?.load;
    if (load !== undefined) this.draw(into, thing(load, small.width / 100, small.depth / 100), 0, o.height * 0.22, Math.min(1, o.width / 26));
  }
}

/* The leaf of a door stands across its opening, or into the house. */
const leaves: Readonly<Record<string, number>> = { open: 84, half_open: 42 };

/** A door, in the outline of a house. */
export class DoorView extends SmallView {
  protected override get growth(): number {
    return 1;
  }

  override drawBody(into: SVGGElement): void {
    const { leaf } = this.piece, state = this.look?.door ?? 'shut', radius = outline(this.own).width / 2;
    this.element.classList.add('doorway');
    make('circle', { class: 'base', r: n(radius) }, into);
    if (!leaf) return;
    const on = ({ x, y }: Place): Place => ({ x: x / 100, y: -y / 100 });
    const hinge = on(leaf.hinge), latch = on(leaf.latch), inside = on(leaf.inside), turn = ((leaves[state] ?? 0) * Math.PI) / 180;
    const wide = Math.hypot(latch.x - hinge.x, latch.y - hinge.y), half = Math.hypot(inside.x, inside.y) || 1;
    const along = { x: (latch.x - hinge.x) / wide, y: (latch.y - hinge.y) / wide }, inwards = { x: inside.x / half, y: inside.y / half };
    const way = { x: along.x * Math.cos(turn) + inwards.x * Math.sin(turn), y: along.y * Math.cos(turn) + inwards.y * Math.sin(turn) };
    const end = { x: hinge.x + way.x * wide, y: hinge.y + way.y * wide }, across = { x: -way.y * 0.9, y: way.x * 0.9 };
    const point = (p: Place, out: number): string => `${n(p.x + across.x * out)} ${n(p.y + across.y * out)}`;
    const clockwise = along.x * inwards.y - along.y * inwards.x > 0 ? 1 : 0, arc = `A${n(wide)} ${n(wide)} 0 0 ${clockwise} ${n(end.x)} ${n(end.y)}`;
    if (turn > 0) make('path', { class: 'swing', d: `M${n(latch.x)} ${n(latch.y)}${arc}` }, into);
    make('path', { class: 'leaf-of-door', d: `M${point(hinge, 1)}L${point(end, 1)}L${point(end, -1)}L${point(hinge, -1)}Z` }, into);
    make('path', { class: 'hinge', d: dot(hinge.x, hinge.y, 1.1) }, into);
    if (state !== 'barred') return;
    /* The bar lies inside, across the leaf and into the wall on both sides. */
    const bar = (t: number, out: number): string => `${n(hinge.x + along.x * wide * t + inwards.x * out)} ${n(hinge.y + along.y * wide * t + inwards.y * out)}`;
    make('path', { class: 'bar', d: `M${bar(-0.12, 2.6)}L${bar(1.12, 2.6)}` }, into);
    make('path', { class: 'bracket', d: `M${bar(0.25, 0)}L${bar(0.25, 4)}M${bar(0.75, 0)}L${bar(0.75, 4)}` }, into);
  }
}

const ROOM = 2.4;                          /* millimetres around the men */

/** The frame around men who stand in ranks, with one name for all of them. */
export class BodyView extends PieceView {
  private frame: Base = { disc: false, width: 4000, depth: 4000 };

  protected override get own(): Base {
    return this.frame ?? this.piece.base;                        /* it is drawn first while it is made */
  }

  protected override get bodyNow(): string {
    return `${this.own.width} ${this.own.depth}`;
  }

  /** Put the frame around what covers these points of the sheet, facing as its pose does: where that is. */
  enclose(pose: Pose, points: readonly Place[]): Pose {
    const { left, right, top, bottom } = boxOf(points.map(point => onBase(pose, point)));
    this.frame = { disc: false, width: Math.round((right - left + 2 * ROOM) * 100), depth: Math.round((bottom - top + 2 * ROOM) * 100) };
    return { ...onSheet(pose, (left + right) / 2, top - ROOM), heading: pose.heading };
  }

  override drawBody(into: SVGGElement): void {
    const o = outline(this.own), half = Math.min(5, o.width * 0.08);
    this.rectangle('base', 0, into).setAttribute('rx', '3');
    this.rectangle('edge', 0, into).setAttribute('rx', '3');
    make('path', { class: 'front', d: `M${n(o.left + 2)} ${n(o.top)}h${n(o.width - 4)}l-2 -2.4h${n(8 - o.width)}Z` }, into);
    let arrows = '';
    for (let i = -1; i <= 1; i++) arrows += placed('M-1 .5L0-.2L1 .5', i * o.width * 0.3, o.top - 5, half);
    make('path', { class: 'advance', d: arrows }, into);
  }
}

/** Let none of them be drawn so large that it covers another. */
export function makeRoom(views: readonly PieceView[]): void {
  const small = views.filter((view): view is SmallView => view instanceof SmallView && view.present);
  for (const view of small) {
    let room = MOST;
    for (const other of small) {
      if (other === view || other.look?.last || other instanceof DoorView) continue;
      room = Math.min(room, Math.hypot(view.target.x - other.target.x, view.target.y - other.target.y) / (view.reach + other.reach));
    }
    view.fitInto(room);
  }
}

/** The view of a piece by what its game calls it; formed men on one base where that says nothing. */
export function viewOf(piece: Piece, pieces: SVGGElement, tags: SVGGElement): PieceView {
  if (piece.leaf) return new DoorView(piece, pieces, tags);
  if (piece.members.length) return new BodyView(piece, pieces, tags);
  if (piece.kind === 'figure' || piece.kind === 'rider') return new FigureView(piece, pieces, tags);
  return piece.kind === 'thing' ? new ThingView(piece, pieces, tags) : new PieceView(piece, pieces, tags);
}

/** What lies under others comes first: frames, things, men, those who lead. */
export function depthOf(piece: Piece): number {
  return piece.members.length ? 0 : piece.kind === 'thing' || piece.leaf ? 1 : piece.leads ? 3 : 2;
}
