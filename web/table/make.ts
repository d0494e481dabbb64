/* make.ts: the right board for a match, by the kind that it names. What draws a kind comes with the first match of that kind. */
import type { Match } from '../engine/engine';
import { LoadError } from '../engine/load';
import type { Board, MakeBoard } from './board';
import { messageBoard } from './message_board';

const kinds: Readonly<Record<string, () => Promise<MakeBoard>>> = {
  table: () => import('./table_board').then(part => part.tableBoard),
  hexes: () => import('./hexes/hex_board').then(part => part.hexBoard),
  zones: () => import('./zones/zone_board').then(part => part.zoneBoard),
};

const here = new Map<string, MakeBoard>();

/** Bring what draws such a match, before its board is made; a kind that nobody knows needs nothing. A LoadError when it does not come. */
export async function bringBoard({ board: { board } }: Match): Promise<void> {
  const bring = here.has(board) ? undefined : kinds[board];
  if (bring) here.set(board, await bring().catch(() => { throw new LoadError(board, 0); }));
}

export function makeBoard(match: Match): Board {
  const { board } = match.board;
  return (here.get(board) ?? (() => messageBoard(board)))(match);
}
