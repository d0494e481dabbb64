/*
 * land.ts: the ground, the terrain and the frame: one drawing that does not change while the table lies still. The names of the terrain and
 * of the units of length come after it, in the reader's language.
 */
import { BLADES, Graver, lineOf, ringOf } from '../draw/country';
import { placed } from '../draw/glyph';
import { Shape } from '../draw/shape';
import { drawTerrain, type Drawing } from '../draw/terrain';
import { language, text } from '../text';
import type { Place } from './board';
import { drawCompass, drawFrame, drawPaper } from './map_frame';
import type { Paper } from './paper';
import { plotLabel, plotName } from './plots';
import { drawWays, nameWays } from './ways';
import type { Names, Prize, Scene, Terrain } from './scene';
import { make, n } from './svg';

let drawings = 0;                         /* ids of clips are unique in the page, where several tables may lie */

/* A river that reaches the edge of the table goes on beyond it, so that no bank is drawn along the edge; what lies farther out stays there. */
function runOn(points: readonly Place[], paper: Paper): Place[] {
  const out = paper.margin;
  return points.map(({ x, y }) => ({
    x: x <= 0.01 ? Math.min(x, -out) : x >= paper.width - 0.01 ? Math.max(x, paper.width + out) : x,
    y: y <= 0.01 ? Math.min(y, -out) : y >= paper.height - 0.01 ? Math.max(y, paper.height + out) : y,
  }));
}

interface Drawn { readonly line: boolean; readonly points: readonly Place[]; readonly drawing: Drawing }

function drawn(item: Terrain, paper: Paper): Drawn {
  const exact = item.points.map(point => paper.point(point)), points = item.line ? exact : runOn(exact, paper);
  const openings = item.openings.map(({ kind, from, to }) => ({ kind, from: paper.point(from), to: paper.point(to) }));
  return { line: item.line, points, drawing: drawTerrain({ ...item, points, openings }) };
}

function cutItem(layer: SVGGElement, { line, points, drawing }: Drawn, clip: string): void {
  const group = make('g', { class: 'terrain' }, layer), d = line ? lineOf(points) : ringOf(points);
  if (drawing.cuts.some(cut => cut.clipped)) make('path', { d }, make('clipPath', { id: clip }, group));
  let within = group;                     /* cuts in a row that stay within the outline share one clip */
  for (const cut of drawing.cuts.filter(one => !one.over)) {
    if (!cut.clipped) within = group;
    else if (within === group) within = make('g', { 'clip-path': `url(#${clip})` }, group);
    make('path', { class: cut.name, d: cut.d }, within);
  }
  make('path', { class: `trace ${line ? 'along' : drawing.edge}`, d }, group);
  for (const cut of drawing.cuts.filter(one => one.over)) make('path', { class: cut.name, d: cut.d }, group);
}

/* Grass here and there, where nothing else grows. */
function drawGrass(layer: SVGGElement, items: readonly Drawn[], paper: Paper): void {
  const hand = new Graver('grass'), shapes = items.filter(item => !item.line).map(item => new Shape(item.points));
  const step = Math.sqrt(paper.width * paper.height) / 13;
  let d = '';
  for (let y = step / 2; y < paper.height; y += step) {
    for (let x = step / 2; x < paper.width; x += step) {
      const px = x + hand.between(-0.45, 0.45) * step, py = y + hand.between(-0.45, 0.45) * step, size = hand.between(3.5, 6);
      if (shapes.some(shape => shape.contains(px, py))) continue;
      for (let k = 0; k < 3; k++) {
        d += placed(BLADES, px + (k - 1) * size * 1.7 + hand.between(-2, 2), py + hand.between(-3, 3), size);
      }
      d += `M${n(px - size * 3)} ${n(py + 1.5)}h${n(size * 2.4)}`;
    }
  }
  make('path', { class: 'grass', d }, layer);
}

const INCH = 25.4;

/* A ruler of both measures below the table: inches above, centimetres beneath. */
function drawScale(layer: SVGGElement, paper: Paper): { x: number; y: number; high: number; inches: number } {
  const inches = paper.width > 1000 ? 12 : 6, high = Math.min(4.5, paper.margin * 0.085);
  const x = (paper.width - inches * INCH) / 2, y = paper.height + paper.margin * 0.48;
  let solid = '', lines = '';
  for (let i = 0; i < inches; i++) {
    if (i % 2 === 0) solid += `M${n(x + i * INCH)} ${n(y - high)}h${INCH}v${n(high)}h${-INCH}Z`;
  }
  for (let c = 0; c * 10 <= inches * INCH; c++) lines += `M${n(x + c * 10)} ${n(y)}v${n(c % 5 ? high * 0.7 : high * 1.3)}`;
  make('path', { class: 'solid', d: solid }, layer);
  make('path', { class: 'fine', d: `M${n(x)} ${n(y - high)}h${n(inches * INCH)}v${n(high)}h${n(-inches * INCH)}Z${lines}` }, layer);
  return { x, y, high, inches };
}

function drawZones(layer: SVGGElement, scene: Scene, paper: Paper): void {
  for (const { seat, outline } of scene.zones) make('path', { class: 'zone', 'data-seat': seat, d: ringOf(outline.map(place => paper.point(place))) }, layer);
}

const STAR = 'M0-9L2.500-3.100L8.600-2.800L3.800 1.200L5.300 7.300L0 3.900L-5.300 7.300L-3.800 1.200L-8.600-2.800L-2.500-3.100Z';

/* A prize as it may be measured: the circle around it, or the line that must be crossed. The star and its points are put on with the words. */
function drawPrizes(layer: SVGGElement, scene: Scene, paper: Paper): void {
  for (const { at: place, radius, line } of scene.prizes) {
    const group = make('g', { class: 'prize' }, layer);
    if (place && radius > 0) {
      const { x, y } = paper.point(place), r = radius * paper.unit;
      make('path', { d: `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 1 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 1 ${n(-2 * r)} 0Z` }, group);
    }
    if (line !== null) make('path', { d: lineOf([paper.point({ x: 0, y: line }), paper.point({ x: scene.width, y: line })]) }, group);
  }
}

const nameFrom = (names: Names | null): string | null => {
  const name = names?.[language.value];
  return typeof name === 'string' ? name : null;
};

/* Both sides may win by the same place: it has one star. */
function oncePerPlace(prizes: readonly Prize[]): Prize[] {
  return prizes.filter((prize, i) => prizes.findIndex(other => other.line === prize.line && other.at?.x === prize.at?.x && other.at?.y === prize.at?.y) === i);
}

/* A star for each prize, with its points; what it is for is told where the pointer rests on it, and in the list with the score. */
function namePrizes(layer: SVGGElement, scene: Scene, paper: Paper, words: Readonly<Record<string, string>>): void {
  for (const { id, at: place, radius, line, points, names } of oncePerPlace(scene.prizes)) {
    const middle = paper.point(place ?? { x: scene.width / 2, y: line ?? 0 }), x = middle.x, y = middle.y - radius * paper.unit;
    const spot = make('g', { transform: `translate(${n(x)} ${n(y)})` }, layer), mark = make('g', { class: 'prize steady' }, spot);
    const name = nameFrom(names) ?? words[`prize.${id}`];
    if (name) make('title', {}, mark).textContent = name;
    const up = radius || line !== null ? 0 : -20;                /* the name of the ground is in its middle */
    make('path', { class: 'star', d: placed(STAR, 0, up, 1) }, mark);
    make('text', { class: 'prize-word', x: 17, y: 4 + up }, mark).textContent = `+${points}`;
  }
}

export function drawLand(layer: SVGSVGElement, scene: Scene, paper: Paper): void {
  layer.replaceChildren();
  const clip = `land-${++drawings}`;
  make('rect', { width: n(paper.width), height: n(paper.height) }, make('clipPath', { id: clip }, layer));
  const inside = make('g', { class: 'engraved-map', 'clip-path': `url(#${clip})` }, layer), frame = make('g', { class: 'engraved-map' }, layer);
  drawPaper(inside, paper);
  const items = scene.terrain.map(item => drawn(item, paper)).sort((a, b) => a.drawing.order - b.drawing.order);
  drawCompass(inside, items.map(({ points }) => points), paper);
  drawGrass(inside, items, paper);
  drawZones(inside, scene, paper);
  items.forEach((item, i) => cutItem(inside, item, `${clip}-${i}`));
  drawPrizes(inside, scene, paper);
  drawFrame(frame, paper);
  drawWays(frame, scene, paper);
  const scale = drawScale(frame, paper), names = make('g', { class: 'names' }, layer);
  names.dataset['scale'] = JSON.stringify(scale);
}

/** The words on the map; again when the language has changed. `own`: the terrain without what was laid in play, which follows it. */
export function nameLand(layer: SVGSVGElement, scene: Scene, paper: Paper, words: Readonly<Record<string, string>>, own = scene.terrain): void {
  const names = layer.querySelector<SVGGElement>('.names');
  if (!names) return;
  names.replaceChildren();
  scene.terrain.forEach((item, i) => {
    const points = item.points.map(point => paper.point(point));
    if (!words[`terrain.${item.kind}`]) return;
    const shape = new Shape(points), y = item.line ? shape.bottom : shape.centre.y;
    const spot = make('g', { transform: `translate(${n(shape.centre.x)} ${n(y)})` }, names);
    const label = plotLabel(own, words, i, item), name = own[i] ? plotName(own, words, i) : label;
    const element = make('text', { class: 'terrain-name steady', 'data-terrain': i, y: item.line ? 16 : 4 }, spot);
    element.append(name);
    if (label !== name) make('tspan', { class: 'kind' }, element).textContent = label.slice(name.length);     /* for those who rest there */
  });
  namePrizes(names, scene, paper, words);
  nameWays(names, scene, paper);
  nameScale(names);
}

function nameScale(names: SVGGElement): void {
  const { x, y, high, inches } = JSON.parse(names.dataset['scale'] ?? '{}') as { x: number; y: number; high: number; inches: number };
  const word = (point: Place, content: string, side: 'before' | 'after' | 'below', down: number): void => {
    const spot = make('g', { transform: `translate(${n(point.x)} ${n(point.y)})` }, names), aside = side === 'before' ? -5 : side === 'after' ? 5 : 0;
    make('text', { class: `scale-word steady ${side}`, x: aside, y: down }, spot).textContent = content;
  };
  word({ x, y }, text('table.inches'), 'before', -1);
  word({ x: x + inches * INCH, y }, `${inches}`, 'after', 0);
  word({ x, y: y + high }, text('table.centimetres'), 'before', 8);
  for (const c of [0, 10, 20, 30].filter(c => c * 10 <= inches * INCH)) word({ x: x + c * 10, y: y + high * 1.3 }, `${c}`, 'below', 8.5);
}
