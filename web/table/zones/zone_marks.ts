/*
 * zone_marks.ts: what a printed map of zones says besides the land: the code and the class of each zone, what it is worth to whom, where a
 * side may leave the map and where its supply comes from; and the names, in the reader's language.
 */
import { FieldGraver } from '../../draw/field';
import type { Place } from '../board';
import { make, n } from '../svg';
import type { NameSpot } from './zone_names';
import type { Wind, Zone } from './zone_scene';
import { PLATE, type ZoneSheet } from './zone_sheet';

/* A zone that lets sight pass has a plate with round ends; one that stops it a square one with a heavy frame and a shade behind it. */
function drawPlate(layer: SVGGElement, zone: Zone, sheet: ZoneSheet): void {
  const at = sheet.plate(zone), worth = sheet.scene.objectives.find(({ zone: number }) => number === zone.number), left = worth ? -PLATE.objective : 0;
  const group = make('g', { class: `zone-plate ${zone.brown ? 'brown' : 'yellow'}`, 'data-zone': zone.number, transform: `translate(${n(at.x)} ${n(at.y)})` }, layer);
  const code = make('g', { class: 'code', transform: `translate(${left} 0)` }, group), high = PLATE.halfHeight, wide = PLATE.code - 1;
  if (zone.brown) make('rect', { class: 'shade', x: -wide + 1.6, y: -high + 1.6, width: 2 * wide, height: 2 * high }, code);
  make('rect', { class: 'plaque', x: -wide, y: -high, width: 2 * wide, height: 2 * high, rx: zone.brown ? 0 : high }, code);
  /* The first figure is the height; people speak of the zone by the rest. */
  const number = make('text', { class: 'number', x: -4.5, y: 3.4 }, code);
  make('tspan', { class: 'altitude' }, number).textContent = zone.code.slice(0, -2);
  make('tspan', {}, number).textContent = zone.code.slice(-2);
  make('text', { class: 'roman', x: 9.5, y: 3.2 }, code).textContent = zone.roman;
  if (worth) drawWorth(group, worth.points);
}

/* A star between two shields, with what the place is worth to either side. */
function drawWorth(layer: SVGGElement, points: readonly number[]): void {
  const group = make('g', { class: 'worth', transform: `translate(${PLATE.code} 0)` }, layer);
  points.slice(0, 2).forEach((value, i) => {
    const side = make('g', { 'data-seat': i ? 'B' : 'A', transform: `translate(${i ? 7 : -7} 0)` }, group);
    make('path', { class: 'shield', d: 'M-6.200-7H6.200V1Q6.200 6 0 8.500Q-6.200 6-6.200 1Z' }, side);
    make('text', { class: 'points', y: 3.4 }, side).textContent = `${value}`;
  });
  make('path', { class: 'star', d: 'M0-15L1.300-11.800L4.700-11.500L2.100-9.300L2.900-6L0-7.800L-2.900-6L-2.100-9.300L-4.700-11.500L-1.300-11.800Z' }, group);
}

export function drawPlates(layer: SVGSVGElement, sheet: ZoneSheet): void {
  const group = make('g', { class: 'zone-plates' }, layer);
  for (const zone of sheet.scene.zones) drawPlate(group, zone, sheet);
}

/* The middle of the zone's sides on one rim of the unturned map; null when it does not touch that. */
function rimSpot(zone: Zone, wind: Wind, sheet: ZoneSheet): Place | null {
  const { vertices, width, depth } = sheet.scene, on = ({ x, y }: Place): boolean => (wind === 'N' ? y <= 0 : wind === 'S' ? y >= depth : wind === 'W' ? x <= 0 : x >= width);
  const points = zone.corners.map(index => vertices[index] as Place).filter(on);
  if (points.length < 2) return null;
  const middle = (values: readonly number[]): number => (Math.min(...values) + Math.max(...values)) / 2;
  return { x: middle(points.map(p => p.x)), y: middle(points.map(p => p.y)) };
}

const winds: readonly Wind[] = ['S', 'N', 'W', 'E'], angles: Readonly<Record<Wind, number>> = { N: 0, E: 90, S: 180, W: 270 };
const ARROW = 'M-8 5H8V-16H16L0-35L-16-16H-8Z';

/* Arrows over the rim, in the colour and the manner of their side, with the turn from which they are open. */
function drawExits(layer: SVGGElement, sheet: ZoneSheet): void {
  for (const { seat, zones: numbers, turn, wind: told } of sheet.scene.exits) {
    const zones = numbers.flatMap(number => sheet.scene.zone(number) ?? []), touching = (wind: Wind): number => zones.filter(zone => rimSpot(zone, wind, sheet)).length;
    const wind = told ?? [...winds].sort((a, b) => touching(b) - touching(a))[0] ?? 'S';
    for (const zone of zones) {
      const spot = rimSpot(zone, wind, sheet) ?? rimSpot(zone, winds.find(each => rimSpot(zone, each, sheet)) ?? wind, sheet);
      if (!spot) continue;
      const { x, y } = sheet.lie(spot), angle = angles[wind] + (sheet.turned ? 180 : 0);
      const group = make('g', { class: 'exit', 'data-seat': seat, 'data-zone': zone.number, transform: `translate(${n(x)} ${n(y)})` }, layer);
      make('path', { d: ARROW, transform: `rotate(${angle})` }, group);
      const inward = (angle * Math.PI) / 180;
      if (turn > 1) make('text', { x: n(Math.sin(inward) * 14), y: n(-Math.cos(inward) * 14 + 4) }, group).textContent = `${turn}`;
    }
  }
}

/* A band along the rim, with wagons on it: whole for the first side, broken for the second. */
function drawSupply(layer: SVGGElement, sheet: ZoneSheet): void {
  const { width, height, margin } = sheet, out = margin * 0.62;
  sheet.scene.supply.forEach(({ seat, wind }, i) => {
    const shared = sheet.scene.supply.findIndex(other => other.wind === wind) < i ? 8 : 0, far = out + shared - (shared ? 4 : 0);
    const seen = sheet.turned ? ({ N: 'S', S: 'N', E: 'W', W: 'E' } as const)[wind] : wind, isFlat = seen === 'N' || seen === 'S';
    const y = seen === 'N' ? -far : height + far, x = seen === 'W' ? -far : width + far, length = isFlat ? width : height;
    const group = make('g', { class: 'supply', 'data-seat': seat, 'data-wind': wind }, layer);
    make('path', { class: 'band', d: isFlat ? `M${n(length * 0.06)} ${n(y)}H${n(length * 0.94)}` : `M${n(x)} ${n(length * 0.06)}V${n(length * 0.94)}` }, group);
    for (const part of [0.25, 0.5, 0.75]) {
      const at = isFlat ? { x: length * part, y } : { x, y: length * part }, hand = new FieldGraver('wagon');
      make('circle', { class: 'seal', cx: n(at.x), cy: n(at.y), r: 11.5 }, group);
      hand.wagon(at.x - 1.4, at.y + 5, 7);
      const wagon = make('g', { class: 'engraved-map' }, group);
      for (const cut of hand.cuts) make('path', { class: cut.name, d: cut.d }, wagon);
    }
  });
}

export function drawRimMarks(layer: SVGSVGElement, sheet: ZoneSheet): void {
  const group = make('g', { class: 'rim-marks' }, layer);
  drawSupply(group, sheet);
  drawExits(group, sheet);
}

/** The names of the zones, near their plates; again when the language has changed. */
export function nameZones(layer: SVGSVGElement, spots: ReadonlyMap<number, NameSpot>): void {
  const names = layer.querySelector<SVGGElement>('.names');
  if (!names) return;
  names.replaceChildren();
  for (const { x, y, zone, text, notable } of spots.values()) {
    const group = make('g', { transform: `translate(${n(x)} ${n(y + 2.8)})` }, names);
    make('text', { class: `zone-name${notable ? ' notable' : ''}`, 'data-zone': zone.number }, group).textContent = text;
  }
}
