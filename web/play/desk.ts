/*
 * desk.ts: what a screen of play shares between its parts: the session, what is selected, what is open. Parts read signals and call the
 * few functions here; they do not know each other.
 */
import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Decision, Seat } from '../engine/engine';
import type { Board } from '../table/board';
import type { Session } from '../game/session';
import type { GameAnalysis } from '../replay/analysis';
import { Playback } from './playback';
import type { Screening } from './screening';
import type { Projection, Units } from './projector';

/** A tool of the table, in place of deciding. */
export type Tool = 'none' | 'tape' | 'sight' | 'rings';

export type Panel = 'unit' | 'log' | 'list' | 'rules' | 'chat' | 'analysis';

/** On a phone: is the sheet of panels pulled up? Elsewhere they are always there. */
export const sheet = signal(false);

/** A plan that was given, and where the pieces stood then. */
export interface Given { readonly decisions: readonly Decision[]; readonly units: Units }

/** A game that is over and looked at again: its analysis, and the step that is shown. */
export interface Review {
  readonly analysis: GameAnalysis;
  readonly at: ReadonlySignal<number>;
  readonly last: number;
  go(step: number): void;
}

export class Desk {
  readonly selected: Signal<string | null> = signal(null);       /* a piece */
  readonly hovered: Signal<string | null> = signal(null);
  readonly tool: Signal<Tool> = signal('none');
  readonly panel: Signal<Panel> = signal('unit');
  readonly rule: Signal<string | null> = signal(null);           /* the rule that the drawer shows; null: it is closed */
  readonly drawer: Signal<boolean> = signal(false);
  readonly lit: Signal<readonly string[]> = signal([]);          /* pieces that a line of text speaks of */
  readonly draft: Signal<readonly Decision[]> = signal([]);      /* a plan that is being gathered */
  readonly planned: Signal<Units | null> = signal(null);         /* the position with that plan, where it shows */
  readonly given = new Map<string, Given>();                     /* the last plan that was given, by phase */
  readonly shown: Signal<number> = signal(-1);                   /* the step that the table shows; follows the newest, playback lags behind */
  readonly board: Signal<Board | null> = signal(null);
  readonly facing: Signal<Seat>;                                 /* who sits in front of the board */
  readonly lifted: Signal<Units | null> = signal(null);          /* before one screen: one's own cards, as long as they are looked at */
  readonly help: Signal<boolean> = signal(false);                /* the dialog of the keys */
  readonly away: Signal<boolean> = signal(false);                /* the dialog of the stand-in */
  readonly playback: Playback;
  review: Review | null = null;

  /** Without a projector the table always shows the newest. */
  constructor(readonly session: Session, readonly projector: Projection | null = null) {
    this.facing = signal(session.seat === 'B' && session.info.peek().mode !== 'shared' ? 'B' : 'A');
    this.playback = new Playback(session, this.shown, projector ? (before, step) => projector.stirs(before, step) : undefined);
  }

  /** The film that is shown, if one is. */
  get screening(): Screening {
    return this.playback.screening;
  }

  select(piece: string | null): void {
    this.selected.value = piece;
    if (piece === null) return;
    this.panel.value = 'unit';
    this.playback.attend();
  }

  openRule(id: string | null): void {
    this.rule.value = id;
    this.drawer.value = true;
  }
}

export const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('no desk');
  return desk;
}
