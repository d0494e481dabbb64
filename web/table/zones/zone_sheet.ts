/* zone_sheet.ts: the sheet of a map of zones. A place is the number of a zone, as x; 0 is beyond the map. Nothing has a heading. */
import { Shape } from '../../draw/shape';
import type { Place, Pose } from '../board';
import type { Sheet } from '../sheet';
import { closed } from '../svg';
import { ZoneGeometry, chord, fits, highest } from './geometry';
import type { Zone, ZoneScene } from './zone_scene';

/** The plate with a zone's code, and what is printed beside it. */
export const PLATE = { halfHeight: 6.5, code: 17, objective: 16 } as const;

export class ZoneSheet implements Sheet {
  readonly unit = 100;                                    /* about the width of a zone */
  readonly width: number;
  readonly height: number;
  readonly margin = 38;
  readonly geometry: ZoneGeometry;
  readonly pieceSize: number;                             /* how large a piece may be: more where zones are larger */
  private isTurned = false;
  private shapes = new Map<number, Shape>();
  private plates = new Map<number, Place>();

  constructor(readonly scene: ZoneScene) {
    this.width = scene.width;
    this.height = scene.depth;
    this.geometry = new ZoneGeometry(scene);
    const sides = scene.zones.map(zone => Math.sqrt(this.geometry.shape(zone).area)).sort((a, b) => a - b);
    this.pieceSize = Math.max(0.8, Math.min(1.8, (sides[Math.floor(sides.length / 2)] ?? 100) / 105));
  }

  get turned(): boolean {
    return this.isTurned;
  }

  set turned(turned: boolean) {
    this.isTurned = turned;
    this.shapes = new Map();
    this.plates = new Map();
  }

  /** A point of the map on the sheet, and back. */
  lie(point: Place): Place {
    return this.isTurned ? { x: this.width - point.x, y: this.height - point.y } : point;
  }

  zone(place: Place): Zone | undefined {
    return this.scene.zone(place.x);
  }

  private zones(places: readonly Place[]): Zone[] {
    return places.flatMap(place => this.zone(place) ?? []);
  }

  /** The exact polygon on the sheet. */
  shape(zone: Zone): Shape {
    let shape = this.shapes.get(zone.number);
    if (!shape) {
      shape = new Shape(this.geometry.shape(zone).points.map(point => this.lie(point)));
      this.shapes.set(zone.number, shape);
    }
    return shape;
  }

  /** As it is drawn. */
  outline(zones: readonly Zone[]): string {
    return this.geometry.rings(zones).map(ring => closed(ring.map(point => this.lie(point)))).join('');
  }

  anchor(zone: Zone): Place {
    return this.lie(zone.anchor);
  }

  /** Where the plate of a zone stands: its middle. */
  plate(zone: Zone): Place {
    let found = this.plates.get(zone.number);
    if (!found) {
      found = highest(this.shape(zone), this.plateWidth(zone) + 3, PLATE.halfHeight + 4);
      this.plates.set(zone.number, found);
    }
    return found;
  }

  /** Half of the width of what is printed there. */
  plateWidth(zone: Zone): number {
    return PLATE.code + (this.scene.objectives.some(({ zone: number }) => number === zone.number) ? PLATE.objective : 0);
  }

  point(place: Place): Place {
    const zone = this.zone(place);
    return zone ? this.anchor(zone) : { x: -this.margin, y: -this.margin };
  }

  place(point: Place): Place {
    return { x: this.geometry.at(this.lie(point))?.number ?? 0, y: 0 };
  }

  pose(pose: Pose): Pose {
    return { ...this.point(pose), heading: 0 };
  }

  area(places: readonly Place[]): string {
    return this.outline(this.zones(places));
  }

  cells(places: readonly Place[]): string {
    return this.zones(places).map(zone => closed(inset(this.shape(zone), 5))).join('');
  }

  crest(places: readonly Place[]): Place | null {
    const zone = this.zones(places).sort((a, b) => this.plate(a).y - this.plate(b).y)[0];
    if (!zone) return null;
    const { x, y } = this.plate(zone);
    return { x, y: Math.max(8, y - PLATE.halfHeight - 10) };
  }

  /** Where a label stands that belongs to a zone. */
  spot(place: Place): Place {
    const zone = this.zone(place);
    if (!zone) return this.point(place);
    const { x, y } = this.plate(zone), aside = this.plateWidth(zone) + 13, room = { y: y + 3, halfWidth: 12, halfHeight: 10 };
    /* Beside the plate, or under it where neither side has room. */
    const found = [x + aside, x - aside].find(each => fits(this.shape(zone), { x: each, ...room }));
    return found === undefined ? { x, y: y + PLATE.halfHeight + 11 } : { x: found, y: y + 3 };
  }

  way(places: readonly Place[]): Place[] {
    return this.geometry.way(this.zones(places)).map(point => this.lie(point));
  }

  border(from: Place, to: Place): Place {
    const a = this.zone(from), b = this.zone(to), between = a && b ? this.geometry.crossing(a, b) : null, p = this.point(from), q = this.point(to);
    return between ? this.lie(between) : { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
  }

  /** A line of sight: straight, or over the border of neighbours. */
  sight(from: Place, to: Place): Place[] {
    const a = this.zone(from), b = this.zone(to);
    return a && b && this.geometry.neighbours(a).has(b.number) ? this.way([from, to]) : [this.point(from), this.point(to)];
  }

  /** Where such a line ends when a zone stops it, or the border between two. */
  stop(from: Place, to: Place, by: readonly Place[]): Place | null {
    const [first, second] = this.zones(by);
    if (!first) return null;
    if (second) return this.border({ x: first.number, y: 0 }, { x: second.number, y: 0 });
    const p = this.point(from), q = this.point(to), found = chord(this.shape(first), p, q);
    if (!found) return this.anchor(first);
    const isEnd = first.number === from.x || first.number === to.x, t = isEnd ? (first.number === to.x ? found[0] : found[1]) : (found[0] + found[1]) / 2;
    return { x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t };
  }
}

/** A polygon drawn in by a distance, about. */
export function inset(shape: Shape, distance: number): Place[] {
  const { centre } = shape;
  return shape.points.map(p => {
    const far = Math.hypot(p.x - centre.x, p.y - centre.y) || 1, part = Math.max(0.2, 1 - (distance * 1.35) / far);
    return { x: centre.x + (p.x - centre.x) * part, y: centre.y + (p.y - centre.y) * part };
  });
}
