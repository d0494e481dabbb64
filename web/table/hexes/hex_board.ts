/* hex_board.ts: a field of hexes, as a Board. */
import { words } from '../../engine/load';
import type { Match, Seat } from '../../engine/engine';
import { language, text, type Key } from '../../text';
import type { Board, Place, Pose } from '../board';
import { poseOf } from '../fields';
import type { Cursor } from '../keys';
import { onSheet } from '../sheet';
import { SheetBoard, type Looks, type Setting, type Units } from '../sheet_board';
import { make, n } from '../svg';
import { CounterView, layerOf } from './counter';
import { keyOf, SIDE } from './geometry';
import { sortOf } from './ground';
import { HexCursor } from './hex_cursor';
import { drawHexLand } from './hex_land';
import { readHexScene, sidesOf, type HexScene } from './hex_scene';
import { HexSheet } from './hex_sheet';

/* How far things stand aside that share the hex of a unit, and in which directions from its front, by preference. */
const ASIDE = 18.5;
const corners = { leader: [120, 240], standard: [240, 120], bombard: [180, 180] } as const;

class HexSetting implements Setting {
  readonly name = 'hexes';
  readonly label: Key = 'hexes.board';
  readonly exact = true;
  readonly finger = 30;
  readonly levels = [[2, 'close'], [1.2, 'near'], [0.62, 'middle'], [0.34, 'small']] as const;
  readonly sheet: HexSheet;
  private readonly scene: HexScene;
  private readonly views = new Map<string, CounterView>();
  private units: Units = {};
  private looks: Looks = new Map();
  private farther: Seat | null | undefined;               /* the seat whose pieces began in the upper half; undefined before they have been seen */
  private named: { readonly group: SVGGElement; readonly text: SVGTextElement } | null = null;
  private namedHex = '';

  constructor(private readonly match: Match) {
    this.scene = readHexScene(match.board);
    this.sheet = new HexSheet(this.scene.cols, this.scene.rows);
  }

  stand(pieces: SVGGElement, tags: SVGGElement): CounterView[] {
    const sorted = [...this.scene.pieces].sort((a, b) => layerOf(a) - layerOf(b)), made = sorted.map(piece => new CounterView(piece, pieces, tags));
    for (const view of made) this.views.set(view.id, view);
    return made;
  }

  drawLand(layer: SVGSVGElement): void {
    drawHexLand(layer, this.scene, this.sheet);
  }

  nameLand(): void {}                                      /* names are shown under the pointer only */

  nameAt(): void {}                                        /* here hexes are named that hold pieces too: see showName */

  /* Where the pointer is: the hex as the log and the forms name it, and its ground. It stands below the hex, and below the label of a piece there. */
  private showName(air: SVGGElement, at: Place | null, piece: string | null): void {
    const hex = at && this.sheet.has(at) ? at : null, key = hex ? `${keyOf(hex)} ${piece !== null}` : '';
    if (key === this.namedHex) return;
    this.namedHex = key;
    this.named ??= this.makeName(air);
    const name = hex && [text('hexes.at', { col: `${hex.x}`, row: `${hex.y}` }), this.groundName(hex)].filter(Boolean).join(' · ');
    this.named.text.textContent = name ?? '';
    if (!hex) return;
    const { x, y } = this.sheet.point(hex);
    this.named.group.setAttribute('transform', `translate(${n(x)} ${n(y + SIDE * (piece === null ? 0.9 : 0.58))})`);
    this.named.text.setAttribute('y', piece === null ? '7' : '22');
  }

  private makeName(air: SVGGElement): { group: SVGGElement; text: SVGTextElement } {
    const group = make('g', { 'aria-hidden': 'true' }, air);
    return { group, text: make('text', { class: 'terrain-name steady shown' }, group) };
  }

  /* What is not bare ground at the foot of everything. */
  private groundName(hex: Place): string {
    const kind = this.scene.ground(hex), level = this.scene.level(hex), catalogue = words(this.match.ruleset, language.value);
    const ground = sortOf(kind) ? catalogue[`terrain.${kind}`] ?? kind.replaceAll('_', ' ') : '';
    return [ground, level > 0 ? text('hexes.height', { level: `${level}` }) : ''].filter(Boolean).join(', ');
  }

  poses(units: Units, looks: Looks): Map<string, Pose> {
    this.units = units;
    this.looks = looks;
    const found = new Map<string, Pose>(), held = new Map<string, Pose>();
    const here = [...this.views.values()].flatMap(view => {
      const pose = poseOf(units[view.id]);
      return pose && this.sheet.has(pose) && looks.get(view.id)?.present !== false ? [{ view, pose, key: keyOf(pose) }] : [];
    });
    for (const { view, pose, key } of here.filter(one => one.view.shape === 'unit')) {
      const other = held.get(key), place = this.sheet.pose(pose);
      held.set(key, place);
      found.set(view.id, other ? { ...place, x: place.x + 5, y: place.y + 4 } : place);
    }
    const taken = new Set<string>();
    for (const { view, pose, key } of here.filter(one => one.view.shape !== 'unit')) {
      const place = this.sheet.pose(pose), unit = held.get(key);
      view.small = unit !== undefined || taken.has(`${key} alone`);
      if (!view.small) taken.add(`${key} alone`);
      found.set(view.id, view.small ? this.beside(unit ?? place, view, key, taken) : place);
    }
    return found;
  }

  /* At a corner behind the unit: the upper one for a leader, the other for a standard, and the next that is free for more. */
  private beside(unit: Pose, { shape }: CounterView, key: string, taken: Set<string>): Pose {
    const rise = (turn: number): number => onSheet({ ...unit, heading: unit.heading + turn }, 0, -ASIDE).y;
    const wanted = shape === 'unit' ? [] : corners[shape], both = [...wanted].sort((a, b) => (shape === 'standard' ? rise(b) - rise(a) : rise(a) - rise(b)));
    const turn = [...both, 180, 120, 240, 90, 270, 60, 300].find(each => !taken.has(`${key} ${each}`)) ?? 180;
    taken.add(`${key} ${turn}`);
    return { ...onSheet({ ...unit, heading: unit.heading + turn }, 0, -ASIDE), heading: unit.heading };
  }

  /* A seat that began in the upper half would play towards itself: its sheet is turned. Where both began level it stays as it is. */
  turnsFor(seat: Seat, units: Units): boolean {
    if (this.farther === undefined) {
      const rows = (whose: Seat): number[] => this.scene.pieces.filter(piece => piece.seat === whose).flatMap(({ id }) => poseOf(units[id])?.y ?? []);
      const mean = (list: readonly number[]): number => list.reduce((sum, y) => sum + y, 0) / list.length, a = rows('A'), b = rows('B');
      if (!a.length || !b.length) return false;
      const gap = mean(a) - mean(b);
      this.farther = Math.abs(gap) < this.sheet.rows * 0.12 ? null : gap < 0 ? 'A' : 'B';
    }
    return seat === this.farther;
  }

  cursor(board: SheetBoard, layer: SVGGElement): Cursor {
    const name = (at: Place, piece: string | null): boolean => {
      this.showName(layer, at, piece);
      return false;
    };
    board.listen({ point: name, tap: name });
    board.element.addEventListener('pointerleave', () => this.showName(layer, null, null));
    return new HexCursor(board, layer, {
      sheet: this.sheet,
      hexOf: piece => poseOf(this.units[piece]),
      piecesAt: hex => this.piecesAt(hex),
      describe: hex => this.describe(hex),
    });
  }

  private piecesAt(hex: Place): string[] {
    return [...this.views.values()].filter(view => view.present && keyOf(poseOf(this.units[view.id]) ?? { x: -1, y: -1 }) === keyOf(hex)).map(view => view.id);
  }

  private describe(hex: Place): string {
    const catalogue = words(this.match.ruleset, language.value), name = (kind: string): string => catalogue[`terrain.${kind}`] ?? kind.replaceAll('_', ' ');
    const sides = sidesOf(this.scene, hex).map(({ direction, kind }) => text('hexes.side', { kind: name(kind), side: text(`hexes.side.${direction}` as Key) }));
    const ground = this.groundName(hex) || name(this.scene.ground(hex)), pieces = this.piecesAt(hex).map(id => this.looks.get(id)?.name ?? id);
    return [text('hexes.at', { col: `${hex.x}`, row: `${hex.y}` }), ground, ...sides, ...pieces].join('; ');
  }
}

export function hexBoard(match: Match): Board {
  return new SheetBoard(match, new HexSetting(match));
}
