/* dice.ts: the faces of dice. Those of ten sides count from 0, as the engine's do. */

export const lowestFace = (sides: number): number => (sides === 10 ? 0 : 1);
export const highestFace = (sides: number): number => lowestFace(sides) + sides - 1;
