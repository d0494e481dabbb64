/* tools.ts: tape, line of sight and rings on the board. */
import { effect } from '@preact/signals';
import type { Board, Overlay } from '../../table/board';
import { text } from '../../text';
import { word, wordsOf } from '../deciding/vocabulary';
import type { Desk } from '../desk';
import { measureOf } from '../measure/measure';
import { lengthText } from './pieces';
import {
  bodyOf, endAt, endOf, kitOf, measured, ringsFor, seen, type End, type Seen, type ToolKit, type Units,
} from './tool_kit';

const SLICE = 4;                 /* milliseconds of one stretch of shading */
const PAUSE = 300;               /* between two looks at a shading that is not yet done */

const unitsOf = (desk: Desk): Units => desk.session.view.value?.state.units ?? {};

function tapeOverlays(desk: Desk, kit: ToolKit): Overlay[] {
  const from = kit.from.value, to = kit.to.value;
  if (!from || !to) return [];
  const { gap } = measured(desk.session.match, unitsOf(desk), from, to);
  return [{ kind: 'line', id: 'tape', from: gap.from, to: gap.to, label: lengthText(desk.session, gap.distance), tone: 'measure' }];
}

function sightNow(desk: Desk, kit: ToolKit): Seen | null {
  const from = kit.from.value?.piece, to = kit.to.value;
  return from && to ? seen(desk.session, unitsOf(desk), from, to) : null;
}

function sightOverlays(found: Seen | null): Overlay[] {
  if (!found) return [];
  const label = text(found.clear ? 'sight.clear' : 'sight.blocked');
  return [{ kind: 'line', id: 'sight', from: found.from, to: found.to, label, tone: found.clear ? 'clear' : 'blocked', ...(found.stop.length > 0 ? { stop: found.stop } : {}) }];
}

function ringOverlays(desk: Desk, kit: ToolKit): Overlay[] {
  const words = wordsOf(desk.session);
  const wanted = kit.ringsOf.value;
  return ringsFor(desk.session, wanted, desk.selected.value).map(({ piece, seat, ring }) => {
    const name = word(words, 'ring', ring.name) ?? ring.name;
    const length = ring.distance > 0 ? ` ${lengthText(desk.session, ring.distance)}` : '';
    const label = wanted === 'selected' ? `${name}${length}` : `${piece} ${name}`;
    return { kind: 'ring', id: `${piece} ${ring.name}`, outline: ring.outline.map(([x, y]) => ({ x, y })), label, threat: ring.threat, seat };
  });
}

/* How far a commander who is selected commands is always to be seen, where it is measured: no more than that. */
function commandOverlays(desk: Desk): Overlay[] {
  if (measureOf(desk.session.match).counts) return [];
  return ringsFor(desk.session, 'selected', desk.selected.value).filter(({ ring }) => ring.name === 'command').map(({ piece, seat, ring }) => ({
    kind: 'ring', id: `${piece} ${ring.name}`, outline: ring.outline.map(([x, y]) => ({ x, y })), label: '', threat: false, seat,
  }));
}

/* Shades what a piece sees, a few milliseconds at a time; the answer stops it. */
function shade(desk: Desk, piece: string, show: (overlays: Overlay[]) => void): () => void {
  const { engine, match, seat } = desk.session;
  const cells = measureOf(match).cells(match.board);
  if (!cells) return () => undefined;
  const marked = new Uint8Array(cells.count);
  const number = engine.pieceNumber(piece);
  let at = 0, timer = 0, shown = performance.now();
  const go = (): void => {
    const start = performance.now();
    while (at < marked.length && performance.now() - start < SLICE) {
      const { x, y } = cells.at(at);
      marked[at++] = engine.seesAt(seat, number, x, y) === 0 ? 1 : 0;
    }
    if (at >= marked.length || start - shown > PAUSE) {
      shown = start;
      show(cells.drawn(marked).map(({ size, cells: list }) => ({ kind: 'cells', id: `seen ${size}`, size, cells: list })));
    }
    if (at < marked.length) timer = requestAnimationFrame(go);
  };
  timer = requestAnimationFrame(go);
  return () => cancelAnimationFrame(timer);
}

/** Let the tools of the tool bar work on this board; the answer ends it. */
export function attachTools(desk: Desk, board: Board): () => void {
  const kit = kitOf(desk);
  const { match } = desk.session;
  let lines: Overlay[] = [], shadow: Overlay[] = [];
  let stopShading = (): void => undefined;
  let pressed: End | null = null;
  let loose = true;                                  /* the far end of a line of sight follows the pointer */

  const lay = (): void => board.overlays([...shadow, ...lines]);
  const measuring = (): boolean => desk.tool.peek() === 'tape' || desk.tool.peek() === 'sight';
  const units = (): Units => desk.session.view.peek()?.state.units ?? {};

  /* One end after the other. A tape begins anew after the second; an eye stays until another is dragged from. */
  const put = (end: End): void => {
    const eye = desk.tool.peek() === 'sight';
    if (eye ? kit.from.peek() === null : kit.from.peek() === null || kit.to.peek() !== null) {
      if (eye && end.piece === null) return;
      kit.from.value = end;
      kit.to.value = null;
      loose = true;
    } else {
      kit.to.value = end;
      loose = false;
    }
  };

  const unlisten = board.listen({
    tap(at, piece) {
      if (!measuring()) return false;
      put(piece === null ? endAt(match, units(), at) : { piece, at });
      return true;
    },
    choose(piece) {
      const end = measuring() ? endOf(match, units(), piece) : null;
      if (end) put(end);
    },
    point(at) {
      if (desk.tool.peek() === 'sight' && loose && kit.from.peek()?.piece) kit.to.value = endAt(match, units(), at);
    },
    press(at, piece) {
      if (!measuring()) return false;
      pressed = piece === null ? endAt(match, units(), at) : { piece, at };
      return true;
    },
    drag(at, done) {
      if (!pressed) return;
      const begins = desk.tool.peek() === 'tape' || pressed.piece !== null;
      if (begins && kit.from.peek() !== pressed) kit.from.value = pressed;
      if (kit.from.peek()) kit.to.value = endAt(match, units(), at);
      loose = false;
      if (done) pressed = null;
    },
    cancel() {
      pressed = null;
    },
    key(event) {
      if (event.key !== 'Escape' || !measuring()) return false;
      if (kit.from.peek()) {
        kit.from.value = kit.to.value = null;
        loose = true;
      } else desk.tool.value = 'none';
      return true;
    },
  });

  const ends = [
    /* A tool that is taken up begins with the piece that is selected. */
    effect(() => {
      const tool = desk.tool.value;
      const piece = desk.selected.peek();
      kit.from.value = (tool === 'tape' || tool === 'sight') && piece !== null ? endOf(match, units(), piece) : null;
      kit.to.value = null;
      loose = true;
    }),
    effect(() => {
      const tool = desk.tool.value;
      const sight = tool === 'sight' ? sightNow(desk, kit) : null;
      lines = tool === 'tape' ? tapeOverlays(desk, kit) : tool === 'rings' ? ringOverlays(desk, kit) : tool === 'none' ? commandOverlays(desk) : sightOverlays(sight);
      lay();
      /* What is in the way shows itself. */
      const blocker = sight?.refusal?.unit;
      board.mark(new Map(blocker === undefined ? [] : [[blocker, ['lit' as const]]]));
    }),
    effect(() => {
      stopShading();
      const eye = desk.tool.value === 'sight' && kit.shading.value ? kit.from.value?.piece : null;
      shadow = [];
      lay();
      if (eye && bodyOf(match, unitsOf(desk), eye))
        stopShading = shade(desk, eye, overlays => {
          shadow = overlays;
          lay();
        });
    }),
  ];
  return () => {
    stopShading();
    unlisten();
    for (const end of ends) end();
    board.overlays([]);
    board.mark(new Map());
  };
}
