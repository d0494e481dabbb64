/*
 * zones.ts: counting on a map of zones, for people. A place is the number of a zone, as x; zones that share a side or a corner are one
 * apart. Nothing here decides: the engine is asked about every place that comes out of it.
 */
import type { Language, Match, Refusal } from '../../engine/engine';
import type { Place } from '../../table/board';
import { readZoneScene, type Zone, type ZoneScene } from '../../table/zones/zone_scene';

const placeOf = ({ number }: Zone): Place => ({ x: number, y: 0 });

export class ZoneCount {
  private readonly scene: ZoneScene;
  private readonly near = new Map<number, readonly Zone[]>();
  private readonly apart = new Map<number, ReadonlyMap<number, number>>();

  constructor(match: Match) {
    this.scene = readZoneScene(match.board);
  }

  places(): readonly Place[] {
    return this.scene.zones.map(placeOf);
  }

  /** "12 (hamlet)": as the map prints it. */
  name({ x }: Place, language: Language): string {
    const zone = this.scene.zone(x), name = zone?.names[language];
    return name ? `${x} (${name})` : String(x);
  }

  private neighbours(zone: Zone): readonly Zone[] {
    let found = this.near.get(zone.number);
    if (!found) this.near.set(zone.number, found = this.scene.zones.filter(other => other !== zone && other.corners.some(corner => zone.corners.includes(corner))));
    return found;
  }

  /* From one zone to all that can be come to by any steps. */
  private distances(from: Zone): ReadonlyMap<number, number> {
    const found = new Map([[from.number, 0]]);
    let edge: readonly Zone[] = [from];
    for (let steps = 1; edge.length > 0; steps++) {
      edge = edge.flatMap(zone => this.neighbours(zone)).filter(({ number }) => !found.has(number) && found.set(number, steps));
    }
    return found;
  }

  /** Steps from zone to zone; Infinity beyond the map. */
  distance(from: Place, to: Place): number {
    const zone = this.scene.zone(from.x);
    if (!zone) return Infinity;
    let known = this.apart.get(zone.number);
    if (!known) this.apart.set(zone.number, known = this.distances(zone));
    return known.get(to.x) ?? Infinity;
  }

  /** The zone that lies best in a direction of the map: first of those that touch this one; itself where there is none. */
  step(from: Place, right: number, down: number): Place {
    const zone = this.scene.zone(from.x);
    if (!zone) return from;
    const cost = (other: Zone): number => {
      const dx = other.anchor.x - zone.anchor.x, dy = other.anchor.y - zone.anchor.y;
      const along = dx * right + dy * down, across = Math.abs(dx * down) + Math.abs(dy * right);
      return along <= 1 || across > along * 1.2 ? Infinity : along + across * 2;
    };
    const best = (list: readonly Zone[]): Zone | null => list.reduce<Zone | null>((least, one) => (cost(one) < (least ? cost(least) : Infinity) ? one : least), null);
    const found = best(this.neighbours(zone)) ?? best(this.scene.zones.filter(other => other !== zone));
    return found ? placeOf(found) : from;
  }

  east({ x }: Place): number | null {
    return this.scene.zone(x)?.anchor.x ?? null;
  }

  /** What stops a line of sight: the zone that the refusal names, or what lies between neighbours. */
  stops({ element }: Refusal, from: Place, to: Place): readonly Place[] {
    const zone = element === undefined ? undefined : this.scene.zones[element];
    if (zone) return [placeOf(zone)];
    return this.distance(from, to) === 1 ? [from, to] : [];
  }
}
