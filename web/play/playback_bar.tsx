/* playback_bar.tsx: the strip below the table: the caption of what it shows, and the means to hurry it or to see it once more. */
import type { JSX } from 'preact';
import type { EngineEvent } from '../engine/engine';
import type { Session, Step } from '../game/session';
import { language, text } from '../text';
import { useDesk } from './desk';
import { Dice } from './knowing/dice';
import { LiftCards } from './lift_cards';
import { FilmBar, filmNews, SpeedChoice } from './film_bar';
import { told } from './playback';

const SENTENCES = 6;

interface Said { readonly event: EngineEvent; readonly step: number; readonly sentence: string; readonly alike: number }

/* What several steps say in the same way, such as cards that are laid, is said once. */
function saidOf(session: Session, steps: readonly Step[]): Said[] {
  const said: Said[] = [];
  for (const step of steps) {
    const events = told(session, step.events), sentences = events.length === 0 ? [] : session.engine.tell(events, language.value);
    events.forEach((event, i) => {
      const last = said.at(-1);
      if (last && last.step !== step.n && last.event.event === event.event && last.event.rule === event.rule && !event.dice)
        said[said.length - 1] = { ...last, step: step.n, alike: last.alike + 1 };
      else said.push({ event, step: step.n, sentence: sentences[i] ?? '', alike: 0 });
    });
  }
  return said;
}

function Sentence({ said: { event, sentence, alike } }: { said: Said }): JSX.Element {
  if (event.dice && event.dice.length > 0)
    return <Dice dice={event.dice} sides={event.sides ?? 0} need={event.need ?? 0} label={sentence} />;
  return <span>{alike > 0 ? text('playback.alike', { sentence, count: `${alike}` }) : sentence}</span>;
}

function Caption(): JSX.Element {
  const desk = useDesk();
  const { playback, session, shown, screening } = desk, reel = screening.reel.value;
  const steps = reel ? [{ n: reel.n, by: null, undo: false, events: filmNews(desk), state: null, mayUndo: false }] : playback.told.value;
  const all = saidOf(session, steps);
  const more = all.length - SENTENCES;
  return (
    <p class="caption" key={shown.value} title={all.map(({ sentence }) => sentence).join(' ')}>
      {all.slice(0, SENTENCES).map((said, i) => <Sentence key={i} said={said} />)}
      {more > 0 && <span class="more">{text('playback.more', { count: `${more}` })}</span>}
    </p>
  );
}

function Controls(): JSX.Element {
  const { playback, session, shown, screening } = useDesk();
  if (screening.reel.value) return <FilmBar skip={() => playback.skip()} />;
  const left = session.steps.value.length - 1 - shown.value;
  return (
    <div class="playback-controls">
      <span>{text('playback.left', { count: `${left}` })}</span>
      <SpeedChoice />
      <button type="button" class="act" onClick={() => playback.skip()}>{text('playback.skip')}</button>
    </div>
  );
}

function Again(): JSX.Element | null {
  const { playback, session } = useDesk();
  if (playback.since.value.length === 0 || session.steps.value.length < 2) return null;
  return (
    <button type="button" class="again" title={text('playback.again')} onClick={() => playback.again()}>
      <span class="again-sign" aria-hidden="true">↺</span> <span class="again-word">{text('playback.again')}</span>
    </button>
  );
}

export function PlaybackBar(): JSX.Element {
  const { playing } = useDesk().playback;
  return (
    <div class={`playback${playing.value ? ' playing' : ''}`}>
      <LiftCards />
      <Caption />
      {playing.value ? <Controls /> : <Again />}
    </div>
  );
}
