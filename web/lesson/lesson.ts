/* lesson.ts: the document of a lesson: notes, each with its moment, its words and what it points at. docs/adding-a-ruleset.md tells how to write one. */
import type { BothLanguages } from '../engine/load';
import type { Condition, Pattern } from './condition';

export interface Note {
  readonly id: string;
  readonly when: Condition;
  readonly title: BothLanguages;
  readonly text: BothLanguages;
  readonly do?: Pattern;                     /* offers to point at: their pieces and their buttons */
  readonly point?: readonly string[];        /* pieces ("mine", "theirs", an id) and parts of the screen */
  readonly at?: readonly (readonly [number, number])[];      /* places of the board, as decisions write them */
  readonly until?: Condition;                /* what ends it; without it the reader's next decision does */
  readonly again?: boolean;                  /* a hint that is there whenever its moment is */
}

export interface Lesson {
  readonly format: 1;
  readonly ruleset: string;
  readonly scenario: string;
  readonly notes: readonly Note[];
}

export function readLesson(text: string): Lesson {
  const lesson = JSON.parse(text) as Lesson;
  if (lesson.format !== 1 || !Array.isArray(lesson.notes)) throw new Error('this is no lesson of format 1');
  return lesson;
}

/** A text in pieces: plain words, and what stands in braces as {kind:name}. */
export type Part = { readonly kind: 'words'; readonly text: string } | { readonly kind: string; readonly name: string };

export function partsOf(text: string): readonly Part[] {
  return text.split(/(\{\w+:[^}]+\})/).filter(part => part !== '').map(part => {
    const found = /^\{(\w+):([^}]+)\}$/.exec(part);
    return found ? { kind: found[1] ?? '', name: found[2] ?? '' } : { kind: 'words', text: part };
  });
}

/** A part with the stop that follows it: a link is a button, after which a line could break, and no line may begin with a comma. */
export interface Bound { readonly part: Part; readonly stop: string }

const links: readonly string[] = ['piece', 'rule'];

export function boundParts(text: string): readonly Bound[] {
  const parts = partsOf(text);
  const stopOf = (link: Part | undefined, next: Part | undefined): string =>
    link && next && links.includes(link.kind) && 'text' in next ? /^\s?[,.;:!?…)»’”]+/u.exec(next.text)?.[0] ?? '' : '';
  return parts.map((part, i): Bound => ('text' in part
    ? { part: { ...part, text: part.text.slice(stopOf(parts[i - 1], part).length) }, stop: '' }
    : { part, stop: stopOf(part, parts[i + 1]) }));
}
