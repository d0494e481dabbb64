/*
 * pointing.ts: how a note points: pieces are lit on the board, parts of the screen and buttons of offers get a soft ring. A part that is not
 * there now (a form, a button) gets its ring when it comes.
 */
import { effect } from '@preact/signals';
import type { Decision } from '../engine/engine';
import type { Desk } from '../play/desk';
import type { Overlay, Place } from '../table/board';
import { isPresent } from '../play/looks';
import { belongs, fits, type Pattern, type Situation } from './condition';
import type { Note } from './lesson';

/** The parts of the screen that a note may name. */
export const parts: Readonly<Record<string, string>> = {
  table: '.play-table',
  prompt: '.play-prompt',
  sequence: '.sequence .steps',
  turn: '.sequence .turn-of',
  score: '.sequence .score',
  unit: '#tab-unit',
  log: '#tab-log',
  list: '#tab-list',
  rules: '.side-tabs .tab-like',
  tools: '.tool-bar .tools',
  playback: '.playback',
  undo: '.play-prompt [data-key="undo"]',
  confirm: '.play-prompt [data-key="confirm"]',
  form: '.play-prompt .aim',
  odds: '.play-prompt .pending',
  menu: '.menu-button',
  end: '.play-prompt .end',
};

const ring = 'data-pointed';

type Sides = Pick<Situation, 'seat' | 'sides'>;

/** The pieces that a note points at: those it names, and those of the offers it means. */
export function piecesOf(note: Note, situation: Situation): readonly string[] {
  const named = (note.point ?? []).filter(name => !(name in parts));
  const present = Object.entries(situation.units).filter(([, fields]) => isPresent(fields)).map(([id]) => id);
  const shown = present.filter(id => named.some(name => belongs(situation, name, id)));
  const pattern = note.do;
  const meant = pattern ? situation.offers.filter(offer => fits(situation, pattern, offer)) : [];
  return [...new Set([...shown, ...meant.flatMap(({ unit, target }) => [unit ?? [], target ?? []].flat())])];
}

/* The buttons of the prompt tell by data-offer which decision they take: "kind unit target choice". */
function offerOf(button: Element): Decision {
  const [name = '', unit, target, choice] = (button.getAttribute('data-offer') ?? '').split(' ');
  return { do: name, ...(unit && { unit }), ...(target && { target }), ...(choice && { choice }) };
}

function elementsOf(note: Note, sides: Sides): Set<Element> {
  const found = new Set<Element>();
  for (const name of note.point ?? []) {
    const selector = parts[name];
    const element = selector === undefined ? null : document.querySelector(selector);
    if (element) found.add(element);
  }
  const pattern: Pattern | undefined = note.do;
  if (pattern)
    for (const button of document.querySelectorAll('.play-prompt [data-offer]')) if (fits(sides, pattern, offerOf(button))) found.add(button);
  return found;
}

/** Rings where the note points, kept while the parts come and go, until the answer is called. */
export function ringParts(note: Note, sides: Sides): () => void {
  let frame = 0;
  const clear = (keep: ReadonlySet<Element>): void => {
    for (const old of document.querySelectorAll(`[${ring}]`)) if (!keep.has(old)) old.removeAttribute(ring);
  };
  const draw = (): void => {
    frame = 0;
    const wanted = elementsOf(note, sides);
    clear(wanted);
    for (const element of wanted) element.setAttribute(ring, '');
  };
  const observer = new MutationObserver(() => { frame ||= requestAnimationFrame(draw); });
  for (const part of document.querySelectorAll('.play-prompt, .play-side, .play-head')) observer.observe(part, { childList: true, subtree: true, attributeFilter: ['data-offer'] });
  draw();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    clear(new Set());
  };
}

/* A place on a table is a point: the ring around it is a fortieth of the table wide. */
function around([x, y]: readonly [number, number], { board, width }: Readonly<Record<string, unknown>>): Place[] {
  if (board !== 'table' || typeof width !== 'number') return [{ x, y }];
  return Array.from({ length: 24 }, (_, i) => ({ x: Math.round(x + width / 40 * Math.cos(i * Math.PI / 12)), y: Math.round(y + width / 40 * Math.sin(i * Math.PI / 12)) }));
}

/** Places ringed on the board, in the colour of the side that reads, until the answer is called. */
export function ringPlaces(desk: Desk, places: Note['at'] = []): () => void {
  const { seat } = desk.session;
  if (places.length === 0 || seat === 'spectator') return () => undefined;
  const rings = places.map((place, i): Overlay => ({ kind: 'ring', id: `note ${i}`, outline: around(place, desk.session.match.board), label: '', threat: false, seat }));
  const stop = effect(() => desk.board.value?.overlays(rings));
  return () => {
    stop();
    desk.board.peek()?.overlays([]);
  };
}

/** Pieces lit as long as no line of text lights others, until the answer is called. */
export function lightPieces(desk: Desk, pieces: readonly string[]): () => void {
  if (pieces.length === 0) return () => undefined;
  const stop = effect(() => { if (desk.lit.value.length === 0) desk.lit.value = pieces; });
  return () => {
    stop();
    if (desk.lit.peek() === pieces) desk.lit.value = [];
  };
}
