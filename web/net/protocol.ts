/* protocol.ts: the messages of docs/table-protocol.md as types. */
import type { Decision, EngineEvent, Language, Refusal, Seat } from '../engine/engine';

export type Player = 'person' | (string & {});
export type Mode = 'computer' | 'shared' | 'link';

/** An army as docs/armies.md has it. It is only sent: the host judges it. */
export type ArmyDocument = object;
export type Armies = readonly [ArmyDocument, ArmyDocument];
export type Title = Readonly<Record<Language, string>>;

export interface NewGameSettings {
  ruleset: string;
  options: Record<string, number>;
  players: Partial<Record<Seat, Player>>;
  dice: 'fair' | 'typed';
  mode: Mode;
}

/** A scenario of the library, or a battle between the army of A and that of B. */
export type NewGame = NewGameSettings & ({ scenario: string } | { armies: Armies });

/** What a battle between armies has beside what every game has: the library knows nothing of it. */
export interface Battle {
  title?: Title | null;
  armies?: Armies;
  scenario_text?: string;
}

export interface Created extends Pick<Battle, 'title'> { game: string; links: Partial<Record<Seat, string>> }

export type Door = { link: string } | { game: string; seat: Seat };

/** The computer player that a person allows to play for him, whether it does, and, while he is away, milliseconds until others may call it. */
export interface StandIn { player: string; sits: boolean; wait?: number }
export type StandIns = Partial<Record<Seat, StandIn>>;

export interface Opened extends Battle {
  channel: number;
  game: string;
  seat: Seat;
  mode: Mode;
  ruleset: string;
  version: number;
  scenario: string;
  options: Record<string, number>;
  players: Partial<Record<Seat, Player>>;
  stand_ins: StandIns;
  created: number;
  dice: { kind: 'typed' } | { kind: 'fair'; scheme: string; commitment: string; seeds: Partial<Record<Seat, string | null>> };
  began: boolean;
  n: number;
  chats: number;
}

export interface Update {
  channel: number;
  n: number;
  by: Seat | null;
  undo?: true;
  stand_ins?: Partial<Record<Seat, string>>;             /* those that played for people then */
  events: EngineEvent[];
  state?: string;
  may_undo: boolean;
}

export interface Presence { channel: number; seats: Partial<Record<Seat, boolean>>; watching: number }
export interface Chat { channel: number; number: number; from: Seat; text: string; time: number }
export interface Needs { channel: number; rule?: string; sides?: number; count: number; you?: boolean }
export interface Over { channel: number; winner: Seat | 'draw'; reveal?: string }
export interface Seeds { channel: number; seeds: Partial<Record<Seat, string | null>> }

export interface SavedGame extends Pick<Battle, 'title'> {
  game: string;
  mode: Mode;
  ruleset: string;
  scenario: string;
  players: Partial<Record<Seat, Player>>;
  created: number;
  active: number;
  over: boolean;
}

export type ErrorCode =
  | 'malformed' | 'stale' | 'unknown_link' | 'not_yours' | 'not_begun' | 'not_over' | 'over' | 'no_undo' | 'wrong_dice' | 'busy' | 'too_many' | 'full'
  | 'failed' | 'broken' | 'illegal_army' | 'no_stand_in' | 'not_away';

/** Of an army that is refused also whose it is, the rule and the nearest change that mends it, as far as they are known. */
export interface RequestError { code: ErrorCode; text: string; seat?: Seat; rule?: string; fix?: string }

export interface Welcome { protocol: number; version: string; host: 'play' | 'serve' }

/** What the host sends of itself; each message has exactly one of these members. */
export interface News {
  welcome: Welcome;
  update: Update;
  begins: Seeds;
  seeds: Seeds;
  presence: Presence;
  stand_ins: { channel: number; seats: StandIns };
  chat: Chat;
  needs: Needs;
  thinking: { channel: number; seat: Seat };
  over: Over;
  trouble: { channel: number; code: ErrorCode; text: string };    /* the game cannot go on here */
}

/** The answers to requests, by the member that they come in. */
export interface Answers {
  created: Created;
  opened: Opened;
  decided: { channel: number; n: number; taken?: number };     /* how many of a list counted: the rest is left out behind a throw */
  done: { channel?: number };
  refused: { channel: number; at: number; refusal: Refusal };
  journal: { channel: number; text: string };
  games: SavedGame[];
  error: RequestError;
}

export interface Requests {
  create: NewGame;
  open: Door & { from: number };
  seed: { channel: number; text: string };
  decide: { channel: number; n: number; decisions: Decision[] };
  undo: { channel: number; n: number };
  dice: { channel: number; faces: number[] };
  chat: { channel: number; text: string };
  journal: { channel: number };
  stand_in: { channel: number; player: Player };
  take_over: { channel: number; seat: Seat };
  take_back: { channel: number };
  close: { channel: number };
  list: Record<string, never>;
  delete: { game: string };
}
