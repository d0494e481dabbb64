/* corner.ts: a corner of the table for a card, so that it hides as little as can be of what the player looks at. */

export const corners = ['north-east', 'north-west', 'south-west'] as const;
export type Corner = (typeof corners)[number];

interface Box { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

const EDGE = 12;                            /* pixels between the card and the edge of the table */
const HEAD = 56;                            /* and below the tools that are at the top left */

/** Where a card of this size would be. */
export function boxAt(corner: Corner, table: Box, width: number, height: number): Box {
  const left = corner === 'north-east' ? table.right - EDGE - width : table.left + EDGE;
  const top = corner === 'south-west' ? table.bottom - EDGE - height : table.top + EDGE + (corner === 'north-west' ? HEAD : 0);
  return { left, top, right: left + width, bottom: top + height };
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** The corner with the fewest pieces behind it; the one where the card is already, when no other is better. */
export function bestCorner(table: Box, pieces: readonly Box[], width: number, height: number, now: Corner): Corner {
  const hidden = (corner: Corner): number => pieces.filter(piece => meet(piece, boxAt(corner, table, width, height))).length;
  return corners.reduce((best, corner) => (hidden(corner) < hidden(best) ? corner : best), now);
}

export function freeCorner(card: HTMLElement, now: Corner): Corner {
  const table = document.querySelector('.play-board');
  if (!table) return now;
  /* What the note speaks of weighs more than all the rest. */
  const meant = [...table.querySelectorAll('.piece:not(.absent) .ring.lit, .overlay.ring')], rest = [...table.querySelectorAll('.piece:not(.absent), .chip, .overlay.region')];
  const pieces = [...rest, ...Array.from({ length: 8 }, () => meant).flat()].map(piece => piece.getBoundingClientRect());
  return bestCorner(table.getBoundingClientRect(), pieces, card.offsetWidth, card.offsetHeight, now);
}
