/* kept_journal.ts: the journal that was opened from a file, as long as the page lives. */
import { signal } from '@preact/signals';

export const keptJournal = signal<{ name: string; text: string } | null>(null);

export function keepJournal(name: string, text: string): void {
  keptJournal.value = { name, text };
}
