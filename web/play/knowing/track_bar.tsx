/* track_bar.tsx: the heading of what is under way, with the track of all that led there behind it. */
import type { JSX } from 'preact';
import { language, text } from '../../text';
import { capital, seatName } from '../deciding/vocabulary';
import { useDesk } from '../desk';
import { Hanging } from './hanging';
import { PieceLink } from './piece_link';
import { trackIn, type Mark } from './track';

const FEW = 4;

function MarkItem({ mark, isLast }: { mark: Mark; isLast: boolean }): JSX.Element {
  const { session } = useDesk();
  const { seat, piece } = mark;
  return (
    <li data-seat={seat ?? undefined} aria-current={isLast ? 'step' : undefined}>
      <span class="mark" aria-hidden="true" />
      {seat !== null && <span class="unseen">{seatName(session, seat)} </span>}
      {piece === null ? capital(mark.text) : <PieceLink piece={piece}>{capital(mark.text)}</PieceLink>}
    </li>
  );
}

function Marks({ marks, className }: { marks: readonly Mark[]; className: string }): JSX.Element {
  return (
    <ol class={className} aria-label={text('track.title')}>
      {marks.map((mark, i) => <MarkItem key={mark.key} mark={mark} isLast={i === marks.length - 1} />)}
    </ol>
  );
}

/** `heading` alone in a game that keeps no track. */
export function TrackHeading({ heading }: { heading: string | null }): JSX.Element | null {
  const { session } = useDesk();
  const marks = trackIn(session, language.value);
  if (marks.length === 0) return heading === null ? null : <p class="turn-of">{heading}</p>;
  return (
    <Hanging class="turn-of" label={text('track.title')} title={text('track.open')} face={heading ?? text('track.title')}>
      {() => <><p class="track-title">{text('track.title')}</p><Marks marks={marks} className="track-whole" /></>}
    </Hanging>
  );
}

/** The last of them, where there is room: the one under way stands at the end. */
export function LastMarks(): JSX.Element | null {
  const { session } = useDesk();
  const marks = trackIn(session, language.value).slice(-FEW);
  return marks.length < 2 ? null : <Marks marks={marks} className="track" />;
}
