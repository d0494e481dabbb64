/*
 * pieces.ts: the pieces on the table. Each has a base that turns with it (the button that people choose), and upright things beside the
 * base: flag, order card, label, badges. Places are given on the sheet.
 */
import { armOf, formation } from '../draw/formation';
import type { Look, Mark, Pose } from './board';
import { placed, plate } from './glyph';
import { outline } from './paper';
import type { Piece } from './scene';
import { make, n } from './svg';
import { Tag, type Sizes } from './tag';

const CROSS = 'M-2.3-2.3L2.3 2.3M2.3-2.3L-2.3 2.3', RING = 'M-2.2 0A2.2 2.2 0 1 1 2.2 0A2.2 2.2 0 1 1-2.2 0Z';

const chevron = (x: number, y: number, half: number, high: number): string => `M${n(x - half)} ${n(y + high)}L${n(x)} ${n(y)}L${n(x + half)} ${n(y + high)}`;

/* A broken, jagged line across the base. */
function jag(width: number, top: number, height: number): string {
  const steps = 7;
  let d = '';
  for (let i = 0; i <= steps; i++) {
    const x = -width * 0.47 + (width * 0.94 * i) / steps, y = top + height * (0.56 + (i % 2 ? -0.2 : 0.16));
    d += `${i === 0 || i === 4 ? 'M' : 'L'}${n(i === 4 ? x + width * 0.03 : x)} ${n(y)}`;
  }
  return d;
}

export class PieceView {
  readonly element: SVGGElement;          /* what turns: the button */
  readonly tag: Tag;                      /* what stays upright */
  pose: Pose = { x: 0, y: 0, heading: 0 }; /* on the sheet */
  target: Pose = this.pose;               /* where it is going */
  present = false;
  placed = false;                         /* it has been put somewhere */
  look: Look | null = null;
  marks: readonly Mark[] = [];
  private readonly marksGroup: SVGGElement;
  private readonly pips: Readonly<Record<'plate' | 'left' | 'lost', SVGPathElement>>;
  private stood: Pose = this.pose;        /* where the upright things were drawn */
  private wearKey = '';
  private sizes: Sizes = { word: 1, trinket: 1 };

  constructor(readonly piece: Piece, pieces: SVGGElement, tags: SVGGElement) {
    this.element = make('g', { class: 'piece', role: 'button', tabindex: -1, 'data-piece': piece.id, 'data-seat': piece.seat, 'aria-pressed': 'false' }, pieces);
    this.marksGroup = make('g', { class: 'marks' }, this.element);
    this.drawBase(this.element);
    const o = outline(piece.base);
    make('path', { class: 'jag', d: jag(o.width, o.top, o.height) }, this.element);
    const pip = (name: string): SVGPathElement => make('path', { class: `pip ${name}` }, this.element);
    this.pips = { plate: pip('plate'), left: pip('left'), lost: pip('lost') };
    this.tag = new Tag(piece, tags);
    this.hide();
  }

  /** The base with what stands on it; also for the ghost. */
  drawBase(into: SVGGElement): void {
    const { base } = this.piece, o = outline(base), band = Math.min(9, o.height * 0.16);
    const shape = (name: string, out = 0): void => {
      if (base.disc) make('circle', { class: name, r: n(o.width / 2 + out) }, into);
      else make('rect', { class: name, x: n(o.left - out), y: n(o.top - out), width: n(o.width + 2 * out), height: n(o.height + 2 * out) }, into);
    };
    shape('base');
    const group = make('g', base.disc ? { transform: `translate(0 ${n(o.top)})` } : {}, into);
    const inner = base.disc ? { width: o.width * 0.72, height: o.height * 0.86 } : o;
    const men = formation(armOf({ type: this.piece.type, kind: this.piece.kind, firearms: this.piece.firearms, melee: this.piece.melee }), inner.width, inner.height, band, Math.min(8, inner.height * 0.14));
    make('path', { class: 'sign', d: men.sign }, group);
    if (men.solid) make('path', { class: 'solid men', d: men.solid }, group);
    if (men.bodies) make('path', { class: 'bodies men', d: men.bodies }, group);
    if (men.fine) make('path', { class: 'fine men', d: men.fine }, group);
    if (men.dots) make('path', { class: 'dots men', d: men.dots }, group);
    shape('edge');
    if (!base.disc) make('path', { class: 'front', d: `M${n(o.left)} 0h${n(o.width)}v${n(band)}h${n(-o.width)}Z` }, into);
    else make('path', { class: 'front', d: `M0 ${n(o.top)}L${n(o.width * 0.26)} ${n(o.top + o.height * 0.2)}Q0 ${n(o.top + o.height * 0.1)} ${n(-o.width * 0.26)} ${n(o.top + o.height * 0.2)}Z` }, into);
    if (base.disc) return;
    const half = Math.min(band * 1.1, o.width * 0.12), gap = half * 2.4;
    let chevrons = '';
    for (let i = -1; i <= 1; i++) chevrons += chevron(i * gap, band * 0.22, half, band * 0.56);
    make('path', { class: 'chevron', d: chevrons }, into);
  }

  hide(): void {
    this.present = false;
    this.element.classList.add('absent');
    this.tag.element.classList.add('absent');
    this.element.setAttribute('aria-hidden', 'true');
  }

  private appear(): void {
    if (this.present) return;
    this.present = true;
    this.element.classList.remove('absent');
    this.tag.element.classList.remove('absent');
    this.element.removeAttribute('aria-hidden');
  }

  show(look: Look | null): void {
    this.appear();
    const name = look?.name ?? this.piece.id;
    if (this.element.getAttribute('aria-label') !== name) this.element.setAttribute('aria-label', name);
    this.element.classList.toggle('disordered', look?.disordered ?? false);
    this.element.classList.toggle('spent', look?.done ?? false);
    this.look = look;
    if (this.tag.show(look)) {
      this.stood = this.pose;
      this.tag.put(this.pose, this.sizes);
    }
    this.drawWear();
  }

  /* A row of pips along the rear: crosses are lost, rings are left. */
  private drawWear(): void {
    const key = `${this.look?.wear} ${this.look?.endurance} ${this.sizes.trinket}`;
    if (key === this.wearKey) return;
    this.wearKey = key;
    const wear = this.look?.wear ?? 0, endurance = this.look?.endurance ?? 0, count = Math.min(12, Math.max(wear, endurance));
    const o = outline(this.piece.base), rear = o.top + o.height, size = Math.min(this.sizes.trinket, (o.height * 0.3) / 8, (o.width * 0.94) / (count * 7 + 2)), step = 7 * size;
    let lost = '', left = '';
    for (let i = 0; i < count; i++) {
      const x = (i - (count - 1) / 2) * step, y = rear - 4.4 * size;
      if (i < wear) lost += placed(CROSS, x, y, size);
      else left += placed(RING, x, y, size);
    }
    this.pips.plate.setAttribute('d', count ? plate(0, rear - 4.3 * size, (count * step) / 2 + size, 4 * size) : '');
    this.pips.left.setAttribute('d', left);
    this.pips.lost.setAttribute('d', lost);
  }

  /** The scale has changed. */
  resize(sizes: Sizes): void {
    this.sizes = sizes;
    if (!this.present) return;
    this.drawWear();
    this.stood = this.pose;
    this.tag.put(this.pose, sizes);
  }

  showMarks(marks: readonly Mark[]): void {
    if (marks.length === 0 && this.marks.length === 0) return;
    this.marks = marks;
    const { classList } = this.element;
    for (const mark of ['selected', 'may', 'active', 'target', 'done', 'lit', 'moved'] as const) classList.toggle(`is-${mark}`, marks.includes(mark));
    this.tag.element.classList.toggle('known', marks.some(mark => mark === 'selected' || mark === 'target' || mark === 'lit' || mark === 'active'));
    if (marks.includes('selected')) this.element.setAttribute('aria-pressed', 'true');
    else this.element.setAttribute('aria-pressed', 'false');
    this.drawMarks();
  }

  /* Rings and brackets; their thickness is the style sheet's. */
  private drawMarks(): void {
    this.marksGroup.replaceChildren();
    const { base } = this.piece, o = outline(base);
    const ring = (name: string, out: number): void => {
      if (base.disc) make('circle', { class: name, r: n(o.width / 2 + out) }, this.marksGroup);
      else make('rect', { class: name, x: n(o.left - out), y: n(o.top - out), width: n(o.width + 2 * out), height: n(o.height + 2 * out), rx: n(out * 0.7) }, this.marksGroup);
    };
    if (this.marks.includes('lit')) ring('ring lit', 7);
    if (this.marks.includes('may')) ring('ring may', 5);
    if (this.marks.includes('active')) ring('ring active', 6);
    if (this.marks.includes('selected')) ring('ring selected', 4);
    if (this.marks.includes('target')) {
      const out = 6, l = o.left - out, t = o.top - out, r = -l, b = o.top + o.height + out, arm = Math.min(o.width, o.height) * 0.3;
      make('path', { class: 'ring target', d: `M${n(l)} ${n(t + arm)}V${n(t)}H${n(l + arm)}M${n(r - arm)} ${n(t)}H${n(r)}V${n(t + arm)}M${n(r)} ${n(b - arm)}V${n(b)}H${n(r - arm)}M${n(l + arm)} ${n(b)}H${n(l)}V${n(b - arm)}` +
        `M0 ${n(t - 3)}v6M0 ${n(b + 3)}v-6M${n(l - 3)} ${n((t + b) / 2)}h6M${n(r + 3)} ${n((t + b) / 2)}h-6` }, this.marksGroup);
    }
  }

  /** Put it at a pose of the sheet. On its way the upright things are only carried along. */
  put(pose: Pose, walking = false): void {
    this.pose = pose;
    this.placed = true;
    this.element.setAttribute('transform', `translate(${n(pose.x)} ${n(pose.y)}) rotate(${n(pose.heading)})`);
    if (!walking) {
      this.stood = pose;
      this.tag.put(pose, this.sizes);
    } else this.tag.carry({ x: pose.x - this.stood.x, y: pose.y - this.stood.y });
  }
}
