/* make.ts: the right board for a match, by the kind that it names. */
import type { Match } from '../engine/engine';
import type { Board, MakeBoard } from './board';
import { hexBoard } from './hexes/hex_board';
import { messageBoard } from './message_board';
import { tableBoard } from './table_board';
import { zoneBoard } from './zones/zone_board';

const kinds: Readonly<Record<string, MakeBoard>> = { table: tableBoard, hexes: hexBoard, zones: zoneBoard };

export function makeBoard(match: Match): Board {
  return (kinds[match.board.board] ?? (() => messageBoard(match.board.board)))(match);
}
