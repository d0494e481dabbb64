/*
 * kept.ts: the armies that this browser keeps, each under a name of its own, so that one that is damaged takes no other with it. What cannot
 * be read stays as it is until its owner removes it.
 */
import { computed, signal } from '@preact/signals';
import type { Army } from '../engine/armies';
import { forget, recall, remember, remembered, whenRemembered } from '../memory';

export interface KeptArmy {
  readonly id: string;
  readonly ruleset: string;
  readonly when: number;                    /* it was last changed */
  readonly army: unknown;                   /* a document, until the engine has read it */
}

export interface DamagedArmy {
  readonly id: string;
  readonly text: string;
}

export type Entry = KeptArmy | DamagedArmy;

export function isDamaged(entry: Entry): entry is DamagedArmy {
  return !('army' in entry);
}

const start = 'army.';

function readAll(): ReadonlyMap<string, string> {
  return new Map(remembered(start).map(name => [name.slice(start.length), recall(name) ?? '']));
}

const texts = signal(readAll());

/** False when the browser keeps nothing: then armies last as long as the page. */
export const lasting = signal(true);

whenRemembered(start, (name, value) => put(name.slice(start.length), value));

function put(id: string, text: string | null): void {
  const next = new Map(texts.peek());
  if (text === null) next.delete(id);
  else next.set(id, text);
  texts.value = next;
}

function parsed(id: string, text: string): Entry {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && value !== null && 'army' in value && 'ruleset' in value && typeof value.ruleset === 'string') {
      const when = 'when' in value && typeof value.when === 'number' ? value.when : 0;
      return { id, ruleset: value.ruleset, when, army: value.army };
    }
  } catch {
    /* Damaged, then. */
  }
  return { id, text };
}

/** The newest first, what is damaged last. */
export const entries = computed((): readonly Entry[] => {
  const all = [...texts.value].map(([id, text]) => parsed(id, text));
  const age = (entry: Entry): number => (isDamaged(entry) ? -1 : entry.when);
  return all.sort((a, b) => age(b) - age(a) || (a.id < b.id ? -1 : 1));
});

/** As it is now: who asks is not told when it changes. */
export function entryOf(id: string): Entry | null {
  const text = texts.peek().get(id);
  return text === undefined ? null : parsed(id, text);
}

/** The text that is kept, for a file; and to put it back as it was. */
export function textOf(id: string): string | null {
  return texts.peek().get(id) ?? null;
}

export function restore(id: string, text: string): void {
  put(id, text);
  lasting.value = remember(start + id, text);
}

export function keep(id: string, army: Army): void {
  restore(id, JSON.stringify({ ruleset: army.ruleset, when: Date.now(), army }));
}

/** A new one on the shelf: its id. */
export function keepNew(army: Army): string {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(6)), byte => byte.toString(36).padStart(2, '0')).join('');
  keep(id, army);
  return id;
}

export function remove(id: string): void {
  put(id, null);
  forget(start + id);
}
