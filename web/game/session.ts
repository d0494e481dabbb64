/*
 * session.ts: one seat at one game, as the screens see it: signals to read and promises to act. Where it comes from (a host by
 * WebSocket, a journal that is replayed) is the business of those who make it.
 *
 * The view, the offers and every sentence come from the engine in the page, which has the seat's view installed.
 */
import type { ReadonlySignal } from '@preact/signals';
import type { Decision, Engine, EngineEvent, Match, Refusal, Seat, StateView, View, Viewer } from '../engine/engine';
import type { Armies, Chat, Mode, Needs, Opened, Over, Player, Presence, Title } from '../net/protocol';

/** One thing that the seat noticed. Old ones may lack their state. */
export interface Step {
  readonly n: number;
  readonly by: Seat | null;
  readonly undo: boolean;
  readonly events: readonly EngineEvent[];
  readonly state: Uint8Array | null;
  readonly mayUndo: boolean;
  readonly standIns?: Partial<Record<Seat, string>>;   /* computer players that played for people then */
}

/** The computer player that may play for a person, and whether it does. Others may call it from that moment on; null while he is here. */
export interface StandIn { readonly player: string; readonly sits: boolean; readonly from: number | null }

/** How an act ended. A refusal or error has changed nothing. */
export type Outcome =
  | { ok: true }
  | { ok: false; refusal: Refusal; at: number }
  | { ok: false; error: string; code: string };

/** `broken`: the host cannot go on with this game; `gone`: its owner has deleted it. */
export type Line = 'connecting' | 'online' | 'offline' | 'broken' | 'gone';

export interface Info {
  readonly game: string;
  readonly mode: Mode | 'replay';
  readonly ruleset: string;
  readonly scenario: string;
  readonly scenarioText?: string;                    /* of one that the library does not have */
  readonly title?: Title;                            /* of a battle between armies, and the armies */
  readonly armies?: Armies;
  readonly options: Readonly<Record<string, number>>;
  readonly players: Partial<Record<Seat, Player>>;
  readonly dice: Opened['dice'];
}

/** What the one who decides knows beside what the screen shows. */
export interface Aside { readonly state: Uint8Array; readonly units: StateView['units'] }

export interface Session {
  readonly seat: Seat;                               /* 'spectator' for one who watches */
  readonly eye: Viewer;                              /* for whom the engine answers questions: the seat, or in a replay 'all' */
  readonly engine: Engine;                           /* with the match loaded and the newest view installed */
  readonly match: Match;
  readonly info: ReadonlySignal<Info>;
  readonly began: ReadonlySignal<boolean>;
  readonly steps: ReadonlySignal<readonly Step[]>;   /* all that the seat noticed, in order; grows at the end */
  readonly view: ReadonlySignal<View | null>;        /* after the newest step, in the language of the moment; null before the beginning */
  readonly line: ReadonlySignal<Line>;
  readonly presence: ReadonlySignal<Presence | null>;
  readonly standIns: ReadonlySignal<Partial<Record<Seat, StandIn>>>;
  readonly chats: ReadonlySignal<readonly Chat[]>;
  readonly needs: ReadonlySignal<Needs | null>;      /* dice to be thrown and typed */
  readonly thinking: ReadonlySignal<Seat | null>;    /* the computer player that considers */
  readonly over: ReadonlySignal<Over | null>;
  readonly waiting: ReadonlySignal<boolean>;         /* an act of ours is on its way */
  readonly aside?: ReadonlySignal<Aside | null>;     /* where several look at the screen, and it shows only what all may see */

  /** Decisions as one list: all or none. When the position has changed meanwhile but all are still legal, it is tried again. */
  decide(decisions: readonly Decision[]): Promise<Outcome>;
  undo(): Promise<Outcome>;
  throwDice(faces: readonly number[]): Promise<Outcome>;
  giveSeed(text: string): Promise<Outcome>;
  say(text: string): Promise<Outcome>;
  /** Allow a computer player, or with 'person' nobody, to play for this seat; let the stand-in of a seat sit down; take this seat back from it. */
  allowStandIn(player: Player): Promise<Outcome>;
  takeOver(seat: Seat): Promise<Outcome>;
  takeBack(): Promise<Outcome>;
  /** The whole journal, once the game is over. */
  journal(): Promise<string>;
  close(): void;
}

/** The stand-in that plays for this seat now, so that its person decides nothing. */
export function standInOf(session: Session): StandIn | null {
  const standIn = session.standIns.value[session.seat];
  return standIn?.sits ? standIn : null;
}

/** Is it for the person at this seat to decide? */
export function isAsked(session: Session): boolean {
  return session.over.value === null && standInOf(session) === null && (session.view.value?.state.asked.includes(session.seat) ?? false);
}
