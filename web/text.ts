/* text.ts: every word on the screen, from the catalogues of the areas, in the reader's language. */
import { signal } from '@preact/signals';
import startEn from './text/start.en.json';
import startFr from './text/start.fr.json';
import lobbyEn from './text/lobby.en.json';
import lobbyFr from './text/lobby.fr.json';
import tableEn from './text/table.en.json';
import tableFr from './text/table.fr.json';
import playEn from './text/play.en.json';
import playFr from './text/play.fr.json';
import decidingEn from './text/deciding.en.json';
import decidingFr from './text/deciding.fr.json';
import knowingEn from './text/knowing.en.json';
import knowingFr from './text/knowing.fr.json';
import replayEn from './text/replay.en.json';
import replayFr from './text/replay.fr.json';
import lessonEn from './text/lesson.en.json';
import lessonFr from './text/lesson.fr.json';
import { recall, remember } from './memory';

const en = { ...startEn, ...lobbyEn, ...tableEn, ...playEn, ...decidingEn, ...knowingEn, ...replayEn, ...lessonEn };
const fr = { ...startFr, ...lobbyFr, ...tableFr, ...playFr, ...decidingFr, ...knowingFr, ...replayFr, ...lessonFr };

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

const contracted: Readonly<Record<string, string>> = { 'de les ': 'des ', 'de le ': 'du ', 'à les ': 'aux ', 'à le ': 'au ' };

/* In French a name joins the little word before it, as in the engine's sentences: "d’Umfraville", "des Anglais"; but "de A1". */
function joined(word: string, value: string): string {
  const article = /^les? /.exec(value)?.[0] ?? '';
  const both = contracted[`${word} ${article}`];
  if (both !== undefined) return both + value.slice(article.length);
  const isElided = word !== 'à' && /^[AEIOUYÀÂÉÈÊÎÔaeiouyàâéèêîô][a-zß-ÿ]/.test(value);
  return isElided ? `${word.slice(0, -1)}’${value}` : `${word} ${value}`;
}

/** A text with {name} replaced by its value. */
export function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/(?:(^| )(de|que|à) )?\{(\w+)\}/g, (whole, before: string | undefined, word: string | undefined, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return word === undefined ? value : (before ?? '') + (language.value === 'fr' ? joined(word, value) : `${word} ${value}`);
  });
}

/** What says the texts of a catalogue in the reader's language: a part of the client that is not always there brings its own. */
export function speaker<K extends string>(own: Readonly<Record<Language, Readonly<Record<K, string>>>>): (key: K, values?: Readonly<Record<string, string>>) => string {
  return (key, values = {}) => filled(own[language.value][key], values);
}

/* The text of a key, with {name} replaced by its value. */
export const text = speaker<Key>(catalogues);
