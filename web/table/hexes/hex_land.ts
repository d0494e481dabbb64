/*
 * hex_land.ts: a field of hexes as an engraved plan: heights by hachures, ground by what grows or stands there, water that flows along the
 * sides, and a thin grid over it. Drawn once while the sheet lies still. Kinds are known by the words that games use for them.
 */
import { BLADES, lineOf } from '../../draw/country';
import { FieldGraver } from '../../draw/field';
import { placed } from '../../draw/glyph';
import type { Place } from '../board';
import { drawCompass, drawFrame, drawPaper } from '../map_frame';
import { make, n, open } from '../svg';
import { SIDE, WIDE, chainsOf, keyOf, neighbour, vertexOf } from './geometry';
import { flow, groundRegions, heightRegions, hexesWhere, isCrossing, isWater, sortOf, waterLines, type Ground, type Region } from './ground';
import type { HexScene } from './hex_scene';
import type { HexSheet } from './hex_sheet';

type Draw = (hand: FieldGraver, region: Region, sheet: HexSheet) => void;

/* Things in each hex of a region, at places in parts of a hex's width around its middle. */
function scattered(hand: FieldGraver, region: Region, sheet: HexSheet, spots: readonly (readonly [number, number])[],
  thing: (x: number, y: number, count: number) => void): void {
  let count = 0;
  hand.stand(region.hexes.flatMap(hex => spots.map(([dx, dy]) => {
    const centre = sheet.point(hex), index = count++, place = { x: centre.x + (dx + hand.between(-0.035, 0.035)) * WIDE, y: centre.y + (dy + hand.between(-0.025, 0.025)) * WIDE };
    return { ...place, draw: (x: number, y: number) => thing(x, y, index) };
  })));
}

function houses(size: number, spots: readonly (readonly [number, number])[], churchEvery: number): Draw {
  return (hand, region, sheet) => {
    const church = Math.floor(spots.length / 2);
    scattered(hand, region, sheet, spots, (x, y, count) => hand.house(x - size, y, size * hand.between(0.92, 1.06), count % (churchEvery * spots.length) === church));
  };
}

/* A mill stands alone; several together are an abbey. */
function building(hand: FieldGraver, region: Region, sheet: HexSheet): void {
  if (region.hexes.length === 1) scattered(hand, region, sheet, [[0, 0.3]], (x, y) => hand.windmill(x, y, 15));
  else scattered(hand, region, sheet, [[-0.05, 0.27]], (x, y, count) => hand.house(x - 10, y, 12, count === 0));
}

const VILLAGE = [[-0.17, -0.1], [0.2, -0.04], [-0.22, 0.2], [0.12, 0.28]] as const;
const TOWN = [[-0.2, -0.24], [0.18, -0.2], [-0.28, 0.02], [0.08, 0.06], [-0.14, 0.28], [0.24, 0.26]] as const;
const WAGONS = [[-0.2, -0.02], [0.22, 0.04], [0, 0.3]] as const;

const draws: Readonly<Record<string, Draw>> = {
  marsh: (hand, { shape }) => hand.reeds(shape, 17),
  bog: (hand, { shape }) => hand.pools(shape, 17),
  orchard: (hand, { shape }) => hand.orchard(shape, 12),
  field: (hand, { shape }) => hand.furrows(shape, 'low'),
  pits: (hand, { shape }) => hand.pits(shape, 13.5),
  rocks: (hand, { shape }) => hand.rocks(shape, 16),
  wood: (hand, { shape }) => hand.trees(shape, 20, 1.05),
  town: houses(7.4, TOWN, 7),
  village: houses(7.8, VILLAGE, 9),
  castle: (hand, region, sheet) => scattered(hand, region, sheet, [[0, 0.3]], (x, y) => hand.castle(x, y, 12.5)),
  building,
  wagons: (hand, region, sheet) => scattered(hand, region, sheet, WAGONS, (x, y) => hand.wagon(x, y, 8.4)),
  rough: (hand, { shape }) => hand.rough(shape),
};

function drawWater(layer: SVGGElement, scene: HexScene, sheet: HexSheet): void {
  const lines = waterLines(scene, sheet), path = (name: string, broad: boolean): void => {
    const d = lines.filter(line => line.broad === broad).map(({ line }) => lineOf(line)).join('');
    if (d) make('path', { class: `${name} ${broad ? 'broad' : 'narrow'}`, d }, layer);
  };
  for (const name of ['bed', 'flow', 'current']) for (const broad of [false, true]) path(name, broad);
}

/* The line with the lower ground to its left, or as it was where both sides are equally high. */
function downhill(line: readonly Place[], scene: HexScene, sheet: HexSheet): readonly Place[] {
  const p = line[0], q = line[1];
  if (!p || !q) return line;
  const dx = q.x - p.x, dy = q.y - p.y, length = Math.hypot(dx, dy) || 1, x = (p.x + q.x) / 2, y = (p.y + q.y) / 2;
  const level = (side: number): number => scene.level(sheet.place({ x: x + (side * dy * 9) / length, y: y - (side * dx * 9) / length }));
  return level(1) > level(-1) ? [...line].reverse() : line;
}

const sides: readonly (readonly [RegExp, 'low' | 'high', (hand: FieldGraver, line: readonly Place[], scene: HexScene, sheet: HexSheet) => void])[] = [
  [/ditch|trench/, 'low', (hand, line) => hand.ditchLine(flow(line))],
  [/steep|bank|cliff|slope/, 'low', (hand, line, scene, sheet) => hand.bank(flow(downhill(line, scene, sheet)))],
  [/hedge|bocage/, 'high', (hand, line) => hand.hedgeLine(flow(line))],
  [/wall|rampart/, 'high', (hand, line) => hand.wallLine(line)],
  [/road|path|track/, 'low', (hand, line) => hand.roadLine(flow(line), 4)],
];

function drawSides(layer: SVGGElement, scene: HexScene, sheet: HexSheet, height: 'low' | 'high'): void {
  const kinds = new Set(scene.edges.map(edge => edge.kind).filter(kind => !isWater.test(kind) && !isCrossing.test(kind)));
  for (const kind of kinds) {
    const found = sides.find(([word]) => word.test(kind)), hand = new FieldGraver(kind);
    if ((found?.[1] ?? 'high') !== height) continue;
    for (const chain of chainsOf(scene.edges.filter(edge => edge.kind === kind))) {
      const line = chain.map(node => sheet.node(node));
      if (found) found[2](hand, line, scene, sheet);
      else hand.fenceLine(line);
    }
    const group = make('g', { class: found ? 'edges' : 'edges unknown', 'data-edge': kind }, layer);
    for (const cut of hand.cuts) make('path', { class: cut.name, d: cut.d }, group);
  }
}

function drawCrossings(layer: SVGGElement, scene: HexScene, sheet: HexSheet): void {
  for (const edge of scene.edges.filter(({ kind }) => isCrossing.test(kind))) {
    const hand = new FieldGraver(`${edge.kind} ${keyOf(edge)}`), a = sheet.node(vertexOf(edge, edge.direction)), b = sheet.node(vertexOf(edge, edge.direction + 1));
    if (/bridge/.test(edge.kind)) hand.bridge(a, b);
    else hand.ford(a, b);
    const group = make('g', { class: 'edges', 'data-edge': edge.kind }, layer);
    for (const cut of hand.cuts) make('path', { class: cut.name, d: cut.d }, group);
  }
}

function drawSlopes(layer: SVGGElement, heights: readonly (readonly Region[])[]): void {
  heights.forEach((regions, i) => {
    const hand = new FieldGraver(`height ${i}`);
    for (const region of regions) for (const ring of region.rings) hand.slope([...ring, ring[0] as Place], 3.3, 8.5);
    make('path', { class: 'contour', d: regions.map(region => region.d).join('') }, layer);
    for (const cut of hand.cuts) make('path', { class: cut.name, d: cut.d }, layer);
  });
}

let drawings = 0;                                                /* ids of clips are unique in the page */

function drawWaterRegion(layer: SVGGElement, region: Region): void {
  const id = `lake-${++drawings}`, { d } = region;
  make('path', { d }, make('clipPath', { id }, layer));
  make('path', { class: 'wash water', d }, layer);
  const inside = make('g', { 'clip-path': `url(#${id})` }, layer);
  for (const width of [180, 110, 60, 20]) {
    make('path', { class: `ripple w${width}`, d }, inside);
    make('path', { class: `still w${width}`, d }, inside);
  }
  make('path', { class: 'shore', d }, layer);
}

function drawGrounds(layer: SVGGElement, sheet: HexSheet, found: readonly Ground[]): void {
  for (const { kind, sort, regions } of found) {
    const group = make('g', { class: 'terrain', 'data-ground': kind, 'data-sort': sort.name }, layer);
    for (const region of regions) {
      if (sort.name === 'water') {
        drawWaterRegion(group, region);
        continue;
      }
      make('path', { class: `wash ${sort.wash}`, d: region.d }, group);
      const hand = new FieldGraver(`${kind} ${keyOf(region.hexes[0] as Place)}`);
      draws[sort.name]?.(hand, region, sheet);
      for (const cut of hand.cuts) make('path', { class: cut.name, d: cut.d }, group);
    }
  }
}

/* Grass here and there, where nothing else grows. */
function drawGrass(layer: SVGGElement, scene: HexScene, sheet: HexSheet): void {
  const hand = new FieldGraver('grass');
  let d = '';
  for (const hex of hexesWhere(scene, true, at => sortOf(scene.ground(at)) === null)) {
    const centre = sheet.point(hex);
    if (hand.between(0, 1) > 0.55) continue;
    const x = centre.x + hand.between(-0.34, 0.34) * WIDE, y = centre.y + hand.between(-0.34, 0.34) * WIDE, size = hand.between(2.6, 4.4);
    for (let k = 0; k < 3; k++) d += placed(BLADES, x + (k - 1) * size * 1.7, y + hand.between(-2, 2), size);
  }
  make('path', { class: 'grass', d }, layer);
}

/* Each side once: those to the east and south, and the rim. */
function drawGrid(layer: SVGGElement, scene: HexScene, sheet: HexSheet): void {
  let d = '';
  for (const hex of hexesWhere(scene, false, () => true)) {
    const first = [0, 4, 5].filter(direction => !sheet.has(neighbour(hex, direction)));
    d += open([1, 2, 3, 4].map(vertex => sheet.node(vertexOf(hex, vertex))));
    for (const direction of first) d += open([direction, direction + 1].map(vertex => sheet.node(vertexOf(hex, vertex))));
  }
  make('path', { class: 'grid', d }, layer);
}

function drawCoordinates(layer: SVGSVGElement, scene: HexScene, sheet: HexSheet): void {
  const group = make('g', { class: 'coordinates' }, layer);
  for (const hex of hexesWhere(scene, false, () => true)) {
    const centre = sheet.point(hex);
    make('text', { x: n(centre.x), y: n(centre.y + SIDE * 0.76) }, group).textContent = `${hex.x},${hex.y}`;
  }
}

const LAKES = 3;                                                 /* the order of standing water */

export function drawHexLand(layer: SVGSVGElement, scene: HexScene, sheet: HexSheet): void {
  layer.replaceChildren();
  const clip = `field-${++drawings}`;
  make('rect', { width: n(sheet.width), height: n(sheet.height) }, make('clipPath', { id: clip }, layer));
  const inside = make('g', { class: 'engraved-map hex-map', 'clip-path': `url(#${clip})` }, layer), frame = make('g', { class: 'engraved-map' }, layer);
  const found = groundRegions(scene, sheet), heights = heightRegions(scene, sheet);
  drawPaper(inside, sheet);
  drawCompass(inside, [...heights, ...found.map(({ regions }) => regions)].flat().map(({ shape }) => shape.points), sheet);
  for (const regions of heights) make('path', { class: 'wash hill', d: regions.map(({ d }) => d).join('') }, inside);
  drawGrass(inside, scene, sheet);
  const grounds = (accepts: (order: number) => boolean): void => drawGrounds(inside, sheet, found.filter(({ sort }) => accepts(sort.order)));
  grounds(order => order < LAKES);
  drawSlopes(inside, heights);
  grounds(order => order > LAKES);
  /* What lies on the sides matters for every step across them: nothing that grows hides it. */
  drawWater(inside, scene, sheet);
  grounds(order => order === LAKES);
  drawSides(inside, scene, sheet, 'low');
  drawSides(inside, scene, sheet, 'high');
  drawCrossings(inside, scene, sheet);
  drawGrid(inside, scene, sheet);
  make('path', { class: 'beyond', d: `M0 0H${n(sheet.width)}V${n(sheet.height)}H0Z${sheet.area(hexesWhere(scene, false, () => true))}` }, inside);
  drawCoordinates(layer, scene, sheet);
  drawFrame(frame, sheet);
}
