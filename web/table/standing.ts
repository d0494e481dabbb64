/*
 * standing.ts: what every piece on a sheet has in common, whatever it looks like: a button with a name, marks, a place, and a double that
 * walks for it in a layer of its own.
 */
import type { Owner } from '../engine/engine';
import type { Look, Mark, Place, Pose } from './board';
import type { Box } from './sheet';
import { make } from './svg';

/** How large things are now: millimetres of the sheet in a steady pixel, for words and for small things; pixels in a millimetre. */
export interface Sizes { readonly word: number; readonly trinket: number; readonly scale: number }

interface Walker { readonly group: SVGGElement; readonly copies: readonly SVGGElement[]; readonly from: Pose }

const allMarks = ['selected', 'may', 'active', 'target', 'done', 'lit', 'moved', 'group'] as const satisfies readonly Mark[];
const known: readonly Mark[] = ['selected', 'target', 'lit', 'active'];   /* those whose label is wanted */

export abstract class Standing {
  readonly element: SVGGElement;           /* the button */
  pose: Pose = { x: 0, y: 0, heading: 0 }; /* on the sheet */
  target: Pose = this.pose;                /* where it is going */
  present = false;
  placed = false;                          /* it has been put somewhere */
  look: Look | null = null;
  marks: readonly Mark[] = [];
  protected sizes: Sizes = { word: 1, trinket: 1, scale: 1 };
  private walker: Walker | null = null;

  constructor(readonly id: string, readonly seat: Owner, pieces: SVGGElement) {
    const button = { role: 'button', tabindex: -1, 'aria-pressed': 'false' };
    this.element = make('g', { class: 'piece', ...button, 'data-piece': id, 'data-seat': seat }, pieces);
  }

  /** What stays upright above all pieces: label, card, badges. */
  abstract readonly tag: { readonly element: SVGGElement };
  /** Its body without marks and state, for the ghost. */
  abstract drawBody(into: SVGGElement): void;
  /** The corners of what it covers at a pose of the sheet. */
  abstract corners(pose: Pose): Place[];
  /** The middle of it where it is going. */
  abstract centre(): Place;
  /** How far a point of the sheet is from it, 0 inside. */
  abstract gap(point: Place): number;
  /** Where a chip of that size may stand, the better places first. */
  abstract around(halfWidth: number, halfHeight: number): Place[];
  /** Small things beside it that a chip would rather not cover. */
  abstract trinkets(): readonly (Box | null)[];

  /* Move its elements, or copies of them, to a pose; `from` is where the elements were drawn. */
  protected abstract move(elements: readonly SVGGElement[], pose: Pose, from: Pose): void;
  protected abstract arrange(): void;      /* it stands at its pose: draw what depends on that */
  protected abstract drawLook(): void;
  protected abstract drawMarks(): void;
  protected abstract redraw(): void;       /* the sizes have changed */

  protected get elements(): readonly SVGGElement[] {
    return [this.element, this.tag.element];
  }

  hide(): void {
    this.present = false;
    this.rest();
    for (const element of this.elements) element.classList.add('absent');
    this.element.setAttribute('aria-hidden', 'true');
  }

  show(look: Look | null): void {
    if (!this.present) {
      this.present = true;
      for (const element of this.elements) element.classList.remove('absent');
      this.element.removeAttribute('aria-hidden');
    }
    const name = look?.name ?? this.id;
    if (this.element.getAttribute('aria-label') !== name) this.element.setAttribute('aria-label', name);
    this.element.classList.toggle('disordered', look?.disordered ?? false);
    this.element.classList.toggle('spent', look?.done ?? false);
    this.look = look;
    this.drawLook();
  }

  /** The scale has changed. */
  resize(sizes: Sizes): void {
    this.sizes = sizes;
    if (this.placed) this.redraw();
  }

  showMarks(marks: readonly Mark[]): void {
    if (marks.length === this.marks.length && marks.every((mark, i) => mark === this.marks[i])) return;
    this.marks = marks;
    for (const mark of allMarks) this.element.classList.toggle(`is-${mark}`, marks.includes(mark));
    this.tag.element.classList.toggle('known', marks.some(mark => known.includes(mark)));
    this.element.setAttribute('aria-pressed', String(marks.includes('selected')));
    this.drawMarks();
    this.redouble();
  }

  /** Put it at a pose of the sheet. */
  put(pose: Pose): void {
    this.pose = pose;
    this.placed = true;
    this.arrange();
    this.rest();
  }

  /* It has no double any more. */
  private rest(): void {
    if (!this.walker) return;
    this.walker.group.remove();
    this.walker = null;
    for (const element of this.elements) element.classList.remove('walking');
  }

  /* Its double shows what it shows. */
  private redouble(): void {
    const from = this.walker?.from, layer = this.walker?.group.parentNode;
    if (!from || !layer) return;
    this.rest();
    this.walker = { ...this.makeWalker(layer as SVGGElement), from };
    this.move(this.walker.copies, this.pose, from);
  }

  /** One frame of a walk, shown by a double in a layer of its own: the true piece stays where it was until it is put. */
  walk(pose: Pose, layer: SVGGElement): void {
    this.walker ??= this.makeWalker(layer);
    const { group, copies, from } = this.walker;
    if (group.parentNode !== layer) layer.append(group);
    this.pose = pose;
    this.move(copies, pose, from);
  }

  /** Carry a body that drawBody() made to a pose. */
  carry(body: SVGGElement, pose: Pose): void {
    this.move([body], pose, pose);
  }

  private makeWalker(layer: SVGGElement): Walker {
    const group = make('g', { 'aria-hidden': 'true' }, layer), copies = this.elements.map(element => element.cloneNode(true) as SVGGElement);
    for (const name of ['role', 'tabindex', 'data-piece', 'aria-label', 'aria-pressed']) copies[0]?.removeAttribute(name);
    group.append(...copies);
    for (const element of this.elements) element.classList.add('walking');
    return { group, copies, from: this.pose };
  }
}
