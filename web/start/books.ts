/* books.ts: the games on the shelf, in the order of the shelf, also those that the engine does not play yet. */
import type { Key } from '../text';

export const books = [
  { id: 'brevis', board: 'table' },
  { id: 'liber', board: 'table' },
  { id: 'reiters', board: 'zones' },
  { id: 'iron', board: 'hexes' },
  { id: 'argad', board: 'table' },
  { id: 'sample', board: 'any' },
] as const;

export type Book = (typeof books)[number];
export type BookId = Book['id'];

export function bookOf(ruleset: string): Book | undefined {
  return books.find(({ id }) => id === ruleset);
}

/** The name of a game, also of one that is not on the shelf. */
export function nameKey(book: Book): Key {
  return `game.${book.id}.name`;
}
