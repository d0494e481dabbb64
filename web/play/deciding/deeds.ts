/*
 * deeds.ts: what a piece may be told in a plan of several parts, as a few deeds with a key each, whatever number of offers stand behind them: an
 * attack is one deed, and its target is pointed at.
 */
import type { Decision, Kind } from '../../engine/engine';
import { filled } from '../../text';
import type { Deciding } from './deciding';
import { keysOf, type Answer } from './model';
import { toldTo } from './plan';
import { capital, choiceName, word, wordsOf } from './vocabulary';

export interface Deed {
  readonly id: string;                       /* "kind choice" */
  readonly label: string;
  readonly key: string;
  readonly answers: readonly Answer[];       /* one that is ready or open, or one for each target */
  readonly manner: 'ready' | 'target' | 'open';
  readonly adds: boolean;
  readonly now: Decision | null;             /* what the plan has of it */
}

/** The letters that the screen keeps for itself while a plan is made: next, undo, group. */
const KEPT_KEYS = 'nug';

const mannerOf = ({ decision, open }: Answer): Deed['manner'] => (open.length > 0 ? 'open' : decision.target !== undefined ? 'target' : 'ready');

/* The sentence of a kind of decision without its piece: "attacks …". The choice stands for the whole where there is no target. */
export function deedName(deciding: Deciding, decision: Decision, isOpen: boolean): string {
  const { session } = deciding.desk, choice = choiceName(session, decision), form = word(wordsOf(session), 'do', decision.do);
  if (choice !== undefined && decision.target === undefined && !isOpen) return choice;
  if (form === undefined) return decision.do;
  const bare = form.replace(/\{(\w+)[:|][^}]*\}/g, '{$1}').replace(/^\{unit\}\s*[,:]?\s*/u, '').replace('{unit}', '…');
  return capital(filled(bare, { target: '…', value: '…', choice: choice ?? '' }).replace(/\s{2,}/g, ' ').trim());
}

export const deedId = ({ do: name, choice }: Decision): string => [name, choice ?? ''].join(' ');

export function deedsOf(deciding: Deciding, unit: string): readonly Deed[] {
  const { kinds } = deciding.desk.session.match;
  const groups = new Map<string, Answer[]>();
  for (const answer of deciding.question.value.units.get(unit) ?? []) {
    const id = deedId(answer.decision), known = groups.get(id);
    if (known) known.push(answer);
    else groups.set(id, [answer]);
  }
  const own = toldTo(deciding.plan.value?.decisions ?? [], unit);
  const kindOf = (decision: Decision): Kind | undefined => kinds.find(({ name }) => name === decision.do);
  const list = [...groups].flatMap(([id, answers]) => {
    const [first] = answers;
    if (!first) return [];
    const manner = mannerOf(first), now = own.find(decision => deedId(decision) === id) ?? null;
    return [{ id, answers, manner, now, adds: kindOf(first.decision)?.adds === true, label: deedName(deciding, first.decision, manner === 'open') }];
  });
  const keys = keysOf(list.map(({ label }) => label), KEPT_KEYS);
  return list.map((deed, i) => ({ ...deed, key: keys[i] ?? '' }));
}

/** The deed with this key, if there is one. */
export const deedByKey = (deciding: Deciding, unit: string, key: string): Deed | undefined =>
  deedsOf(deciding, unit).find(deed => deed.key !== '' && key.toLocaleLowerCase() === deed.key);
