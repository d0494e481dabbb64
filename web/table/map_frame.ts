/* map_frame.ts: what every drawn map has: paper with its fibres, a neat line around it, and a compass where there is room. */
import { Burin } from '../draw/burin';
import { Graver } from '../draw/country';
import { Shape } from '../draw/shape';
import type { Place } from './board';
import type { Sheet } from './sheet';
import { at, make, n } from './svg';

/* Fibres in the paper. */
export function drawPaper(layer: SVGGElement, paper: Sheet): void {
  make('rect', { class: 'ground', width: n(paper.width), height: n(paper.height) }, layer);
  const hand = new Graver('paper'), count = Math.round((paper.width * paper.height) / 9000);
  let fibres = '', flecks = '';
  for (let i = 0; i < count; i++) {
    const x = hand.between(0, paper.width), y = hand.between(0, paper.height);
    fibres += `M${n(x)} ${n(y)}q${n(hand.between(-9, 9))} ${n(hand.between(-5, 5))} ${n(hand.between(-16, 16))} ${n(hand.between(-9, 9))}`;
    flecks += `M${n(hand.between(0, paper.width))} ${n(hand.between(0, paper.height))}h0`;
  }
  const edge = Math.min(paper.width, paper.height) * 0.06;
  for (let width = edge * 1.6; width > 1; width *= 0.72)
    make('path', { class: 'aged', d: `M0 0H${n(paper.width)}V${n(paper.height)}H0Z` }, layer).style.strokeWidth = `${width}px`;
  make('path', { class: 'fibre', d: fibres }, layer);
  make('path', { class: 'fleck', d: flecks }, layer);
}

/* The neat line around the map: a border of black and white fields, each five centimetres long. */
export function drawFrame(layer: SVGGElement, paper: Sheet): void {
  const { width, height, margin } = paper, near = margin * 0.08, far = margin * 0.19, outer = margin * 0.26, step = 50;
  let solid = '';
  for (let x = 0; x < width - 0.1; x += 2 * step) {
    const w = Math.min(step, width - x);
    solid += `M${n(x)} ${n(-far)}h${n(w)}v${n(far - near)}h${n(-w)}ZM${n(x)} ${n(height + near)}h${n(w)}v${n(far - near)}h${n(-w)}Z`;
  }
  for (let y = 0; y < height - 0.1; y += 2 * step) {
    const h = Math.min(step, height - y);
    solid += `M${n(-far)} ${n(y)}v${n(h)}h${n(far - near)}v${n(-h)}ZM${n(width + near)} ${n(y)}v${n(h)}h${n(far - near)}v${n(-h)}Z`;
  }
  make('path', { class: 'solid', d: solid }, layer);
  const box = (out: number): string => `M${n(-out)} ${n(-out)}H${n(width + out)}V${n(height + out)}H${n(-out)}Z`;
  make('path', { class: 'fine', d: box(near) + box(far) }, layer);
  make('path', { class: 'edge-line', d: box(0) + box(outer) }, layer);
}

/* The compass stands in the corner or along the edge where there is most room. */
export function drawCompass(layer: SVGGElement, items: readonly (readonly Place[])[], paper: Sheet): void {
  const radius = Math.min(paper.width, paper.height) * 0.055, inset = radius * 1.7;
  const spot = (fx: number, fy: number): Place => ({ x: inset + (paper.width - 2 * inset) * fx, y: inset + (paper.height - 2 * inset) * fy });
  const spots = [spot(1, 1), spot(0, 1), spot(1, 0), spot(0, 0), spot(0.5, 1), spot(0.5, 0)];
  const room = (point: Place): number => Math.min(...items.map(points => {
    const shape = new Shape(points);
    const dx = Math.max(shape.left - point.x, 0, point.x - shape.right), dy = Math.max(shape.top - point.y, 0, point.y - shape.bottom);
    return Math.hypot(dx, dy);
  }), radius * 1.5);
  const best = spots.reduce((a, b) => (room(b) > room(a) + 1 ? b : a));
  const hand = new Burin(7), turn = paper.turned ? 180 : 0;
  const group = make('g', { class: 'compass', transform: `translate(${at(best)}) rotate(${turn}) scale(${n(radius / 58)})` }, layer);
  hand.compass(0, 0, 58);
  for (const stroke of hand.strokes) make('path', { class: stroke.tool, d: stroke.d }, group);
}
