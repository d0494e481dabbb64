/* hand.ts: deciding on the board: marks, chances on targets, and the hand that fits its kind. */
import { effect, untracked } from '@preact/signals';
import type { Board } from '../../table/board';
import type { Desk } from '../desk';
import { measureOf } from '../measure/measure';
import { decidingOf, releaseDeciding, type Deciding } from './deciding';
import { HexHand } from './hex_hand';
import { chipsOf, marksOf, type Hand } from './hold';
import { placeKey } from './model';
import { TableHand } from './table_hand';
import { ZoneHand } from './zone_hand';

/*
 * Under a finger a piece that is chosen is brought near enough to be met, and so are the places where it may do something; again when these
 * are others. They are looked at when they have been lit.
 */
function approach(deciding: Deciding, board: Board): () => void {
  const { desk } = deciding;
  let before = { piece: null as string | null, places: '' };
  return effect(() => {
    const piece = desk.selected.value, places = [...deciding.lit.value.map(({ at }) => placeKey(at)), ...deciding.sites.value.keys()].join(',');
    if (piece === before.piece && (deciding.pending.value || deciding.aim.value)) return;
    const isNew = piece !== before.piece || (places !== '' && places !== before.places);
    before = { piece, places };
    if (isNew && piece !== null && matchMedia('(pointer: coarse)').matches) queueMicrotask(() => board.look([piece]));
  });
}

/* On a small screen those whom something under way asks about may be out of sight. */
function bringInto(deciding: Deciding, board: Board): void {
  const asked = deciding.answering.value ? [...deciding.question.value.units.keys()] : [];
  if (asked.length > 0 && matchMedia('(pointer: coarse)').matches) untracked(() => board.look([...asked, ...deciding.provoking.peek()]));
}

/** Let the player decide on this board; the answer ends it. */
export function attachHand(desk: Desk, board: Board): () => void {
  const deciding = decidingOf(desk);
  const { counts, named } = measureOf(desk.session.match);
  const hand: Hand = new (named ? ZoneHand : counts ? HexHand : TableHand)(desk, board, deciding);
  const watch = (event: PointerEvent): void => hand.watch(event);
  for (const name of ['pointermove', 'pointerdown'] as const) window.addEventListener(name, watch, { capture: true });
  const deaf = board.listen(hand);
  const ends = [
    effect(() => board.mark(marksOf(deciding))),
    effect(() => board.chips(chipsOf(deciding))),
    effect(() => hand.draw()),
    effect(() => bringInto(deciding, board)),
    approach(deciding, board),
  ];
  return () => {
    for (const name of ['pointermove', 'pointerdown'] as const) window.removeEventListener(name, watch, { capture: true });
    for (const end of ends) end();
    deaf();
    releaseDeciding(desk);
  };
}
