/* small_zones.tsx: what a map of zones shows in small, for lists: grounds, heights, roads, hard borders, and who begins where. */
import type { JSX } from 'preact';
import type { Scene } from '../../engine/load';
import { open } from '../svg';
import { sortOf, washes } from './sorts';
import { readZoneScene } from './zone_scene';
import { ZoneSheet } from './zone_sheet';

export interface SmallZones { readonly sheet: ZoneSheet; readonly land: JSX.Element[]; where(seat: string): string }

export function smallZones(scenario: Pick<Scene, 'board' | 'units'>): SmallZones {
  const scene = readZoneScene(scenario.board), sheet = new ZoneSheet(scene), lowest = Math.min(...scene.zones.map(({ altitude }) => altitude));
  const colours = new Map<string, string>();
  const paint = (name: string, d: string): void => { colours.set(name, (colours.get(name) ?? '') + d); };
  paint('hill', sheet.outline(scene.zones.filter(({ altitude }) => altitude > lowest)));
  for (const zone of scene.zones) {
    const wash = washes[sortOf(zone)];
    if (wash) paint(wash === 'stone' ? 'roof' : wash, sheet.outline([zone]));
  }
  const side = (kinds: readonly string[]): string => scene.borders.filter(({ kind }) => kinds.includes(kind)).map(({ a, b }) => open(sheet.geometry.side(a, b))).join('');
  const way = (numbers: readonly number[]): string => open(sheet.way(numbers.map(x => ({ x, y: 0 }))));
  const land = [...colours].filter(([, d]) => d).map(([name, d]) => <path key={name} class={name} d={d} />);
  const lines = [['seam', side(['dotted'])], ['way', scene.roads.map(way).join('')], ['edge', side(['single'])], ['edge hard', side(['double', 'impassable'])]] as const;
  const where = (seat: string): string => {
    const zones = new Set(scene.pieces.filter(piece => (piece.seat === 'A') === (seat === 'A')).map(({ id }) => Number(scenario.units[id]?.['x'] ?? 0)));
    return [...zones].flatMap(number => scene.zone(number) ?? []).map(({ anchor: { x, y } }) => `M${x - 26} ${y}a26 26 0 1 1 52 0a26 26 0 1 1-52 0Z`).join('');
  };
  return { sheet, land: [...land, ...lines.filter(([, d]) => d).map(([name, d]) => <path key={name} class={name} d={d} />)], where };
}
