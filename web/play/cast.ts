/* cast.ts: who is seen in a film, and where, from the positions before and after it: those that the film tells of, and those it is silent about. */
import type { Fields } from '../engine/engine';
import type { Pose } from '../table/board';
import { poseAt, type Film } from './film';
import { isPresent } from './looks';
import { poseOf } from './measure/measure';
import type { Position, Units } from './projector';

export interface Cast {
  readonly film: Film;
  readonly before: Units;
  readonly after: Units;
  readonly game: Fields;
  readonly until: ReadonlyMap<string, number>;       /* when it was last spoken of, for those who are gone afterwards */
}

const isThere = (fields: Fields | undefined): boolean => fields !== undefined && isPresent(fields) && poseOf(fields) !== null;

export function castOf(film: Film, was: Position | null, is: Position | null): Cast {
  const before = was?.units ?? is?.units ?? {}, after = is?.units ?? before;
  const until = new Map<string, number>();
  for (const { time, events } of film.moments)
    for (const { unit, target } of events) for (const piece of [unit, target]) if (piece !== undefined && !isThere(after[piece])) until.set(piece, time);
  return { film, before, after, game: was?.game ?? is?.game ?? {}, until };
}

/* Of one that is seen only while the film runs nothing else is known. */
function fieldsOf({ before, after }: Cast, piece: string): Fields {
  const was = before[piece], is = after[piece];
  return was && isThere(was) ? was : is && isThere(is) ? is : { ...(was ?? {}), status: 'standing' };
}

const between = (from: Pose, to: Pose, part: number): Pose => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part, heading: part < 1 ? from.heading : to.heading });

/** Everybody who is seen at a time, as the position has them, and the poses of those who are under way. */
export function posesAt(cast: Cast, time: number): { readonly units: Units; readonly poses: ReadonlyMap<string, Pose> } {
  const { film, before, after } = cast, units: Record<string, Fields> = {}, poses = new Map<string, Pose>();
  for (const piece of Object.keys(before)) {
    const was = before[piece], is = after[piece];
    if (film.tracks.has(piece)) {
      const pose = poseAt(film, piece, time, isThere(was));
      if (!pose) continue;
      units[piece] = { ...fieldsOf(cast, piece), x: pose.x, y: pose.y, heading: pose.heading };
      poses.set(piece, pose);
      continue;
    }
    if (!was || !isThere(was) || time > (cast.until.get(piece) ?? film.length)) continue;
    units[piece] = was;
    const from = poseOf(was), to = isThere(is) ? poseOf(is) : null;
    if (from && to && (from.x !== to.x || from.y !== to.y)) poses.set(piece, between(from, to, time / (film.length || 1)));
  }
  return { units, poses };
}
