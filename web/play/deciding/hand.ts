/* hand.ts: deciding on the board: marks, chances on targets, and the hand that fits its kind. */
import { effect, untracked } from '@preact/signals';
import type { Board } from '../../table/board';
import type { Desk } from '../desk';
import { measureOf } from '../measure/measure';
import { decidingOf, releaseDeciding } from './deciding';
import { HexHand } from './hex_hand';
import { chipsOf, marksOf, type Hand } from './hold';
import { TableHand } from './table_hand';

/* Under a finger a piece that is chosen is brought near enough to be met, and the places around it. */
function approach(desk: Desk, board: Board): void {
  const piece = desk.selected.value;
  if (piece !== null && matchMedia('(pointer: coarse)').matches) untracked(() => board.look([piece]));
}

/** Let the player decide on this board; the answer ends it. */
export function attachHand(desk: Desk, board: Board): () => void {
  const deciding = decidingOf(desk);
  const hand: Hand = measureOf(desk.session.match).counts ? new HexHand(desk, board, deciding) : new TableHand(desk, board, deciding);
  const watch = (event: PointerEvent): void => hand.watch(event);
  window.addEventListener('pointermove', watch, { capture: true });
  const deaf = board.listen(hand);
  const ends = [
    effect(() => board.mark(marksOf(deciding))),
    effect(() => board.chips(chipsOf(deciding))),
    effect(() => hand.draw()),
    effect(() => approach(desk, board)),
  ];
  return () => {
    window.removeEventListener('pointermove', watch, { capture: true });
    for (const end of ends) end();
    deaf();
    releaseDeciding(desk);
  };
}
