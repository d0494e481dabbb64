/*
 * pieces.ts: the pieces on the table. Each has a base that turns with it (the button that people choose), and upright things beside the
 * base: flag, order card, label, badges. Places are given on the sheet.
 */
import { armIn, formation } from '../draw/formation';
import { placed, plate } from '../draw/glyph';
import { leader, rankPips } from '../draw/leader';
import type { Mark, Place, Pose } from './board';
import { corners, gap, middle, outline } from './paper';
import type { Base, Piece } from './scene';
import { onSheet, type Box } from './sheet';
import { Standing } from './standing';
import { make, n } from './svg';
import { Tag } from './tag';

const CROSS = 'M-2.3-2.3L2.3 2.3M2.3-2.3L-2.3 2.3', RING = 'M-2.2 0A2.2 2.2 0 1 1 2.2 0A2.2 2.2 0 1 1-2.2 0Z';

const CHEVRON = 'M-1 .51L0 0L1 .51';

/* A small gun, muzzle forward, around 0,0. */
const GUN = 'M-1.300-6H1.300L2 5Q0 7.500-2 5ZM-5.500-2H-3.500V4.500H-5.500ZM3.500-2H5.500V4.500H3.500ZM-4 1H4V2.200H-4Z';

const WITHIN = 0.72;                       /* how large one is drawn who stands on another's base */

/* Earth thrown up along the front and around the corners, in teeth. */
function works(width: number, height: number): string {
  const teeth = Math.max(4, Math.round(width / 9)), out = Math.min(9, height * 0.2), side = height * 0.5, left = -width / 2;
  let d = `M${n(left - out * 0.7)} ${n(side)}V${n(-out * 0.5)}`;
  for (let i = 0; i < teeth; i++) d += `L${n(left + (width * (i + 0.5)) / teeth)} ${n(-out * 1.2)}L${n(left + (width * (i + 1)) / teeth)} ${n(-out * 0.5)}`;
  return `${d}L${n(-left + out * 0.7)} ${n(-out * 0.5)}V${n(side)}`;
}

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
  private bodyKey = '';
  private signKey = '';
  private readonly body: SVGGElement;
  protected readonly signs: SVGGElement;
  private within = false;                  /* it stands on another's base */
  private note: SVGTitleElement | null = null;

  constructor(readonly piece: Piece, pieces: SVGGElement, tags: SVGGElement) {
    super(piece.id, piece.seat, pieces);
    this.marksGroup = make('g', { class: 'marks' }, this.element);
    this.body = make('g', {}, this.element);
    this.drawBody(this.body);
    this.signs = make('g', { class: 'signs' }, this.element);
    const o = outline(this.own);
    make('path', { class: 'jag', d: jag(o.width, o.top, o.height) }, this.element);
    const pip = (name: string): SVGPathElement => make('path', { class: `pip ${name}` }, this.element);
    this.pips = { plate: pip('plate'), left: pip('left'), lost: pip('lost') };
    this.tag = new Tag(piece, tags);
    this.element.classList.toggle('leads', piece.leads);
    this.element.addEventListener('pointerenter', () => this.tag.point(true));
    this.element.addEventListener('pointerleave', () => this.tag.point(false));
    this.hide();
  }

  corners(pose: Pose): Place[] {
    return corners(pose, this.size);
  }

  /** The base that it has now. */
  protected get own(): Base {
    return this.piece.base;
  }

  /** How much larger than its base it is drawn: one who stands on another's base is smaller there. */
  protected get growth(): number {
    return this.within ? WITHIN : 1;
  }

  private get size(): Base {
    const { own, growth } = this;
    return growth === 1 ? own : { ...own, width: own.width * growth, depth: own.depth * growth };
  }

  /** What its body depends on: it is drawn again when that changes. */
  protected get bodyNow(): string {
    return this.look?.form ?? '';
  }

  centre(): Place {
    return middle(this.target, this.size);
  }

  gap(point: Place): number {
    return gap(this.pose, this.size, point);
  }

  trinkets(): readonly (Box | null)[] {
    return [this.tag.boxes.card, this.tag.boxes.label];
  }

  /* Beside the rear, behind, the flanks, and only then before the front. */
  around(halfWidth: number, halfHeight: number): Place[] {
    const o = outline(this.size), right = o.left + o.width, rear = o.top + o.height, out = Math.max(halfWidth, halfHeight);
    const local: (readonly [number, number])[] = [
      [o.left - out, rear * 0.6 + o.top * 0.4], [right + out, rear * 0.6 + o.top * 0.4], [0, rear + out * 0.9],
      [o.left - out * 0.6, rear + halfHeight], [right + out * 0.6, rear + halfHeight], [o.left - out * 1.6, rear], [right + out * 1.6, rear],
      [0, rear + out * 1.8], [o.left - out, o.top - halfHeight], [right + out, o.top - halfHeight],
    ];
    return local.map(([x, y]) => onSheet(this.target, x, y));
  }

  /* The base with what stands on it. */
  drawBody(into: SVGGElement): void {
    const base = this.own, o = outline(base), band = Math.min(9, o.height * 0.16);
    const shape = (name: string): void => {
      if (base.disc) make('circle', { class: name, r: n(o.width / 2) }, into);
      else this.rectangle(name, 0, into);
    };
    shape('base');
    if (this.piece.leads) {
      this.drawLeader(into, o.width / 2);
      return;
    }
    const group = make('g', base.disc ? { transform: `translate(0 ${n(o.top)})` } : {}, into);
    const inner = base.disc ? { width: o.width * 0.72, height: o.height * 0.86 } : o;
    const men = formation(armIn(this.piece, this.look?.form), inner.width, inner.height, band, Math.min(8, inner.height * 0.14));
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

  /* A commander stays upright, whichever way the sheet lies. */
  private drawLeader(into: SVGGElement, radius: number): void {
    const draw = (name: string, d: string): void => { make('path', { class: name, d: placed(d, 0, -radius * 0.06, radius * 0.84) }, into); };
    if (this.piece.chief) make('circle', { class: 'edge rim', r: n(radius * 1.18) }, into);
    draw('sign', leader.sign);
    draw('plume men', leader.plume);
    draw('coat men', leader.coat);
    draw('face men', leader.face);
    draw('hat men', leader.dark);
    draw('baton men', leader.baton);
    make('circle', { class: 'edge', r: n(radius) }, into);
    if (this.piece.rank > 0) make('path', { class: 'rank', d: rankPips(this.piece.rank, radius, radius * 0.17) }, into);
  }

  protected drawLook(): void {
    const { bodyNow } = this, within = this.piece.leads && this.look?.within !== undefined;
    this.element.classList.toggle('exhausted', this.look?.signs?.includes('exhausted') ?? false);
    this.tag.element.classList.toggle('within', within);
    if (within !== this.within) {
      this.within = within;
      if (this.placed) this.arrange();
    }
    if (bodyNow !== this.bodyKey) {
      this.bodyKey = bodyNow;
      this.body.replaceChildren();
      this.drawBody(this.body);
      this.drawMarks();
      if (this.placed) this.arrange();
    }
    this.drawSighting();
    this.drawSigns();
    if (this.tag.show(this.look)) this.tag.put(this.pose, this.sizes, this.size);
    this.drawWear();
  }

  /* One that is no more seen is pale where it was seen last; when that was is told to whoever rests there. */
  private drawSighting(): void {
    const told = this.look?.last?.text ?? '';
    this.element.classList.toggle('sighted', told !== '');
    this.tag.element.classList.toggle('sighted', told !== '');
    if (told === (this.note?.textContent ?? '')) return;
    this.note?.remove();
    this.note = null;
    if (!told) return;
    this.note = make('title', {}, this.element);
    this.note.textContent = told;
  }

  /* Works around the base, a gun that was built in, a cross over lost horses; one who is exhausted has lines across his disc. */
  protected drawSigns(): void {
    const key = this.look?.signs?.join(' ') ?? '';
    if (key === this.signKey) return;
    this.signKey = key;
    this.signs.replaceChildren();
    const o = outline(this.own), has = (name: string): boolean => this.look?.signs?.includes(name) ?? false;
    const path = (name: string, d: string): void => { make('path', { class: name, d }, this.signs); };
    if (has('dug_in') || has('fortified')) path('works', works(o.width, o.height));
    if (has('gun')) {
      path('gun', placed(GUN, 0, o.height * 0.3, o.height / 34));
    }
    if (has('exhausted') && this.piece.leads) {
      const r = o.width / 2, part = r * 0.9;
      path('weary', [-0.45, 0, 0.45].map(at => `M${n(-part * 0.66 + at * r)} ${n(part * 0.66 + at * r)}L${n(part * 0.66 + at * r)} ${n(-part * 0.66 + at * r)}`).join(''));
    }
  }

  /* A row of pips along the rear: crosses are lost, rings are left. */
  private drawWear(): void {
    const key = `${this.look?.wear} ${this.look?.endurance} ${this.sizes.trinket}`;
    if (key === this.wearKey) return;
    this.wearKey = key;
    const wear = this.look?.wear ?? 0, endurance = this.look?.endurance ?? 0, count = Math.min(12, Math.max(wear, endurance));
    const o = outline(this.own), rear = o.top + o.height;
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
    this.tag.put(this.pose, this.sizes, this.size);
  }

  /* Rings and brackets; their thickness is the style sheet's. */
  protected drawMarks(): void {
    this.marksGroup.replaceChildren();
    const base = this.own, o = outline(base), has = (mark: Mark): boolean => this.marks.includes(mark);
    const path = (name: string, d: string): void => { make('path', { class: `ring ${name}`, d }, this.marksGroup); };
    const near = Math.min(1, Math.min(o.width, o.height) / 30);      /* a small base has its rings nearer */
    const ring = (name: string, wide: number): void => {
      const out = wide * near;
      if (base.disc) make('circle', { class: `ring ${name}`, r: n(o.width / 2 + out) }, this.marksGroup);
      else this.rectangle(`ring ${name}`, out, this.marksGroup).setAttribute('rx', n(out * 0.7));
    };
    if (has('lit')) ring('lit', 7);
    if (has('may')) ring('may', 5);
    if (has('active')) ring('active', 6);
    if (has('selected')) ring('selected', 4);
    if (has('group')) ring('group', 5);
    const behind = o.top + o.height;
    if (has('moved')) path('moved', [-0.25, 0, 0.25].map(part => `M${n(o.width * part)} ${n(behind + 2)}v9`).join(''));
    if (has('target')) path('target', this.brackets(6 * near));
  }

  /* The corners of a frame around the base, and a tick in the middle of each side. */
  private brackets(out: number): string {
    const o = outline(this.own), arm = Math.min(o.width, o.height) * 0.3, left = o.left - out, right = -left, top = o.top - out, bottom = o.top + o.height + out;
    const corner = (x: number, y: number, dx: number, dy: number): string => `M${n(x)} ${n(y + dy * arm)}V${n(y)}H${n(x + dx * arm)}`;
    const middle = (top + bottom) / 2;
    return corner(left, top, 1, 1) + corner(right, top, -1, 1) + corner(right, bottom, -1, -1) + corner(left, bottom, 1, -1) +
      `M0 ${n(top - 3)}v6M0 ${n(bottom + 3)}v-6M${n(left - 3)} ${n(middle)}h6M${n(right + 3)} ${n(middle)}h-6`;
  }

  protected rectangle(name: string, out: number, into: SVGGElement): SVGRectElement {
    const o = outline(this.own);
    return make('rect', { class: name, x: n(o.left - out), y: n(o.top - out), width: n(o.width + 2 * out), height: n(o.height + 2 * out) }, into);
  }

  protected arrange(): void {
    this.move([this.element], this.pose, this.pose);
    this.tag.put(this.pose, this.sizes, this.size);
  }

  protected move([piece, tag]: readonly SVGGElement[], pose: Pose, from: Pose): void {
    const turn = this.piece.leads ? '' : ` rotate(${n(pose.heading)})`, scale = this.growth === 1 ? '' : ` scale(${n(this.growth)})`;
    piece?.setAttribute('transform', `translate(${n(pose.x)} ${n(pose.y)})${turn}${scale}`);
    tag?.setAttribute('transform', `translate(${n(pose.x - from.x)} ${n(pose.y - from.y)})`);
  }
}
