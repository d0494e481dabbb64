/*
 * sheet.ts: the sheet on which a board is drawn, whatever its kind. A unit of the sheet is a millimetre, x to the right and y down, and the
 * sheet may lie with the south away from the reader. Each kind of board says where its places are on it.
 */
import type { Place, Pose } from './board';

export interface Box { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

export interface Sheet {
  turned: boolean;
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly unit: number;                                         /* millimetres in one unit of the board */
  point(place: Place): Place;
  place(point: Place): Place;
  /** With degrees, clockwise on the sheet. */
  pose(pose: Pose): Pose;
  /** The path around an area as overlays name it. */
  area(outline: readonly Place[]): string;
  /** The path of shaded cells, each by its middle. */
  cells(cells: readonly Place[], size: number): string;
  /** Where the label of an area stands. */
  crest(outline: readonly Place[]): Place | null;
  /* What a board whose places are areas knows better than the middles of places. */
  /** Where a label stands that belongs to one place. */
  spot?(place: Place): Place;
  /** The points of a way from place to place. */
  way?(places: readonly Place[]): Place[];
  /** Between two places, on what parts them. */
  border?(from: Place, to: Place): Place;
  /** The points of a line of sight, and where it ends when a place stops it, or what lies between two. */
  sight?(from: Place, to: Place): Place[];
  stop?(from: Place, to: Place, by: readonly Place[]): Place | null;
}

export function boxOf(points: readonly Place[]): Box {
  const xs = points.map(p => p.x), ys = points.map(p => p.y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** A point of a piece's own millimetres on the sheet, for a pose of the sheet. */
export function onSheet(pose: Pose, x: number, y: number): Place {
  const turn = (pose.heading * Math.PI) / 180, c = Math.cos(turn), s = Math.sin(turn);
  return { x: pose.x + x * c - y * s, y: pose.y + x * s + y * c };
}

/** The opposite: a point of the sheet in the piece's own millimetres. */
export function onBase(pose: Pose, point: Place): Place {
  const turn = (pose.heading * Math.PI) / 180, c = Math.cos(turn), s = Math.sin(turn);
  const dx = point.x - pose.x, dy = point.y - pose.y;
  return { x: dx * c + dy * s, y: dy * c - dx * s };
}
