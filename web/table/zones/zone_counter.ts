/*
 * zone_counter.ts: the pieces on a map of zones: counters with the sign of their troops and their strength (in a triangle for shock, in a disc
 * for fire) over the band of their column; commanders as medallions with their order under them; baggage as a wagon. They have no front.
 */
import { FieldGraver } from '../../draw/field';
import { placed } from '../../draw/glyph';
import { badgeOf, type Field } from '../../draw/heraldry';
import type { Mark, Place, Pose } from '../board';
import { cardDrawing } from '../cards';
import { boxOf, type Box } from '../sheet';
import { Standing } from '../standing';
import { make, n } from '../svg';
import { DISC, TICK } from '../tag';
import type { Extent } from './arrange';
import { farSignOf, portrait, signOf } from './signs';
import type { Token } from './tokens';
import type { ZonePiece } from './zone_scene';

export type Shape = 'unit' | 'forlorn' | 'commander' | 'baggage';

export const extents: Readonly<Record<Shape, Extent>> = {
  unit: { halfWidth: 18.5, halfHeight: 15.5 }, forlorn: { halfWidth: 14, halfHeight: 12 }, commander: { halfWidth: 18.5, halfHeight: 15.5 },
  baggage: { halfWidth: 17, halfHeight: 12.5 },
};

/* Bodies around 0,0. A reduced one has lost a corner, a disordered one its edges. */
const BODY = 'M-17-14H17V14H-17Z', REDUCED = 'M-17-14H7L17-4V14H-17Z', CORNER = 'M7-14L17-4H7Z';
const BEND = 'M-17-8H17V1H-17Z';
const TORN = 'M-17-14L-11-12.500L-8-15L-2-12.500L3-15L9-12.800L13-14.800L17-13L15.500-7L17.800-2L15.200 3L17.500 8L16 14L11 12.500L7 15L1 12.800L-4 15L-9 12.500L-13 14.800L-17 13L-15.300 7L-17.800 3L-15.200-2L-17.500-8Z';
const STRIPE: Field = { left: -17, top: 8.6, width: 34, height: 5.4 };
const LOZENGE = 'M0-11.500L13.500 0L0 11.500L-13.500 0Z', SMALL_STRIPE: Field = { left: -6, top: 4.4, width: 12, height: 3.2 };
const TRAY = 'M-16-11.500H16L13.500 11.500H-13.500Z';
const TRIANGLE = 'M0-8.600L8.200 6H-8.200Z', ROUND = 'M-7.400-.8A7.400 7.400 0 1 1 7.400-.8A7.400 7.400 0 1 1-7.400-.8Z';
const CRACK = 'M.8-4.500L-2-.6L1.400 .4L-1 4.500';
const RADIUS = 12.6;                                      /* of a medallion, which stands to the left of its card */
const MEDALLION: Place = { x: -4.6, y: -0.6 }, CARD: Place = { x: 10.6, y: 2.4 };
const BADGE = 0.78;                                       /* of the drawn size of a badge, beside a piece of scale 1 */

export function shapeOf(piece: ZonePiece): Shape {
  if (piece.kind === 'commander' || piece.kind === 'leader') return 'commander';
  if (piece.kind === 'baggage') return 'baggage';
  return piece.mother ? 'forlorn' : 'unit';
}

/** What all counters of a board know together: which of them are fanned out, above the others, and down to where. */
export interface Company { fanned: readonly CounterView[]; foot: number; isIn(point: Place, zone: number): boolean; slack: number }

class Label {
  readonly element: SVGGElement;
  readonly text: SVGTextElement;
  readonly badges: SVGGElement;

  constructor(piece: ZonePiece, parent: SVGGElement) {
    this.element = make('g', { class: 'tag', 'aria-hidden': 'true', 'data-seat': piece.seat }, parent);
    this.badges = make('g', {}, this.element);
    this.text = make('text', { class: 'label' }, this.element);
  }
}

export class CounterView extends Standing {
  readonly tag: Label;
  readonly shape: Shape;
  zone = 0;                                /* where it stands */
  scale = 1;
  tokens: readonly Token[] = [];
  private readonly marksGroup: SVGGElement;
  private readonly body: SVGGElement;
  private readonly figures: SVGGElement;   /* beside the button, whose name does not tell them */
  private readonly card: SVGGElement;
  private drawn: string | null = null;     /* the type whose sign is drawn */
  private badgeKey = '';
  private cardKey = '';

  constructor(readonly piece: ZonePiece, pieces: SVGGElement, tags: SVGGElement, private readonly company: Company) {
    super(piece.id, piece.seat, pieces);
    this.shape = shapeOf(piece);
    this.element.classList.add(this.shape);
    this.marksGroup = make('g', { class: 'marks' }, this.element);
    this.card = make('g', { class: 'order-card tag', 'aria-hidden': 'true' }, this.element);
    this.body = make('g', {}, this.element);
    this.figures = make('g', { class: 'figures', 'aria-hidden': 'true', 'data-seat': piece.seat }, pieces);
    this.tag = new Label(piece, tags);
    this.redrawBody();
    this.hide();
  }

  get fanned(): boolean {
    return this.company.fanned.includes(this);
  }

  private get type(): string {
    return this.look?.type ?? this.piece.type;
  }

  /* What is on foot now has the arm of foot, whatever it began as. */
  private get arm(): string {
    return /dismount|on_foot|à_pied/.test(this.type) ? 'infantry' : this.piece.arm;
  }

  protected override get elements(): readonly SVGGElement[] {
    return [this.element, this.figures, this.tag.element];
  }

  /** What is drawn on the sheet, and lies under or over others. */
  get laid(): readonly SVGGElement[] {
    return [this.element, this.figures];
  }

  private redrawBody(): void {
    if (this.drawn === this.type) return;
    this.drawn = this.type;
    this.body.replaceChildren();
    this.drawBody(this.body);
    this.drawFigures();
  }

  drawBody(into: SVGGElement): void {
    const sized = make('g', { class: 'sized' }, into), path = (name: string, d: string): void => { make('path', { class: name, d }, sized); };
    if (this.shape === 'commander') this.drawCommander(sized);
    else if (this.shape === 'baggage') this.drawBaggage(sized);
    else if (this.shape === 'forlorn') {
      path('base', LOZENGE);
      this.drawBadge(sized, SMALL_STRIPE);
      path('edge', LOZENGE);
      this.drawSign(sized);
    } else {
      path('shadow', 'M-16 15.500H18.500V-12.500');
      path('base whole', BODY);
      path('base reduced', REDUCED);
      path('base torn', TORN);
      path('bend reduced', BEND);
      if (this.piece.regiment >= 0) this.drawBadge(sized, STRIPE);
      if (this.isSecond) path('hatch', 'M-17-11L-14-14M-17-7L-10-14M-17-3L-6-14');
      path('edge whole', BODY);
      path('edge reduced', REDUCED);
      path('corner reduced', CORNER);
      path('edge torn', TORN);
      this.drawSign(sized);
    }
    this.size(into);
  }

  /* The sides are told apart by pattern as well as by colour. */
  private get isSecond(): boolean {
    return this.seat === 'B' || this.seat === 'D';
  }

  private drawSign(into: SVGGElement): void {
    const emblem = make('g', { class: 'emblem' }, into);
    for (const [pen, d] of signOf(this.type, this.arm)) make('path', { class: pen, d }, emblem);
    make('path', { class: 'sign', d: farSignOf(this.arm, this.piece.fires) }, into);
  }

  /* The strength of either face, and at the foot quality and movement, as printed; a type that has changed has other figures. */
  private drawFigures(): void {
    this.figures.replaceChildren();
    const sized = make('g', { class: 'sized' }, this.figures), figure = (name: string, x: number, y: number, content: string): void => {
      make('text', { class: name, x: n(x), y: n(y) }, sized).textContent = content;
    };
    if (this.shape === 'commander') {
      if (this.piece.quality[0] !== undefined) figure('figure quality', MEDALLION.x - 9, 15, `${this.piece.quality[0]}`);
      return;
    }
    const face = this.type === this.piece.type ? this.piece : this.piece.faces.get(this.type);
    if (this.shape === 'baggage' || !face) return;
    const isSmall = this.shape === 'forlorn', x = isSmall ? 0 : 9, y = isSmall ? 0 : -4;
    if (!isSmall) make('path', { class: `force ${face.fires ? 'fire' : 'shock'}`, d: placed(face.fires ? ROUND : TRIANGLE, x, y, 1) }, sized);
    for (const [step, name] of [[0, 'fresh'], [1, 'worn']] as const) {
      const value = face.combat[step] ?? face.combat[0];
      if (value !== undefined && !isSmall) figure(`figure strength ${name}`, x, y + (face.fires ? 3 : 4.2), `${value}`);
    }
    if (isSmall) return;
    if (this.piece.quality[0] !== undefined) figure('figure small', -13, 7.6, `${this.piece.quality[0]}`);
    if (face.move !== null) figure('figure small', 13, 7.6, `${face.move}`);
  }

  private drawBadge(into: SVGGElement, field: Field): void {
    if (this.piece.regiment < 0) return;
    const { tincture, charge } = badgeOf(this.piece.regiment), { left, top, width, height } = field;
    const group = make('g', { class: `badge-of ${tincture} stripe` }, into);
    make('path', { class: 'cloth', d: `M${left} ${top}h${width}v${height}h${-width}Z` }, group);
    make('path', { class: 'charge', d: charge(field) }, group);
  }

  /* The ring of a medallion has the tincture of the column, with pearls for a general; the charge hangs below. */
  private drawCommander(into: SVGGElement): void {
    const { tincture, charge } = badgeOf(Math.max(0, this.piece.regiment)), { x, y } = MEDALLION, ring = make('g', { class: `badge-of ${tincture}` }, into);
    make('circle', { class: 'base', cx: x, cy: y, r: RADIUS }, into);
    make('circle', { class: 'collar', cx: x, cy: y, r: RADIUS - 1.6 }, ring);
    into.append(ring);
    const emblem = make('g', { class: 'portrait', transform: `translate(${x} ${y - 0.6}) scale(.74)` }, into);
    for (const [pen, d] of portrait(this.piece.general)) make('path', { class: pen, d }, emblem);
    make('circle', { class: 'edge', cx: x, cy: y, r: RADIUS }, into);
    if (this.piece.general) {
      const pearls = Array.from({ length: 16 }, (_, i) => `M${n(x + Math.cos((i * Math.PI) / 8) * (RADIUS + 1.9))} ${n(y + Math.sin((i * Math.PI) / 8) * (RADIUS + 1.9))}h0`).join('');
      make('path', { class: 'pearls', d: pearls }, into);
    }
    const arms = make('g', { class: `badge-of ${tincture}` }, into), shield: Field = { left: x - 4.5, top: y + 7.6, width: 9, height: 6.6 };
    make('path', { class: 'cloth', d: `M${n(shield.left)} ${n(shield.top)}h9v4q0 4-4.500 5.500q-4.500-1.500-4.500-5.500Z` }, arms);
    make('path', { class: 'charge', d: charge({ ...shield, left: shield.left + 0.8, width: 7.4, height: 5 }) }, arms);
    make('path', { class: 'rim', d: `M${n(shield.left)} ${n(shield.top)}h9v4q0 4-4.500 5.500q-4.500-1.500-4.500-5.500Z` }, arms);
    make('path', { class: 'sign', d: `M${x - 8} 8L${x} -9L${x + 8} 8Z` }, into);
  }

  private drawBaggage(into: SVGGElement): void {
    make('path', { class: 'base', d: TRAY }, into);
    make('path', { class: 'edge', d: TRAY }, into);
    const hand = new FieldGraver('wagon'), wagon = make('g', { class: 'engraved-map wagon' }, into);
    hand.wagon(-1.5, 8.5, 9.8);
    for (const cut of hand.cuts) make('path', { class: cut.name, d: cut.d }, wagon);
    make('path', { class: 'sign', d: 'M-10-6H10V5H-10ZM-7 5A3 3 0 1 0-1 5ZM1 5A3 3 0 1 0 7 5Z' }, into);
  }

  private size(element: Element): void {
    for (const part of element.querySelectorAll('.sized')) part.setAttribute('transform', `scale(${n(this.scale)})`);
  }

  private get half(): Extent {
    const { halfWidth, halfHeight } = extents[this.shape];
    return { halfWidth: halfWidth * this.scale, halfHeight: halfHeight * this.scale };
  }

  corners(pose: Pose): Place[] {
    const { halfWidth, halfHeight } = this.half;
    return [{ x: pose.x - halfWidth, y: pose.y - halfHeight }, { x: pose.x + halfWidth, y: pose.y + halfHeight }];
  }

  centre(): Place {
    return this.target;
  }

  private away({ x, y }: Place): number {
    const { halfWidth, halfHeight } = this.half;
    return Math.hypot(Math.max(0, Math.abs(x - this.target.x) - halfWidth), Math.max(0, Math.abs(y - this.target.y) - halfHeight));
  }

  /* A fan hides what it lies over. Beside a piece a finger still means it, but only within its own zone. */
  gap(point: Place): number {
    const away = this.away(point);
    if (this.fanned) return away;
    if (this.company.fanned.some(view => view.away(point) === 0)) return Infinity;
    return away > 0 && away <= this.company.slack && this.company.isIn(point, this.zone) ? 0 : away;
  }

  around(halfWidth: number, halfHeight: number): Place[] {
    const { x, y } = this.target, { halfWidth: w, halfHeight: h } = this.half, up = h + halfHeight, aside = w + halfWidth;
    return [{ x, y: y - up }, { x, y: y + up }, { x: x + aside, y }, { x: x - aside, y }, { x: x + aside * 0.7, y: y - up }, { x: x - aside * 0.7, y: y - up }];
  }

  trinkets(): readonly (Box | null)[] {
    return this.shape === 'unit' ? [] : [boxOf(this.corners(this.target))];
  }

  protected drawLook(): void {
    const { classList } = this.element, isReduced = (this.look?.wear ?? 0) > 0;
    for (const element of this.laid) element.classList.toggle('reduced-face', isReduced);
    classList.toggle('isolated', this.tokens.some(({ name }) => name === 'isolated'));
    this.redrawBody();
    this.drawCard();
    const label = this.look?.label ?? this.piece.id;
    if (this.tag.text.textContent !== label) this.tag.text.textContent = label;
    this.drawBadges();
  }

  /* The order of a column lies under its commander. */
  private drawCard(): void {
    const card = this.look?.card ?? null, key = card ? `${card.face} ${card.name} ${card.text} ${card.draft ?? false}` : '';
    if (key === this.cardKey) return;
    this.cardKey = key;
    this.card.replaceChildren();
    this.card.setAttribute('data-face', card?.face ?? 'none');
    if (!card) return;
    const drawing = cardDrawing(card, this.seat), state = card.draft ? ' draft' : '', sized = make('g', { class: 'sized' }, this.card);
    for (const part of drawing.parts) make('path', { class: `card ${part.name}${state}`, d: placed(part.d, CARD.x, CARD.y, 0.96 * (part.scale ?? 1)) }, sized);
    if (drawing.letter) make('text', { class: 'card letter', x: CARD.x, y: CARD.y + 4 }, sized).textContent = drawing.letter;
    this.size(this.card);
  }

  private drawBadges(): void {
    const isDisordered = this.look?.disordered ?? false, key = `${isDisordered} ${this.look?.done} ${this.tokens.map(({ name }) => name).join(' ')}`;
    if (key === this.badgeKey) return;
    this.badgeKey = key;
    this.tag.badges.replaceChildren();
    const shown: readonly (readonly [name: string, d: string])[] = [...(isDisordered ? [['broken', CRACK] as const] : []),
      ...this.tokens.map(({ name, d, filled }) => [`${name}${filled ? ' filled' : ''}`, d] as const), ...(this.look?.done ? [['done', TICK] as const] : [])];
    for (const [name, d] of shown) {
      make('path', { class: `badge disc of-${name.split(' ')[0]}`, 'data-glyph': DISC }, this.tag.badges);
      make('path', { class: `badge ${name}`, 'data-glyph': d }, this.tag.badges);
    }
    this.placeTag();
  }

  /* Badges along the upper edge, from the left; the label below, and under a whole fan so that it covers none of it. */
  private placeTag(): void {
    const { halfWidth, halfHeight } = this.half, { x, y } = this.pose, size = BADGE * this.scale, step = 11.5 * this.scale;
    [...this.tag.badges.children].forEach((path, i) => {
      path.setAttribute('d', placed(path.getAttribute('data-glyph') ?? '', x - halfWidth + 2 * this.scale + Math.floor(i / 2) * step, y - halfHeight + 1.5 * this.scale, size));
    });
    this.tag.text.setAttribute('x', n(x));
    this.tag.text.setAttribute('y', n((this.fanned ? this.company.foot : y + halfHeight) + 9 * this.sizes.word));
  }

  /** Its size has changed, though perhaps not its place. */
  rescale(scale: number): void {
    if (scale === this.scale) return;
    this.scale = scale;
    for (const element of this.laid) this.size(element);
    this.element.style.setProperty('--size', n(scale));
    this.drawMarks();
    this.placeTag();
  }

  protected redraw(): void {
    this.placeTag();
  }

  protected drawMarks(): void {
    this.marksGroup.replaceChildren();
    const has = (mark: Mark): boolean => this.marks.includes(mark), { halfWidth, halfHeight } = this.half;
    const ring = (name: string, out: number): void => {
      if (this.shape === 'commander') make('circle', { class: `ring ${name}`, cx: n(MEDALLION.x * this.scale), cy: n(MEDALLION.y * this.scale), r: n(RADIUS * this.scale + out) }, this.marksGroup);
      else make('rect', { class: `ring ${name}`, x: n(-halfWidth - out), y: n(-halfHeight - out), width: n(2 * (halfWidth + out)), height: n(2 * (halfHeight + out)), rx: 2 }, this.marksGroup);
    };
    if (has('lit')) ring('lit', 2.6);
    if (has('may')) ring('may', 1.2);
    if (has('active')) ring('active', 1.8);
    if (has('selected')) ring('selected', 1.8);
    if (has('target')) make('path', { class: 'ring target', d: brackets(halfWidth + 3, halfHeight + 3) }, this.marksGroup);
    if (has('moved')) make('path', { class: 'ring moved', d: [-9, 0, 9].map(x => `M${n(x * this.scale)} ${n(halfHeight)}v${n(4 * this.scale)}`).join('') }, this.marksGroup);
  }

  protected arrange(): void {
    this.move(this.elements, this.pose, this.pose);
    this.placeTag();
  }

  protected move([piece, figures, tag]: readonly SVGGElement[], pose: Pose, from: Pose): void {
    for (const element of [piece, figures]) element?.setAttribute('transform', `translate(${n(pose.x)} ${n(pose.y)})`);
    tag?.setAttribute('transform', `translate(${n(pose.x - from.x)} ${n(pose.y - from.y)})`);
  }
}

/* The corners of a frame, and nothing between them. */
function brackets(x: number, y: number): string {
  const arm = 7;
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([u = 1, v = 1]) => `M${n(u * (x - arm))} ${n(v * y)}H${n(u * x)}V${n(v * (y - arm))}`).join('');
}
