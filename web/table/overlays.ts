/* overlays.ts: what is laid over the board for a moment: regions, rings, lines, shaded cells, and the ghost of a piece that may move. */
import type { Ghost, Lit, Overlay, Place } from './board';
import { drawChip } from './chips';
import { type Sheet, boxOf } from './sheet';
import type { Standing } from './standing';
import { at, make, n, open } from './svg';
import { CRACK } from './tag';

/** A text on a small plate, upright and of one size on the screen, at a point of the sheet. */
class Plate {
  readonly group: SVGGElement;
  private readonly back: SVGRectElement;
  private readonly text: SVGTextElement;
  private shown = '';

  constructor(parent: SVGGElement, name: string) {
    this.group = make('g', { class: `plate ${name}` }, parent);
    const steady = make('g', { class: 'steady' }, this.group);
    this.back = make('rect', { y: -9, height: 18, rx: 3 }, steady);
    this.text = make('text', { y: 4 }, steady);
  }

  /* The width is guessed from the letters, because asking for it would make the page lay itself out in every frame of a drag. */
  say(text: string, point: Place): void {
    this.group.setAttribute('transform', `translate(${at(point)})`);
    if (text === this.shown) return;
    this.shown = text;
    this.text.textContent = text;
    const width = text.length * 6.3 + 12;
    this.back.setAttribute('x', n(-width / 2));
    this.back.setAttribute('width', n(width));
    this.group.classList.toggle('absent', text === '');
  }
}

function arrow(from: Place, to: Place, size: number): string {
  const dx = to.x - from.x, dy = to.y - from.y, length = Math.hypot(dx, dy);
  if (length < 0.5) return '';
  const ux = dx / length, uy = dy / length;
  const wing = (side: number): Place => ({ x: to.x - ux * size - uy * side * size * 0.5, y: to.y - uy * size + ux * side * size * 0.5 });
  return `M${at(wing(1))}L${at(to)}L${at(wing(-1))}`;
}

const wayOf = (paper: Sheet, places: readonly Place[]): Place[] => paper.way?.(places) ?? places.map(place => paper.point(place));

/* Halfway along a line, so that its label lies on it. */
function halfway(line: readonly Place[]): Place {
  const lengths = line.slice(1).map((q, i) => Math.hypot(q.x - (line[i] as Place).x, q.y - (line[i] as Place).y));
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (let i = 0; i < lengths.length; i++) {
    const length = lengths[i] as number, p = line[i] as Place, q = line[i + 1] as Place;
    if (left <= length) return { x: p.x + ((q.x - p.x) * left) / (length || 1), y: p.y + ((q.y - p.y) * left) / (length || 1) };
    left -= length;
  }
  return line[0] ?? { x: 0, y: 0 };
}

export class GhostView {
  private readonly group: SVGGElement;
  private readonly line: SVGPathElement;
  private readonly body: SVGGElement;
  private readonly plate: Plate;
  private piece: string | null = null;

  constructor(parent: SVGGElement, private readonly paper: Sheet) {
    this.group = make('g', { class: 'ghost absent', 'aria-hidden': 'true' }, parent);
    this.line = make('path', { class: 'track' }, this.group);
    this.body = make('g', { class: 'body' }, this.group);
    this.plate = new Plate(this.group, 'said');
  }

  show(ghost: Ghost | null, view: Standing | undefined, scale: number): void {
    if (!ghost || !view) {
      this.group.classList.add('absent');
      this.piece = null;
      return;
    }
    if (ghost.piece !== this.piece) {
      this.piece = ghost.piece;
      this.body.replaceChildren();
      this.body.setAttribute('data-seat', view.seat);
      view.drawBody(this.body);
    }
    const pose = this.paper.pose(ghost.pose);
    this.group.setAttribute('class', `ghost ${ghost.legal ? 'legal' : 'illegal'}${ghost.snapped ? ' snapped' : ''}`);
    view.carry(this.body, pose);
    const path = wayOf(this.paper, ghost.path ?? []), last = path[path.length - 1], before = path[path.length - 2];
    this.line.setAttribute('d', last && before ? open(path) + arrow(before, last, 10 / scale) : '');
    const box = boxOf(view.corners(pose)), above = box.top - 15 / scale;
    this.plate.say(ghost.label ?? '', { x: (box.left + box.right) / 2, y: above > -this.paper.margin ? above : box.bottom + 15 / scale });
  }
}

/* A crack in a disc beside the price: an open one for harm that may come, a filled one for harm that will. */
function drawHarm(parent: SVGGElement, risk: 'may' | 'will', point: Place, letters: number): void {
  const outer = make('g', { class: `harm ${risk}`, transform: `translate(${at(point)})` }, parent), steady = make('g', { class: 'steady' }, outer);
  const shifted = make('g', { transform: `translate(${n(letters ? letters * 3.15 + 14 : 0)} 0)` }, steady);
  make('circle', { r: 8 }, shifted);
  make('path', { d: CRACK }, shifted);
}

/* The same drawing, though perhaps not the same object. */
function same(a: Overlay, b: Overlay | undefined): boolean {
  if (!b) return false;
  const x = Object.entries(a), y = new Map<string, unknown>(Object.entries(b));
  return x.length === y.size && x.every(([key, value]) => y.get(key) === value);
}

export class Overlays {
  private readonly drawn = new Map<string, { readonly overlay: Overlay; readonly group: SVGGElement }>();
  private readonly labels = new Map<SVGGElement, SVGGElement>();        /* what of an overlay lies above the pieces */
  private list: readonly Overlay[] = [];

  constructor(private readonly under: SVGGElement, private readonly over: SVGGElement, private readonly paper: Sheet) {}

  /** What has not changed is not drawn again. */
  show(list: readonly Overlay[]): void {
    this.list = list;
    const keep = new Map(list.map(overlay => [`${overlay.kind} ${overlay.id}`, overlay]));
    for (const [key, { overlay, group }] of this.drawn) {
      if (same(overlay, keep.get(key))) continue;
      this.remove(group);
      this.drawn.delete(key);
    }
    for (const [key, overlay] of keep) if (!this.drawn.has(key)) this.drawn.set(key, { overlay, group: this.draw(overlay) });
  }

  again(): void {
    for (const { group } of this.drawn.values()) this.remove(group);
    this.drawn.clear();
    this.show(this.list);
  }

  private remove(group: SVGGElement): void {
    group.remove();
    this.labels.get(group)?.remove();
    this.labels.delete(group);
  }

  private draw(overlay: Overlay): SVGGElement {
    if (overlay.kind === 'region') {
      const group = make('g', { class: `overlay region ${overlay.tone ?? ''}`, 'aria-hidden': 'true' }, this.under);
      make('path', { d: this.paper.area(overlay.outline) }, group);
      return group;
    }
    if (overlay.kind === 'cells') {
      const group = make('g', { class: 'overlay cells', 'aria-hidden': 'true' }, this.under);
      make('path', { d: this.paper.cells(overlay.cells, overlay.size) }, group);
      return group;
    }
    if (overlay.kind === 'ring') {
      const name = `overlay ring ${overlay.threat ? 'threat' : 'plain'}`;
      const group = make('g', { class: name, 'data-seat': overlay.seat, 'aria-hidden': 'true' }, this.under);
      const d = this.paper.area(overlay.outline), top = this.paper.crest(overlay.outline);
      make('path', { class: 'halo', d }, group);
      make('path', { d }, group);
      if (top && overlay.label) new Plate(group, 'small').say(overlay.label, top);
      return group;
    }
    if (overlay.kind === 'places') return this.drawPlaces(overlay.tone, overlay.places);
    if (overlay.kind === 'border') {
      const group = make('g', { class: 'overlay border-chip' }, this.over), from = this.paper.point(overlay.from), to = this.paper.point(overlay.to);
      drawChip(group, overlay.chip, this.paper.border?.(overlay.from, overlay.to) ?? halfway([from, to]));
      return group;
    }
    if (overlay.kind === 'way') return this.drawLine(overlay.tone, wayOf(this.paper, overlay.places), overlay.label, null, overlay.tip);
    const { from, to, stop } = overlay, isSight = overlay.tone === 'clear' || overlay.tone === 'blocked';
    const line = (isSight ? this.paper.sight?.(from, to) : null) ?? [this.paper.point(from), this.paper.point(to)];
    return this.drawLine(overlay.tone, line, overlay.label, stop?.length ? this.paper.stop?.(from, to, stop) ?? halfway(stop.map(place => this.paper.point(place))) : null);
  }

  /* What is stopped has a cross where it is. */
  private drawLine(tone: string, line: readonly Place[], label: string, stop: Place | null, tip?: 'knob' | 'arrow'): SVGGElement {
    const group = make('g', { class: `overlay line ${tone}`, 'aria-hidden': 'true' }, this.over), first = line[0], last = line[line.length - 1];
    make('path', { class: 'halo', d: open(line) }, group);
    make('path', { d: open(line) }, group);
    const before = line[line.length - 2];
    if (tip === 'arrow' && before && last) {
      const mark = make('g', { transform: `translate(${at(last)})` }, group), steady = make('g', { class: 'steady' }, mark);
      make('path', { class: 'tip', d: 'M-9-5L0 0L-9 5', transform: `rotate(${n((Math.atan2(last.y - before.y, last.x - before.x) * 180) / Math.PI)})` }, steady);
    }
    for (const end of !first || !last || tip === 'arrow' ? [] : tip === 'knob' ? [last] : [first, last]) {
      const mark = make('g', { transform: `translate(${at(end)})` }, group);
      make('circle', { class: 'end steady', r: 3.5 }, mark);
    }
    if (stop) {
      const mark = make('g', { class: 'stop', transform: `translate(${at(stop)})` }, group), steady = make('g', { class: 'steady' }, mark);
      make('circle', { r: 10 }, steady);
      make('path', { d: 'M-4.500-4.500L4.500 4.500M4.500-4.500L-4.500 4.500' }, steady);
    }
    const middle = halfway(line);
    if (label) new Plate(group, 'said').say(label, stop && Math.hypot(stop.x - middle.x, stop.y - middle.y) < 40 ? { x: middle.x, y: middle.y - 24 } : middle);
    return group;
  }

  /* Each place for itself, since each has its own price. The labels lie above the pieces. */
  private drawPlaces(tone: string, places: readonly Lit[]): SVGGElement {
    const group = make('g', { class: `overlay places ${tone}`, 'aria-hidden': 'true' }, this.under);
    for (const { at: place, risk } of places) make('path', { class: risk ? `harm-${risk}` : '', d: this.paper.area([place]) }, group);
    const labels = make('g', { class: `overlay labels ${tone}`, 'aria-hidden': 'true' }, this.over);
    for (const { at: place, label, risk } of places) {
      const point = this.paper.spot?.(place) ?? this.paper.point(place);
      if (label) new Plate(labels, `price${risk ? ` harm-${risk}` : ''}`).say(label, point);
      if (risk) drawHarm(labels, risk, point, label?.length ?? 0);
    }
    this.labels.set(group, labels);
    return group;
  }
}
