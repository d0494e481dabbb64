/* grid.ts: squares over a table, to shade what is seen of it. */
import type { Place } from '../../table/board';

/** A grid of squares over a board, row by row from the origin. */
export interface Grid { readonly size: number; readonly columns: number; readonly rows: number }

export function gridOf(width: number, depth: number): Grid {
  const size = Math.max(500, Math.ceil(Math.max(width, depth) / 90));
  return { size, columns: Math.ceil(width / size), rows: Math.ceil(depth / size) };
}

/** The middle of a square; those at the far edges may lie beyond the board, which is a place to look at like any other. */
export function cellAt({ size, columns }: Grid, index: number): Place {
  return { x: Math.round((index % columns + 0.5) * size), y: Math.round((Math.floor(index / columns) + 0.5) * size) };
}

/** The squares that are marked, as few as possible: blocks of eight by eight, of four, of two, and what is left. */
export function blocksOf({ size, columns, rows }: Grid, marked: Uint8Array): { size: number; cells: Place[] }[] {
  const left = marked.slice();
  const full = (x: number, y: number, side: number): boolean => {
    if (x + side > columns || y + side > rows) return false;
    for (let row = y; row < y + side; row++)
      for (let column = x; column < x + side; column++) if (!left[row * columns + column]) return false;
    return true;
  };
  return [8, 4, 2, 1].map(side => {
    const cells: Place[] = [];
    for (let y = 0; y < rows; y += side)
      for (let x = 0; x < columns; x += side) {
        if (!full(x, y, side)) continue;
        for (let row = y; row < y + side; row++) left.fill(0, row * columns + x, row * columns + x + side);
        cells.push({ x: (x + side / 2) * size, y: (y + side / 2) * size });
      }
    return { size: side * size, cells };
  }).filter(({ cells }) => cells.length > 0);
}
