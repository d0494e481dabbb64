/* chance_text.ts: chances to win in words. */
import { language } from '../text';

/** Hundredths of a percent with so many decimals. */
export function chanceText(hundredths: number, decimals = 1): string {
  return (hundredths / 100).toLocaleString(language.value, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** The same of a difference, with its sign. */
export function changeText(hundredths: number): string {
  return (hundredths / 100).toLocaleString(language.value, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' });
}
