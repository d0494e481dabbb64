/*
 * since_list.tsx: in place of motion: everything that happened since the reader's last decision, to be read. It has a place of its own
 * among the panels, so that it hides neither the table nor a button, and goes with the reader's next act. Where there is little room it
 * comes only when it is asked for.
 */
import type { JSX } from 'preact';
import { text } from '../text';
import { useDesk } from './desk';
import { headlines } from './playback';

export function SinceList(): JSX.Element | null {
  const { playback, session } = useDesk();
  if (!playback.list.value || playback.playing.value) return null;
  return (
    <section class={`since${playback.wanted.value ? ' is-wanted' : ''}`} aria-label={text('playback.again')}>
      <ol tabIndex={0}>{playback.since.value.flatMap(step => headlines(session, step)).map((sentence, i) => <li key={i}>{sentence}</li>)}</ol>
      <button type="button" class="act" onClick={() => playback.attend()}>{text('playback.close')}</button>
    </section>
  );
}
