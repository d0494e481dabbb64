/* measure.ts: lengths and headings as people say and type them, in the unit that the game's own texts measure in. */
import type { Language } from '../../engine/engine';

export type Unit = 'in' | 'cm';

const ticks: Readonly<Record<Unit, number>> = { in: 2540, cm: 1000 };

/** Inches where the catalogue of the game speaks of them more often than of centimetres. */
export function unitOf(words: Readonly<Record<string, string>>): Unit {
  let balance = 0;
  for (const text of Object.values(words)) balance += text.split(':in}').length - text.split(':cm}').length;
  return balance > 0 ? 'in' : 'cm';
}

export function toUnit(length: number, unit: Unit): number {
  return length / ticks[unit];
}

export function fromUnit(length: number, unit: Unit): number {
  return Math.round(length * ticks[unit]);
}

/** The smallest step of the arrow keys, and the coarse one. */
export function nudge(unit: Unit, coarse: boolean): number {
  return unit === 'in' ? (coarse ? 2540 : 254) : coarse ? 1000 : 100;
}

/* Made once: a number is written for every move of the pointer. */
const formats = new Map<string, Intl.NumberFormat>();

export function formatNumber(value: number, digits: number, language: Language): string {
  const key = `${language} ${digits}`;
  let format = formats.get(key);
  if (!format) formats.set(key, format = new Intl.NumberFormat(language, { maximumFractionDigits: digits, minimumFractionDigits: 0 }));
  return format.format(value);
}

export function formatLength(length: number, unit: Unit, language: Language): string {
  return formatNumber(toUnit(length, unit), unit === 'in' ? 2 : 1, language);
}

/** What was typed, with a point or a comma; null for what is no number. */
export function parseNumber(typed: string): number | null {
  const text = typed.trim().replace(',', '.').replace('\u2212', '-');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : null;
}

/** A whole number with a true minus before it. */
export function numeral(number: number): string {
  return number < 0 ? `−${-number}` : String(number);
}

/** A chance that there is, in percents: one of less than a millionth, which comes as 0, is not told as none. */
export function percentText(millionths: number): string {
  if (millionths < 5000) return '<1';
  return millionths < 1000000 && millionths >= 995000 ? '>99' : String(percent(millionths));
}

/** A chance of so many millionths in whole percents; what is possible is never 0, what is not certain never 100. */
export function percent(millionths: number): number {
  if (millionths <= 0) return 0;
  if (millionths >= 1000000) return 100;
  return Math.min(99, Math.max(1, Math.round(millionths / 10000)));
}
