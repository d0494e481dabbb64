/* incoming.ts: an army from elsewhere: suggested, a code, a link with one, the text of a file. What is wrong with it is said, and nothing is taken over. */
import { rulesetOf, type Answer, type Army } from '../engine/armies';
import type { Armoury } from './armoury';
import { say } from './words';

const mostBytes = 64 * 1024;

function wrong(text: string): Answer<Army> {
  return { fault: { file: '', line: 0, text } };
}

/** The code in a link to an army, and the game it is for; null when it is no such link. */
export function codeIn(text: string): { readonly ruleset: string; readonly code: string } | null {
  const found = /#\/army\/([\w-]+)\/code\/([\w%.-]+)/.exec(text);
  return found ? { ruleset: found[1] ?? '', code: found[2] ?? '' } : null;
}

/** A code as such, or in a link, or the text of a document. */
export function armyFrom(armoury: Armoury, text: string): Answer<Army> {
  const trimmed = text.trim(), link = codeIn(trimmed);
  if (trimmed === '') return wrong(say('army.import.empty'));
  if (trimmed.length > mostBytes) return wrong(say('army.import.large'));
  if (link) return link.ruleset === armoury.ruleset ? armoury.armies.decode(link.code) : wrong(say('army.import.other', { game: link.ruleset }));
  if (!trimmed.startsWith('{')) return armoury.armies.decode(trimmed);
  const ruleset = rulesetOf(trimmed);
  return ruleset !== '' && ruleset !== armoury.ruleset ? wrong(say('army.import.other', { game: ruleset })) : armoury.armies.read(text);
}

export async function armyFromFile(armoury: Armoury, file: File): Promise<Answer<Army>> {
  return file.size > mostBytes ? wrong(say('army.import.large')) : armyFrom(armoury, await file.text());
}

const mostTries = 30;

/** A suggestion that differs from the one before, unless there is hardly another. */
export function anotherArmy(armoury: Armoury, nation: string, limit: number, before: Army | null, seed: () => number): Answer<Army> {
  let answer = armoury.armies.suggest(nation, limit, seed());
  for (let i = 0; i < mostTries && answer.value && before && JSON.stringify(answer.value) === JSON.stringify(before); i++) answer = armoury.armies.suggest(nation, limit, seed());
  return answer;
}

/** What is wrong, with the line where it is. */
export function faultText({ line, text }: { readonly line: number; readonly text: string }): string {
  return line > 0 ? say('army.fault.line', { line: String(line), text }) : text;
}
