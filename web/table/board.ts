/*
 * board.ts: what a drawn board is for the screens, whatever its kind. Boards draw positions and marks and say what the pointer and the
 * keys do on them; they know no rules.
 *
 * Places and headings are the board's own. On a table: hundredths of a millimetre, x east, y north; hundredths of a degree. On hexes: x is
 * the column and y the row, in whole numbers (placeAt and the pointer round to the hex, which may lie beyond the map); a heading is the
 * vertex 0-5 that a piece faces, clockwise from north. On zones: x is the number of the zone, 0 beyond the map, and y is 0; nothing has a
 * heading.
 */
import type { Fields, Match, Owner, Seat } from '../engine/engine';

export interface Place { readonly x: number; readonly y: number }
export interface Pose extends Place { readonly heading: number }

/** Why a piece stands out. Several may hold at once. */
export type Mark = 'selected' | 'may' | 'active' | 'target' | 'done' | 'lit' | 'moved' | 'group';

/** A small label on a piece: a chance, a card. */
export interface Chip {
  readonly text: string;
  readonly label: string;                 /* what a screen reader says */
  readonly kind: 'chance' | 'warning' | 'plain';
}

/** An order card beside a piece, face down or up. */
export interface Card { readonly face: 'down' | 'up'; readonly name: string; readonly text: string; readonly draft?: boolean }

/** What a piece shows beside its place: made by the screens from the view and the catalogue, so that boards need no rules. */
export interface Look {
  readonly present: boolean;
  readonly wear: number;
  readonly endurance: number;             /* how much wear it bears; 0 when unknown */
  readonly disordered: boolean;
  readonly card: Card | null;
  readonly done: boolean;
  readonly name: string;                  /* the accessible name, whole: "A1, tercio, 2 of 5 losses, order hidden" */
  readonly label: string;                 /* the short one that is drawn */
  readonly type?: string;                 /* its type now, where types change in play */
  readonly status?: string;               /* its state by the game's own name, for boards that draw several */
  readonly formation?: string;            /* how its men stand, likewise */
  readonly form?: string;                 /* its other form by name, while it has that: limbered, dismounted */
  readonly signs?: readonly string[];     /* what else there is to see of it, by the names of its fields: exhausted, dug_in, gun */
  readonly within?: string;               /* the piece that it is with, on whose base it stands */
  readonly posture?: string;              /* how a man holds himself, where that is not upright */
  readonly charges?: readonly boolean[];  /* which of its firearms are loaded, where that is known */
  readonly wounds?: number;
  readonly load?: string;                 /* the type of what it carries */
  readonly door?: string;                 /* how a door stands */
  readonly ranked?: string;               /* the body in whose ranks it stands */
  readonly hidden?: boolean;              /* the other side does not see it */
  readonly last?: Sighting;               /* it is not on the board as far as is known, but was seen */
}

/** Where a piece was seen last. */
export interface Sighting extends Place { readonly turn: number; readonly text: string }

/** Ground that was laid in play, by its kind; its outline is among the board's wares. */
export interface Laid extends Pose { readonly kind: string }

export interface Ghost {
  readonly piece: string;
  readonly pose: Pose;
  readonly legal: boolean;
  readonly path?: readonly Place[];       /* from where it stands to where it would */
  readonly label?: string;                /* distance, margin, or the rule that forbids */
  readonly snapped?: boolean;
}

/** A place that is lit, with what a label says of it: what it costs to go there, and whether it would or might do harm. */
export interface Lit { readonly at: Place; readonly label?: string; readonly risk?: 'may' | 'will' }

/**
 * On hexes and zones an outline is a list of places, drawn as one area; lines go from middle to middle, and cells are places whatever their
 * size. A line of sight may say what stops it: one place, or two with what lies between them.
 */
export type Overlay =
  | { kind: 'ring'; id: string; outline: readonly Place[]; label: string; threat: boolean; seat: Owner }
  | { kind: 'region'; id: string; outline: readonly Place[]; tone?: 'wrong' | 'chosen' }
  | { kind: 'line'; id: string; from: Place; to: Place; label: string; tone: 'measure' | 'clear' | 'blocked' | 'path' | 'plan'; stop?: readonly Place[] }
  | { kind: 'way'; id: string; places: readonly Place[]; label: string; tone: 'path' | 'blocked' | 'plan'; tip?: 'knob' | 'arrow' }   /* from place to place; `plan`: what is only planned */
  | { kind: 'places'; id: string; tone: 'reach' | 'react' | 'attack'; places: readonly Lit[] }
  | { kind: 'border'; id: string; from: Place; to: Place; chip: Chip }                                              /* a chip between two places */
  | { kind: 'cells'; id: string; size: number; cells: readonly Place[] };    /* shaded squares, each by its middle */

/**
 * What the pointer and the keys do. Several may listen: the one that came last is asked first, and the first that says true has it.
 * A press that is let go where it began is a click: a listener that had taken it hears cancel(), and then tap(), choose() or clear() follow.
 */
export interface BoardListener {
  tap?(at: Place, piece: string | null): boolean;                /* a click anywhere, before choose and clear; true: it has been used */
  choose?(piece: string): void;                                  /* a click, tap or Enter on a piece */
  clear?(): void;                                                /* a click on bare board, or Escape */
  hover?(piece: string | null): void;
  point?(at: Place, piece: string | null): void;                 /* the pointer moved, for tools */
  press?(at: Place, piece: string | null): boolean;              /* the pointer went down; true: the listener takes the gesture, no panning */
  drag?(at: Place, done: boolean): void;                         /* while it has taken one; done at the end */
  cancel?(): void;
  twist?(turn: number): void;                                    /* a second finger turned meanwhile: hundredths of a degree, clockwise */
  wheel?(event: WheelEvent, at: Place): boolean;                 /* true: used, no zooming */
  key?(event: KeyboardEvent, piece: string | null): boolean;     /* on the focused board or piece; true: it has been used */
}

export interface Board {
  readonly element: HTMLElement;                                 /* to be put in the page; fills its parent */
  /** The answer ends it. */
  listen(listener: BoardListener): () => void;
  /** Where everything is. Moves are shown in time unless motion is unwelcome. */
  show(units: Readonly<Record<string, Fields>>, looks: ReadonlyMap<string, Look>, options: { animate: boolean; laid?: readonly Laid[] }): void;
  /** Put pieces that are shown at other poses, at once: one frame of a film. It ends with the next show(). */
  pose(poses: ReadonlyMap<string, Pose>): void;
  mark(marks: ReadonlyMap<string, readonly Mark[]>): void;
  chips(chips: ReadonlyMap<string, Chip>): void;
  ghost(ghost: Ghost | null): void;
  overlays(list: readonly Overlay[]): void;
  /** Turn the board so that this seat sits in front. */
  sit(seat: Seat): void;
  /** Bring pieces into view; for a finger near enough to be met, and with a selected one the places that are lit, where there is room. */
  look(pieces: readonly string[]): void;
  fit(): void;
  zoom(factor: number): void;
  /** The place under a point of the screen. */
  placeAt(clientX: number, clientY: number): Place;
  /** Screen pixels in one unit of the board: how near is near enough to snap. */
  scale(): number;
  focus(piece: string): void;
  destroy(): void;
}

/** A drawing board for a match: web/table/make.ts knows the kinds. */
export type MakeBoard = (match: Match) => Board;
