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
