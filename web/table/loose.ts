/* loose.ts: what a match tells about its board, read with care: what is missing or of a wrong form becomes nothing. */
import type { Owner, Seat } from '../engine/engine';

export type Loose = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value);
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const objects = (value: unknown): readonly Loose[] => list(value).filter(isObject);
export const word = (value: unknown): string => (typeof value === 'string' ? value : '');
export const number = (value: unknown, otherwise: number): number => (typeof value === 'number' && Number.isFinite(value) ? value : otherwise);
export const words = (value: unknown): readonly string[] => list(value).filter((item): item is string => typeof item === 'string');

export function seat(value: unknown): Seat {
  return value === 'B' || value === 'C' || value === 'D' ? value : 'A';
}

/** Whose a piece is: a seat's, or nobody's. */
export function owner(value: unknown): Owner {
  return value === 'nobody' ? value : seat(value);
}

/** Regiments are listed for all seats together; a flag counts those of its own side. */
export function countWithinSeat<P extends { readonly seat: Owner; readonly regiment: number }>(pieces: readonly P[]): P[] {
  return pieces.map(piece => {
    if (piece.regiment < 0) return piece;
    const own = pieces.filter(other => other.seat === piece.seat && other.regiment >= 0).map(other => other.regiment);
    return { ...piece, regiment: piece.regiment - Math.min(...own) };
  });
}
