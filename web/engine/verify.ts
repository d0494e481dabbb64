/*
 * verify.ts: were the dice of a game those that its host had pledged before the first roll?
 *
 * Every roll is worked out again as docs/verifiable-dice.md says, with the browser's own cryptography. The engine says which rolls there
 * were; it has checked on the way that every decision of the journal was legal.
 */
import { lowestFace } from './dice';
import type { Engine, FairDice, Fault, Journal, Roll } from './engine';

/** Why the dice are not proved: something differs (damaged, seed, roll), or they cannot be checked (the others). */
export type Doubt = 'damaged' | 'no_commitment' | 'not_revealed' | 'unknown_scheme' | 'wrong_seed' | 'wrong_roll' | 'no_cryptography';

/** The first roll that is not as pledged: `line` is a position of the journal (Journal), `roll` counts from 1. */
export interface WrongRoll extends Roll {
  readonly roll: number;
  readonly derived: number[];
}

export interface Verification {
  readonly ok: boolean;
  readonly doubt?: Doubt;
  readonly rolls: number;               /* of the journal, as far as it is good */
  readonly pledge?: FairDice;           /* to be compared with what was seen before the first roll */
  readonly firstWrong?: WrongRoll;
  readonly damage?: Fault;
  readonly journal: Journal;
}

const SCHEME = 'hmac-sha256/1';
const encoder = new TextEncoder();

function bytesOf(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(digits.match(/../g) ?? [], pair => Number.parseInt(pair, 16));
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('');
}

/* Numbers are unsigned and big-endian. A roll's number is far below 2^53. */
function number(value: number, size: number): number[] {
  return Array.from({ length: size }, (_, at) => Math.floor(value / 256 ** (size - 1 - at)) % 256);
}

function text(value: string): number[] {
  const bytes = encoder.encode(value);
  return [...number(bytes.length, 4), ...bytes];
}

/** The message of a block of a roll. */
export function messageOf(pledge: FairDice, roll: number, block: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([
    ...text(SCHEME), ...text(pledge.game), ...number(pledge.seeds.length, 4), ...pledge.seeds.flatMap(text), ...number(roll, 8), ...number(block, 4),
  ]);
}

/** Faces of dice with so many sides, from as many blocks as it takes: bytes that would favour a face are passed over. */
export async function facesOf(block: (number: number) => Promise<Uint8Array>, sides: number, count: number): Promise<number[]> {
  const faces: number[] = [];
  const limit = 256 - (256 % sides), lowest = lowestFace(sides);
  for (let next = 0; faces.length < count; next++)
    for (const byte of await block(next))
      if (faces.length < count && byte < limit) faces.push(lowest + (byte % sides));
  return faces;
}

async function deriver(subtle: SubtleCrypto, seed: string, pledge: FairDice): Promise<(roll: number, sides: number, count: number) => Promise<number[]>> {
  const key = await subtle.importKey('raw', bytesOf(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return (roll, sides, count) =>
    facesOf(async block => new Uint8Array(await subtle.sign('HMAC', key, messageOf(pledge, roll, block))), sides, count);
}

const same = (a: readonly number[], b: readonly number[]): boolean => a.length === b.length && a.every((value, i) => value === b[i]);

async function findWrong(subtle: SubtleCrypto, seed: string, pledge: FairDice, rolls: readonly Roll[]): Promise<WrongRoll | undefined> {
  const derive = await deriver(subtle, seed, pledge);
  for (const [i, roll] of rolls.entries()) {
    const derived = await derive(i + 1, roll.sides, roll.faces.length);
    if (!same(derived, roll.faces)) return { ...roll, roll: i + 1, derived };
  }
  return undefined;
}

/**
 * Check a journal with its dice. The engine, which must have the documents, holds the journal afterwards. A journal that has no good first
 * line is an EngineFault.
 */
export async function verifyJournal(engine: Engine, journalText: string): Promise<Verification> {
  const journal = engine.openJournal(journalText);
  const rolls = engine.rolls();
  const pledge = journal.fair_dice;
  const found = { rolls: rolls.length, journal, ...(pledge && { pledge }) };
  const doubt = (why: Doubt): Verification => ({ ...found, ok: false, doubt: why });
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;       /* browsers have none on an insecure page */

  if (journal.damage) return { ...doubt('damaged'), damage: journal.damage };
  if (!pledge) return doubt('no_commitment');
  if (!journal.reveal) return doubt('not_revealed');
  if (pledge.scheme !== SCHEME) return doubt('unknown_scheme');
  if (!subtle) return doubt('no_cryptography');
  if (hex(await subtle.digest('SHA-256', bytesOf(journal.reveal))) !== pledge.commitment) return doubt('wrong_seed');
  const firstWrong = await findWrong(subtle, journal.reveal, pledge, rolls);
  return firstWrong ? { ...doubt('wrong_roll'), firstWrong } : { ...found, ok: true };
}
