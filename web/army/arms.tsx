/*
 * arms.tsx: shields. Those of nations are engraved with the hatching of their time: dots for gold, upright lines for red, level ones for blue,
 * both for black, slanting ones for green, nothing for silver. What a nation bears is guessed from its name; an unknown one has a plain bend.
 */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { badgeOf } from '../draw/heraldry';

/* The shield is 40 wide and 48 high. */
const OUTLINE = 'M2 2H38V24Q38 38 20 46Q2 38 2 24Z';

type Tincture = 'gold' | 'silver' | 'red' | 'blue' | 'black' | 'green';

interface Area { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

const whole: Area = { left: 2, top: 2, right: 38, bottom: 46 };

function upright({ left, top, right, bottom }: Area): string {
  let d = '';
  for (let x = left + 1; x < right; x += 2) d += `M${x} ${top}V${bottom}`;
  return d;
}

function level({ left, top, right, bottom }: Area): string {
  let d = '';
  for (let y = top + 1; y < bottom; y += 2) d += `M${left} ${y}H${right}`;
  return d;
}

function slanting({ left, top, right, bottom }: Area): string {
  let d = '';
  for (let c = left + top + 2; c < right + bottom; c += 3) {
    const x = Math.min(right, c - top), end = Math.max(left, c - bottom);
    d += `M${x} ${c - x}L${end} ${c - end}`;
  }
  return d;
}

function dots({ left, top, right, bottom }: Area): string {
  let d = '';
  for (let row = 0, y = top + 1.5; y < bottom; y += 2.6, row++) for (let x = left + 1.5 + (row % 2) * 1.3; x < right; x += 2.6) d += `M${x} ${y}h0`;
  return d;
}

const hatchings: Readonly<Record<Tincture, (area: Area) => string>> = {
  gold: dots, silver: () => '', red: upright, blue: level, black: area => upright(area) + level(area), green: slanting,
};

interface Arms {
  readonly field: readonly (readonly [Tincture, Area])[];
  readonly charge?: string;                 /* filled with paper and outlined */
  readonly sign?: string;                   /* filled with ink */
  readonly lines?: string;
}

const at = (x: number, y: number, path: (x: number, y: number) => string): string => path(x, y);

const crown = (x: number, y: number): string => `M${x - 5} ${y + 3.5}L${x - 6} ${y - 3}L${x - 2.6} ${y - .2}L${x} ${y - 4.6}L${x + 2.6} ${y - .2}L${x + 6} ${y - 3}L${x + 5} ${y + 3.5}Z`;
const lily = (x: number, y: number): string =>
  `M${x} ${y - 6}Q${x + 2.6} ${y - 2.6} ${x + .9} ${y + .8}Q${x + 3} ${y - 3.6} ${x + 5} ${y - 1}Q${x + 5.4} ${y + 1.6} ${x + 2.6} ${y + 1.8}H${x + 1.2}L${x + 2} ${y + 5.4}L${x} ${y + 4.2}` +
  `L${x - 2} ${y + 5.4}L${x - 1.2} ${y + 1.8}H${x - 2.6}Q${x - 5.4} ${y + 1.6} ${x - 5} ${y - 1}Q${x - 3} ${y - 3.6} ${x - .9} ${y + .8}Q${x - 2.6} ${y - 2.6} ${x} ${y - 6}Z`;
const lozenge = (x: number, y: number): string => `M${x} ${y - 6}L${x + 4.5} ${y}L${x} ${y + 6}L${x - 4.5} ${y}Z`;

/* Two rough branches crossed, as on the ensigns of the tercios. */
function burgundy(): string {
  const branch = (flip: 1 | -1): string => {
    const x = (u: number): number => 20 + flip * u;
    return `M${x(-15)} 7L${x(-12)} 5L${x(-9.5)} 7.500L${x(-9)} 5.500L${x(-6.5)} 10L${x(0)} 18L${x(6)} 25L${x(6.5)} 22.500L${x(9)} 28.500L${x(14)} 33.500L${x(11.5)} 36L${x(8)} 32.500` +
      `L${x(7.5)} 35L${x(5)} 29L${x(-2)} 21L${x(-7.5)} 14.500L${x(-8)} 17L${x(-10.5)} 11.500Z`;
  };
  return branch(1) + branch(-1);
}

/* The eagle with two heads. */
function eagle(): string {
  const half = (flip: 1 | -1): string => {
    const x = (u: number): number => 20 + flip * u;
    return `M20 12L${x(1.2)} 12.500L${x(1.6)} 8Q${x(2)} 4.500 ${x(5.5)} 5L${x(9)} 7.200L${x(5.2)} 8Q${x(4)} 8.600 ${x(4.4)} 11L${x(4.6)} 14Q${x(8)} 15 ${x(9)} 10L${x(11.5)} 13L${x(13)} 9.500L${x(14)} 14` +
      `L${x(16.6)} 12.500L${x(15.2)} 18L${x(16.5)} 21L${x(13.5)} 22.500L${x(13)} 27L${x(10.5)} 25.500L${x(9)} 29L${x(7.2)} 26L${x(5.6)} 27L${x(8)} 31.500L${x(10.5)} 31L${x(8.6)} 34.500L${x(5.5)} 33.500` +
      `L${x(3.4)} 29L${x(3)} 33L${x(5)} 40L${x(2)} 38L20 42Z`;
  };
  return half(1) + half(-1);
}

/* A lion, as far as so small a shield has room for one. */
const LION = 'M11 38L13 34L11.500 31L15 30L16 26.500L12.500 24L9.500 25.500L10.500 21L14.500 20L13 16.500L9 16L12 12.500L16.500 14L17 10L20.500 7L24 7.500L27 10L25.500 12.500L23 13L24.500 16.500L30 15.500L31.500 18.500' +
  'L27 19.500L25.500 22L26.500 26L31 25L33 28L29 29.500L26 32L28.500 36L26.500 39.500L23 38L24 34.500L20.500 32.500L18.500 34L17.500 38.500ZM26.500 31Q34.500 29 33 21Q32.500 17 35 14.500Q36.500 20 35.500 24Q34 32 27 33.500Z';

const blazons: readonly (readonly [RegExp, Arms])[] = [
  [/swed|suede/, { field: [['blue', whole]], charge: at(12, 14, crown) + at(28, 14, crown) + at(20, 31, crown) }],
  [/spain|spanish|castil/, { field: [], sign: burgundy() }],
  [/fran[ck]/, { field: [['blue', whole]], charge: at(12, 14, lily) + at(28, 14, lily) + at(20, 32, lily) }],
  [/engl|brit/, { field: [['red', { left: 16, top: 2, right: 24, bottom: 46 }], ['red', { left: 2, top: 16, right: 38, bottom: 24 }]], lines: 'M16 2V16H2M24 2V16H38M16 46V24H2M24 46V24H38' }],
  [/hre|empire|imperial|austria/, { field: [['gold', whole]], sign: eagle() }],
  [/bohem/, { field: [['red', whole]], charge: LION }],
  [/palat|bavar/, {
    field: [['blue', whole]],
    charge: [[11, 8], [20, 8], [29, 8], [6.5, 17], [15.5, 17], [24.5, 17], [33.5, 17], [11, 26], [20, 26], [29, 26], [15.5, 35], [24.5, 35]].map(([x, y]) => lozenge(x ?? 0, y ?? 0)).join(''),
  }],
  [/united_prov|dutch|holland|nether/, {
    field: [['red', { left: 2, top: 2, right: 38, bottom: 15 }], ['blue', { left: 2, top: 29, right: 38, bottom: 46 }]], lines: 'M2 15H38M2 29H38',
    sign: 'M19 7L20 4L21 7V38H19ZM13 9L12.500 5.500L15.500 7.500L25.500 37L23.500 38ZM27 9L27.500 5.500L24.500 7.500L14.500 37L16.500 38ZM14 23H26V27H14Z',
  }],
  [/protest|german|saxon/, { field: [['black', { left: 2, top: 2, right: 38, bottom: 12 }], ['black', { left: 2, top: 22, right: 38, bottom: 31 }]], charge: 'M2 24L38 2V10L2 34Z', lines: 'M2 12H38M2 22H38M2 31H38' }],
];

const unknown: Arms = { field: [['green', whole]], charge: 'M2 6L30 43L36 38L6 2H2Z' };

/** The arms of a nation. Decoration: its name stands beside them. */
export function NationArms({ nation }: { nation: string }): JSX.Element {
  const { field, charge = '', sign = '', lines = '' } = blazons.find(([name]) => name.test(nation))?.[1] ?? unknown;
  const clip = useId();
  return (
    <svg class="arms" aria-hidden="true" viewBox="0 0 40 48">
      <clipPath id={clip}><path d={OUTLINE} /></clipPath>
      <path class="arms-ground" d={OUTLINE} />
      <g clip-path={`url(#${clip})`}>
        {field.map(([tincture, area], i) => <path key={i} class={tincture === 'gold' ? 'arms-dots' : 'arms-hatch'} d={hatchings[tincture](area)} />)}
        <path class="arms-line" d={lines} />
        <path class="arms-charge" d={charge} />
        <path class="arms-sign" d={sign} />
      </g>
      <path class="arms-rim" d={OUTLINE} />
    </svg>
  );
}

/** The shield of a regiment, as its pieces bear it on the table. */
export function RegimentShield({ regiment }: { regiment: number }): JSX.Element {
  const badge = badgeOf(regiment), clip = useId();
  return (
    <svg class={`shield badge-of ${badge.tincture}`} aria-hidden="true" viewBox="0 0 40 48">
      <clipPath id={clip}><path d={OUTLINE} /></clipPath>
      <path class="cloth" d={OUTLINE} />
      <path class="charge" clip-path={`url(#${clip})`} d={badge.charge({ left: 4, top: 9, width: 32, height: 24 })} />
      <path class="arms-rim" d={OUTLINE} />
    </svg>
  );
}
