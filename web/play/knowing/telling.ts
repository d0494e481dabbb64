/* telling.ts: the sentences of steps in the language of the moment, made once by the engine in the page and kept. */
import type { Language } from '../../engine/engine';
import { words } from '../../engine/load';
import type { Session, Step } from '../../game/session';
import { calledName } from '../deciding/model';
import { typeName } from '../looks';
import { LogBook } from './log_model';

const told = new WeakMap<Step, Partial<Record<Language, readonly string[]>>>();

/** One sentence for each event of a step. */
export function sentencesOf(session: Session, step: Step, language: Language): readonly string[] {
  let kept = told.get(step);
  if (!kept) told.set(step, (kept = {}));
  return (kept[language] ??= step.events.length === 0 ? [] : session.engine.tell([...step.events], language));
}

const books = new WeakMap<Session, Partial<Record<Language, LogBook>>>();

/** The log of a session in a language; it grows as it is read. */
export function logOf(session: Session, language: Language): LogBook {
  let kept = books.get(session);
  if (!kept) books.set(session, (kept = {}));
  return (kept[language] ??= new LogBook(
    step => sentencesOf(session, step, language),
    piece => typeName(session.match, words(session.match.ruleset, language), piece),
    piece => calledName(session.match, piece, language),
  ));
}
