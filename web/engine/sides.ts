/* sides.ts: whose pieces are. */
import type { Match, Owner, Seat } from './engine';

export const isSide = (owner: Owner | undefined): owner is Seat => owner !== undefined && owner !== 'nobody';

/** The sides that have pieces, in the order of the roster. */
export const sidesOf = (match: Match): Seat[] => [...new Set(match.roster.map(piece => piece.seat).filter(isSide))];

/** The side whose piece it is; null for what is nobody's. */
export function sideOf(match: Match, piece: string): Seat | null {
  const owner = match.roster.find(({ id }) => id === piece)?.seat;
  return isSide(owner) ? owner : null;
}

/** Of two sides, and not the same: what is nobody's is no enemy. */
export const areEnemies = (one: Owner | undefined, other: Owner | undefined): boolean => isSide(one) && isSide(other) && one !== other;
