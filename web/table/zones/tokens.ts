/*
 * tokens.ts: small signs of a state on a counter: what a game names in the fields of its pieces, by the words it uses. Lines within a disc of
 * 6.5; a token that nobody knows is not drawn, since the piece's name tells it anyhow.
 */
import type { Fields } from '../../engine/engine';

export interface Token { readonly name: string; readonly d: string; readonly filled: boolean }

const known: readonly (readonly [field: RegExp, token: Token])[] = [
  [/^charge(_marker)?$/, { name: 'charge', d: 'M-4.200 4.600L2.600-2.200M4.800-4.800L4 .2L-.2-4Z', filled: true }],
  [/^caracole$/, { name: 'caracole', d: 'M-1 .6A1.300 1.300 0 1 1 1.400 0A2.800 2.800 0 1 1-3.400-1A4.400 4.400 0 1 1 4 2.600M4.800-.6L4 2.800L.9 2', filled: false }],
  [/^isolated$/, { name: 'isolated', d: 'M-5.200 0H-1.800M1.800 0H5.200M-.6-3.800L-2 3.800M2-3.800L.6 3.800', filled: false }],
];

const isOn = (value: Fields[string] | undefined): boolean => typeof value === 'number' && value > 0;

export function tokensOf(fields: Fields | undefined): Token[] {
  if (!fields) return [];
  return known.flatMap(([word, token]) => (Object.keys(fields).some(name => word.test(name) && isOn(fields[name])) ? [token] : []));
}
