/* thumbnail.tsx: a scenario in small, for lists: the outlines of its terrain and the bases where they begin. Decoration. */
import type { JSX } from 'preact';
import type { Scenario } from '../engine/load';
import { closed, n, open } from './svg';
import { Paper, corners } from './paper';
import { readScene } from './scene';

/* The wash of a terrain by the words that games use; see draw/terrain.ts. */
const washes: readonly (readonly [RegExp, string])[] = [
  [/river|lake|sea|pond|water|mere/, 'water'], [/wood|forest|grove|copse/, 'wood'], [/marsh|mire|bog/, 'mire'], [/field/, 'field'],
  [/hill|rise|dune|height/, 'hill'], [/building|house|town|village|rock/, 'roof'], [/ford|bridge/, 'stone'],
];

export function Thumbnail({ scenario }: { scenario: Pick<Scenario, 'board' | 'units'> }): JSX.Element | null {
  if (scenario.board.board !== 'table') return null;
  const scene = readScene(scenario.board), paper = new Paper(scene.width, scene.depth);
  const bases = (seat: string): string => scene.pieces.filter(piece => (piece.seat === 'A') === (seat === 'A')).map(piece => {
    const unit = scenario.units[piece.id], x = unit?.['x'], y = unit?.['y'], heading = unit?.['heading'];
    if (typeof x !== 'number' || typeof y !== 'number' || (x === 0 && y === 0)) return '';
    return closed(corners(paper.pose({ x, y, heading: typeof heading === 'number' ? heading : 0 }), piece.base));
  }).join('');
  return (
    <svg class="thumbnail" aria-hidden="true" viewBox={`-4 -4 ${n(paper.width + 8)} ${n(paper.height + 8)}`}>
      <rect class="ground" width={paper.width} height={paper.height} />
      {scene.terrain.map(item => {
        const points = item.points.map(point => paper.point(point)), wash = washes.find(([word]) => word.test(item.kind))?.[1] ?? 'stone';
        return <path key={item.id} class={item.line ? 'line' : wash} d={item.line ? open(points) : closed(points)} />;
      })}
      <path class="side" data-seat="A" d={bases('A')} />
      <path class="side" data-seat="B" d={bases('B')} />
    </svg>
  );
}
