/* unread.ts: how many words of the others one has not seen yet, also after the page was closed in between. */
import { signal, type Signal } from '@preact/signals';
import type { Session } from '../../game/session';
import { recall, remember } from '../../memory';

const NAME = 'words';
const GAMES = 50;                /* of so many games it is remembered how far their words were read */

const isPair = (pair: unknown): pair is [string, number] => Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'number';

/* By game, the one that was read last at the end. What cannot be read is forgotten. */
function kept(): readonly (readonly [string, number])[] {
  try {
    const list: unknown = JSON.parse(recall(NAME) ?? '[]');
    return Array.isArray(list) ? list.filter(isPair) : [];
  } catch {
    return [];
  }
}

const known = new WeakMap<Session, Signal<number>>();

/* The number of the last word that was seen. */
function seenOf(session: Session): Signal<number> {
  let seen = known.get(session);
  const { game } = session.info.peek();
  if (!seen) known.set(session, seen = signal(kept().find(([name]) => name === game)?.[1] ?? 0));
  return seen;
}

/** Everything that was said so far has been seen. */
export function markRead(session: Session): void {
  const last = session.chats.peek().at(-1)?.number ?? 0, seen = seenOf(session);
  if (last <= seen.peek()) return;
  seen.value = last;
  const { game } = session.info.peek();
  remember(NAME, JSON.stringify([...kept().filter(([name]) => name !== game), [game, last]].slice(-GAMES)));
}

/** Words of the others that were not seen. */
export function unread(session: Session): number {
  const seen = seenOf(session).value;
  return session.chats.value.filter(({ number, from }) => number > seen && from !== session.seat).length;
}
