/* opening.tsx: from an address to a table: the sessions are opened, and what goes wrong is said plainly. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { EngineFault } from '../engine/engine';
import { LoadError } from '../engine/load';
import { CommonSession } from '../game/common';
import type { Session } from '../game/session';
import { Message } from '../message';
import { bringBoard } from '../table/make';
import { has, text } from '../text';
import { Desk } from './desk';
import type { Ways } from './end_banner';
import { HotSeat } from './hot_seat';
import { Projector } from './projector';
import { SeatScreen } from './seat_screen';

/** Why a table could not be opened: the last part of a text's key. */
export class OpeningError extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** How a table is opened, and where one may go from it. `key` tells one table from another. */
export interface Opener {
  readonly key: string;
  readonly open: () => Promise<readonly Session[]>;
  readonly ways: (sessions: readonly Session[]) => Ways;
}

type State = { is: 'opening' } | { is: 'failed'; code: string; detail: string } | { is: 'open'; desks: readonly Desk[]; common: Desk | null; ways: Ways };

function failure(error: unknown): State {
  if (error instanceof OpeningError) return { is: 'failed', code: error.code, detail: '' };
  if (error instanceof LoadError) return { is: 'failed', code: error.status === 404 ? 'unknown_game' : 'no_answer', detail: error.message };
  return { is: 'failed', code: error instanceof EngineFault ? 'unknown_game' : 'broken', detail: String(error) };
}

async function deskOf(session: Session): Promise<Desk> {
  const [projector] = await Promise.all([Projector.load(session), bringBoard(session.match)]);
  return new Desk(session, projector);
}

/* Several people before one screen share a desk that shows what all may see. */
async function commonDesk(people: readonly Session[], watcher: Session): Promise<Desk> {
  return new Desk(new CommonSession(people, watcher), await Projector.load(watcher));
}

async function desksOf(sessions: readonly Session[]): Promise<{ desks: readonly Desk[]; common: Desk | null }> {
  const people = sessions.length > 1 ? sessions.filter(({ seat }) => seat !== 'spectator') : sessions;
  const watcher = sessions.find(session => !people.includes(session));
  const [common, desks] = await Promise.all([watcher ? commonDesk(people, watcher) : null, Promise.all(people.map(deskOf))]);
  return { desks, common };
}

export function Opening({ opener }: { opener: Opener }): JSX.Element {
  const state = useSignal<State>({ is: 'opening' });
  useEffect(() => {
    let left = false;
    let sessions: readonly Session[] = [];
    const open = async (): Promise<void> => {
      sessions = await opener.open();
      const desks = await desksOf(sessions);
      if (!left) state.value = { is: 'open', ...desks, ways: opener.ways(sessions) };
      else for (const session of sessions) session.close();
    };
    state.value = { is: 'opening' };
    open().catch((error: unknown) => {
      console.error(error);
      if (!left) state.value = failure(error);
    });
    return () => {
      left = true;
      for (const session of sessions) session.close();
    };
  }, [opener.key]);
  const now = state.value;
  if (now.is === 'opening') return <main class="message" aria-busy="true"><p role="status">{text('opening.wait')}</p></main>;
  if (now.is === 'failed') {
    const key = `opening.${now.code}`;
    return <Message title={text('opening.failed')}>{has(key) ? text(key) : `${text('opening.broken')} ${now.detail}`}</Message>;
  }
  const [only] = now.desks;
  return now.desks.length > 1 || !only ? <HotSeat desks={now.desks} common={now.common} ways={now.ways} /> : <SeatScreen desk={only} ways={now.ways} />;
}
