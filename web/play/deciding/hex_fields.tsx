/* hex_fields.tsx: a hex and a facing without the board: column, row, and a rose of six vertices. */
import type { JSX } from 'preact';
import { text } from '../../text';
import { vertexWinds } from '../measure/hexes';
import type { Aim } from './aim';
import { legalHeadings } from './aim_hexes';
import type { Deciding } from './deciding';
import { NumberField } from './number_field';

export function HexFields({ deciding, aim }: { deciding: Deciding; aim: Aim }): JSX.Element {
  return (
    <>
      <NumberField label={text('aim.column')} unit="" digits={0} value={aim.pose.x} set={x => deciding.propose({ ...aim.pose, x })} />
      <NumberField label={text('aim.row')} unit="" digits={0} value={aim.pose.y} set={y => deciding.propose({ ...aim.pose, y })} />
    </>
  );
}

/* Where the vertices are, from the middle of the rose, in hundredths of its half. */
const corners = vertexWinds.map((_, vertex) => ({ x: Math.sin((vertex * Math.PI) / 3) * 100, y: -Math.cos((vertex * Math.PI) / 3) * 100 }));
const outline = corners.map(({ x, y }) => `${Math.round(x * 0.62)},${Math.round(y * 0.62)}`).join(' ');

/** The facings, each at its corner; those that are not allowed there are crossed out and may still be asked about. */
export function Rose({ deciding, aim }: { deciding: Deciding; aim: Aim }): JSX.Element {
  const ground = deciding.ground.value;
  const legal = ground && aim.set ? legalHeadings(ground, aim) : null;
  return (
    <div class="rose" role="group" aria-label={text('aim.heading')}>
      <svg viewBox="-100 -100 200 200" aria-hidden="true"><polygon points={outline} /></svg>
      {vertexWinds.map((wind, vertex) => (
        <button
          key={wind} type="button" aria-pressed={aim.set && aim.pose.heading === vertex} class={legal && !legal.has(vertex) ? 'closed' : ''}
          style={{ left: `${50 + (corners[vertex]?.x ?? 0) * 0.37}%`, top: `${50 + (corners[vertex]?.y ?? 0) * 0.37}%` }}
          aria-label={text(legal && !legal.has(vertex) ? 'aim.noface' : 'aim.face', { wind: text(`list.wind.${wind}`) })}
          onClick={() => deciding.propose({ ...aim.pose, heading: vertex })}
        >{<svg viewBox="-10 -10 20 20" aria-hidden="true"><path transform={`rotate(${vertex * 60})`} d="M0 -7L6 6L0 3L-6 6Z" /></svg>}</button>
      ))}
    </div>
  );
}
