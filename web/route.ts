/* route.ts: the screens by their address. Everything after "#" stays in the browser, which is why secret links may stand there. */
import { signal } from '@preact/signals';
import type { Seat } from './engine/engine';

export type Route =
  | { at: 'start' }
  | { at: 'game'; ruleset: string; scenario: string | null }
  | { at: 'army'; ruleset: string; rest: readonly string[] }
  | { at: 'play'; link: string }
  | { at: 'table'; links: readonly [string, string] }
  | { at: 'own'; game: string; seat: Seat }
  | { at: 'own-table'; game: string }
  | { at: 'replay'; rest: readonly string[] }
  | { at: 'nowhere' };

const nowhere: Route = { at: 'nowhere' };

function seatNamed(name: string | undefined): Seat | null {
  return name === 'A' || name === 'B' || name === 'C' || name === 'D' || name === 'spectator' ? name : null;
}

function ownSeat([game, name]: readonly string[]): Route {
  const seat = seatNamed(name);
  return game && seat ? { at: 'own', game, seat } : nowhere;
}

/** Null for an address within the page, such as "#games", which is no other screen. */
export function parseRoute(hash: string): Route | null {
  if (hash === '' || hash === '#') return { at: 'start' };
  if (!hash.startsWith('#/')) return null;
  const [name, ...rest] = hash.slice(2).split('/').map(decode);
  const [first, second] = rest;
  switch (name) {
    case '': return { at: 'start' };
    case 'game': return first ? { at: 'game', ruleset: first, scenario: second ?? null } : nowhere;
    case 'army': return first ? { at: 'army', ruleset: first, rest: rest.slice(1) } : nowhere;
    case 'play': return first ? { at: 'play', link: first } : nowhere;
    case 'table': return first && second ? { at: 'table', links: [first, second] } : nowhere;
    case 'own': return ownSeat(rest);
    case 'own-table': return first ? { at: 'own-table', game: first } : nowhere;
    case 'replay': return { at: 'replay', rest };
    case 'replay-own': return { at: 'replay', rest: ['own', ...rest] };
    default: return nowhere;
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

export const route = signal<Route>(parseRoute(location.hash) ?? { at: 'start' });

addEventListener('hashchange', () => { route.value = parseRoute(location.hash) ?? route.peek(); });

export function go(hash: string): void {
  location.hash = hash;
}
