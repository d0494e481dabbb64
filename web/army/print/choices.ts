/* choices.ts: what is to be printed, and on what; this browser remembers it. */
import { recall, remember } from '../../memory';
import { papers, type Paper } from './page';

export const parts = ['roster', 'cards', 'reference', 'orders'] as const;
export type Part = (typeof parts)[number];

/** For whom there is a set of order cards. */
export const sets = ['unit', 'regiment', 'army'] as const;
export type Sets = (typeof sets)[number];

export interface Choices {
  readonly parts: Readonly<Record<Part, boolean>>;
  readonly paper: Paper;
  readonly sets: Sets;
  readonly bothSides: boolean;
}

/* Where letters are written on Letter. */
const LETTER = /-(?:US|CA|MX|CL|CO|CR|GT|PA|PH|PR|VE)\b/i;

const NAME = 'print';

function usual(): Choices {
  return { parts: { roster: true, cards: true, reference: true, orders: true }, paper: LETTER.test(navigator.language) ? 'letter' : 'a4', sets: 'unit', bothSides: false };
}

/** What was kept, as far as it is sound. */
export function recallChoices(): Choices {
  const choices = usual();
  let kept: unknown = null;
  try {
    kept = JSON.parse(recall(NAME) ?? 'null');
  } catch {
    /* It is damaged: then it is as if nothing had been kept. */
  }
  if (typeof kept !== 'object' || kept === null) return choices;
  const { parts: some, paper, sets: how, bothSides } = kept as Readonly<Record<string, unknown>>;
  const chosen = typeof some === 'object' && some !== null ? some as Readonly<Record<string, unknown>> : {};
  return {
    parts: Object.fromEntries(parts.map(part => [part, chosen[part] !== false])) as Record<Part, boolean>,
    paper: papers.find(each => each === paper) ?? choices.paper, sets: sets.find(each => each === how) ?? choices.sets, bothSides: bothSides === true,
  };
}

export function rememberChoices(choices: Choices): void {
  remember(NAME, JSON.stringify(choices));
}
