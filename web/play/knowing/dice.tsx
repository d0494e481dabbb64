/* dice.tsx: dice as they lie on the table: pips on those of six sides, numerals on the others; hits are lit. */
import type { JSX } from 'preact';

/* The pips of each face on a grid of three by three. */
const pips: readonly (readonly number[])[] = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

export function Die({ face, sides, lit }: { face: number; sides: number; lit: boolean | null }): JSX.Element {
  const spots = sides === 6 ? pips[face] : undefined;
  return (
    <svg class={`die${lit === true ? ' lit' : lit === false ? ' out' : ''}`} viewBox="0 0 24 24" aria-hidden="true">
      <rect x="1.5" y="1.5" width="21" height="21" rx="4" />
      {spots?.map(spot => <circle key={spot} cx={6.5 + (spot % 3) * 5.5} cy={6.5 + Math.floor(spot / 3) * 5.5} r="2" />)}
      {!spots && <text x="12" y="16.5" text-anchor="middle">{face}</text>}
    </svg>
  );
}

/** `need`: the face from which a die is a hit; 0 when single faces do not count so. `label` says it all. */
export function Dice({ dice, sides, need, label }: { dice: readonly number[]; sides: number; need: number; label: string }): JSX.Element {
  return (
    <span class="dice" role="img" aria-label={label}>
      {dice.map((face, i) => <Die key={i} face={face} sides={sides} lit={need > 0 ? face >= need : null} />)}
    </span>
  );
}
