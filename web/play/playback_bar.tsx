/* playback_bar.tsx: the caption of what the table shows, and the means to hurry it or to see it once more. */
import type { JSX } from 'preact';
import { text } from '../text';
import { useDesk } from './desk';
import { reducedMotion } from './motion';
import { choosePace, headlines, speed, speeds } from './playback';

const SENTENCES = 4;

function Caption(): JSX.Element | null {
  const { session, shown } = useDesk();
  const step = session.steps.value[shown.value];
  const sentences = step ? headlines(session, step) : [];
  if (sentences.length === 0) return null;
  const more = sentences.length - SENTENCES;
  return (
    <div class="caption" key={shown.value}>
      {sentences.slice(0, SENTENCES).map((sentence, i) => <p key={i}>{sentence}</p>)}
      {more > 0 && <p class="more">{text('playback.more', { count: `${more}` })}</p>}
    </div>
  );
}

function SpeedChoice(): JSX.Element {
  return (
    <select aria-label={text('speed.label')} value={speed.value} onChange={event => choosePace(speeds[event.currentTarget.selectedIndex] ?? 'normal')}>
      {speeds.map(name => <option key={name} value={name}>{text(`speed.${name}`)}</option>)}
    </select>
  );
}

function Controls(): JSX.Element {
  const { playback, session, shown } = useDesk();
  const left = session.steps.value.length - 1 - shown.value;
  return (
    <div class="playback-controls">
      <span>{text('playback.left', { count: `${left}` })}</span>
      <SpeedChoice />
      <button type="button" class="act" onClick={() => playback.skip()}>{text('playback.skip')}</button>
    </div>
  );
}

/* In place of motion: everything that happened, to be read. */
function SinceList({ close }: { close: () => void }): JSX.Element {
  const { playback, session } = useDesk();
  return (
    <div class="since">
      <ol>{playback.since.value.flatMap(step => headlines(session, step)).map((sentence, i) => <li key={i}>{sentence}</li>)}</ol>
      <button type="button" class="act" onClick={close}>{text('playback.close')}</button>
    </div>
  );
}

export function PlaybackBar(): JSX.Element | null {
  const { playback, session } = useDesk();
  const { list } = playback;
  if (playback.playing.value) return <div class="playback playing"><Caption /><Controls /></div>;
  const isMore = playback.since.value.length > 0 && session.steps.value.length > 1;
  const again = (): void => {
    if (reducedMotion.value || speed.value === 'once') list.value = true;
    else playback.again();
  };
  return (
    <div class="playback">
      {list.value ? <SinceList close={() => { list.value = false; }} /> : <Caption />}
      {isMore && !list.value && <button type="button" class="again" onClick={again}>{text('playback.again')}</button>}
    </div>
  );
}
