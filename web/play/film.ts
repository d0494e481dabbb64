/*
 * film.ts: where each piece is at each time of a step, from the events that tell it (match.places), and what else happened at which time.
 * Pieces go straight from one place that was told to the next; one that is told of no more, or only much later, was not seen meanwhile.
 */
import type { EngineEvent, Match } from '../engine/engine';
import type { Pose } from '../table/board';

export interface Frame { readonly time: number; readonly pose: Pose }

/** What happened at a time, in the order in which it was told. */
export interface Moment { readonly time: number; readonly events: readonly EngineEvent[] }

export interface Film {
  readonly length: number;                                     /* the last time that was told, in thousandths of the step */
  readonly tracks: ReadonlyMap<string, readonly Frame[]>;      /* in the order of time */
  readonly moments: readonly Moment[];                         /* the events that tell no place */
  readonly beat: number;                                       /* the usual time between two places of a piece */
}

export const isPlace = (match: Pick<Match, 'places'>, { event }: EngineEvent): boolean => match.places?.includes(event) === true;

/** Does a step move pieces in time? */
export function hasFilm(match: Pick<Match, 'places'>, events: readonly EngineEvent[]): boolean {
  return match.places !== undefined && events.some(event => isPlace(match, event));
}

/* The time between two places that comes most often; of equals the longer. */
function beatOf(tracks: ReadonlyMap<string, readonly Frame[]>): number {
  const counts = new Map<number, number>();
  for (const frames of tracks.values())
    frames.forEach(({ time }, i) => {
      const gap = time - (frames[i - 1]?.time ?? time);
      if (gap > 0) counts.set(gap, (counts.get(gap) ?? 0) + 1);
    });
  let beat = 0, most = 0;
  for (const [gap, count] of counts) if (count > most || (count === most && gap > beat)) [beat, most] = [gap, count];
  return beat;
}

/** The film of a step; null where nothing moves in time. */
export function filmOf(match: Pick<Match, 'places'>, events: readonly EngineEvent[]): Film | null {
  if (!hasFilm(match, events)) return null;
  const tracks = new Map<string, Frame[]>(), moments: { time: number; events: EngineEvent[] }[] = [];
  let time = 0;
  for (const event of events) {
    const { unit, values } = event;
    if (!isPlace(match, event)) {
      const last = moments.at(-1);
      if (last?.time === time) last.events.push(event);
      else moments.push({ time, events: [event] });
      continue;
    }
    const [x = 0, y = 0, heading = 0, at = time] = values ?? [];
    time = Math.max(time, at);
    if (unit === undefined) continue;
    const frames = tracks.get(unit) ?? [];
    if (frames.at(-1)?.time === time) frames.pop();
    frames.push({ time, pose: { x, y, heading } });
    tracks.set(unit, frames);
  }
  return { length: time, tracks, moments, beat: beatOf(tracks) };
}

/* The shorter way round, in hundredths of a degree. */
const turn = (from: number, to: number): number => ((((to - from) % 36000) + 54000) % 36000) - 18000;

const LATE = 1.5;                           /* beats without a place after which a piece was out of sight */

/**
 * Where a piece of the film is at a time; null while it is not seen. `known`: it was there before the film began; one that was not appears with
 * its first place.
 */
export function poseAt(film: Film, piece: string, time: number, known: boolean): Pose | null {
  const frames = film.tracks.get(piece), first = frames?.[0];
  if (!frames || !first) return null;
  if (time <= first.time) return known || time === first.time ? first.pose : null;
  const next = frames.findIndex(frame => frame.time >= time), to = frames[next], from = frames[next - 1] ?? frames.at(-1) ?? first;
  const isLost = (to?.time ?? film.length) - from.time > film.beat * LATE && film.beat > 0;
  if (isLost && time > from.time + film.beat / 2 && to?.time !== time) return null;
  if (!to || isLost) return to?.time === time ? to.pose : from.pose;
  const part = (time - from.time) / (to.time - from.time || 1);
  const between = (a: number, b: number): number => a + (b - a) * part;
  return {
    x: between(from.pose.x, to.pose.x), y: between(from.pose.y, to.pose.y),
    heading: (from.pose.heading + turn(from.pose.heading, to.pose.heading) * part + 36000) % 36000,
  };
}

/** The next time after one at which something happened, or the end. */
export function nextMoment(film: Film, time: number, counts: (event: EngineEvent) => boolean): number {
  const found = film.moments.find(moment => moment.time > time && moment.events.some(counts));
  return found?.time ?? film.length;
}

/** The last time before one at which something happened, or the beginning. */
export function momentBefore(film: Film, time: number, counts: (event: EngineEvent) => boolean): number {
  return film.moments.filter(moment => moment.time < time && moment.events.some(counts)).at(-1)?.time ?? 0;
}

/** What has just happened: the events of the last moment that is not after a time. */
export function newsAt(film: Film, time: number, counts: (event: EngineEvent) => boolean): readonly EngineEvent[] {
  return film.moments.filter(moment => moment.time <= time && moment.events.some(counts)).at(-1)?.events ?? [];
}
