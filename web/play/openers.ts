/* openers.ts: how the table of an address is opened, and where one may go from it when the game is over. */
import { effect } from '@preact/signals';
import type { Seat } from '../engine/engine';
import { DoorError, openRemote } from '../game/remote';
import type { Info, Session } from '../game/session';
import type { Door, Mode, NewGame } from '../net/protocol';
import { wire } from '../net/socket';
import { go, type Route } from '../route';
import { createGame } from '../start/create';
import { keepLink, keptLinks, markOver } from '../start/links';
import type { Ways } from './end_banner';
import { OpeningError, type Opener } from './opening';

async function openAll(doors: readonly Door[]): Promise<readonly Session[]> {
  const opened = await Promise.allSettled(doors.map(door => openRemote(wire, door)));
  const sessions = opened.flatMap(each => each.status === 'fulfilled' ? [each.value] : []);
  for (const each of opened) {
    if (each.status === 'fulfilled') continue;
    for (const session of sessions) session.close();
    throw each.reason instanceof DoorError ? new OpeningError(each.reason.code) : each.reason;
  }
  return sessions;
}

/* This browser remembers which games it has links to. */
async function openLinks(links: readonly string[]): Promise<readonly Session[]> {
  const sessions = await openAll(links.map(link => ({ link })));
  sessions.forEach((session, i) => {
    const { game, ruleset, scenario, mode, title } = session.info.peek();
    const link = links[i];
    if (link !== undefined && mode !== 'replay') keepLink({ links: { [session.seat]: link }, game, ruleset, scenario, mode, when: Date.now(), ...(title && { title }) });
    effect(() => { if (session.over.value) markOver(game); });
  });
  return sessions;
}

/* Both seats of one screen, and the spectator's, who sees what both may see. A browser that did not make the game has only the two. */
function openShared(links: readonly string[]): Promise<readonly Session[]> {
  const watching = keptLinks.peek().find(kept => links.includes(kept.links.A ?? ''))?.links.spectator;
  return openLinks(watching === undefined ? links : [...links, watching]);
}

/* The same armies meet again on other ground. */
function sameAgain({ ruleset, scenario, armies, options, players, dice, mode }: Info): NewGame {
  return { ruleset, ...(armies ? { armies } : { scenario }), options: { ...options }, players, dice: dice.kind, mode: mode as Mode };
}

/** Another such game, at the same side of the table. */
function again(session: Session): () => Promise<void> {
  const side: Seat = session.seat;
  return async () => go(await createGame(sameAgain(session.info.peek()), side));
}

function waysOf(sessions: readonly Session[], replay: string): Ways {
  const [first] = sessions;
  return { again: first && first.seat !== 'spectator' ? again(first) : null, replay };
}

/** Null for an address that is no table. */
export function openerOf(to: Route): Opener | null {
  const key = JSON.stringify(to);
  switch (to.at) {
    case 'play':
      return { key, open: () => openLinks([to.link]), ways: sessions => waysOf(sessions, `#/replay/${to.link}`) };
    case 'table':
      return { key, open: () => openShared(to.links), ways: sessions => waysOf(sessions, `#/replay/${to.links[0]}`) };
    case 'own':
      return { key, open: () => openAll([{ game: to.game, seat: to.seat }]), ways: sessions => waysOf(sessions, `#/replay-own/${to.game}`) };
    case 'own-table':
      return {
        key,
        open: () => openAll([{ game: to.game, seat: 'A' }, { game: to.game, seat: 'B' }, { game: to.game, seat: 'spectator' }]),
        ways: sessions => waysOf(sessions, `#/replay-own/${to.game}`),
      };
    default:
      return null;
  }
}
