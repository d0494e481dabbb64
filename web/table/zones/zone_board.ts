/* zone_board.ts: a map of zones, as a Board. */
import { words } from '../../engine/load';
import type { Match, Seat } from '../../engine/engine';
import { language, text, type Key } from '../../text';
import type { Board, Mark, Place, Pose } from '../board';
import type { Cursor } from '../keys';
import { SheetBoard, type Looks, type Setting, type Units } from '../sheet_board';
import { make, n } from '../svg';
import { arrange, fanOut, type Arrangement } from './arrange';
import { CounterView, extents, type Company, type Shape } from './zone_counter';
import { ZoneCursor } from './zone_cursor';
import { drawZoneLand } from './zone_land';
import { nameZones } from './zone_marks';
import { nameSpots, type NameSpot } from './zone_names';
import { readZoneScene, type Zone, type ZoneScene } from './zone_scene';
import { PLATE, ZoneSheet } from './zone_sheet';
import { tokensOf } from './tokens';

const FINGER = 45;                                        /* pixels that a fanned piece has on the screen: 44, and a hair for rounding */
const SLACK = 7;                                          /* pixels beside a piece that still mean it */

const layers: readonly Shape[] = ['unit', 'forlorn', 'commander', 'baggage'];

interface Stack { readonly zone: Zone; readonly views: readonly CounterView[] }

class ZoneSetting implements Setting {
  readonly name = 'zones';
  readonly label: Key = 'zones.board';
  readonly exact = true;
  readonly finger = 95;
  readonly levels = [[1.7, 'close'], [1.15, 'near'], [0.66, 'middle'], [0.46, 'small']] as const;
  readonly sheet: ZoneSheet;
  private readonly scene: ZoneScene;
  private readonly views = new Map<string, CounterView>();
  private readonly company: Company = { fanned: [], foot: 0, slack: 0, isIn: (point, zone) => this.sheet.place(point).x === zone };
  private readonly known = new Map<string, Arrangement>();        /* arrangements by zone and what stands there */
  private spots: ReadonlyMap<number, NameSpot> = new Map();
  private pieces: SVGGElement | null = null;
  private backdrop: SVGRectElement | null = null;
  private selected: string | null = null;
  private pixels = 1;                                             /* a millimetre */
  private units: Units = {};
  private looks: Looks = new Map();
  private farther: Seat | null | undefined;               /* the seat whose pieces began in the upper half; undefined before they have been seen */
  private named: { readonly group: SVGGElement; readonly text: SVGTextElement } | null = null;
  private namedZone = 0;

  constructor(private readonly match: Match) {
    this.scene = readZoneScene(match.board);
    this.sheet = new ZoneSheet(this.scene);
  }

  stand(pieces: SVGGElement, tags: SVGGElement): CounterView[] {
    const made = this.scene.pieces.map(piece => new CounterView(piece, pieces, tags, this.company));
    for (const view of made) this.views.set(view.id, view);
    this.pieces = pieces;
    this.backdrop = make('rect', { class: 'fan absent', rx: 6, 'aria-hidden': 'true' });
    pieces.prepend(this.backdrop);
    return made;
  }

  drawLand(layer: SVGSVGElement): void {
    drawZoneLand(layer, this.sheet);
  }

  nameLand(layer: SVGSVGElement): void {
    this.known.clear();
    this.spots = nameSpots(this.sheet, language.value);
    nameZones(layer, this.spots);
  }

  nameAt(at: Place | null, _: SVGSVGElement, air: SVGGElement): void {
    const zone = at ? this.sheet.zone(at) : undefined;
    if ((zone?.number ?? 0) === this.namedZone) return;
    this.namedZone = zone?.number ?? 0;
    this.named ??= this.makeName(air);
    this.named.text.textContent = zone ? this.told(zone).join(', ') : '';
    if (!zone) return;
    const { x, y } = this.sheet.plate(zone), above = y - PLATE.halfHeight - 5;
    this.named.group.setAttribute('transform', `translate(${n(Math.max(70, Math.min(this.sheet.width - 70, x)))} ${n(Math.max(4, above))})`);
  }

  private makeName(air: SVGGElement): { group: SVGGElement; text: SVGTextElement } {
    const group = make('g', { 'aria-hidden': 'true' }, air);
    return { group, text: make('text', { class: 'terrain-name steady shown' }, group) };
  }

  /* Its name, its ground, its height, whether it stops sight. */
  private told(zone: Zone): string[] {
    const catalogue = words(this.match.ruleset, language.value), ground = catalogue[`terrain.${zone.ground}`] ?? zone.ground.replaceAll('_', ' ');
    const { names, roman, altitude, brown } = zone;
    return [names[language.value], `${ground}${roman ? ` (${roman})` : ''}`, text('zones.height', { level: `${altitude}` }), brown ? text('zones.stops') : ''].filter(Boolean);
  }

  /* The pieces of each zone, in the order in which they stand. */
  private stacks(): Stack[] {
    const found = new Map<number, CounterView[]>();
    for (const view of this.views.values()) {
      const zone = this.scene.zone(Number(this.units[view.id]?.['x'] ?? 0));
      view.zone = zone?.number ?? 0;
      if (!zone || this.looks.get(view.id)?.present === false) continue;
      found.set(zone.number, [...(found.get(zone.number) ?? []), view]);
    }
    const rank = ({ shape, piece }: CounterView): number => (piece.seat === 'A' ? 0 : 1000) + layers.indexOf(shape) * 100 + Math.max(0, piece.regiment);
    return [...found].flatMap(([number, views]) => {
      const zone = this.scene.zone(number);
      return zone ? [{ zone, views: [...views].sort((a, b) => rank(a) - rank(b)) }] : [];
    });
  }

  poses(units: Units, looks: Looks): Map<string, Pose> {
    this.units = units;
    this.looks = looks;
    const found = new Map<string, Pose>(), stacks = this.stacks(), chosen = stacks.find(({ views }) => views.some(view => view.id === this.selected));
    const fan = chosen ? this.fanOf(chosen) : null;
    for (const stack of stacks) {
      const isFan = fan !== null && stack === chosen, { scale, places } = isFan ? fan : this.arranged(stack);
      stack.views.forEach((view, i) => {
        view.tokens = tokensOf(units[view.id]);
        view.rescale(scale);
        found.set(view.id, { ...(places[i] ?? this.sheet.anchor(stack.zone)), heading: 0 });
      });
    }
    this.showFan(fan && chosen ? chosen.views : [], found);
    return found;
  }

  private arranged({ zone, views }: Stack): Arrangement {
    const key = `${zone.number} ${views.map(({ shape }) => shape).join(' ')}`;
    let found = this.known.get(key);
    if (!found) {
      const name = this.spots.get(zone.number), plate = { ...this.sheet.plate(zone), halfWidth: this.sheet.plateWidth(zone), halfHeight: PLATE.halfHeight + 1 };
      found = arrange(this.sheet.shape(zone), this.sheet.anchor(zone), name?.notable ? [plate, name] : [plate], views.map(({ shape }) => extents[shape]), this.sheet.pieceSize);
      this.known.set(key, found);
    }
    return found;
  }

  /* Only where there are several, and too small to be met as they stand. */
  private fanOf(stack: Stack): Arrangement | null {
    if (stack.views.length < 2) return null;
    const { scale, places } = this.arranged(stack), tall = 2 * extents.unit.halfHeight;
    if (tall * scale * this.pixels >= FINGER) return null;
    const middle = { x: mean(places.map(p => p.x)), y: mean(places.map(p => p.y)) };
    return fanOut(middle, stack.views.map(({ shape }) => (shape === 'baggage' || shape === 'forlorn' ? extents.unit : extents[shape])), FINGER / this.pixels, this.sheet);
  }

  /* The fan lies over all others on a sheet of its own. What is focused stays in its place in the document, and so stays focused. */
  private showFan(views: readonly CounterView[], poses: ReadonlyMap<string, Pose>): void {
    if (!views.length && !this.company.fanned.length) return;
    const { backdrop, pieces } = this, boxes = views.map(view => ({ view, pose: poses.get(view.id) as Pose }));
    const isNew = views.length > 0 && (views.length !== this.company.fanned.length || views.some(view => !this.company.fanned.includes(view)));
    this.company.fanned = views;
    backdrop?.classList.toggle('absent', !views.length);
    const corners = boxes.flatMap(({ view, pose }) => view.corners(pose)), pad = 5 / this.pixels;
    const left = Math.min(...corners.map(p => p.x)) - pad, right = Math.max(...corners.map(p => p.x)) + pad, top = Math.min(...corners.map(p => p.y)) - pad, bottom = Math.max(...corners.map(p => p.y)) + pad;
    this.company.foot = bottom;
    for (const view of this.views.values()) {
      const { x, y } = poses.get(view.id) ?? { x: Infinity, y: Infinity };
      for (const element of [...view.laid, view.tag.element]) element.classList.toggle('in-fan', views.includes(view));
      view.tag.element.classList.toggle('covered', views.length > 0 && !views.includes(view) && x > left && x < right && y > top && y < bottom);
    }
    if (!views.length || !backdrop || !pieces) return;
    for (const [name, value] of Object.entries({ x: left, y: top, width: right - left, height: bottom - top, rx: 6 / this.pixels })) backdrop.setAttribute(name, n(value));
    if (!isNew) return;
    const active = document.activeElement, others = [...this.views.values()].filter(view => !views.includes(view)).flatMap(({ laid }) => laid);
    pieces.prepend(...others, backdrop);
    if (active !== document.activeElement && active instanceof SVGElement) active.focus({ preventScroll: true });
  }

  attend(marks: ReadonlyMap<string, readonly Mark[]>, scale: number): boolean {
    const selected = [...marks].find(([, list]) => list.includes('selected'))?.[0] ?? null, isNew = selected !== this.selected || (selected !== null && scale !== this.pixels);
    this.selected = selected;
    this.pixels = scale;
    this.company.slack = SLACK / scale;
    return isNew;
  }

  placeOf(piece: string): Place | null {
    const view = this.views.get(piece);
    return view?.fanned ? { x: view.zone, y: 0 } : null;
  }

  /* A seat that began in the upper half would play towards itself: its sheet is turned. Where both began level it stays as it is. */
  turnsFor(seat: Seat, units: Units): boolean {
    if (this.farther === undefined) {
      const heights = (whose: Seat): number[] => this.scene.pieces.filter(piece => piece.seat === whose)
        .flatMap(({ id }) => this.scene.zone(Number(units[id]?.['x'] ?? 0))?.anchor.y ?? []);
      const a = heights('A'), b = heights('B');
      if (!a.length || !b.length) return false;
      const gap = mean(a) - mean(b);
      this.farther = Math.abs(gap) < this.scene.depth * 0.12 ? null : gap < 0 ? 'A' : 'B';
    }
    return seat === this.farther;
  }

  cursor(board: SheetBoard, layer: SVGGElement): Cursor {
    return new ZoneCursor(board, layer, {
      sheet: this.sheet,
      zoneOf: piece => this.scene.zone(this.views.get(piece)?.zone ?? 0) ?? null,
      piecesAt: zone => this.piecesAt(zone),
      describe: zone => this.describe(zone),
    });
  }

  private piecesAt(zone: Zone): string[] {
    return [...this.views.values()].filter(view => view.present && view.zone === zone.number).map(view => view.id);
  }

  /* All that is printed there, then who stands there. */
  private describe(zone: Zone): string {
    const worth = this.scene.objectives.find(({ zone: number }) => number === zone.number), exits = this.scene.exits.filter(({ zones }) => zones.includes(zone.number));
    const borders = this.sheet.geometry.bordersOf(zone).filter(({ zones, kind, brown }) => zones.length > 1 && (kind !== 'dotted' || brown)).map(border => {
      const other = String(border.zones.find(number => number !== zone.number) ?? '');
      return text(border.brown ? 'zones.border_stops' : 'zones.border', { kind: this.borderName(border.kind), zone: other });
    });
    const points = worth ? text('zones.worth', { a: `${worth.points[0] ?? 0}`, b: `${worth.points[1] ?? 0}` }) : '';
    const ways = exits.map(({ seat, turn }) => text('zones.exit', { side: this.sideName(seat), turn: `${turn}` }));
    const pieces = this.piecesAt(zone).map(id => this.looks.get(id)?.name ?? id);
    return [text('zones.at', { zone: String(zone.number) }), this.told(zone).join(', '), ...new Set(borders), points, ...ways, ...pieces].filter(Boolean).join('; ');
  }

  private borderName(kind: string): string {
    return words(this.match.ruleset, language.value)[`terrain.${kind}`] ?? kind.replaceAll('_', ' ');
  }

  private sideName(seat: Seat): string {
    return this.scene.sides.get(seat)?.[language.value] || (words(this.match.ruleset, language.value)[`seat.${seat}`] ?? seat);
  }
}

const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length);

export function zoneBoard(match: Match): Board {
  return new SheetBoard(match, new ZoneSetting(match));
}
