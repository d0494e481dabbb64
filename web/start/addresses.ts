/* addresses.ts: where a game is played, by what this page holds: its links, or the table that it owns. */
import type { Seat } from '../engine/engine';
import type { Mode, Player } from '../net/protocol';

type Links = Partial<Record<Seat, string>>;

export function playAddress(game: { game: string; mode: Mode; players: Partial<Record<Seat, Player>> }, links: Links | null): string {
  const people = (Object.keys(game.players) as Seat[]).filter(seat => game.players[seat] === 'person');
  if (!links) return game.mode === 'shared' ? `#/own-table/${game.game}` : `#/own/${game.game}/${people[0] ?? 'spectator'}`;
  if (game.mode === 'shared' && links.A && links.B) return `#/table/${links.A}/${links.B}`;
  const seat = (Object.keys(links) as Seat[]).find(name => name !== 'spectator') ?? 'spectator';
  return `#/play/${links[seat] ?? ''}`;
}
