/* overlays.ts: what is laid over the board for a moment: regions, rings, lines, shaded cells, and the ghost of a piece that may move. */
import type { Ghost, Overlay, Place } from './board';
import { type Sheet, boxOf } from './sheet';
import type { Standing } from './standing';
import { at, make, n, open } from './svg';

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
    const path = (ghost.path ?? []).map(place => this.paper.point(place)), last = path[path.length - 1], before = path[path.length - 2];
    this.line.setAttribute('d', last && before ? open(path) + arrow(before, last, 10 / scale) : '');
    const box = boxOf(view.corners(pose)), above = box.top - 15 / scale;
    this.plate.say(ghost.label ?? '', { x: (box.left + box.right) / 2, y: above > -this.paper.margin ? above : box.bottom + 15 / scale });
  }
}

/* The same drawing, though perhaps not the same object. */
function same(a: Overlay, b: Overlay | undefined): boolean {
  if (!b) return false;
  const x = Object.entries(a), y = new Map<string, unknown>(Object.entries(b));
  return x.length === y.size && x.every(([key, value]) => y.get(key) === value);
}

export class Overlays {
  private readonly drawn = new Map<string, { readonly overlay: Overlay; readonly group: SVGGElement }>();
  private list: readonly Overlay[] = [];

  constructor(private readonly under: SVGGElement, private readonly over: SVGGElement, private readonly paper: Sheet) {}

  /** What has not changed is not drawn again. */
  show(list: readonly Overlay[]): void {
    this.list = list;
    const keep = new Map(list.map(overlay => [`${overlay.kind} ${overlay.id}`, overlay]));
    for (const [key, { overlay, group }] of this.drawn) {
      if (same(overlay, keep.get(key))) continue;
      group.remove();
      this.drawn.delete(key);
    }
    for (const [key, overlay] of keep) if (!this.drawn.has(key)) this.drawn.set(key, { overlay, group: this.draw(overlay) });
  }

  again(): void {
    for (const { group } of this.drawn.values()) group.remove();
    this.drawn.clear();
    this.show(this.list);
  }

  private draw(overlay: Overlay): SVGGElement {
    if (overlay.kind === 'region') {
      const group = make('g', { class: 'overlay region', 'aria-hidden': 'true' }, this.under);
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
    const group = make('g', { class: `overlay line ${overlay.tone}`, 'aria-hidden': 'true' }, this.over);
    const from = this.paper.point(overlay.from), to = this.paper.point(overlay.to);
    make('path', { class: 'halo', d: open([from, to]) }, group);
    make('path', { d: open([from, to]) }, group);
    for (const end of [from, to]) {
      const mark = make('g', { transform: `translate(${at(end)})` }, group);
      make('circle', { class: 'end steady', r: 3.5 }, mark);
    }
    if (overlay.label) new Plate(group, 'said').say(overlay.label, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
    return group;
  }
}
