/* stage.ts: the board of a desk: made for its match, shared between the parts, and kept at the step that is shown. */
import { effect } from '@preact/signals';
import { words } from '../engine/load';
import type { Board } from '../table/board';
import { makeBoard } from '../table/make';
import { language } from '../text';
import { attachHand } from './deciding/hand';
import { filmNews } from './film_bar';
import type { Desk } from './desk';
import { putAway } from './keys';
import { attachTools } from './knowing/tools';
import { laidIn, looksOf } from './looks';
import { SharedBoard } from './shared_board';
import { castOf, posesAt, type Cast } from './cast';

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
    const reel = desk.screening.reel.value;
    if (reel) {
      first = false;
      return;
    }
    const past = step && projector && step.n < steps.length - 1 ? projector.position(step) : null;
    if (!view) return;
    const units = past?.units ?? desk.lifted.value ?? desk.planned.value ?? view.state.units;
    const draft = past ? [] : desk.draft.value;
    const looks = looksOf({ match: session.match, units, words: words(session.info.value.ruleset, language.value), draft });
    shared.board.show(units, looks, { animate: !first, laid: laidIn((past ?? view.state).game) });
    first = false;
  });
}

/* A film: the pieces that are seen at its time, each where it is then. */
function showFilm(desk: Desk, shared: SharedBoard): () => void {
  const { session, projector, screening } = desk;
  let cast: Cast | null = null, seen = '';
  return effect(() => {
    const reel = screening.reel.value, steps = session.steps.value, step = reel && steps[reel.n], before = reel && steps[reel.n - 1];
    if (!reel || !step || !before) {
      cast = null;
      return;
    }
    if (cast?.film !== reel.film) {
      cast = castOf(reel.film, projector?.position(before) ?? null, projector?.position(step) ?? session.view.peek()?.state ?? null);
      seen = '';
    }
    const { units, poses } = posesAt(cast, screening.time.value), key = Object.keys(units).join(' ') + language.value;
    if (key !== seen) {
      const looks = looksOf({ match: session.match, units, words: words(session.info.value.ruleset, language.value), draft: [] });
      shared.board.show(units, looks, { animate: false, laid: laidIn(cast.game) });
    }
    seen = key;
    shared.board.pose(poses);
  });
}

/* While others' steps are played back, the pieces that they speak of stand out. */
function lightPlayed(desk: Desk, layer: Board): () => void {
  return effect(() => {
    const step = desk.playback.playing.value ? desk.session.steps.value[desk.shown.value] : undefined;
    const events = desk.screening.reel.value ? filmNews(desk) : step?.events;
    const pieces = events?.flatMap(({ unit, target }) => [unit ?? [], target ?? []].flat()) ?? [];
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
  const ends = [effect(() => board.sit(desk.facing.value)), showSteps(desk, shared), showFilm(desk, shared), lightPlayed(desk, own), attachHand(desk, hand), attachTools(desk, tools)];
  tools.listen({ key: event => event.key === 'Escape' && putAway(desk) });
  desk.board.value = own;
  return () => {
    desk.board.value = null;
    for (const end of ends) end();
    board.destroy();
    board.element.remove();
  };
}
