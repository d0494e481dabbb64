/* pieces.ts: what fields and lengths tell a reader, in the game's words. */
import type { Fields, FieldKind, Match } from '../../engine/engine';
import { sidesOf } from '../../engine/sides';
import type { Session } from '../../game/session';
import { plotName, type Plot } from '../../table/plots';
import { filled, language, text } from '../../text';
import { formatLength } from '../deciding/measure';
import { calledName } from '../deciding/model';
import { lengthUnit, pieces, word, type Words } from '../deciding/vocabulary';
import { fellows, formOf, pieceIn, sideName } from '../looks';
import { measureOf } from '../measure/measure';

export interface Told { readonly name: string; readonly label: string; readonly value: string }

/* A place and a type are told in words of their own. */
const places: ReadonlySet<string> = new Set(['x', 'y', 'heading', 'type']);

/** Says a value in words of its own: undefined leaves it to the others, null leaves it out. */
export type Saying = (name: string, value: number | string) => string | null | undefined;

const isPlot = (item: unknown): item is Plot => typeof item === 'object' && item !== null && 'id' in item && 'kind' in item;

/** What the fields of a piece name: other pieces, the ground that it is in, and its form where that is not the usual. */
export function sayingOf(match: Match, all: Words, unit: string): Saying {
  return (name, value) => {
    if (name === 'form') {
      const form = formOf(match, unit, { form: value });
      return form === undefined ? null : word(all, 'form', form);
    }
    if (name === 'house' && typeof value === 'number' && value > 0) {
      const plots = match.board['terrain'];
      return plotName(Array.isArray(plots) ? plots.filter(isPlot) : [], all, value - 1);
    }
    if (name === 'formed' && value !== 0) {
      const body = [...pieces(match).values()].find(({ members }) => members?.includes(unit))?.id;
      return body === undefined ? undefined : calledName(match, body, language.value);
    }
    const other = fellows.has(name) ? pieceIn(match, { [name]: value }, name) : undefined;
    return other === undefined ? undefined : calledName(match, other, language.value);
  };
}

/* The sides by their seats: "{A}". */
function sideNames(match: Match, all: Words): Record<string, string> {
  return Object.fromEntries(sidesOf(match).map(seat => [seat, sideName(match, all, seat)]));
}

/** A value of a field in words: of its set, or by a text "field.<name>.<value>", or "field.<name>.value" of a number that wants one. */
export function valueWords(match: Match, all: Words, { name, set }: FieldKind, value: number | string): string {
  if (typeof value === 'string') return word(all, set ?? '', value) ?? value;
  const told = word(all, 'field', `${name}.${value}`) ?? (value === 0 ? undefined : word(all, 'field', `${name}.value`));
  return told === undefined ? String(value) : filled(told, { ...sideNames(match, all), value: String(value) });
}

/** Those whose name has a text. Nothing, none and nobody tell nothing, nor does what has not come yet. */
export function tellFields(match: Match, all: Words, kinds: readonly FieldKind[], fields: Fields, without = places, saying: Saying = () => undefined): Told[] {
  const told: Told[] = [];
  for (const kind of kinds) {
    const { name, flag } = kind, value = fields[name];
    const label = word(all, 'field', name);
    if (label === undefined || without.has(name)) continue;
    if (value === undefined || value === 0 || value === -1 || value === 'none' || value === 'not_yet') continue;
    const own = saying(name, value);
    if (own === null) continue;
    told.push({ name, label: filled(label, sideNames(match, all)), value: own ?? (flag ? '✓' : valueWords(match, all, kind, value)) });
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
