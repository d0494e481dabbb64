/*
 * zone_land.ts: a map of zones as an engraved plan of its time: what grows or stands in each zone, heights by tints and hachures, roads from
 * anchor to anchor, and over all the borders, whose kinds matter for every step. Drawn once while the sheet lies still.
 */
import { lineOf } from '../../draw/country';
import { Burin } from '../../draw/burin';
import type { Shape } from '../../draw/shape';
import type { Place } from '../board';
import { smooth } from '../hexes/geometry';
import { drawFrame, drawPaper } from '../map_frame';
import { make, n } from '../svg';
import { Clearing, ZoneGraver } from './zone_graver';
import { drawRimMarks, drawPlates } from './zone_marks';
import { hasChurch, sortOf, washes, type Sort } from './sorts';
import type { Border, Zone } from './zone_scene';
import { inset, type ZoneSheet } from './zone_sheet';

function cutAll(layer: SVGGElement, hand: ZoneGraver): void {
  for (const cut of hand.cuts) make('path', { class: cut.name, d: cut.d }, layer);
}

/** A road as a hand draws it: through the anchors, over the borders, and off the map where it ends at the rim. */
function roadLine(numbers: readonly number[], sheet: ZoneSheet): Place[] {
  const zones = numbers.flatMap(number => sheet.scene.zone(number) ?? []), first = zones[0], last = zones[zones.length - 1];
  if (!first || !last) return [];
  const line = [...rimExit(first, sheet), ...sheet.geometry.way(zones), ...rimExit(last, sheet)];
  return smooth(line.map(point => sheet.lie(point)), false, 3);
}

/* Beyond the middle of the longest side on the rim. */
function rimExit(zone: Zone, sheet: ZoneSheet): Place[] {
  const { vertices, width, depth } = sheet.scene, sides = sheet.geometry.bordersOf(zone).filter(({ zones }) => zones.length < 2).map(({ a, b }) => [vertices[a] as Place, vertices[b] as Place] as const);
  const [p, q] = sides.sort(([a, b], [c, d]) => Math.hypot(d.x - c.x, d.y - c.y) - Math.hypot(b.x - a.x, b.y - a.y))[0] ?? [];
  if (!p || !q) return [];
  const along = (low: number, high: number, anchor: number): number => Math.max(Math.min(low, high) + 8, Math.min(Math.max(low, high) - 8, anchor)), out = 20;
  if (p.y === q.y) return [{ x: along(p.x, q.x, zone.anchor.x), y: p.y <= 0 ? -out : depth + out }];
  return [{ x: p.x <= 0 ? -out : width + out, y: along(p.y, q.y, zone.anchor.y) }];
}

type Draw = (hand: ZoneGraver, shape: Shape, zone: Zone) => void;

/* What lies flat, and is drawn under roads. */
const flat: Readonly<Partial<Record<Sort, Draw>>> = {
  meadow: (hand, shape) => hand.grass(shape, 24),
  bare: (hand, shape) => hand.grass(shape, 46),
  field: (hand, shape) => hand.furrows(shape, 'low'),
  marsh: (hand, shape) => hand.reeds(shape, 19),
  ford: (hand, shape) => hand.shallows(shape),
  rough: (hand, shape) => hand.rough(shape),
};

/* What stands, and keeps clear of roads. */
const standing: Readonly<Partial<Record<Sort, Draw>>> = {
  wood: (hand, shape) => hand.trees(shape, 17, 1.25),
  forest: (hand, shape) => hand.trees(shape, 20, 1),
  vines: (hand, shape) => hand.vines(shape),
  orchard: (hand, shape) => hand.orchard(shape, 14),
  village: (hand, shape, zone) => hand.hamlet(shape, 8.4, 1.15, hasChurch(zone) || !/hamlet|farm/.test(zone.names.en)),
  town: (hand, shape, zone) => hand.hamlet(shape, 8, 0.86, hasChurch(zone)),
  castle: (hand, shape) => hand.stronghold(shape),
  camp: (hand, shape) => hand.tents(shape),
  wagons: (hand, shape) => hand.park(shape),
};

let drawings = 0;                                                /* ids of clips are unique in the page */

/* Water that lies together has one shore. */
function drawWater(layer: SVGGElement, zones: readonly Zone[], sheet: ZoneSheet): void {
  if (!zones.length) return;
  const id = `water-of-zones-${++drawings}`, d = sheet.outline(zones);
  make('path', { d }, make('clipPath', { id }, layer));
  make('path', { class: 'wash water', d }, layer);
  const inside = make('g', { 'clip-path': `url(#${id})` }, layer);
  for (const width of [380, 270, 180, 110, 60, 20]) {
    make('path', { class: `ripple w${width}`, d }, inside);
    make('path', { class: `still w${width}`, d }, inside);
  }
}

function drawZones(layer: SVGGElement, sheet: ZoneSheet, draws: Readonly<Partial<Record<Sort, Draw>>>, roads: readonly (readonly Place[])[], part: string): void {
  for (const zone of sheet.scene.zones) {
    const sort = sortOf(zone), draw = draws[sort];
    if (!draw) continue;
    const group = make('g', { class: 'terrain', 'data-zone': zone.number, 'data-sort': sort }, layer), hand = new ZoneGraver(`${part} ${zone.number}`);
    const outline = inset(sheet.shape(zone), 6.5);
    draw(hand, new Clearing(outline, roads, 8), zone);
    cutAll(group, hand);
  }
}

function drawWashes(layer: SVGGElement, sheet: ZoneSheet): void {
  for (const zone of sheet.scene.zones) {
    const wash = washes[sortOf(zone)];
    if (wash && wash !== 'water') make('path', { class: `wash ${wash}`, d: sheet.outline([zone]) }, layer);
  }
}

/* A tint for each height above the lowest ground, one over the other. */
function drawHeights(layer: SVGGElement, sheet: ZoneSheet): void {
  const { zones } = sheet.scene, levels = [...new Set(zones.map(zone => zone.altitude))].sort((a, b) => a - b).slice(1);
  for (const level of levels) make('path', { class: 'wash height', 'data-level': level, d: sheet.outline(zones.filter(zone => zone.altitude >= level)) }, layer);
}

/* Hachures down from the higher zone, longer where the fall is greater. */
function drawSlopes(layer: SVGGElement, sheet: ZoneSheet): void {
  const hand = new ZoneGraver('slopes');
  for (const { a, b, zones } of sheet.scene.borders) {
    const [p, q] = zones.map(number => sheet.scene.zone(number));
    if (!p || !q || p.altitude === q.altitude) continue;
    const high = p.altitude > q.altitude ? p : q, fall = Math.abs(p.altitude - q.altitude), index = high.corners.indexOf(a);
    /* Corners run clockwise: the lower ground is to the left of the way along them. */
    const isForth = high.corners[(index + 1) % high.corners.length] === b, line = sheet.geometry.side(isForth ? a : b, isForth ? b : a);
    hand.slope(line.map(point => sheet.lie(point)), 3.4, 9 + 5 * fall);
  }
  cutAll(make('g', { class: 'slopes' }, layer), hand);
}

function drawRoads(layer: SVGGElement, roads: readonly (readonly Place[])[], paths: readonly (readonly Place[])[]): void {
  const hand = new ZoneGraver('roads');
  for (const line of paths) {
    hand.cut('trail halo', lineOf(line));
    hand.cut('trail', lineOf(line));
  }
  for (const line of roads) hand.cut('highway bank', lineOf(line));
  for (const line of roads) hand.cut('highway', lineOf(line));
  cutAll(make('g', { class: 'roads' }, layer), hand);
}

type Kind = 'within' | 'dotted' | 'single' | 'double' | 'impassable' | 'rim';

/** The kind of a border for the eye; what nobody knows is a single line. Where water meets water there is nothing to cross. */
function kindOf({ kind, zones }: Border, sheet: ZoneSheet): Kind {
  if (zones.length > 1 && zones.every(number => { const zone = sheet.scene.zone(number); return zone && washes[sortOf(zone)] === 'water'; })) return 'within';
  return kind === 'dotted' || kind === 'double' || kind === 'impassable' || kind === 'rim' ? kind : 'single';
}

/* What lets sight pass is a line as on a printed map; what stops it has something on it that hides: bushes, a wall, a rampart. */
function drawBorders(layer: SVGGElement, sheet: ZoneSheet): void {
  const { borders, vertices } = sheet.scene;
  for (const kind of ['within', 'dotted', 'single', 'double', 'impassable'] as const) {
    for (const brown of [false, true]) {
      const found = borders.filter(border => kindOf(border, sheet) === kind && border.brown === brown);
      if (!found.length) continue;
      const group = make('g', { class: `border ${kind} ${brown ? 'brown' : 'yellow'}`, 'data-border': `${kind} ${brown ? 'brown' : 'yellow'}` }, layer);
      const hand = new ZoneGraver(`${kind} ${brown}`), lines = found.map(({ a, b }) => sheet.geometry.side(a, b).map(point => sheet.lie(point)));
      const d = lines.map(line => lineOf(line)).join('');
      if (kind === 'double' && brown) {
        for (const line of lines) hand.masonry(line, 2.5);
        for (const index of new Set(found.flatMap(({ a, b }) => [a, b]))) hand.turret(sheet.lie(vertices[index] as Place), 4.2);
      } else {
        hand.cut('under', d);
        hand.cut('stroke', d);
        if (kind === 'double') hand.cut('core', d);
        if (brown && kind === 'impassable') for (const line of lines) hand.teeth(line);
        else if (brown) for (const line of lines) hand.bushes(line, kind === 'single');
      }
      cutAll(group, hand);
    }
  }
}

/* In the corner of the frame, since zones leave no room. */
function drawNorth(layer: SVGGElement, sheet: ZoneSheet): void {
  const hand = new Burin(7), at = sheet.margin * 0.62;
  const group = make('g', { class: 'compass', transform: `translate(${n(sheet.width + at - 4)} ${n(-at + 6)}) rotate(${sheet.turned ? 180 : 0}) scale(.24)` }, layer);
  hand.compass(0, 0, 58);
  for (const stroke of hand.strokes) make('path', { class: stroke.tool, d: stroke.d }, group);
}

export function drawZoneLand(layer: SVGSVGElement, sheet: ZoneSheet): void {
  layer.replaceChildren();
  const clip = `zones-${++drawings}`, { scene } = sheet;
  make('rect', { width: n(sheet.width), height: n(sheet.height) }, make('clipPath', { id: clip }, layer));
  const inside = make('g', { class: 'engraved-map zone-map', 'clip-path': `url(#${clip})` }, layer), frame = make('g', { class: 'engraved-map zone-frame' }, layer);
  const roads = scene.roads.map(road => roadLine(road, sheet)), paths = scene.paths.map(path => roadLine(path, sheet)), clear = [...roads, ...paths];
  drawPaper(inside, sheet);
  drawHeights(inside, sheet);
  drawWashes(inside, sheet);
  drawZones(inside, sheet, flat, clear, 'flat');
  drawSlopes(inside, sheet);
  drawWater(inside, scene.zones.filter(zone => washes[sortOf(zone)] === 'water'), sheet);
  drawZones(inside, sheet, { bridge: (hand, shape) => hand.brokenBridge(shape) }, [], 'bridge');
  drawRoads(inside, roads, paths);
  drawZones(inside, sheet, standing, clear, 'standing');
  drawBorders(inside, sheet);
  drawFrame(frame, sheet);
  drawNorth(frame, sheet);
  drawRimMarks(layer, sheet);
  drawPlates(layer, sheet);
  make('g', { class: 'names' }, layer);
}
