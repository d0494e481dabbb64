/* stage.ts: the board of a desk: made for its match, shared between the parts, and kept at the step that is shown. */
import { effect } from '@preact/signals';
import { words } from '../engine/load';
import type { Board } from '../table/board';
import { makeBoard } from '../table/make';
import { language } from '../text';
import { attachHand } from './deciding/hand';
import type { Desk } from './desk';
import { putAway } from './keys';
import { attachTools } from './knowing/tools';
import { laidIn, looksOf } from './looks';
import { SharedBoard } from './shared_board';

/* Rings are looked at while deciding goes on; tape and sight take the pointer for themselves. */
function handIsFree(desk: Desk): boolean {
  return desk.tool.value === 'none' || desk.tool.value === 'rings';
}

function showSteps(desk: Desk, shared: SharedBoard): () => void {
  const { session, projector } = desk;
  let first = true;
  return effect(() => {
    const view = session.view.value;
    const steps = session.steps.value;
    const step = steps[desk.shown.value];
    const past = step && projector && step.n < steps.length - 1 ? projector.position(step) : null;
    if (!view) return;
    const units = past?.units ?? desk.lifted.value ?? view.state.units;
    const draft = past ? [] : desk.draft.value;
    const looks = looksOf({ match: session.match, units, words: words(session.info.value.ruleset, language.value), draft });
    shared.board.show(units, looks, { animate: !first, laid: laidIn((past ?? view.state).game) });
    first = false;
  });
}

/* While others' steps are played back, the pieces that they speak of stand out. */
function lightPlayed(desk: Desk, layer: Board): () => void {
  return effect(() => {
    const step = desk.playback.playing.value ? desk.session.steps.value[desk.shown.value] : undefined;
    const pieces = step?.events.flatMap(({ unit, target }) => [unit ?? [], target ?? []].flat()) ?? [];
    layer.mark(new Map(pieces.map(piece => [piece, ['lit']])));
  });
}

/** Put the board into its place; the answer takes it away. */
export function setStage(desk: Desk, place: HTMLElement): () => void {
  const board = makeBoard(desk.session.match);
  const shared = new SharedBoard(board);
  place.append(board.element);
  const own = shared.layer('desk');
  const hand = shared.layer('hand', () => handIsFree(desk));
  const tools = shared.layer('tools');              /* the last is asked first */
  own.listen({ hover: piece => { desk.hovered.value = piece; } });
  const ends = [effect(() => board.sit(desk.facing.value)), showSteps(desk, shared), lightPlayed(desk, own), attachHand(desk, hand), attachTools(desk, tools)];
  tools.listen({ key: event => event.key === 'Escape' && putAway(desk) });
  desk.board.value = own;
  return () => {
    desk.board.value = null;
    for (const end of ends) end();
    board.destroy();
    board.element.remove();
  };
}
