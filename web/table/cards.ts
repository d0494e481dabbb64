/* cards.ts: order cards, as they lie beside a base: a back for each side, or a face with its sign. Sixteen by twenty-two around 0,0. */
import type { Card } from './board';
import type { Owner } from '../engine/engine';

/* Signs of about 10 by 10 around 0,0, by the words that games use for orders. Lines. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/fire|shoot|shot|volley|salvo/, 'M-5 4L2-3M1-4L4-1M-5 4L-3.5 4.5M4.5-4.5L5.5-5.5M5.2-2.5H6.5M2.5-5.2V-6.5'],
  [/attack|charge|assault|melee|shock/, 'M-4.5-4.5L4 4M4.5-4.5L-4 4M-4.8 2L-2 4.8M4.8 2L2 4.8'],
  [/run|march|move|advance|manoe|go/, 'M-5 0H4.5M1-3.5L4.8 0L1 3.5'],
  [/resist|hold|defend|stand|brace|guard/, 'M-4-4.5H4V-.5Q4 3.5 0 5.5Q-4 3.5-4-.5ZM0-4.5V5.5M-4-.5H4'],
  [/ready|watch|wait|overwatch|react|eye/, 'M-5.5 0Q0-5.5 5.5 0Q0 5.5-5.5 0ZM-1.6 0A1.6 1.6 0 1 1 1.6 0A1.6 1.6 0 1 1-1.6 0'],
  [/rally|rest|order/, 'M-3 5V-5M-3-5H4L2-2.5L4 0H-3'],
];

const backs: Readonly<Record<'A' | 'B', string>> = {
  A: 'M-6-3L-1-9M-6 2L4.5-9.5M-6 7L6-6M-3.5 9L6-1M2 9L6 4.5M6-3L1-9M6 2L-4.5-9.5M6 7L-6-6M3.5 9L-6-1M-2 9L-6 4.5',
  B: 'M-6-7.5H6M-6-5H6M-6-2.5H6M-6 0H6M-6 2.5H6M-6 5H6M-6 7.5H6',
};

export function orderSign(name: string): string | null {
  return signs.find(([word]) => word.test(name))?.[1] ?? null;
}

/** What is drawn of a card, in this order; the letter stands for a sign that is not known. */
export interface CardDrawing {
  readonly parts: readonly { readonly name: string; readonly d: string; readonly scale?: number }[];
  readonly letter: string;
  readonly word: string;
}

const SHEET = 'M-6.5-11H6.5Q8-11 8-9.5V9.5Q8 11 6.5 11H-6.5Q-8 11-8 9.5V-9.5Q-8-11-6.5-11Z';

export function cardDrawing(card: Card, seat: Owner): CardDrawing {
  const sign = orderSign(card.name), sheet = { name: 'sheet', d: SHEET };
  if (card.face === 'up' || card.draft) {
    return { parts: sign ? [sheet, { name: 'order', d: sign }] : [sheet], letter: sign ? '' : card.text.slice(0, 1).toUpperCase(), word: card.text };
  }
  const back = [sheet, { name: 'inner', d: 'M-6-9H6V9H-6Z' }, { name: 'back', d: backs[seat === 'A' || seat === 'C' ? 'A' : 'B'] }];
  /* The owner of a card knows what lies face down: the sign stands on its back. */
  if (sign) back.push({ name: 'window', d: 'M-6.2 0A6.2 6.2 0 1 1 6.2 0A6.2 6.2 0 1 1-6.2 0Z' });
  return { parts: sign ? [...back, { name: 'order', d: sign, scale: 0.72 }] : back, letter: '', word: '' };
}
