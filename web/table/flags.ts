/* flags.ts: a small flag for each regiment of a side: the side gives the colour, the regiment the design. Cloth of 14 by 10; the pole is at 0,0. */

/** `filled` devices are areas, the others are lines. */
export interface Flag { readonly pole: string; readonly cloth: string; readonly device: string; readonly filled: boolean }

const designs: readonly (readonly [device: string, filled: boolean])[] = [
  ['M0-7L14 3M14-7L0 3', false],                                                    /* a saltire */
  ['M7-7V3M0-2H14', false],                                                         /* a cross */
  ['M0-4.5H14M0-2H14M0 .5H14', false],                                              /* bars */
  ['M0-7H7V-2H0ZM7-2H14V3H7Z', true],                                               /* quarters */
  ['M7-6L13-2L7 2L1-2Z', true],                                                     /* a lozenge */
  ['M3.5-7V3M7-7V3M10.5-7V3', false],                                               /* pales */
  ['M0 3L14-7V3Z', true],                                                           /* cut in two */
  ['M4-2A3 3 0 1 1 10-2A3 3 0 1 1 4-2Z', true],                                     /* a roundel */
];

export function flagOf(regiment: number): Flag {
  const [device, filled] = designs[regiment % designs.length] ?? ['', false];
  return { pole: regiment >= designs.length ? 'M0 5V-8M17 3V-7' : 'M0 5V-8', cloth: 'M0-7H14V3H0Z', device, filled };
}
