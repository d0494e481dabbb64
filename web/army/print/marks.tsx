/* marks.tsx: the small drawings of printed pages: a unit on its base, a commander, boxes to tick, the sign of an order. All in ink on paper. */
import type { JSX } from 'preact';
import { armOf, formation } from '../../draw/formation';
import { leader, rankPips } from '../../draw/leader';
import { orderSign } from '../../table/cards';
import { wordsFor } from '../figure';
import type { PrintedUnit } from './model';

const USUAL = { width: 80, depth: 40 }, EDGE = 2;

/** The unit from above, its front to the top. Decoration. */
export function UnitFigure({ unit }: { unit: PrintedUnit }): JSX.Element {
  const { width, depth } = unit.base ?? USUAL, weapons = unit.weapons.map(({ id }) => id);
  const men = formation(armOf(wordsFor({ ...unit.type, weapons })), width, depth, 3, 2);
  return (
    <svg class="print-figure" aria-hidden="true" viewBox={`${-width / 2 - EDGE} ${-EDGE} ${width + 2 * EDGE} ${depth + 2 * EDGE}`}>
      <rect class="print-base" x={-width / 2} width={width} height={depth} />
      <path class="print-solid" d={men.solid} />
      <path class="print-bodies" d={men.bodies} />
      <path class="print-fine" d={men.fine} />
      <path class="print-dots" d={men.dots} />
      <path class="print-front" d={`M${-width / 2} 0H${width / 2}`} />
    </svg>
  );
}

/** A commander with a pip for each step of his rank; one who leads all has a second rim. Decoration. */
export function LeaderFigure({ rank, chief }: { rank: number; chief: boolean }): JSX.Element {
  return (
    <svg class="print-leader" aria-hidden="true" viewBox="-1.3 -1.3 2.6 2.6">
      {chief && <circle class="print-base" r="1.22" />}
      <circle class="print-base" r="1.05" />
      <path class="print-light" d={leader.plume} />
      <path class="print-light" d={leader.coat} />
      <path class="print-light" d={leader.face} />
      <path class="print-ink" d={leader.dark} />
      <path class="print-baton" d={leader.baton} />
      <path class="print-light" d={rankPips(rank, 1.05, 0.15)} />
    </svg>
  );
}

export function Boxes({ count, label }: { count: number; label: string }): JSX.Element {
  return <span class="print-boxes" role="img" aria-label={label}>{Array.from({ length: count }, (_, i) => <i key={i} />)}</span>;
}

/** The sign of an order, or the first letter of its name where there is none. Decoration. */
export function OrderMark({ order, name }: { order: string; name: string }): JSX.Element {
  const sign = orderSign(order);
  return (
    <svg class="print-order-mark" aria-hidden="true" viewBox="-7 -7 14 14">
      {sign ? <path class="print-line" d={sign} /> : <text class="print-letter" y="4" text-anchor="middle">{name.charAt(0)}</text>}
    </svg>
  );
}
