/* pieces.ts: what fields and lengths tell a reader, in the game's words. */
import type { Fields, FieldKind, Match } from '../../engine/engine';
import type { Session } from '../../game/session';
import { language, text } from '../../text';
import { formatLength } from '../deciding/measure';
import { calledName } from '../deciding/model';
import { lengthUnit, word, type Words } from '../deciding/vocabulary';
import { fellows, formOf, pieceIn } from '../looks';
import { measureOf } from '../measure/measure';

export interface Told { readonly name: string; readonly label: string; readonly value: string }

/* A place and a type are told in words of their own. */
const places: ReadonlySet<string> = new Set(['x', 'y', 'heading', 'type']);

/** Says a value in words of its own: undefined leaves it to the others, null leaves it out. */
export type Saying = (name: string, value: number | string) => string | null | undefined;

/** What the fields of a piece name: other pieces, and its form where that is not the usual. */
export function sayingOf(match: Match, all: Words, unit: string): Saying {
  return (name, value) => {
    if (name === 'form') {
      const form = formOf(match, unit, { form: value });
      return form === undefined ? null : word(all, 'form', form);
    }
    const other = fellows.has(name) ? pieceIn(match, { [name]: value }, name) : undefined;
    return other === undefined ? undefined : calledName(match, other, language.value);
  };
}

/** Those whose name has a text. Nothing, none and nobody tell nothing, nor does what has not come yet. */
export function tellFields(all: Words, kinds: readonly FieldKind[], fields: Fields, without = places, saying: Saying = () => undefined): Told[] {
  const told: Told[] = [];
  for (const { name, set, flag } of kinds) {
    const value = fields[name];
    const label = word(all, 'field', name);
    if (label === undefined || without.has(name)) continue;
    if (value === undefined || value === 0 || value === -1 || value === 'none' || value === 'not_yet') continue;
    const own = saying(name, value);
    if (own === null) continue;
    const said = own ?? (flag ? '✓' : typeof value === 'string' ? word(all, set ?? '', value) ?? value : String(value));
    told.push({ name, label, value: said });
  }
  return told;
}

/** A length in the game's unit, with its name; on a board whose places are counted, their number. */
export function lengthText(session: Session, distance: number): string {
  const { counts, counted } = measureOf(session.match);
  if (counts) return text(distance === 1 ? `length.${counted}` : `length.${counted === 'hex' ? 'hexes' : 'zones'}`, { length: String(distance) });
  const unit = lengthUnit(session);
  return text(`length.${unit}`, { length: formatLength(distance, unit, language.value) });
}
