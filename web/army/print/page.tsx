/* page.tsx: a sheet of paper in the preview and in print, with its foot; and how pieces of unlike height are laid on sheets. */
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export const papers = ['a4', 'letter'] as const;
export type Paper = (typeof papers)[number];

/** Something that is never cut. Pieces of one group stay together where there is room on a sheet for all of them; a heading stays with what follows. */
export interface Piece { readonly key: string; readonly group: string; readonly heads?: boolean; readonly node: JSX.Element }

/** Pieces by sheets, and on a sheet by columns. */
export type Layout = readonly (readonly (readonly Piece[])[])[];

interface LeafProps { class: string; part: string; title: string; page: number; pages: number; children: ComponentChildren }

export function Leaf({ class: name, part, title, page, pages, children }: LeafProps): JSX.Element {
  return (
    <section class="print-leaf" aria-label={part === '' ? String(page) : `${part}, ${page}`}>
      <div class={`print-sheet ${name}`}>
        <div class="print-body">{children}</div>
        <p class="print-foot"><span>{title}</span><span>{part}</span><span>{page} / {pages}</span></p>
      </div>
    </section>
  );
}

/* A heading and what it heads, as one. */
function bound(pieces: readonly Piece[]): (readonly Piece[])[] {
  const sets: Piece[][] = [];
  let open = false;
  for (const piece of pieces) {
    if (open) sets.at(-1)?.push(piece);
    else sets.push([piece]);
    open = piece.heads ?? false;
  }
  return sets;
}

/* Groups that stay whole. */
function grouped(pieces: readonly Piece[]): (readonly Piece[])[] {
  const groups: Piece[][] = [];
  for (const piece of pieces) {
    const last = groups.at(-1);
    if (last && last[0]?.group === piece.group) last.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

const SHORT = 0.3;                         /* of a column: what is no higher stays whole in any case */

interface Room { readonly first: number; readonly later: number; readonly columns: number; readonly whole: boolean }

/** Lay pieces into columns, so many to a sheet, as high as the first sheet and the later ones have room; `whole`: a group goes to the next column rather than be divided. */
export function lay(pieces: readonly Piece[], heightOf: (piece: Piece) => number, { first, later, columns, whole }: Room): Layout {
  const filled: Piece[][] = [[]];
  let used = 0;
  const sum = (set: readonly Piece[]): number => set.reduce((all, piece) => all + heightOf(piece), 0);
  const put = (set: readonly Piece[]): void => {
    const height = sum(set);
    if (used > 0 && used + height > (filled.length > columns ? later : first)) {
      filled.push([]);
      used = 0;
    }
    filled.at(-1)?.push(...set);
    used += height;
  };
  for (const group of grouped(pieces)) {
    if (sum(group) <= (whole ? later : later * SHORT)) put(group);
    else bound(group).forEach(put);
  }
  const sheets: Piece[][][] = [];
  filled.forEach((column, i) => (i % columns ? sheets.at(-1)?.push(column) : sheets.push([column])));
  return sheets;
}

const STEPS = 40;

/** The same with the columns of the last sheet about as high as each other. */
function evenly(pieces: readonly Piece[], heightOf: (piece: Piece) => number, room: Room): Layout {
  const sheets = lay(pieces, heightOf, room), last = sheets.at(-1)?.flat() ?? [];
  for (let step = 1; step < STEPS && room.columns > 1; step++) {
    const height = (room.later * step) / STEPS, [one, ...more] = lay(last, heightOf, { ...room, first: height, later: height });
    if (one && more.length === 0 && one.every(column => column.reduce((sum, piece) => sum + heightOf(piece), 0) <= room.later)) return [...sheets.slice(0, -1), one];
  }
  return sheets;
}

const SPARE = 4;                           /* pixels that are left free on each column: a printer's letters are a hair wider than the screen's */

interface GaugeProps {
  class: string;
  pieces: readonly Piece[];
  columns: number;
  whole: boolean;
  again?: string;                         /* the key of a piece that stands at the top of every later sheet too */
  layout: Layout | null;
  done: (layout: Layout) => void;
}

/* The very same pieces at the same places? */
function isSame(a: Layout, b: Layout | null): boolean {
  const flat = (layout: Layout): (Piece | null)[] => layout.flatMap(sheet => sheet.flatMap(column => [null, ...column]));
  if (!b || a.length !== b.length) return false;
  const one = flat(a), other = flat(b);
  return one.length === other.length && one.every((piece, i) => piece === other[i]);
}

/** Measures pieces as they will be on a sheet, out of sight. */
export function Gauge({ class: name, pieces, columns, whole, again = '', layout, done }: GaugeProps): JSX.Element {
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const column = body.current?.querySelector<HTMLElement>('.print-column');
    if (!body.current || !column) return;
    const heights = new Map<string, number>();
    for (const element of column.querySelectorAll<HTMLElement>(':scope > .print-piece')) heights.set(element.dataset['key'] ?? '', element.getBoundingClientRect().height);
    const room = body.current.clientHeight - SPARE;
    const next = evenly(pieces, piece => heights.get(piece.key) ?? 0, { first: room, later: room - (heights.get(again) ?? 0), columns, whole });
    if (!isSame(next, layout)) done(next);
  });
  return (
    <div class="print-gauge" aria-hidden="true" inert>
      <div class={`print-sheet ${name}`}>
        <div class="print-body" ref={body}>
          <div class="print-columns"><Column pieces={pieces} /></div>
        </div>
      </div>
    </div>
  );
}

function Column({ pieces }: { pieces: readonly Piece[] }): JSX.Element {
  return <div class="print-column">{pieces.map(({ key, node }) => <div key={key} class="print-piece" data-key={key}>{node}</div>)}</div>;
}

export function Columns({ columns }: { columns: readonly (readonly Piece[])[] }): JSX.Element {
  return <div class="print-columns">{columns.map((pieces, i) => <Column key={i} pieces={pieces} />)}</div>;
}

/** Takes steps until a card holds what is on it: each step of `data-fit` is for the style sheet to save some room. */
export function useFit<T extends HTMLElement>(steps: number): (element: T | null) => void {
  return element => {
    if (!element) return;
    for (let step = 0; step <= steps; step++) {
      element.dataset['fit'] = String(step);
      if (element.scrollHeight <= element.clientHeight) return;
    }
  };
}
