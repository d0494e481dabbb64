/*
 * counter.ts: the pieces on a field of hexes: counters with a pointed front, leaders as discs under a banner, standards, bombards. The front
 * turns to its vertex; the sign of the troops and the figures stay upright for the reader.
 */
import { placed } from '../../draw/glyph';
import { badgeOf, type Field } from '../../draw/heraldry';
import { farSign, troopOf, troopSign } from '../../draw/troops';
import type { Mark, Place, Pose } from '../board';
import { boxOf, onSheet, type Box } from '../sheet';
import { Standing } from '../standing';
import { closed, make, n } from '../svg';
import { DISC, TICK } from '../tag';
import { SIDE, WIDE } from './geometry';
import type { Counter } from './hex_scene';

/* The body in its own millimetres around the middle of the hex; the front is up. */
const BODY = 'M-17 15V-11.500L0-24L17-11.500V15Z';
const TORN = 'M-17 15L-15.500 9L-18 6L-15 1L-17.500-3L-15.500-7L-17-11.500L-8.500-16.500L-7-20L0-24L3-20.500L9.500-18.500L17-11.500L15-7' +
  'L18-4L15.500 1L17.500 4.500L15 9L17 15L11 13L8 16.500L3 13.500L-2 16L-6.500 13L-11 16Z';
const FRONT = 'M-17-11.500L0-24L17-11.500V-7L0-19.300L-17-7Z';
const SECOND = 'M-17-5.200L0-17.500L17-5.200V-3.400L0-15.700L-17-3.400Z';
const STRIPE: Field = { left: -17, top: 10.4, width: 34, height: 4.6 };
const HALF = 17;

/* Shields side by side before the front, and points all round. */
const WALL = [-1, 1].map(side => [0.12, 0.37, 0.62, 0.87].map(t => {
  const x = side * 22 * t, y = -27.2 + 13 * t;
  return `M${n(x - 2.4)} ${n(y - 2.400)}h4.800v2.600q0 2.800-2.400 3.800q-2.400-1-2.400-3.800Z`;
}).join('')).join('');
const POINTS = Array.from({ length: 24 }, (_, i) => {
  const a = (i * Math.PI) / 12, c = Math.cos(a), s = Math.sin(a);
  const p = (out: number, aside: number): string => `${n(c * out - s * aside)} ${n(s * out + c * aside)}`;
  return `M${p(17.5, 1.5)}L${p(23.2, 0)}L${p(17.5, -1.5)}Z`;
}).join('');
const ROUND = 'M-18 0A18 18 0 1 1 18 0A18 18 0 1 1-18 0Z';

const CRACK = 'M.8-4.500L-2-.6L1.400 .4L-1 4.500', FLIGHT = 'M-3 5V-5M-3-5H4L2-2.500L4 0H-3', SWALLOW = 'M-9-22H16L10.500-14.500L16-7H-9Z';
const CROWN = 'M-5-9.500V-14L-2.500-11.500L0-15L2.500-11.500L5-14V-9.500Z';
const SHIELD = 'M-6-6.500H6V-.5Q6 5 0 8Q-6 5-6-.500Z', BANNER: Field = { left: 0, top: -21, width: 12, height: 8 };

const vertices = [0, 1, 2, 3, 4, 5];
const corner = (vertex: number, out: number): Place => ({ x: Math.sin((vertex * Math.PI) / 3) * out, y: -Math.cos((vertex * Math.PI) / 3) * out });

type Shape = 'unit' | 'leader' | 'standard' | 'bombard';

function shapeOf(kind: string): Shape {
  return kind === 'leader' || kind === 'standard' || kind === 'bombard' ? kind : 'unit';
}

const radius: Readonly<Record<Exclude<Shape, 'unit'>, number>> = { leader: 10.5, standard: 15, bombard: 13.5 };

/** Which lie under which: units, then what may share a hex with one. */
export const layerOf = (piece: Counter): number => ['unit', 'bombard', 'standard', 'leader'].indexOf(shapeOf(piece.kind));

/* Of the size that it has alone in a hex, when it stands aside for a unit. */
const LESS = 0.8;

const signed = (value: number): string => (value > 0 ? `+${value}` : String(value).replace('-', '−'));

class Label {
  readonly element: SVGGElement;
  readonly text: SVGTextElement;
  readonly badges: SVGGElement;

  constructor(counter: Counter, parent: SVGGElement) {
    this.element = make('g', { class: 'tag', 'aria-hidden': 'true', 'data-seat': counter.seat }, parent);
    this.badges = make('g', {}, this.element);
    this.text = make('text', { class: 'label' }, this.element);
  }
}

export class CounterView extends Standing {
  readonly tag: Label;
  readonly shape: Shape;
  small = false;                           /* it shares its hex with a unit, and stands aside */
  private readonly marksGroup: SVGGElement;
  private readonly body: SVGGElement;
  private readonly figures: SVGGElement;   /* beside the button, whose name does not tell them */
  private drawn: string | null = null;     /* the type whose sign is drawn */
  private badgeKey = '';

  constructor(readonly piece: Counter, pieces: SVGGElement, tags: SVGGElement) {
    super(piece.id, piece.seat, pieces);
    this.shape = shapeOf(piece.kind);
    this.element.classList.add(this.shape);
    this.marksGroup = make('g', { class: 'marks' }, this.element);
    this.body = make('g', {}, this.element);
    this.figures = make('g', { class: 'figures', 'aria-hidden': 'true', 'data-seat': piece.seat }, pieces);
    this.tag = new Label(piece, tags);
    this.redrawBody();
    this.hide();
  }

  private get type(): string {
    return this.look?.type ?? this.piece.type;
  }

  /* The sides are told apart by pattern as well as by colour. */
  private get isSecond(): boolean {
    return this.seat === 'B' || this.seat === 'D';
  }

  /* Its size beside what it would be alone in a hex. */
  private get size(): number {
    return this.small ? LESS : 1;
  }

  private redrawBody(): void {
    if (this.drawn === this.type) return;
    this.drawn = this.type;
    this.body.replaceChildren();
    this.drawBody(this.body);
    this.drawFigures();
  }

  protected override get elements(): readonly SVGGElement[] {
    return [this.element, this.figures, this.tag.element];
  }

  drawBody(into: SVGGElement): void {
    if (this.shape === 'leader') this.drawLeader(into);
    else if (this.shape === 'standard') this.drawStandard(into);
    else if (this.shape === 'bombard') this.drawBombard(into);
    else this.drawUnit(into);
    this.face(into, this.pose.heading);
  }

  private drawUnit(into: SVGGElement): void {
    const turning = make('g', { class: 'turning' }, into), path = (name: string, d: string): void => { make('path', { class: name, d }, turning); };
    path('points', POINTS);
    path('round', ROUND);
    path('base', BODY);
    path('base torn', TORN);
    if (this.piece.regiment >= 0) this.drawBadge(turning, STRIPE, 'stripe');
    path('front', FRONT);
    if (this.isSecond) path('front second', SECOND);
    path('edge', BODY);
    path('edge torn', TORN);
    path('shields', WALL);
    this.drawSign(make('g', { class: 'facing' }, into));
  }

  private drawSign(into: SVGGElement): void {
    const troop = troopOf(this.type, this.piece.kind), emblem = make('g', { class: 'emblem' }, into);
    for (const [pen, d] of troopSign(troop)) make('path', { class: pen, d }, emblem);
    make('path', { class: 'sign', d: farSign(troop) }, into);
  }

  /* As on a printed counter: shock to the left, move to the right, those of its state; a type that has changed has other figures. */
  private drawFigures(): void {
    this.figures.replaceChildren();
    if (this.shape !== 'unit' || this.type !== this.piece.type) return;
    const figure = (name: string, x: number, y: number, content: string): void => {
      make('text', { class: name, x: n(x), y: n(y) }, this.figures).textContent = content;
    };
    for (const [state, name] of [[0, 'fresh'], [1, 'worn']] as const) {
      const shock = this.piece.shock[state] ?? this.piece.shock[0], move = this.piece.move[state] ?? this.piece.move[0];
      if (shock !== undefined) figure(`figure ${name}`, -9.4, 9.2, signed(shock));
      if (move !== undefined) figure(`figure ${name}`, 9.4, 9.2, String(move));
    }
  }

  private drawBadge(into: SVGGElement, field: Field, name: string): void {
    const { tincture, charge } = badgeOf(this.piece.regiment), { left, top, width, height } = field;
    const group = make('g', { class: `badge-of ${tincture} ${name}` }, into);
    make('path', { class: 'cloth', d: `M${left} ${top}h${width}v${height}h${-width}Z` }, group);
    make('path', { class: 'charge', d: charge(field) }, group);
  }

  private drawLeader(into: SVGGElement): void {
    const group = make('g', { class: 'sized' }, into), { tincture, charge } = badgeOf(Math.max(0, this.piece.regiment));
    make('path', { class: 'pole', d: 'M0-9V-22' }, group);
    make('path', { class: 'pennon', d: `M${BANNER.left} ${BANNER.top}h${BANNER.width}l-3.500 4l3.500 4h${-BANNER.width}Z` }, group);
    make('circle', { class: 'base', r: radius.leader }, group);
    make('circle', { class: 'edge', r: radius.leader }, group);
    const arms = make('g', { class: `badge-of ${tincture}` }, group);
    make('path', { class: 'cloth', d: SHIELD }, arms);
    make('path', { class: 'charge', d: charge({ left: -4.6, top: -5.4, width: 9.2, height: 7 }) }, arms);
    make('path', { class: 'rim', d: SHIELD }, arms);
    if (this.piece.king) make('path', { class: 'crown', d: CROWN }, group);
  }

  private drawStandard(into: SVGGElement): void {
    const group = make('g', { class: 'sized' }, into);
    make('path', { class: 'shadow', d: 'M-17 16A8 2.600 0 1 1-1 16A8 2.600 0 1 1-17 16Z' }, group);
    make('path', { class: 'base', d: SWALLOW }, group);
    make('path', { class: 'device', d: this.isSecond ? 'M-9-19.500H14M-9-16H11.500M-9-12.500H11.500M-9-9.500H14' : 'M-1.500-22V-7M-9-14.500H10.500' }, group);
    if (this.piece.regiment >= 0) this.drawBadge(group, { left: -6, top: -18.5, width: 10, height: 8 }, 'canton');
    make('path', { class: 'edge', d: SWALLOW }, group);
    make('path', { class: 'pole', d: 'M-9 16V-25' }, group);
    make('circle', { class: 'knob', cx: -9, cy: -25, r: 1.8 }, group);
  }

  private drawBombard(into: SVGGElement): void {
    const group = make('g', { class: 'sized' }, into);
    make('circle', { class: 'base', r: radius.bombard }, group);
    make('circle', { class: 'edge', r: radius.bombard }, group);
    const facing = make('g', { class: 'facing' }, group), emblem = make('g', { class: 'emblem' }, facing);
    for (const [pen, d] of troopSign('bombard')) make('path', { class: pen, d }, emblem);
  }

  /* Turn what turns; the sign looks to the side to which the front is. */
  private face(element: SVGGElement, heading: number): void {
    const turn = ((heading % 360) + 360) % 360, left = turn > 185 && turn < 355;
    for (const part of element.querySelectorAll('.turning')) part.setAttribute('transform', `rotate(${n(heading)})`);
    element.querySelector('.facing')?.setAttribute('transform', left ? 'scale(-1 1)' : 'scale(1 1)');
    element.querySelector('.sized')?.setAttribute('transform', `scale(${this.size})`);
  }

  private get reach(): number {
    return this.shape === 'unit' ? HALF : radius[this.shape] * this.size;
  }

  corners(pose: Pose): Place[] {
    const half = this.shape === 'unit' ? { x: WIDE / 2, y: SIDE } : { x: this.reach, y: this.reach * 1.3 };
    return [{ x: pose.x - half.x, y: pose.y - half.y }, { x: pose.x + half.x, y: pose.y + half.y }];
  }

  centre(): Place {
    return this.target;
  }

  /* Alone or as a unit it has the whole hex; what stands aside in another's hex is hit on its disc and a little around it. */
  gap(point: Place): number {
    const x = Math.abs(point.x - this.pose.x), y = Math.abs(point.y - this.pose.y);
    if (this.small) return Math.max(0, Math.hypot(x, y) - this.reach * 1.25);
    return Math.max(0, x - WIDE / 2, (y + x / Math.sqrt(3) - SIDE) * (Math.sqrt(3) / 2));
  }

  around(halfWidth: number, halfHeight: number): Place[] {
    const { x, y } = this.target, up = SIDE * 0.62 + halfHeight, aside = WIDE / 2 + halfWidth * 0.7;
    return [{ x, y: y - up }, { x, y: y + up }, { x: x + aside, y }, { x: x - aside, y }, { x: x + aside, y: y - up }, { x: x - aside, y: y - up }];
  }

  trinkets(): readonly (Box | null)[] {
    return this.shape === 'unit' ? [] : [boxOf(this.corners(this.target))];
  }

  protected drawLook(): void {
    const { classList } = this.element, status = this.look?.status ?? '', formation = this.look?.formation ?? '';
    const isRetired = /retire|rout|flee/.test(status), isDisordered = (this.look?.disordered ?? false) || /disorder/.test(status);
    classList.toggle('disordered', isDisordered);
    classList.toggle('retired', isRetired);
    classList.toggle('walled', /wall/.test(formation));
    classList.toggle('ringed', /schiltron|square|circle|ring/.test(formation));
    this.redrawBody();
    const label = this.look?.label ?? this.piece.id;
    if (this.tag.text.textContent !== label) this.tag.text.textContent = label;
    this.drawBadges(isDisordered && !isRetired, isRetired);
  }

  private drawBadges(isDisordered: boolean, isRetired: boolean): void {
    const key = `${isDisordered} ${isRetired} ${this.look?.done}`;
    if (key === this.badgeKey) return;
    this.badgeKey = key;
    this.tag.badges.replaceChildren();
    const shown = [...(isRetired ? [['retired', FLIGHT]] : []), ...(isDisordered ? [['broken', CRACK]] : []), ...(this.look?.done ? [['done', TICK]] : [])];
    for (const [name, d] of shown) {
      make('path', { class: 'badge disc', 'data-glyph': DISC }, this.tag.badges);
      make('path', { class: `badge ${name}`, 'data-glyph': d ?? '' }, this.tag.badges);
    }
    this.placeTag();
  }

  /* Badges at a flank, away from where a leader would stand; the label under the hex. */
  private placeTag(): void {
    const { heading } = this.pose, left = (((heading % 360) + 360) % 360) < 180, size = Math.min(this.sizes.trinket, 1.15) * (this.shape === 'unit' ? 1 : 0.8);
    const at = this.shape === 'unit' ? onSheet(this.pose, left ? -HALF : HALF, -6) : { x: this.pose.x + this.reach, y: this.pose.y + this.reach * 0.6 };
    [...this.tag.badges.children].forEach((path, i) => {
      const glyph = path.getAttribute('data-glyph') ?? '', row = Math.floor(i / 2);
      path.setAttribute('d', placed(glyph, at.x, at.y + row * 14 * size, size));
    });
    this.tag.text.setAttribute('x', n(this.pose.x));
    const below = this.shape === 'unit' ? SIDE * 0.58 + 9 * this.sizes.word : this.small ? -this.reach * 2.35 : this.reach + 9 * this.sizes.word;
    this.tag.element.classList.toggle('lesser', this.small);
    this.tag.text.setAttribute('y', n(this.pose.y + below));
  }

  protected redraw(): void {
    this.placeTag();
  }

  /* A frame in the shape of the hex around a unit, round ones around what is smaller. */
  protected drawMarks(): void {
    this.marksGroup.replaceChildren();
    const has = (mark: Mark): boolean => this.marks.includes(mark);
    const ring = (name: string, part: number): void => {
      if (this.shape === 'unit') make('path', { class: `ring ${name}`, d: closed(vertices.map(v => corner(v, SIDE * part))) }, this.marksGroup);
      else make('circle', { class: `ring ${name}`, r: n(this.reach + 3.6 * part) }, this.marksGroup);
    };
    if (has('lit')) ring('lit', 0.97);
    if (has('may')) ring('may', 0.9);
    if (has('active')) ring('active', 0.94);
    if (has('selected')) ring('selected', 0.94);
    if (has('target')) make('path', { class: 'ring target', d: this.brackets() }, this.marksGroup);
    if (!has('moved')) return;
    const behind = make('g', { class: 'turning', transform: `rotate(${n(this.pose.heading)})` }, this.marksGroup);
    make('path', { class: 'ring moved', d: 'M-9 18v6M0 18v6M9 18v6' }, behind);
  }

  /* The corners of a frame, and nothing between them. */
  private brackets(): string {
    const out = this.shape === 'unit' ? SIDE * 0.97 : this.reach * 1.45, arm = 0.26;
    return vertices.map(v => {
      const p = corner(v, out), mix = (q: Place): string => `${n(p.x + (q.x - p.x) * arm)} ${n(p.y + (q.y - p.y) * arm)}`;
      return `M${mix(corner(v - 1, out))}L${n(p.x)} ${n(p.y)}L${mix(corner(v + 1, out))}`;
    }).join('');
  }

  protected arrange(): void {
    this.move(this.elements, this.pose, this.pose);
    this.placeTag();
  }

  protected move([piece, figures, tag]: readonly SVGGElement[], pose: Pose, from: Pose): void {
    if (!piece) return;
    for (const element of [piece, figures]) element?.setAttribute('transform', `translate(${n(pose.x)} ${n(pose.y)})`);
    this.face(piece, pose.heading);
    tag?.setAttribute('transform', `translate(${n(pose.x - from.x)} ${n(pose.y - from.y)})`);
  }
}
