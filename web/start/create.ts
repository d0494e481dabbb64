/* create.ts: a new game at the host, by scenario or by two armies, and where it is played. */
import type { Seat } from '../engine/engine';
import { request, welcome } from '../net/socket';
import type { NewGame, RequestError } from '../net/protocol';
import { playAddress } from './addresses';
import { keepLink } from './links';

/** The host makes no such game. For an army that it refuses: whose, the rule, and what would mend it, in English. */
export class CreateError extends Error {
  readonly code: string;
  readonly seat: Seat | undefined;
  readonly rule: string | undefined;
  readonly fix: string | undefined;

  constructor({ code, text, seat, rule, fix }: Omit<RequestError, 'code'> & { code: string }) {
    super(text);
    this.code = code;
    this.seat = seat;
    this.rule = rule;
    this.fix = fix;
  }
}

const MESSAGE_BYTES = 64 * 1024 - 64;      /* a longer message would end the connection */

/** The address of the game that was made. A game by link begins for the one who makes it at `side`. */
export async function createGame(game: NewGame, side: Seat): Promise<string> {
  if (new TextEncoder().encode(JSON.stringify(game)).length > MESSAGE_BYTES) throw new CreateError({ code: 'too_many', text: 'too large to be sent' });
  const created = await request('create', game);
  if (!('created' in created)) throw new CreateError('error' in created ? created.error : { code: 'offline', text: 'no answer' });
  const { game: id, links, title } = created.created;
  const own = { game: id, mode: game.mode, players: game.players };
  if (welcome.peek()?.host === 'play') return game.mode === 'shared' ? playAddress(own, null) : `#/own/${id}/${side}`;
  const scenario = 'scenario' in game ? game.scenario : '';
  keepLink({ links, game: id, ruleset: game.ruleset, scenario, mode: game.mode, when: Date.now(), ...(title && { title }) });
  return game.mode === 'shared' ? playAddress(own, links) : `#/play/${links[side] ?? ''}`;
}
