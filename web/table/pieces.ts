/*
 * pieces.ts: the pieces on the table. Each has a base that turns with it (the button that people choose), and upright things beside the
 * base: flag, order card, label, badges. Places are given on the sheet.
 */
import { armOf, formation } from '../draw/formation';
import { placed, plate } from '../draw/glyph';
import type { Mark, Place, Pose } from './board';
import { corners, gap, middle, outline } from './paper';
import type { Piece } from './scene';
import { onSheet, type Box } from './sheet';
import { Standing } from './standing';
import { make, n } from './svg';
import { Tag } from './tag';

const CROSS = 'M-2.3-2.3L2.3 2.3M2.3-2.3L-2.3 2.3', RING = 'M-2.2 0A2.2 2.2 0 1 1 2.2 0A2.2 2.2 0 1 1-2.2 0Z';

const CHEVRON = 'M-1 .51L0 0L1 .51';

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

export class PieceView extends Standing {
  readonly tag: Tag;                      /* what stays upright */
  private readonly marksGroup: SVGGElement;
  private readonly pips: Readonly<Record<'plate' | 'left' | 'lost', SVGPathElement>>;
  private wearKey = '';

  constructor(readonly piece: Piece, pieces: SVGGElement, tags: SVGGElement) {
    super(piece.id, piece.seat, pieces);
    this.marksGroup = make('g', { class: 'marks' }, this.element);
    this.drawBody(this.element);
    const o = outline(piece.base);
    make('path', { class: 'jag', d: jag(o.width, o.top, o.height) }, this.element);
    const pip = (name: string): SVGPathElement => make('path', { class: `pip ${name}` }, this.element);
    this.pips = { plate: pip('plate'), left: pip('left'), lost: pip('lost') };
    this.tag = new Tag(piece, tags);
    this.hide();
  }

  corners(pose: Pose): Place[] {
    return corners(pose, this.piece.base);
  }

  centre(): Place {
    return middle(this.target, this.piece.base);
  }

  gap(point: Place): number {
    return gap(this.pose, this.piece.base, point);
  }

  trinkets(): readonly (Box | null)[] {
    return [this.tag.boxes.card, this.tag.boxes.label];
  }

  /* Beside the rear, behind, the flanks, and only then before the front. */
  around(halfWidth: number, halfHeight: number): Place[] {
    const o = outline(this.piece.base), right = o.left + o.width, rear = o.top + o.height, out = Math.max(halfWidth, halfHeight);
    const local: (readonly [number, number])[] = [
      [o.left - out, rear * 0.6 + o.top * 0.4], [right + out, rear * 0.6 + o.top * 0.4], [0, rear + out * 0.9],
      [o.left - out * 0.6, rear + halfHeight], [right + out * 0.6, rear + halfHeight], [o.left - out * 1.6, rear], [right + out * 1.6, rear],
      [0, rear + out * 1.8], [o.left - out, o.top - halfHeight], [right + out, o.top - halfHeight],
    ];
    return local.map(([x, y]) => onSheet(this.target, x, y));
  }

  /* The base with what stands on it. */
  drawBody(into: SVGGElement): void {
    const { base } = this.piece, o = outline(base), band = Math.min(9, o.height * 0.16);
    const shape = (name: string): void => {
      if (base.disc) make('circle', { class: name, r: n(o.width / 2) }, into);
      else this.rectangle(name, 0, into);
    };
    shape('base');
    const group = make('g', base.disc ? { transform: `translate(0 ${n(o.top)})` } : {}, into);
    const inner = base.disc ? { width: o.width * 0.72, height: o.height * 0.86 } : o;
    const men = formation(armOf(this.piece), inner.width, inner.height, band, Math.min(8, inner.height * 0.14));
    make('path', { class: 'sign', d: men.sign }, group);
    if (men.solid) make('path', { class: 'solid men', d: men.solid }, group);
    if (men.bodies) make('path', { class: 'bodies men', d: men.bodies }, group);
    if (men.fine) make('path', { class: 'fine men', d: men.fine }, group);
    if (men.dots) make('path', { class: 'dots men', d: men.dots }, group);
    shape('edge');
    if (!base.disc) make('path', { class: 'front', d: `M${n(o.left)} 0h${n(o.width)}v${n(band)}h${n(-o.width)}Z` }, into);
    else make('path', { class: 'front', d: placed('M0 0L.26 .2Q0 .1-.26 .2Z', 0, o.top, o.width) }, into);
    if (base.disc) return;
    const half = Math.min(band * 1.1, o.width * 0.12), gap = half * 2.4;
    let chevrons = '';
    for (let i = -1; i <= 1; i++) chevrons += placed(CHEVRON, i * gap, band * 0.22, half);
    make('path', { class: 'chevron', d: chevrons }, into);
  }

  protected drawLook(): void {
    if (this.tag.show(this.look)) this.tag.put(this.pose, this.sizes);
    this.drawWear();
  }

  /* A row of pips along the rear: crosses are lost, rings are left. */
  private drawWear(): void {
    const key = `${this.look?.wear} ${this.look?.endurance} ${this.sizes.trinket}`;
    if (key === this.wearKey) return;
    this.wearKey = key;
    const wear = this.look?.wear ?? 0, endurance = this.look?.endurance ?? 0, count = Math.min(12, Math.max(wear, endurance));
    const o = outline(this.piece.base), rear = o.top + o.height;
    const size = Math.min(this.sizes.trinket, (o.height * 0.3) / 8, (o.width * 0.94) / (count * 7 + 2)), step = 7 * size;
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

  protected redraw(): void {
    this.drawWear();
    this.tag.put(this.pose, this.sizes);
  }

  /* Rings and brackets; their thickness is the style sheet's. */
  protected drawMarks(): void {
    this.marksGroup.replaceChildren();
    const { base } = this.piece, o = outline(base), has = (mark: Mark): boolean => this.marks.includes(mark);
    const path = (name: string, d: string): void => { make('path', { class: `ring ${name}`, d }, this.marksGroup); };
    const ring = (name: string, out: number): void => {
      if (base.disc) make('circle', { class: `ring ${name}`, r: n(o.width / 2 + out) }, this.marksGroup);
      else this.rectangle(`ring ${name}`, out, this.marksGroup).setAttribute('rx', n(out * 0.7));
    };
    if (has('lit')) ring('lit', 7);
    if (has('may')) ring('may', 5);
    if (has('active')) ring('active', 6);
    if (has('selected')) ring('selected', 4);
    const behind = o.top + o.height;
    if (has('moved')) path('moved', [-0.25, 0, 0.25].map(part => `M${n(o.width * part)} ${n(behind + 2)}v9`).join(''));
    if (has('target')) path('target', this.brackets(6));
  }

  /* The corners of a frame around the base, and a tick in the middle of each side. */
  private brackets(out: number): string {
    const o = outline(this.piece.base), arm = Math.min(o.width, o.height) * 0.3, left = o.left - out, right = -left, top = o.top - out, bottom = o.top + o.height + out;
    const corner = (x: number, y: number, dx: number, dy: number): string => `M${n(x)} ${n(y + dy * arm)}V${n(y)}H${n(x + dx * arm)}`;
    const middle = (top + bottom) / 2;
    return corner(left, top, 1, 1) + corner(right, top, -1, 1) + corner(right, bottom, -1, -1) + corner(left, bottom, 1, -1) +
      `M0 ${n(top - 3)}v6M0 ${n(bottom + 3)}v-6M${n(left - 3)} ${n(middle)}h6M${n(right + 3)} ${n(middle)}h-6`;
  }

  private rectangle(name: string, out: number, into: SVGGElement): SVGRectElement {
    const o = outline(this.piece.base);
    return make('rect', { class: name, x: n(o.left - out), y: n(o.top - out), width: n(o.width + 2 * out), height: n(o.height + 2 * out) }, into);
  }

  protected arrange(): void {
    this.move([this.element], this.pose, this.pose);
    this.tag.put(this.pose, this.sizes);
  }

  protected move([piece, tag]: readonly SVGGElement[], pose: Pose, from: Pose): void {
    piece?.setAttribute('transform', `translate(${n(pose.x)} ${n(pose.y)}) rotate(${n(pose.heading)})`);
    tag?.setAttribute('transform', `translate(${n(pose.x - from.x)} ${n(pose.y - from.y)})`);
  }
}
