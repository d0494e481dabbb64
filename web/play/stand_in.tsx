/*
 * stand_in.tsx: a computer player that plays for somebody who is away: whom one allows to do so, how it is called to a seat, and the way back
 * to one's own. Only in games by link; at one's own table one just goes on later.
 */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Seat } from '../engine/engine';
import { loadGames, type Game } from '../engine/load';
import { standInOf, type Outcome, type Session } from '../game/session';
import { levelName, levelsOf } from '../start/new_game';
import { text } from '../text';
import { useDesk } from './desk';
import { nameOf } from './links';

/** May the person here have a stand-in? */
export function mayStandIn(session: Session): boolean {
  const { mode } = session.info.value;
  return mode === 'link' && session.seat !== 'spectator' && session.over.value === null;
}

/* An act whose failure is said in a sentence. */
function useAct(): { trouble: string; act: (does: () => Promise<Outcome>) => Promise<void> } {
  const failed = useSignal(false);
  const act = async (does: () => Promise<Outcome>): Promise<void> => {
    failed.value = !(await does()).ok;
  };
  return { trouble: failed.value ? text('standin.failed') : '', act };
}

function useLevels(ruleset: string): readonly string[] {
  const game = useSignal<Game | undefined>(undefined);
  useEffect(() => {
    void loadGames().then(games => { game.value = games.find(({ id }) => id === ruleset); }, () => undefined);
  }, [ruleset]);
  return game.value ? levelsOf(game.value) : [];
}

/* Nobody, or one of the computer players; what is chosen counts at once. */
function Allowed({ session, act }: { session: Session; act: (does: () => Promise<Outcome>) => Promise<void> }): JSX.Element {
  const levels = useLevels(session.info.value.ruleset);
  const allowed = session.standIns.value[session.seat]?.player ?? 'person';
  return (
    <label class="level">
      <span>{text('standin.choose')}</span>
      <select value={allowed} disabled={session.line.value !== 'online'} onChange={({ currentTarget }) => {
        void act(() => session.allowStandIn(currentTarget.value)).then(() => { currentTarget.value = session.standIns.peek()[session.seat]?.player ?? 'person'; });
      }}>
        <option value="person">{text('standin.nobody')}</option>
        {levels.map(level => <option key={level} value={level}>{levelName(level)}</option>)}
      </select>
    </label>
  );
}

/** Whom I allow to play for me; and, once the game has begun, that it does so now. */
export function StandInPart({ session }: { session: Session }): JSX.Element {
  const { trouble, act } = useAct();
  const sits = standInOf(session) !== null;
  const off = session.line.value !== 'online' || session.waiting.value;
  return (
    <section class="wait-part stand-in" aria-labelledby="standin-title">
      <h2 id="standin-title">{text('standin.title')}</h2>
      <p>{text('standin.text')}</p>
      <Allowed session={session} act={act} />
      {session.began.value && !sits && (
        <button type="button" class="act" disabled={off || !session.standIns.value[session.seat]} onClick={() => void act(() => session.takeOver(session.seat))}>
          {text('standin.now')}
        </button>
      )}
      {sits && <button type="button" class="act" disabled={off} onClick={() => void act(() => session.takeBack())}>{text('standin.back')}</button>}
      <p role="alert">{trouble}</p>
    </section>
  );
}

function OpenDialog({ session, close }: { session: Session; close: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="sheet-dialog wait" aria-labelledby="standin-title" onClose={close}>
      <StandInPart session={session} />
      <button type="button" class="act" onClick={() => dialog.current?.close()}>{text('help.close')}</button>
    </dialog>
  );
}

export function StandInDialog(): JSX.Element | null {
  const { away, session } = useDesk();
  return away.value && mayStandIn(session) ? <OpenDialog session={session} close={() => { away.value = false; }} /> : null;
}

/** In place of a question: the computer plays for me, and I may have my seat back. */
export function SeatBack(): JSX.Element | null {
  const { session } = useDesk();
  const { trouble, act } = useAct();
  if (standInOf(session) === null) return null;
  return (
    <div class="acts">
      <button type="button" class="act main-act" disabled={session.line.value !== 'online' || session.waiting.value} onClick={() => void act(() => session.takeBack())}>
        {text('standin.back')}
      </button>
      {trouble !== '' && <p class="ask-trouble" role="alert">{trouble}</p>}
    </div>
  );
}

/* Has the moment come? Looked at again when it does. */
function useMoment(moment: number): boolean {
  const now = useSignal(Date.now());
  useEffect(() => {
    const timer = setTimeout(() => { now.value = Date.now(); }, Math.max(0, moment - Date.now()) + 20);
    return () => clearTimeout(timer);
  }, [moment]);
  return Math.max(now.value, Date.now()) >= moment;
}

/** Somebody is away, and has allowed the computer to play for him: after a while it may be called. */
export function CallStandIn({ seat, from }: { seat: Seat; from: number }): JSX.Element | null {
  const { session } = useDesk();
  const { trouble, act } = useAct();
  if (!useMoment(from)) return null;
  return (
    <>
      <button type="button" class="again call" disabled={session.line.value !== 'online' || session.waiting.value} onClick={() => void act(() => session.takeOver(seat))}>
        {text('standin.call', { side: nameOf(session, seat) })}
      </button>
      {trouble !== '' && <span role="alert">{trouble}</span>}
    </>
  );
}
