/*
 * track.ts: the track of a game: what its catalogue has few words for ("brief.<event>"), in the order in which it happened. Which events
 * those are is the game's to say.
 */
import type { Language, Seat } from '../../engine/engine';
import { sideOf } from '../../engine/sides';
import type { Session, Step } from '../../game/session';

export interface Mark { readonly key: string; readonly seat: Seat | null; readonly piece: string | null; readonly text: string }

type Tell = (step: Step) => readonly string[];

/** The marks of the steps that stand. What was taken back is the last step of that seat that stood until then. */
export function trackOf(steps: readonly Step[], tell: Tell, seatOf: (piece: string) => Seat | null): readonly Mark[] {
  const kept: { by: Seat | null; marks: readonly Mark[] }[] = [];
  for (const step of steps) {
    if (step.undo) {
      const last = kept.map(({ by }) => by).lastIndexOf(step.by);
      if (last >= 0) kept.splice(last, 1);
    }
    const words = tell(step);
    const marks = step.events.flatMap(({ unit }, i) => {
      const text = words[i] ?? '';
      return text === '' ? [] : [{ key: `${step.n}.${i}`, seat: unit === undefined ? step.by : seatOf(unit), piece: unit ?? null, text }];
    });
    if (!step.undo || marks.length > 0) kept.push({ by: step.by, marks });
  }
  return kept.flatMap(({ marks }) => marks);
}

const told = new WeakMap<Step, Partial<Record<Language, readonly string[]>>>();

/** The few words of each event of a step, made once. */
function briefly(session: Session, step: Step, language: Language): readonly string[] {
  let kept = told.get(step);
  if (!kept) told.set(step, (kept = {}));
  return (kept[language] ??= step.events.length === 0 ? [] : session.engine.tellBriefly([...step.events], language));
}

export function trackIn(session: Session, language: Language): readonly Mark[] {
  return trackOf(session.steps.value, step => briefly(session, step, language), piece => sideOf(session.match, piece));
}
