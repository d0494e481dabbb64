/*
 * curve.tsx: the chances of a game, step by step, as a line between the two sides. It is a slider too: a click or the arrows lead to the step.
 */
import type { JSX } from 'preact';
import type { Analysis } from '../engine/engine';
import { chanceText } from '../play/chance_text';
import { text } from '../text';
import { chanceAt } from './analysis';

const WIDTH = 1000, HEIGHT = 300, WHOLE = 10000;

export interface CurveProps {
  readonly analysis: Analysis;
  readonly at: number;
  readonly last: number;
  readonly names: readonly [string, string];
  readonly go: (line: number) => void;
}

const x = (line: number, last: number): number => (last === 0 ? 0 : (line / last) * WIDTH);
const y = (chance: number): number => HEIGHT - (chance / WHOLE) * HEIGHT;

function pathOf({ start, curve }: Analysis, last: number): string {
  const points = curve.map(({ line, after }) => `L${x(line, last).toFixed(1)} ${y(after).toFixed(1)}`);
  return `M0 ${y(start).toFixed(1)}${points.join('')}`;
}

/* The steps that the keys of a slider lead to. */
function stepBy(key: string, at: number, last: number): number | null {
  switch (key) {
    case 'ArrowRight': case 'ArrowUp': return at + 1;
    case 'ArrowLeft': case 'ArrowDown': return at - 1;
    case 'PageUp': return at + Math.ceil(last / 10);
    case 'PageDown': return at - Math.ceil(last / 10);
    case 'Home': return 0;
    case 'End': return last;
    default: return null;
  }
}

function Drawing({ analysis, at, last }: CurveProps): JSX.Element {
  const path = pathOf(analysis, last);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="curve-area" data-seat="B" d={`${path}L${WIDTH} 0L0 0Z`} />
      <path class="curve-area" data-seat="A" d={`${path}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} />
      <line class="curve-even" x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      <path class="curve-line" d={path} />
      <line class="curve-at" x1={x(at, last)} x2={x(at, last)} y1={0} y2={HEIGHT} />
    </svg>
  );
}

/* Round however wide the drawing is: they lie over it. */
function Dots({ analysis, last }: CurveProps): JSX.Element {
  return (
    <>
      {analysis.turning.map(({ line, cause }) => (
        <i key={line} class={`curve-dot by-${cause}`} style={{ left: `${(x(line, last) / WIDTH) * 100}%`, top: `${(y(chanceAt(analysis, line)) / HEIGHT) * 100}%` }} />
      ))}
    </>
  );
}

export function Curve(props: CurveProps): JSX.Element {
  const { analysis, at, last, names, go } = props;
  const value = text('analysis.at', { at: String(at), side: names[0], chance: chanceText(chanceAt(analysis, at)) });
  const press = (event: KeyboardEvent): void => {
    const to = event.ctrlKey || event.altKey || event.metaKey ? null : stepBy(event.key, at, last);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    go(Math.max(0, Math.min(last, to)));
  };
  const point = (event: PointerEvent): void => {
    if (!(event.currentTarget instanceof HTMLElement)) return;
    const box = event.currentTarget.getBoundingClientRect();
    if (event.buttons & 1) go(Math.round(((event.clientX - box.left) / box.width) * last));
  };
  return (
    <figure class="curve">
      <figcaption><span data-seat="A">{names[0]}</span><span data-seat="B">{names[1]}</span></figcaption>
      <div
        class="curve-plot" role="slider" tabIndex={0} aria-label={text('analysis.curve', { side: names[0] })} aria-valuemin={0} aria-valuemax={last} aria-valuenow={at}
        aria-valuetext={value} onKeyDown={press} onPointerDown={point} onPointerMove={point}
      >
        <Drawing {...props} />
        <Dots {...props} />
      </div>
      <p class="curve-value">{value}</p>
    </figure>
  );
}
