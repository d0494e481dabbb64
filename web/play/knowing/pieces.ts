/* pieces.ts: what fields and lengths tell a reader, in the game's words. */
import type { Fields, FieldKind } from '../../engine/engine';
import type { Session } from '../../game/session';
import { language, text } from '../../text';
import { formatLength } from '../deciding/measure';
import { lengthUnit, word, type Words } from '../deciding/vocabulary';
import { measureOf } from '../measure/measure';

export interface Told { readonly name: string; readonly label: string; readonly value: string }

/* A place and a type are told in words of their own. */
const places: ReadonlySet<string> = new Set(['x', 'y', 'heading', 'type']);

/** Those whose name has a text. Nothing, none and nobody tell nothing. */
export function tellFields(all: Words, kinds: readonly FieldKind[], fields: Fields, without = places): Told[] {
  const told: Told[] = [];
  for (const { name, set, flag } of kinds) {
    const value = fields[name];
    const label = word(all, 'field', name);
    if (label === undefined || without.has(name)) continue;
    if (value === undefined || value === 0 || value === -1 || value === 'none') continue;
    const said = flag ? '✓' : typeof value === 'string' ? word(all, set ?? '', value) ?? value : String(value);
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
