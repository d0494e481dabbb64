/*
 * arrange.ts: how the pieces of one zone stand in it: in rows around the anchor, as large as the zone has room for, clear of the plate with
 * its code. And how they are fanned out when one of them is taken up: so far apart that each can be met with a finger.
 */
import { Shape } from '../../draw/shape';
import type { Place } from '../board';
import { fits, meets, type Room } from './geometry';

/** What a piece needs, in its own millimetres. */
export interface Extent { readonly halfWidth: number; readonly halfHeight: number }

export interface Arrangement { readonly scale: number; readonly places: readonly Place[] }

const GAP = 3;                                            /* between pieces */
const SCALES = [1, 0.92, 0.85, 0.78, 0.72, 0.66, 0.6, 0.54, 0.48, 0.42];          /* of the largest */
const STRAY = [0, 6, 12, 18, 26, 34];                     /* how far from the anchor a stack may stand */

interface Row { readonly items: readonly number[]; readonly width: number; readonly height: number }

/* Pieces in rows of at most so many, the full rows first. */
function rowsOf(extents: readonly Extent[], columns: number): Row[] {
  const rows: Row[] = [], count = Math.ceil(extents.length / columns), each = Math.ceil(extents.length / count);
  for (let from = 0; from < extents.length; from += each) {
    const items = extents.slice(from, from + each).map((_, i) => from + i), of = (i: number): Extent => extents[i] as Extent;
    rows.push({ items, width: items.reduce((sum, i) => sum + 2 * of(i).halfWidth + GAP, -GAP), height: Math.max(...items.map(i => 2 * of(i).halfHeight)) });
  }
  return rows;
}

/* The rows around 0,0. */
function spread(extents: readonly Extent[], columns: number): { places: Place[]; halfWidth: number; halfHeight: number; rows: readonly Row[] } {
  const rows = rowsOf(extents, columns), tall = rows.reduce((sum, row) => sum + row.height + GAP, -GAP), places: Place[] = [];
  let y = -tall / 2;
  for (const row of rows) {
    let x = -row.width / 2;
    for (const i of row.items) {
      const { halfWidth } = extents[i] as Extent;
      places[i] = { x: x + halfWidth, y: y + row.height / 2 };
      x += 2 * halfWidth + GAP;
    }
    y += row.height + GAP;
  }
  return { places, halfWidth: Math.max(...rows.map(row => row.width)) / 2, halfHeight: tall / 2, rows };
}

/** The largest arrangement that finds room beside what is printed, no larger than asked; a small one around the anchor where nothing does. */
export function arrange(shape: Shape, anchor: Place, printed: readonly Room[], extents: readonly Extent[], largest: number): Arrangement {
  const most = Math.max(1, extents.length), forms = [...new Set([Math.ceil(Math.sqrt(most)), Math.ceil(Math.sqrt(most)) + 1, 2, 1, 3, most])].filter(c => c <= most).map(columns => spread(extents, columns));
  for (const isClear of [true, false]) {
    for (const scale of SCALES.filter(each => !isClear || each >= 0.6).map(each => each * largest)) {
      for (const far of STRAY) {
        for (let k = 0; k < (far ? 12 : 1); k++) {
          const x = anchor.x + Math.cos((k * Math.PI) / 6 + Math.PI / 2) * far, y = anchor.y + Math.sin((k * Math.PI) / 6 + Math.PI / 2) * far;
          for (const form of forms) {
            const boxes = form.places.map((p, i) => ({ x: x + p.x * scale, y: y + p.y * scale, halfWidth: (extents[i] as Extent).halfWidth * scale, halfHeight: (extents[i] as Extent).halfHeight * scale }));
            if (boxes.every(box => fits(shape, { ...box, halfWidth: box.halfWidth + 2, halfHeight: box.halfHeight + 2 }) && !(isClear && printed.some(room => meets(box, room))))) return { scale, places: boxes };
          }
        }
      }
    }
  }
  const form = spread(extents, Math.ceil(Math.sqrt(most))), scale = Math.min(0.42 * largest, (Math.sqrt(shape.area) * 0.8) / (2 * Math.max(form.halfWidth, form.halfHeight)));
  return { scale, places: form.places.map(p => ({ x: anchor.x + p.x * scale, y: anchor.y + p.y * scale })) };
}

/** In rows around a middle, each piece at least so large, and all within the box where that can be. */
export function fanOut(middle: Place, extents: readonly Extent[], least: number, within: { readonly width: number; readonly height: number }): Arrangement {
  const narrow = Math.min(...extents.map(({ halfWidth, halfHeight }) => 2 * Math.min(halfWidth, halfHeight)));
  const scale = least / (narrow + GAP), columns = Math.max(1, Math.ceil(Math.sqrt(extents.length))), form = spread(extents, columns);
  const keep = (value: number, half: number, size: number): number => (2 * half > size ? size / 2 : Math.max(half, Math.min(size - half, value)));
  const x = keep(middle.x, form.halfWidth * scale, within.width), y = keep(middle.y, form.halfHeight * scale, within.height);
  return { scale, places: form.places.map(p => ({ x: x + p.x * scale, y: y + p.y * scale })) };
}
