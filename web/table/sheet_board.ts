/*
 * sheet_board.ts: a board on a sheet, whatever its kind. Three layers of SVG lie on one sheet: the land, drawn once; the play, where pieces
 * stand; and what floats above, such as the ghost of a drag. Each is a layer of its own for the compositor, so that a ghost that moves draws
 * neither the land nor the pieces again. What is particular to a kind of board is its Setting.
 */
import { effect } from '@preact/signals';
import { words } from '../engine/load';
import type { Fields, Match, Seat } from '../engine/engine';
import { language, text, type Key } from '../text';
import type { Board, BoardListener, Chip, Ghost, Laid, Look, Mark, Overlay, Place, Pose } from './board';
import { Camera } from './camera';
import { Chips } from './chips';
import { boardControls } from './controls';
import { Keys, type Cursor } from './keys';
import { Motion } from './motion';
import { GhostView, Overlays } from './overlays';
import { Pointer, type Ground } from './pointer';
import { boxOf, type Sheet } from './sheet';
import type { Standing } from './standing';
import { make } from './svg';

const SMALLER = 0.5;                       /* of the scale that a finger needs for pieces: it meets the larger places, and more of them are seen */

export type Units = Readonly<Record<string, Fields>>;
export type Looks = ReadonlyMap<string, Look>;

/** What a kind of board adds to the common ones. */
export interface Setting {
  readonly sheet: Sheet;
  readonly name: string;                                         /* a class for the style sheet */
  readonly label: Key;                                           /* the accessible name */
  /** A piece is met in its place only, and not by a finger beside it, who means the place there. */
  readonly exact: boolean;
  /** Pixels that a unit of the sheet must have for a finger to meet it; what is looked at is brought that near. */
  readonly finger?: number;
  /** What can be told apart at a scale, in pixels a millimetre, the largest first: the style sheet shows no more. */
  readonly levels: readonly (readonly [least: number, level: string])[];
  /** Every piece of the match, those that lie under others first. */
  stand(pieces: SVGGElement, tags: SVGGElement): readonly Standing[];
  drawLand(layer: SVGSVGElement): void;
  /** Ground was laid in play; true: the land is to be drawn again. */
  lay?(laid: readonly Laid[]): boolean;
  /** The words on the map; again when the language has changed. */
  nameLand(layer: SVGSVGElement, words: Readonly<Record<string, string>>): void;
  /** The name of the ground under the pointer is shown, or no more. */
  nameAt(at: Place | null, land: SVGSVGElement, air: SVGGElement): void;
  /** Where each piece stands on the sheet; those that stand nowhere are not listed. */
  poses(units: Units, looks: Looks): ReadonlyMap<string, Pose>;
  /** Whether the sheet is turned for a seat. */
  turnsFor(seat: Seat, units: Units): boolean;
  /** Marks or scale (pixels a millimetre) are new; true: pieces stand elsewhere now, though none has moved. */
  attend?(marks: ReadonlyMap<string, readonly Mark[]>, scale: number): boolean;
  /** Everything stands, or marks are new: what is written beside the pieces finds its room. */
  tidy?(): void;
  /** The place of a piece that is drawn elsewhere for a moment, so that a click on it means that place; null for one that stands where it is. */
  placeOf?(piece: string): Place | null;
  /** The piece that a click on another one means: the body in whose ranks it stands. */
  actorOf?(piece: string, marks: ReadonlyMap<string, readonly Mark[]>): string;
  /** A cursor for the keys, drawn in a layer above all. */
  cursor?(board: SheetBoard, layer: SVGGElement): Cursor;
}

export class SheetBoard implements Board, Ground {
  readonly element = document.createElement('div');
  readonly camera: Camera;
  readonly listeners: BoardListener[] = [];
  private readonly sheet = document.createElement('div');
  private readonly land = make('svg', { class: 'board-land', 'aria-hidden': 'true' });
  private readonly play = make('svg', { class: 'board-play' });
  private readonly air = make('svg', { class: 'board-air' });
  private readonly paper: Sheet;
  private readonly words = make('g', { class: 'words' });
  private readonly views = new Map<string, Standing>();
  private readonly motion: Motion;
  private readonly ghostView: GhostView;
  private readonly overlayView: Overlays;
  private readonly chipView: Chips;
  private readonly keys: Keys;
  private readonly pointer: Pointer;
  private readonly observer: ResizeObserver;
  private readonly endEffects: () => void;
  private ghostNow: Ghost | null = null;
  private units: Units = {};
  private looks: Looks = new Map();
  private marks: ReadonlyMap<string, readonly Mark[]> = new Map();
  private lit: readonly Place[] = [];                            /* places at which something may be done */
  private seat: Seat = 'A';
  private unit = 1;                                              /* millimetres in a steady pixel */

  constructor(private readonly match: Match, private readonly setting: Setting) {
    this.paper = setting.sheet;
    this.element.className = `board ${setting.name}`;
    this.element.tabIndex = 0;
    this.element.setAttribute('role', 'application');
    this.sheet.className = 'board-sheet';
    this.element.append(this.sheet);
    this.sheet.append(this.land, this.play, this.air);
    const { margin, width, height } = this.paper, box = `${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`;
    for (const layer of [this.land, this.play, this.air]) layer.setAttribute('viewBox', box);

    const group = (layer: SVGSVGElement, name: string): SVGGElement => make('g', { class: name }, layer);
    const under = group(this.play, 'under'), pieces = group(this.play, 'pieces'), tags = group(this.play, 'tags');
    const walkers = group(this.air, 'walkers'), over = group(this.air, 'over'), chips = group(this.air, 'chips'), ghost = group(this.air, 'ghosts');
    this.air.append(this.words);
    for (const view of setting.stand(pieces, tags)) this.views.set(view.id, view);
    this.overlayView = new Overlays(under, over, this.paper);
    this.ghostView = new GhostView(ghost, this.paper);
    this.chipView = new Chips(chips, this.views);
    this.motion = new Motion(walkers, () => this.tidy());
    this.camera = new Camera(this.element, this.sheet, this.paper, scale => this.settle(scale));
    this.keys = new Keys(this.element, this.camera, this.views, this.listeners, view => this.look([view.id]),
      setting.cursor?.(this, group(this.air, 'cursors')) ?? null);
    this.pointer = new Pointer(this);
    const controls = boardControls(this);
    this.element.append(controls.element);
    this.observer = new ResizeObserver(() => this.camera.resize());
    this.observer.observe(this.element);
    setting.drawLand(this.land);
    const endWords = effect(() => {
      this.element.setAttribute('aria-label', text(setting.label));
      setting.nameLand(this.land, words(match.ruleset, language.value));
    });
    this.endEffects = () => {
      endWords();
      controls.end();
    };
    const nameAt = (at: Place | null): void => setting.nameAt(at, this.land, this.words);
    this.listen({ point: (at, piece) => nameAt(piece ? null : at), tap: (at, piece) => { nameAt(piece ? null : at); return false; } });
  }

  /*
   * The layers at their true size. Words keep their size on the screen by --unit, cards and pips as far as there is room; a thin line is
   * a --pixel.
   */
  private settle(scale: number): void {
    const { margin, width, height } = this.paper;
    this.unit = Math.min(1.25, Math.max(0.85, scale / 0.55)) / scale;
    for (const layer of [this.land, this.play, this.air]) {
      layer.setAttribute('width', String((width + 2 * margin) * scale));
      layer.setAttribute('height', String((height + 2 * margin) * scale));
    }
    this.sheet.style.setProperty('--unit', String(this.unit));
    const sizes = { word: this.unit, trinket: Math.min(1.25, Math.max(0.5, scale / 0.55)) / scale, scale };
    for (const view of this.views.values()) view.resize(sizes);
    this.sheet.style.setProperty('--pixel', `${1 / scale}px`);
    this.sheet.dataset['level'] = this.setting.levels.find(([least]) => scale >= least)?.[1] ?? 'far';
    this.rearrange();
    this.tidy();
    this.showGhost();
  }

  /* Everything stands: what lies beside the pieces finds its place. */
  private tidy(): void {
    this.setting.tidy?.();
    this.chipView.place(this.unit);
  }

  /* Those that walk go on as they do, unless they now belong elsewhere. */
  private rearrange(): void {
    if (!this.setting.attend?.(this.marks, this.camera.scale)) return;
    for (const [id, pose] of this.setting.poses(this.units, this.looks)) {
      const view = this.views.get(id);
      if (view?.present && (view.target.x !== pose.x || view.target.y !== pose.y)) this.motion.send(view, pose, false);
    }
    if (!this.motion.moving) this.tidy();
  }

  listen(listener: BoardListener): () => void {
    this.listeners.unshift(listener);
    return () => {
      const index = this.listeners.indexOf(listener);
      if (index >= 0) this.listeners.splice(index, 1);
    };
  }

  show(units: Units, looks: Looks, options: { animate: boolean; laid?: readonly Laid[] }): void {
    this.units = units;
    this.looks = looks;
    this.turn();
    if (this.setting.lay?.(options.laid ?? [])) this.redrawLand();
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches || this.element.clientWidth === 0;
    const poses = this.setting.poses(units, looks);
    for (const [id, view] of this.views) {
      const pose = poses.get(id);
      if (!pose) {
        if (view.present) view.hide();
        continue;
      }
      const walks = options.animate && view.present && !calm;
      view.show(looks.get(id) ?? null);
      this.motion.send(view, pose, walks);
    }
    this.keys.refresh();
    if (!this.motion.moving) this.tidy();
  }

  pose(poses: ReadonlyMap<string, Pose>): void {
    const units: Record<string, Fields> = { ...this.units };
    for (const [id, { x, y, heading }] of poses) units[id] = { ...units[id], x, y, heading };
    for (const [id, pose] of this.setting.poses(units, this.looks)) {
      const view = this.views.get(id);
      if (view?.present && (view.pose.x !== pose.x || view.pose.y !== pose.y || view.pose.heading !== pose.heading)) this.motion.carry(view, pose);
    }
  }

  mark(marks: ReadonlyMap<string, readonly Mark[]>): void {
    for (const [id, view] of this.views) view.showMarks(marks.get(id) ?? []);
    this.marks = marks;
    if (!this.motion.moving) this.setting.tidy?.();
    this.rearrange();
  }

  chips(chips: ReadonlyMap<string, Chip>): void {
    this.chipView.show(chips, this.unit);
  }

  ghost(ghost: Ghost | null): void {
    this.ghostNow = ghost;
    this.showGhost();
  }

  private showGhost(): void {
    this.ghostView.show(this.ghostNow, this.ghostNow ? this.views.get(this.ghostNow.piece) : undefined, this.camera.scale);
  }

  overlays(list: readonly Overlay[]): void {
    this.lit = list.flatMap(overlay => (overlay.kind === 'places' ? overlay.places.map(({ at }) => at) : []));
    this.overlayView.show(list);
  }

  sit(seat: Seat): void {
    this.seat = seat;
    this.turn();
  }

  private turn(): void {
    const turned = this.setting.turnsFor(this.seat, this.units);
    if (turned === this.paper.turned) return;
    this.paper.turned = turned;
    this.redrawLand();
    for (const [id, pose] of this.setting.poses(this.units, this.looks)) {
      const view = this.views.get(id);
      if (view) this.motion.send(view, pose, false);
    }
    this.overlayView.again();
    this.tidy();
    this.showGhost();
  }

  private redrawLand(): void {
    this.setting.drawLand(this.land);
    this.setting.nameLand(this.land, words(this.match.ruleset, language.peek()));
  }

  look(pieces: readonly string[]): void {
    const corners = pieces.map(id => this.views.get(id)).flatMap(view => (view?.present ? view.corners(view.target) : []));
    const least = matchMedia('(pointer: coarse)').matches ? (this.setting.finger ?? 0) / this.paper.unit : 0;
    if (!corners.length) return;
    const lit = least > 0 && pieces.some(id => this.marks.get(id)?.includes('selected')) ? this.lit.flatMap(place => this.around(place)) : [];
    if (lit.length) this.camera.lookAround(boxOf(corners), boxOf([...corners, ...lit]), least, least * SMALLER);
    else this.camera.look(boxOf(corners), least);
  }

  /* Corners of what of a place must be seen for it to be met. */
  private around(place: Place): Place[] {
    const { x, y } = this.paper.point(place), half = this.paper.unit * 0.3;
    return [{ x: x - half, y: y - half }, { x: x + half, y: y + half }];
  }

  fit(): void {
    this.camera.fit();
  }

  zoom(factor: number): void {
    this.camera.zoom(factor);
  }

  scale(): number {
    return this.camera.scale * this.paper.unit;
  }

  placeAt(clientX: number | Place, clientY = 0): Place {
    if (typeof clientX !== 'number') return this.paper.place(this.camera.toSheet(clientX));
    const box = this.element.getBoundingClientRect();
    return this.paper.place(this.camera.toSheet({ x: clientX - box.left, y: clientY - box.top }));
  }

  /* The piece under a point of the window, or the nearest within the slack; of those that are equally near the one whose middle is. */
  pieceAt(windowPoint: Place, slack: number): string | null {
    const point = this.camera.toSheet(windowPoint), reach = this.setting.exact ? 0 : slack / this.camera.scale;
    let best: string | null = null, least = Infinity;
    for (const [id, view] of this.views) {
      if (!view.present) continue;
      const away = view.gap(point);
      if (away > reach) continue;
      const centre = view.centre(), score = away * 1000 + Math.hypot(centre.x - point.x, centre.y - point.y);
      if (score < least) {
        least = score;
        best = id;
      }
    }
    return best === null ? null : this.setting.actorOf?.(best, this.marks) ?? best;
  }

  placeOf(piece: string): Place | null {
    return this.setting.placeOf?.(piece) ?? null;
  }

  touched(piece: string): void {
    this.views.get(piece)?.element.focus({ preventScroll: true });
  }

  focus(piece: string): void {
    const view = this.views.get(piece);
    if (view?.present) this.keys.focus(view);
  }

  destroy(): void {
    this.endEffects();
    this.observer.disconnect();
    this.pointer.destroy();
    this.keys.destroy();
    this.camera.destroy();
    this.motion.destroy();
    this.listeners.length = 0;
    this.element.remove();
  }
}
