/* tag.ts: what stands upright beside a base: flag and label behind it, the order card at its corner, badges at its flank. */
import type { Card, Look, Place, Pose } from './board';
import { cardDrawing } from './cards';
import { flagOf } from './flags';
import { placed } from '../draw/glyph';
import { outline } from './paper';
import type { Base, Piece } from './scene';
import { onSheet, type Box } from './sheet';
import type { Sizes } from './standing';
import { make, n } from './svg';

/** A label as it is, cut down to what the piece is called by in texts, or not at all. */
export type Form = 'whole' | 'short' | 'none';

interface Glyph { readonly element: SVGPathElement; readonly d: string; readonly scale: number }

export const DISC = 'M-6.5 0A6.5 6.5 0 1 1 6.5 0A6.5 6.5 0 1 1-6.5 0Z';
export const TICK = 'M-3 .2L-.8 2.6L3.2-2.6', CRACK = 'M.8-4.5L-2-.6L1.4 .4L-1 4.5';
/* An hourglass that has run out; a horseshoe that is struck through. */
const GLASS = 'M-3-4H3M-3 4H3M-2.500-4Q-2.500-1.500 0 0Q-2.500 1.500-2.500 4M2.500-4Q2.500-1.500 0 0Q2.500 1.500 2.500 4M-1.200 3H1.200';
const SHOE = 'M-2 3.500Q-4 0-2.500-2.500Q0-5 2.500-2.500Q4 0 2 3.500M-4 4L4-4';

/* A white flag; two links of a chain; an eye that is struck through; a star. */
const FLAG = 'M-2.800 4.500V-4.500M-2.800-4.300Q-1-5.300 .6-4.300Q2.200-3.300 4-4.300V.2Q2.200 1.200 .6 .2Q-1-.8-2.800 .2';
const CHAIN = 'M-4.800 0A2.700 2.200 0 1 1 .600 0A2.700 2.200 0 1 1-4.800 0ZM-.600 0A2.700 2.200 0 1 1 4.800 0A2.700 2.200 0 1 1-.600 0Z';
const EYE = 'M-4.500 0Q0-4.200 4.500 0Q0 4.200-4.500 0ZM-1.300 0A1.300 1.300 0 1 1 1.300 0A1.300 1.300 0 1 1-1.300 0ZM-4 4L4-4';
const STAR = 'M0-4.800L1.300-1.600L4.600-1.400L2 .6L2.800 3.900L0 2.100L-2.800 3.900L-2 .6L-4.600-1.400L-1.300-1.600Z';

const badgeGlyphs = [
  ['done', TICK], ['broken', CRACK], ['weary', GLASS], ['unhorsed', SHOE], ['routed', FLAG], ['captive', CHAIN], ['hidden', EYE], ['prize', STAR],
] as const;

export class Tag {
  readonly element: SVGGElement;
  private readonly label: SVGTextElement;
  private readonly flag: readonly Glyph[];
  private card: readonly Glyph[] = [];
  private cardWord: SVGTextElement | null = null;
  private cardLetter: SVGTextElement | null = null;
  private badges: readonly Glyph[] = [];
  private cardKey = '';
  private badgeKey = '';
  private readonly narrow: boolean;
  readonly single: boolean;               /* a man or a thing, not formed men on a base */
  private whole = '';                     /* the label */
  private form: Form = 'whole';
  private pointed = false;
  private where: { readonly corner: Place; readonly under: Place | null; readonly turn: number; readonly unit: number } | null = null;
  /** Where card and label are, for those who would not cover them. */
  readonly boxes: { card: Box | null; label: Box | null } = { card: null, label: null };

  constructor(private readonly piece: Piece, parent: SVGGElement) {
    this.narrow = piece.base.width < 5000;
    this.single = ['figure', 'rider', 'thing', 'door'].includes(piece.kind);
    this.element = make('g', { class: piece.leads ? 'tag leader' : 'tag', 'aria-hidden': 'true', 'data-seat': piece.seat }, parent);
    this.flag = piece.regiment >= 0 && !this.narrow && !this.single ? this.drawFlag(piece.regiment) : [];
    this.label = make('text', { class: 'label' }, this.element);
  }

  private glyph(name: string, d: string, scale = 1): Glyph {
    return { element: make('path', { class: name }, this.element), d, scale };
  }

  private drawFlag(regiment: number): Glyph[] {
    const flag = flagOf(regiment);
    const device = flag.filled ? 'flag device filled' : 'flag device';
    return [this.glyph('flag cloth', flag.cloth), this.glyph(device, flag.device), this.glyph('flag pole', flag.pole)];
  }

  /** What it shows; it must then be put, unless the answer is false: nothing has changed. */
  show(look: Look | null): boolean {
    const label = look?.label ?? this.piece.id, before = `${this.cardKey} ${this.badgeKey} ${this.whole}`;
    this.whole = label;
    this.write();
    this.showCard(look?.card ?? null);
    this.showBadges(look);
    return before !== `${this.cardKey} ${this.badgeKey} ${label}`;
  }

  private showCard(card: Card | null): void {
    const key = card ? `${card.face} ${card.name} ${card.text} ${card.draft ?? false}` : '';
    if (key === this.cardKey) return;
    this.cardKey = key;
    for (const { element } of this.card) element.remove();
    this.cardWord?.remove();
    this.cardLetter?.remove();
    this.cardWord = this.cardLetter = null;
    this.card = [];
    if (!card) return;
    const drawing = cardDrawing(card, this.piece.seat), state = card.draft ? ' draft' : '';
    this.card = drawing.parts.map(part => this.glyph(`card ${part.name}${state}`, part.d, part.scale));
    const word = (name: string, content: string): SVGTextElement | null => {
      if (!content) return null;
      const element = make('text', { class: `card ${name}${state}` }, this.element);
      element.textContent = content;
      return element;
    };
    this.cardLetter = word('letter', drawing.letter);
    this.cardWord = word('word', drawing.word);
  }

  private showBadges(look: Look | null): void {
    const has = (sign: string): boolean => look?.signs?.includes(sign) ?? false, is = (status: string): boolean => look?.status === status;
    const badges = badgeGlyphs.filter(([name]) => ({
      done: look?.done, broken: look?.disordered, weary: has('exhausted'), unhorsed: has('unhorsed'),
      routed: is('routed'), captive: is('prisoner'), hidden: look?.hidden, prize: this.piece.prize,
    })[name]);
    const key = badges.map(([name]) => name).join();
    if (key === this.badgeKey) return;
    this.badgeKey = key;
    for (const { element } of this.badges) element.remove();
    this.badges = badges.flatMap(([name, d]) => [this.glyph('badge disc', DISC), this.glyph(`badge ${name}`, d)]);
  }

  /** Draw everything where it belongs for a pose of the sheet. */
  put(pose: Pose, sizes: Sizes, base: Base): void {
    const o = outline(base), rear = o.top + o.height, inset = base.disc ? o.width * 0.15 : 0;
    const ends = [onSheet(pose, o.left + inset, rear - inset), onSheet(pose, o.left + o.width - inset, rear - inset)] as const;
    const [left, right] = ends[0].x < ends[1].x - 1 || (ends[0].x < ends[1].x + 1 && ends[0].y < ends[1].y) ? ends : [ends[1], ends[0]];
    const turn = (pose.heading * Math.PI) / 180, low = base.disc ? o.height / 2 : (Math.abs(Math.cos(turn)) * o.height + Math.abs(Math.sin(turn)) * o.width) / 2;
    const under = this.single ? { x: pose.x, y: pose.y + low } : null;
    this.where = { corner: left, under, turn, unit: sizes.word };
    this.putLabel();
    this.putCard(right, Math.min(sizes.trinket, o.height / (this.narrow ? 32 : 22)));
    const flank = onSheet(pose, left === ends[0] ? o.left : o.left + o.width, o.top + o.height / 2), size = Math.min(sizes.trinket, o.height / 14);
    const half = Math.min(o.width, o.height) / 2, beside = this.single ? { x: pose.x - half - 4.5 * size, y: pose.y - half * 0.7 } : flank;
    this.badges.forEach(({ element, d }, i) => element.setAttribute('d', placed(d, beside.x, beside.y - Math.floor(i / 2) * 14 * size, size)));
  }

  /** How much of the label there is room for; one that is pointed at is always whole. */
  shape(form: Form): void {
    if (form === this.form) return;
    this.form = form;
    this.write();
    this.putLabel();
  }

  point(pointed: boolean): void {
    this.pointed = pointed;
    this.element.classList.toggle('pointed', pointed);
    if (pointed && this.single) this.rise();
    this.write();
    this.putLabel();
  }

  private get shown(): Form {
    return this.pointed ? 'whole' : this.form;
  }

  /** Above all others. */
  rise(): void {
    if (this.element.nextSibling) this.element.parentNode?.append(this.element);
  }

  private write(): void {
    const label = this.shown === 'whole' ? this.whole : this.piece.id;
    if (this.label.textContent !== label) this.label.textContent = label;
    this.element.classList.toggle('crowded', this.shown === 'none');
  }

  /** Where flag and words of the label would be in a form; null while it is nowhere. */
  labelBox(form: Form): { readonly flag: Box | null; readonly words: Box } | null {
    if (!this.where) return null;
    const { x, y, wide, flag } = this.labelAt(form === 'whole' ? this.whole : this.piece.id), { unit } = this.where;
    const box = (left: number, right: number): Box => ({ left: x + left * unit, right: x + right * unit, top: y - 8 * unit, bottom: y + 5 * unit });
    return { flag: flag > 0 ? box(0, flag) : null, words: box(flag, wide) };
  }

  /* Below a single man or thing, whichever way he looks. Behind any other base, beginning at the corner that is on the left for the reader. */
  private labelAt(words: string): { x: number; y: number; wide: number; flag: number } {
    const { corner, under, turn, unit } = this.where ?? { corner: { x: 0, y: 0 }, under: null, turn: 0, unit: 1 };
    if (under) return { x: under.x - words.length * 3.2 * unit, y: under.y + 9 * unit, wide: words.length * 6.8, flag: 0 };
    const aside = -Math.sin(turn), flag = this.flag.length ? 17 : 0, wide = flag + words.length * 6.6;
    const dx = aside < -0.7 ? -wide - 6 : aside > 0.7 ? 8 : aside * 4 + Math.min(0, wide * aside);
    return { x: corner.x + dx * unit, y: corner.y + (Math.cos(turn) * 10 + (Math.abs(aside) > 0.7 ? 8 : 0)) * unit, wide, flag };
  }

  private putLabel(): void {
    if (!this.where) return;
    const { x, y, wide, flag } = this.labelAt(this.label.textContent ?? ''), { unit } = this.where;
    for (const { element, d, scale } of this.flag) element.setAttribute('d', placed(d, x, y, unit * scale));
    this.boxes.label = { left: x, right: x + wide * unit, top: y - 8 * unit, bottom: y + 5 * unit };
    this.label.setAttribute('x', n(x + flag * unit));
    this.label.setAttribute('y', n(y + 2.5 * unit));
  }

  private putCard(corner: Place, size: number): void {
    const { x, y } = corner;
    this.boxes.card = this.card.length ? { left: x - 8 * size, right: x + 8 * size, top: y - 11 * size, bottom: y + 11 * size } : null;
    for (const { element, d, scale } of this.card) element.setAttribute('d', placed(d, corner.x, corner.y, size * scale));
    this.cardLetter?.setAttribute('x', n(corner.x));
    this.cardLetter?.setAttribute('y', n(corner.y + 4 * size));
    this.cardWord?.setAttribute('x', n(corner.x));
    this.cardWord?.setAttribute('y', n(corner.y + 20 * size));
  }
}
