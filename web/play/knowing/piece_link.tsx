/* piece_link.tsx: the name of a piece in a text: it lights the piece while it is pointed at, and shows and selects it. */
import type { ComponentChildren, JSX } from 'preact';
import { useDesk } from '../desk';
import type { Part } from './log_model';

export function PieceLink({ piece, children }: { piece: string; children: ComponentChildren }): JSX.Element {
  const desk = useDesk();
  const light = (): void => { desk.lit.value = [piece]; };
  const put = (): void => { desk.lit.value = []; };
  const show = (): void => {
    desk.selected.value = piece;
    desk.board.value?.look([piece]);
  };
  return (
    <button type="button" class="piece-link" onPointerEnter={light} onPointerLeave={put} onFocus={light} onBlur={put} onClick={show}>
      {children}
    </button>
  );
}

/** A sentence with the names of pieces in it. */
export function Sentence({ parts }: { parts: readonly Part[] }): JSX.Element {
  return <>{parts.map((part, i) => (part.piece === null ? part.text : <PieceLink key={i} piece={part.piece}>{part.text}</PieceLink>))}</>;
}
