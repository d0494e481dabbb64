/* chapters.ts: the titles of the chapters of a game's rules, which stand in the document of the rules. */
import { signal } from '@preact/signals';
import type { Language } from '../../engine/engine';
import { loadRuleset } from '../../engine/load';

export type Titles = Readonly<Record<string, string>>;

const none: Titles = {};
const known = signal<Readonly<Record<string, Readonly<Record<Language, Titles>>>>>({});
const asked = new Set<string>();

type Unknown = Record<string, unknown>;
const isObject = (value: unknown): value is Unknown => typeof value === 'object' && value !== null;

/** The titles by the short names of the chapters, from the text of the document. */
export function titlesIn(document: string): Record<Language, Titles> {
  const titles: Record<Language, Record<string, string>> = { en: {}, fr: {} };
  const rules: unknown = JSON.parse(document);
  const chapters = isObject(rules) && isObject(rules['chapters']) ? rules['chapters'] : {};
  for (const [name, chapter] of Object.entries(chapters))
    for (const language of ['en', 'fr'] as const) {
      const title = isObject(chapter) ? chapter[language] : undefined;
      if (typeof title === 'string') titles[language][name] = title;
    }
  return titles;
}

async function learn(ruleset: string): Promise<void> {
  const { documents } = await loadRuleset(ruleset);
  const document = documents.find(([name]) => name === `${ruleset}/rules.json`);
  if (document) known.value = { ...known.peek(), [ruleset]: titlesIn(document[1]) };
}

/** What is known of them now; they come soon after they were first asked for. */
export function chapterTitles(ruleset: string, language: Language): Titles {
  if (!asked.has(ruleset)) {
    asked.add(ruleset);
    learn(ruleset).catch(() => asked.delete(ruleset));
  }
  return known.value[ruleset]?.[language] ?? none;
}
