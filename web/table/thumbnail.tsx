/* thumbnail.tsx: a scenario in small, for lists: the outlines of its terrain and the pieces where they begin. Decoration. */
import type { JSX } from 'preact';
import type { Scene } from '../engine/load';
import { poseOf } from './fields';
import { groundRegions, heightRegions, isCrossing, isWater, waterLines } from './hexes/ground';
import { readHexScene } from './hexes/hex_scene';
import { HexSheet } from './hexes/hex_sheet';
import { chainsOf } from './hexes/geometry';
import { closed, n, open } from './svg';
import { Paper, corners } from './paper';
import { readScene } from './scene';
import type { Sheet } from './sheet';
import { smallZones } from './zones/small_zones';

type Small = Pick<Scene, 'board' | 'units'>;

/* The wash of a terrain by the words that games use; see draw/terrain.ts. */
const washes: readonly (readonly [RegExp, string])[] = [
  [/river|lake|sea|pond|water|mere/, 'water'], [/wood|forest|grove|copse/, 'wood'], [/marsh|mire|bog/, 'mire'], [/field/, 'field'],
  [/hill|rise|dune|height|slope|sand/, 'hill'], [/building|house|town|village|rock/, 'roof'], [/ford|bridge/, 'stone'], [/brush|scrub/, 'wood'], [/stream|sea/, 'water'],
];

function Frame({ sheet, kind, children }: { sheet: Sheet; kind: string; children: JSX.Element[] }): JSX.Element {
  return (
    <svg class={`thumbnail ${kind}`} aria-hidden="true" viewBox={`-4 -4 ${n(sheet.width + 8)} ${n(sheet.height + 8)}`}>
      <rect class="ground" width={sheet.width} height={sheet.height} />
      <svg width={sheet.width} height={sheet.height}>{children}</svg>
      <rect class="frame" width={sheet.width} height={sheet.height} />
    </svg>
  );
}

const sides = (outlineOf: (seat: string) => string): JSX.Element[] =>
  ['A', 'B'].map(seat => <path key={seat} class="side" data-seat={seat} d={outlineOf(seat)} />);

const isOf = (seat: string) => (piece: { readonly seat: string }): boolean => piece.seat !== 'nobody' && (piece.seat === 'A') === (seat === 'A');

function Table({ scenario }: { scenario: Small }): JSX.Element {
  const scene = readScene(scenario.board), paper = new Paper(scene.width, scene.depth);
  const bases = (seat: string): string => scene.pieces.filter(isOf(seat)).map(piece => {
    const pose = poseOf(scenario.units[piece.id]);
    return pose && (pose.x !== 0 || pose.y !== 0) && pose.x >= 0 && !piece.members.length ? closed(corners(paper.pose(pose), piece.base, piece.base.width < 3000 ? 8 : 0)) : '';
  }).join('');
  const terrain = scene.terrain.map(item => {
    const points = item.points.map(point => paper.point(point)), wash = washes.find(([word]) => word.test(item.kind))?.[1] ?? 'stone';
    return <path key={item.id} class={item.line ? 'line' : wash} d={item.line ? open(points) : closed(points)} />;
  });
  /* Where nobody may know who stands where, there is only where they begin. */
  const places = ['A', 'B'].some(seat => bases(seat) !== '') ? [] : scene.zones.map(({ seat, outline }, i) =>
    <path key={`zone ${i}`} class="begins" data-seat={seat} d={closed(outline.map(place => paper.point(place)))} />);
  return <Frame sheet={paper} kind="">{[...terrain, ...places, ...sides(bases)]}</Frame>;
}

function Field({ scenario }: { scenario: Small }): JSX.Element {
  const scene = readHexScene(scenario.board), sheet = new HexSheet(scene.cols, scene.rows);
  const hexes = (seat: string): string => sheet.cells(scene.pieces.filter(isOf(seat)).flatMap(({ id }) => poseOf(scenario.units[id]) ?? []).filter(pose => sheet.has(pose)));
  const heights = heightRegions(scene, sheet).map((regions, i) => <path key={`h${i}`} class="hill" d={regions.map(({ d }) => d).join('')} />);
  const grounds = groundRegions(scene, sheet).map(({ kind, sort, regions }) =>
    <path key={kind} class={sort.order === 7 ? 'roof' : sort.wash} d={regions.map(({ d }) => d).join('')} />);
  const edges = scene.edges.filter(({ kind }) => !isWater.test(kind) && !isCrossing.test(kind));
  const lines = [
    <path key="water" class="stream" d={waterLines(scene, sheet).map(({ line }) => open(line)).join('')} />,
    <path key="edges" class="edge" d={chainsOf(edges).map(chain => open(chain.map(node => sheet.node(node)))).join('')} />,
  ];
  return <Frame sheet={sheet} kind="field-of-hexes">{[...heights, ...grounds, ...lines, ...sides(hexes)]}</Frame>;
}

function ZoneMap({ scenario }: { scenario: Small }): JSX.Element {
  const { sheet, land, where } = smallZones(scenario);
  return <Frame sheet={sheet} kind="map-of-zones">{[...land, ...sides(where)]}</Frame>;
}

export function Thumbnail({ scenario }: { scenario: Small }): JSX.Element | null {
  if (scenario.board.board === 'table') return <Table scenario={scenario} />;
  if (scenario.board.board === 'zones') return <ZoneMap scenario={scenario} />;
  return scenario.board.board === 'hexes' ? <Field scenario={scenario} /> : null;
}
