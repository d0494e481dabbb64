/* end_banner.tsx: the game is over: who has won, by how much, and what one can do with it now. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { words } from '../engine/load';
import { save } from '../file';
import { sentenceOf, verify } from '../replay/verdict';
import { filled, language, text } from '../text';
import { capital, pointsText } from './deciding/vocabulary';
import { useDesk } from './desk';
import { sideCalled, sideName, type Words } from './looks';
import type { Session } from '../game/session';
import type { Seat } from '../engine/engine';

/* "Les Écossais l’emportent", "L’Espagne l’emporte": a game whose sides are many says it in its own words. */
function winsText(session: Session, winner: Seat, own: Words): string {
  const side = sideCalled(session.match, own, winner), told = own['side.win'];
  return told === undefined ? text('end.wins', { side }) : filled(told, { side });
}

function result(session: Session, winner: Seat | 'draw', own: Words): string {
  if (winner === 'draw') return text('end.draw');
  const wins = winsText(session, winner, own);
  if (session.info.value.mode === 'shared' || session.seat === 'spectator') return text('end.won', { wins });
  return text(winner === session.seat ? 'end.you_won' : 'end.you_lost', { wins: capital(wins) });
}

/* How great the victory is, where the game has a value of that name. */
function levelOf(session: Session, own: Words): string | null {
  const level = session.view.value?.state.game['level'];
  if (level === undefined || level === 'none') return null;
  const set = session.match.fields.game.find(({ name }) => name === 'level')?.set ?? 'level';
  return own[`${set}.${level}`] ?? null;
}

function Score({ own }: { own: Words }): JSX.Element | null {
  const { session } = useDesk();
  const score = session.engine.score(session.eye, language.value);
  if (!score) return null;
  const note = own['score.note'];
  return (
    <>
      <p class="end-score">
        {Object.entries(score).map(([seat, points]) => (
          <span key={seat}>{text('end.score', { side: sideName(session.match, own, seat as Seat), points: pointsText(own, points) })}</span>
        ))}
      </p>
      {note !== undefined && <p class="end-note">{note}</p>}
    </>
  );
}

function JournalButtons(): JSX.Element {
  const { session } = useDesk();
  const said = useSignal('');
  const withJournal = async (use: (journal: string) => Promise<string> | string): Promise<void> => {
    try {
      said.value = await use(await session.journal());
    } catch {
      said.value = text('end.no_journal');
    }
  };
  const check = async (journal: string): Promise<string> => sentenceOf(await verify(journal));
  const exportIt = (journal: string): string => {
    const { scenario, game } = session.info.peek();
    save(`mestre-${scenario}-${game}.jsonl`, journal);
    return text('end.exported');
  };
  return (
    <>
      {session.info.value.dice.kind === 'fair' && <button type="button" class="act" onClick={() => withJournal(check)}>{text('end.verify')}</button>}
      <button type="button" class="act" onClick={() => withJournal(exportIt)}>{text('end.export')}</button>
      <p class="end-said" role="status">{said.value}</p>
    </>
  );
}

function AgainButton({ again }: { again: () => Promise<void> }): JSX.Element {
  const trouble = useSignal(false);
  return (
    <>
      <button type="button" class="act" onClick={() => again().catch(() => { trouble.value = true; })}>{text('end.again')}</button>
      <span class="end-said" role="status">{trouble.value && text('end.not_again')}</span>
    </>
  );
}

/** Where one can go when a game is over. */
export interface Ways { readonly again: (() => Promise<void>) | null; readonly replay: string | null }

export function EndBanner({ ways }: { ways: Ways }): JSX.Element | null {
  const { session } = useDesk();
  const over = session.over.value;
  if (!over) return null;
  const own = words(session.info.value.ruleset, language.value);
  const level = levelOf(session, own);
  return (
    <div class="end" role="group" aria-labelledby="end-title">
      <h2 id="end-title">{result(session, over.winner, own)}</h2>
      {level !== null && <p class="end-level">{level}</p>}
      <Score own={own} />
      <div class="end-acts">
        {ways.replay !== null && <a class="act" href={ways.replay}>{text('end.replay')}</a>}
        {ways.again && <AgainButton again={ways.again} />}
        <JournalButtons />
      </div>
    </div>
  );
}
