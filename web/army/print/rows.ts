/* rows.ts: what stands in tables and boards, as far as it is what it should be. Lengths there are in ticks. */
export type Row = Readonly<Record<string, unknown>>;

/** Millimetres. */
export interface Base { readonly width: number; readonly depth: number }

const TICKS_PER_INCH = 2540, TICKS_PER_MILLIMETRE = 100;

export const inches = (ticks: number): number => Math.round((ticks / TICKS_PER_INCH) * 10) / 10;

export const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

export const rowsIn = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRow) : []);

export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

export function numbersIn(value: unknown): Record<string, number> {
  return Object.fromEntries(Object.entries(isRow(value) ? value : {}).filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}

export function baseIn(value: unknown): Base | null {
  const { width, depth } = numbersIn(value);
  return width === undefined || depth === undefined ? null : { width: width / TICKS_PER_MILLIMETRE, depth: depth / TICKS_PER_MILLIMETRE };
}
