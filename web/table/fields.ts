/* fields.ts: what the fields of a piece say to every board. */
import type { Fields } from '../engine/engine';
import type { Pose } from './board';

/** Where a piece is; null for one that stands nowhere: off the board, or not placed yet. */
export function poseOf(fields: Fields | undefined): Pose | null {
  const x = fields?.['x'], y = fields?.['y'], heading = fields?.['heading'];
  if (typeof x !== 'number' || typeof y !== 'number') return null;
  return { x, y, heading: typeof heading === 'number' ? heading : 0 };
}
