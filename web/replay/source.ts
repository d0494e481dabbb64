/* source.ts: from an address to a journal: a file, a game by its link, a game of this private table. */
import { request } from '../net/socket';
import type { Door } from '../net/protocol';
import { keptJournal } from './kept_journal';
import type { ReplaySource } from './replay_screen';

async function fetchJournal(door: Door): Promise<{ name: string; text: string }> {
  const opened = await request('open', { ...door, from: 2 ** 31 - 1 });
  if (!('opened' in opened)) throw new Error('no such game');
  const { channel, game, scenario } = opened.opened;
  const answer = await request('journal', { channel });
  void request('close', { channel });
  if (!('journal' in answer)) throw new Error('not over');
  return { name: `mestre-${scenario}-${game}.jsonl`, text: answer.journal.text };
}

function fileJournal(): Promise<{ name: string; text: string }> {
  const kept = keptJournal.peek();
  return kept ? Promise.resolve(kept) : Promise.reject(new Error('no file'));
}

function stepOf(part: string | undefined): number {
  const step = Number(part ?? 0);
  return Number.isInteger(step) && step >= 0 ? step : 0;
}

/** The parts of the address behind "#/replay/": "file", "own/<game>" or a link, each with a step behind it. */
export function replaySource(rest: readonly string[]): ReplaySource | null {
  const [first, second, third] = rest;
  if (first === 'file') return { key: 'file', address: '#/replay/file', first: stepOf(second), load: fileJournal };
  if (first === 'own' && second) {
    return { key: second, address: `#/replay-own/${second}`, first: stepOf(third), load: () => fetchJournal({ game: second, seat: 'spectator' }) };
  }
  if (!first || first === 'own') return null;
  return { key: first, address: `#/replay/${first}`, first: stepOf(second), load: () => fetchJournal({ link: first }) };
}
