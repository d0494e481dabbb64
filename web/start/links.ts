/* links.ts: the games that this browser has a link to. The links are secrets of this browser; the host keeps only their hashes. */
import { signal } from '@preact/signals';
import type { Seat } from '../engine/engine';
import { recall, remember } from '../memory';
import type { Mode } from '../net/protocol';

export interface KeptLink {
  readonly links: Partial<Record<Seat, string>>;
  readonly game: string;
  readonly ruleset: string;
  readonly scenario: string;
  readonly mode: Mode;
  readonly when: number;
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
  write([{ ...link, links: { ...before?.links, ...link.links } }, ...keptLinks.peek().filter(({ game }) => game !== link.game)]);
}

export function forgetLink(game: string): void {
  write(keptLinks.peek().filter(kept => kept.game !== game));
}
