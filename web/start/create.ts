/* create.ts: a new game at the host, and where it is played. */
import type { Seat } from '../engine/engine';
import { request, welcome } from '../net/socket';
import type { NewGame } from '../net/protocol';
import { playAddress } from './addresses';
import { keepLink } from './links';

/** The address of the game that was made. A game by link begins for the one who makes it at `side`. */
export async function createGame(game: NewGame, side: Seat): Promise<string> {
  const created = await request('create', game);
  if (!('created' in created)) throw new Error('error' in created ? created.error.text : 'no answer');
  const { game: id, links } = created.created;
  const own = { game: id, mode: game.mode, players: game.players };
  if (welcome.peek()?.host === 'play') return game.mode === 'shared' ? playAddress(own, null) : `#/own/${id}/${side}`;
  keepLink({ links, game: id, ruleset: game.ruleset, scenario: game.scenario, mode: game.mode, when: Date.now() });
  return game.mode === 'shared' ? playAddress(own, links) : `#/play/${links[side] ?? ''}`;
}
