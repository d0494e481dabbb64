/*
 * chips.ts: small labels beside pieces. A chip stands where it covers neither the front of its own piece nor, if it can be helped,
 * another piece or chip.
 */
import type { Chip, Place } from './board';
import { boxOf, type Box } from './sheet';
import type { Standing } from './standing';
import { at, make, n } from './svg';

const HEIGHT = 20;                        /* on the screen, as the width */
const widthOf = (chip: Chip): number => chip.text.length * 7.2 + 14;

function shared(a: Box, b: Box): number {
  return Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
}

/** A chip around a point of the sheet. */
export function drawChip(parent: SVGGElement, chip: Chip, point: Place): void {
  const outer = make('g', { transform: `translate(${at(point)})` }, parent), width = widthOf(chip);
  const inner = make('g', { class: `chip steady ${chip.kind}`, role: 'img', 'aria-label': chip.label }, outer);
  make('rect', { x: n(-width / 2), y: -HEIGHT / 2, width: n(width), height: HEIGHT, rx: HEIGHT / 2 }, inner);
  make('text', { y: 4.5 }, inner).textContent = chip.text;
}

export class Chips {
  private chips: ReadonlyMap<string, Chip> = new Map();

  constructor(private readonly group: SVGGElement, private readonly views: ReadonlyMap<string, Standing>) {}

  show(chips: ReadonlyMap<string, Chip>, unit: number): void {
    this.chips = chips;
    this.place(unit);
  }

  /** Again, because pieces or the scale have changed. `unit`: millimetres in a steady pixel. */
  place(unit: number): void {
    this.group.replaceChildren();
    if (!this.chips.size) return;
    const present = [...this.views.values()].filter(view => view.present);
    const boxes = present.map(view => ({ view, box: boxOf(view.corners(view.target)) }));
    const small = present.flatMap(view => view.trinkets()).filter(box => box !== null);
    const taken: Box[] = [];
    for (const [id, chip] of this.chips) {
      const view = this.views.get(id);
      if (!view?.present) continue;
      const half = { x: (widthOf(chip) * unit) / 2, y: (HEIGHT * unit) / 2 };
      const box = (p: Place): Box => ({ left: p.x - half.x, right: p.x + half.x, top: p.y - half.y, bottom: p.y + half.y });
      let best: Place = view.centre(), least = Infinity;
      view.around(half.x, half.y).forEach((p, order) => {
        const mine = box(p);
        let cost = order * half.y * half.x * 0.05;
        for (const other of boxes) cost += shared(mine, other.box) * (other.view === view ? 0.8 : 1);
        for (const other of small) cost += shared(mine, other) * 0.7;
        for (const other of taken) cost += shared(mine, other) * 4;
        if (cost < least) {
          least = cost;
          best = p;
        }
      });
      taken.push(box(best));
      drawChip(this.group, chip, best);
    }
  }
}
