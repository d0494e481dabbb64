/* ranges.ts: the ranges of a weapon in words. */
import { numeral, say } from '../words';

/** "8/12 in" */
export function rangesText(ranges: readonly number[]): string {
  return say('print.inches', { length: ranges.map(numeral).join('/') });
}
