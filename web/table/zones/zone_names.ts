/*
 * zone_names.ts: where the names of zones stand: near their plates, within their zones where that can be, and never over a plate or over one
 * another. The more notable is placed first; a name that finds no room is left out, and is still told where the pointer is.
 */
import type { Language } from '../../engine/engine';
import { type Room, fits, meets } from './geometry';
import { isNotable, sortOf } from './sorts';
import type { Zone } from './zone_scene';
import { PLATE, type ZoneSheet } from './zone_sheet';

/* As large as the style sheet lets them be, in millimetres: half of a letter's width, and of a line's height. */
const LETTER = { notable: 2.75, plain: 2.25 } as const, LINE = 5.2;
const FREE = 1.2;                                         /* around a name */
const SIDEWAYS = [0, -8, 8, -16, 16, -26, 26, -36, 36];
const DOWN = [PLATE.halfHeight + LINE + FREE, 16.5, -(PLATE.halfHeight + LINE + FREE), 22, 30, 40];

export interface NameSpot extends Room { readonly zone: Zone; readonly text: string; readonly notable: boolean }

/* The plate of a zone, and the shields beside it. */
function printed(zone: Zone, sheet: ZoneSheet): Room[] {
  const { x, y } = sheet.plate(zone), plate = { x, y, halfWidth: sheet.plateWidth(zone), halfHeight: PLATE.halfHeight };
  return sheet.plateWidth(zone) > PLATE.code ? [plate, { x: x + PLATE.code, y: y - 3, halfWidth: PLATE.objective - 2, halfHeight: 12 }] : [plate];
}

function candidates(zone: Zone, sheet: ZoneSheet, halfWidth: number): Room[] {
  const { x, y } = sheet.plate(zone);
  return DOWN.flatMap(down => SIDEWAYS.map(aside => ({ x: x + aside, y: y + down, halfWidth, halfHeight: LINE })));
}

function placeName(zone: Zone, sheet: ZoneSheet, halfWidth: number, taken: readonly Room[]): Room | null {
  const isFree = (room: Room): boolean => {
    const wide = { ...room, halfWidth: room.halfWidth + FREE, halfHeight: room.halfHeight + FREE / 2 };
    return room.x > halfWidth && room.x < sheet.width - halfWidth && !taken.some(other => meets(wide, other));
  };
  const free = candidates(zone, sheet, halfWidth).filter(isFree), shape = sheet.shape(zone);
  return free.find(room => fits(shape, room)) ?? free.find(({ x, y }) => shape.contains(x, y)) ?? null;
}

/** The names that find room, by the numbers of their zones. */
export function nameSpots(sheet: ZoneSheet, language: Language): ReadonlyMap<number, NameSpot> {
  const { zones, objectives } = sheet.scene, found = new Map<number, NameSpot>(), taken = zones.flatMap(zone => printed(zone, sheet));
  const worth = new Set(objectives.map(({ zone }) => zone));
  const rank = (zone: Zone): number => (isNotable(sortOf(zone)) ? 0 : 2) + (worth.has(zone.number) ? 0 : 1);
  for (const zone of [...zones].sort((a, b) => rank(a) - rank(b) || a.number - b.number)) {
    const text = zone.names[language], notable = isNotable(sortOf(zone));
    const room = text ? placeName(zone, sheet, text.length * LETTER[notable ? 'notable' : 'plain'], taken) : null;
    if (!room) continue;
    found.set(zone.number, { ...room, zone, text, notable });
    taken.push(room);
  }
  return found;
}
