/* links.ts: the games that this browser has a link to. The links are secrets of this browser; the host keeps only their hashes. */
import { signal } from '@preact/signals';
import type { Seat } from '../engine/engine';
import { recall, remember } from '../memory';
import type { Mode, Title } from '../net/protocol';

export interface KeptLink {
  readonly links: Partial<Record<Seat, string>>;
  readonly game: string;
  readonly ruleset: string;
  readonly scenario: string;
  readonly title?: Title;                   /* of a battle between armies, which the list of games does not have */
  readonly mode: Mode;
  readonly when: number;
  readonly over?: boolean;                  /* as far as this browser has seen */
}

const most = 50;

const isKept = (value: unknown): value is KeptLink =>
  typeof value === 'object' && value !== null && 'links' in value && 'game' in value && 'ruleset' in value && 'scenario' in value;

function read(): readonly KeptLink[] {
  try {
    const list: unknown = JSON.parse(recall('games') ?? '[]');
    return Array.isArray(list) ? list.filter(isKept) : [];
  } catch {
    return [];
  }
}

export const keptLinks = signal<readonly KeptLink[]>(read());

function write(list: readonly KeptLink[]): void {
  keptLinks.value = list.slice(0, most);
  remember('games', JSON.stringify(keptLinks.value));
}

/** The newest first; what is known of the same game is joined. */
export function keepLink(link: KeptLink): void {
  const before = keptLinks.peek().find(({ game }) => game === link.game);
  write([{ ...link, ...(before?.over && { over: true }), links: { ...before?.links, ...link.links } }, ...keptLinks.peek().filter(({ game }) => game !== link.game)]);
}

/** Its end was seen here. */
export function markOver(game: string): void {
  if (keptLinks.peek().some(kept => kept.game === game && !kept.over)) write(keptLinks.peek().map(kept => (kept.game === game ? { ...kept, over: true } : kept)));
}

export function forgetLink(game: string): void {
  write(keptLinks.peek().filter(kept => kept.game !== game));
}
