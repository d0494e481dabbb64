/* text.ts: every word on the screen, from the two catalogues, in the reader's language. */
import { signal } from '@preact/signals';
import en from './text/en.json';
import fr from './text/fr.json';
import { recall, remember } from './memory';

export type Key = keyof typeof en;
export type Language = 'en' | 'fr';

const catalogues: Record<Language, Record<Key, string>> = { en, fr };

/* Each language is called by its own name, whatever language the page is in. */
export const languages: ReadonlyArray<{ id: Language; name: string }> = [
  { id: 'en', name: 'English' },
  { id: 'fr', name: 'Français' },
];

function isLanguage(value: string | undefined | null): value is Language {
  return value === 'en' || value === 'fr';
}

function firstChoice(): Language {
  const kept = recall('language');
  if (isLanguage(kept)) return kept;
  return navigator.languages.map(tag => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

export const language = signal<Language>(firstChoice());

export function speak(choice: Language): void {
  language.value = choice;
  remember('language', choice);
}

export function has(key: string): key is Key {
  return key in en;
}

/* The text of a key, with {name} replaced by its value. */
export function text(key: Key, values: Readonly<Record<string, string>> = {}): string {
  return catalogues[language.value][key].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
