/* provenance.tsx: tables whose values are not the printed ones: which they are, and how an owner of the game puts his own in their place. */
import type { JSX } from 'preact';
import type { Match } from '../../engine/engine';
import type { Session } from '../../game/session';
import { text } from '../../text';
import { word, wordsOf } from '../deciding/vocabulary';
import { useDesk } from '../desk';
import { Hanging } from './hanging';

/** The tables of the match that are reconstructed, as its board names them. */
export function reconstructed(match: Match): readonly string[] {
  const names = match.board['reconstructed'];
  return Array.isArray(names) ? names.filter((name: unknown): name is string => typeof name === 'string') : [];
}

function tableNames(session: Session): string {
  const all = wordsOf(session);
  return reconstructed(session.match).map(name => word(all, 'source', name) ?? name).join(', ');
}

/** Which tables, what that means, and what can be done about it; nothing where all are the book's or the owner's. */
export function TablesNote(): JSX.Element | null {
  const { session } = useDesk();
  if (reconstructed(session.match).length === 0) return null;
  return (
    <div class="tables-note">
      <p><strong>{text('tables.which', { tables: tableNames(session) })}</strong></p>
      <p>{text('tables.how', { folder: `data/${session.match.ruleset}` })}</p>
    </div>
  );
}

/** The mark in play, with the note behind it. */
export function TablesMark(): JSX.Element | null {
  const { session } = useDesk();
  if (reconstructed(session.match).length === 0) return null;
  const face = <><span aria-hidden="true">≈</span> <span class="tables-word">{text('tables.mark')}</span></>;
  return <Hanging class="tables-mark" label={text('tables.mark')} title={text('tables.mark')} face={face}>{() => <TablesNote />}</Hanging>;
}

/** Beside numbers that come from such tables. */
export function SourceMark(): JSX.Element | null {
  const { session } = useDesk();
  if (reconstructed(session.match).length === 0) return null;
  return <p class="source-mark"><span aria-hidden="true">≈ </span>{text('tables.by')}</p>;
}
