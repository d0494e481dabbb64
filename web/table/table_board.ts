/*
 * table_board.ts: a table of free measurement, as a Board. Three layers of SVG lie on one sheet: the land, drawn once; the play, where pieces
 * stand; and what floats above, such as the ghost of a drag. Each is a layer of its own for the compositor, so that a ghost that moves draws
 * neither the land nor the pieces again.
 */
import { effect } from '@preact/signals';
import { words } from '../engine/load';
import type { Fields, Match, Seat } from '../engine/engine';
import { language, text } from '../text';
import type { Board, BoardListener, Chip, Ghost, Look, Mark, Overlay, Place } from './board';
import { Camera } from './camera';
import { Chips } from './chips';
import { boardControls } from './controls';
import { Keys } from './keys';
import { drawLand, nameLand } from './land';
import { Motion } from './motion';
import { GhostView, Overlays } from './overlays';
import { Paper, boxOf, corners, gap, middle } from './paper';
import { PieceView } from './pieces';
import { Pointer, type Ground } from './pointer';
import { readScene, terrainAt, type Scene } from './scene';
import { make } from './svg';

/* What can be told apart at a scale, in pixels a millimetre: the style sheet shows no more. */
const levels = [[1, 'near'], [0.4, 'middle'], [0.28, 'small']] as const;

/* A unit that stands nowhere: off the table, or not placed yet. */
function poseOf(fields: Fields | undefined): { x: number; y: number; heading: number } | null {
  const x = fields?.['x'], y = fields?.['y'], heading = fields?.['heading'];
  if (typeof x !== 'number' || typeof y !== 'number') return null;
  return { x, y, heading: typeof heading === 'number' ? heading : 0 };
}

class TableBoard implements Board, Ground {
  readonly element = document.createElement('div');
  readonly camera: Camera;
  readonly listeners: BoardListener[] = [];
  private readonly sheet = document.createElement('div');
  private readonly land = make('svg', { class: 'board-land', 'aria-hidden': 'true' });
  private readonly play = make('svg', { class: 'board-play' });
  private readonly air = make('svg', { class: 'board-air' });
  private readonly scene: Scene;
  private readonly paper: Paper;
  private readonly views = new Map<string, PieceView>();
  private readonly motion: Motion;
  private readonly ghostView: GhostView;
  private readonly overlayView: Overlays;
  private readonly chipView: Chips;
  private readonly keys: Keys;
  private readonly pointer: Pointer;
  private readonly observer: ResizeObserver;
  private readonly endEffects: () => void;
  private named: Element | null = null;                          /* the terrain whose name is shown because the pointer is there */
  private ghostNow: Ghost | null = null;
  private units: Readonly<Record<string, Fields>> = {};
  private unit = 1;                                              /* millimetres in a steady pixel */

  constructor(private readonly match: Match) {
    this.scene = readScene(match.board);
    this.paper = new Paper(this.scene.width, this.scene.depth);
    this.element.className = 'board';
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
    for (const piece of this.scene.pieces) this.views.set(piece.id, new PieceView(piece, pieces, tags));
    this.overlayView = new Overlays(under, over, this.paper);
    this.ghostView = new GhostView(ghost, this.paper);
    this.chipView = new Chips(chips, this.views);
    this.motion = new Motion(walkers, () => this.chipView.place(this.unit));
    this.camera = new Camera(this.element, this.sheet, this.paper, scale => this.settle(scale));
    this.keys = new Keys(this.element, this.camera, this.views, this.listeners, view => this.look([view.piece.id]));
    this.pointer = new Pointer(this);
    const controls = boardControls(this);
    this.element.append(controls.element);
    this.observer = new ResizeObserver(() => this.camera.resize());
    this.observer.observe(this.element);
    drawLand(this.land, this.scene, this.paper);
    const endWords = effect(() => {
      this.element.setAttribute('aria-label', text('table.board'));
      nameLand(this.land, this.scene, this.paper, words(this.match.ruleset, language.value));
    });
    this.endEffects = () => {
      endWords();
      controls.end();
    };
    this.listen({ point: (at, piece) => this.nameAt(piece ? null : at), tap: (at, piece) => { this.nameAt(piece ? null : at); return false; } });
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
    const sizes = { word: this.unit, trinket: Math.min(1.25, Math.max(0.5, scale / 0.55)) / scale };
    for (const view of this.views.values()) view.resize(sizes);
    this.sheet.style.setProperty('--pixel', `${1 / scale}px`);
    this.sheet.dataset['level'] = levels.find(([least]) => scale >= least)?.[1] ?? 'far';
    this.chipView.place(this.unit);
    this.showGhost();
  }

  listen(listener: BoardListener): () => void {
    this.listeners.unshift(listener);
    return () => {
      const index = this.listeners.indexOf(listener);
      if (index >= 0) this.listeners.splice(index, 1);
    };
  }

  show(units: Readonly<Record<string, Fields>>, looks: ReadonlyMap<string, Look>, options: { animate: boolean }): void {
    this.units = units;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches || this.element.clientWidth === 0;
    for (const [id, view] of this.views) {
      const look = looks.get(id) ?? null, pose = poseOf(units[id]);
      if (!pose || (look && !look.present)) {
        if (view.present) view.hide();
        continue;
      }
      const walks = options.animate && view.present && !calm;
      view.show(look);
      this.motion.send(view, this.paper.pose(pose), walks);
    }
    this.keys.refresh();
    if (!this.motion.moving) this.chipView.place(this.unit);
  }

  mark(marks: ReadonlyMap<string, readonly Mark[]>): void {
    for (const [id, view] of this.views) view.showMarks(marks.get(id) ?? []);
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
    this.overlayView.show(list);
  }

  sit(seat: Seat): void {
    const turned = seat === 'B';
    if (turned === this.paper.turned) return;
    this.paper.turned = turned;
    drawLand(this.land, this.scene, this.paper);
    nameLand(this.land, this.scene, this.paper, words(this.match.ruleset, language.peek()));
    for (const [id, view] of this.views) {
      const pose = poseOf(this.units[id]);
      if (pose) this.motion.send(view, this.paper.pose(pose), false);
    }
    this.overlayView.again();
    this.chipView.place(this.unit);
    this.showGhost();
  }

  /* The name of the ground under the pointer. */
  private nameAt(at: Place | null): void {
    const index = at ? terrainAt(this.scene, at) : -1, name = index < 0 ? null : this.land.querySelector(`[data-terrain="${index}"]`);
    if (name === this.named) return;
    this.named?.classList.remove('shown');
    name?.classList.add('shown');
    this.named = name;
  }

  look(pieces: readonly string[]): void {
    const found = pieces.map(id => this.views.get(id)).filter(view => view?.present);
    if (found.length) this.camera.look(boxOf(found.flatMap(view => (view ? corners(view.target, view.piece.base) : []))));
  }

  fit(): void {
    this.camera.fit();
  }

  zoom(factor: number): void {
    this.camera.zoom(factor);
  }

  scale(): number {
    return this.camera.scale / 100;
  }

  placeAt(clientX: number | Place, clientY = 0): Place {
    if (typeof clientX !== 'number') return this.paper.place(this.camera.toSheet(clientX));
    const box = this.element.getBoundingClientRect();
    return this.paper.place(this.camera.toSheet({ x: clientX - box.left, y: clientY - box.top }));
  }

  /* The piece under a point of the window, or the nearest within the slack; of those that are equally near the one whose middle is. */
  pieceAt(windowPoint: Place, slack: number): string | null {
    const point = this.camera.toSheet(windowPoint), reach = slack / this.camera.scale;
    let best: string | null = null, least = Infinity;
    for (const [id, view] of this.views) {
      if (!view.present) continue;
      const away = gap(view.pose, view.piece.base, point);
      if (away > reach) continue;
      const centre = middle(view.pose, view.piece.base), score = away * 1000 + Math.hypot(centre.x - point.x, centre.y - point.y);
      if (score < least) {
        least = score;
        best = id;
      }
    }
    return best;
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

export function tableBoard(match: Match): Board {
  return new TableBoard(match);
}
