/* film_bar.tsx: the means to see a film as one likes: pause, from happening to happening, by hand to any time, at a pace, to the end. */
import type { JSX } from 'preact';
import { text } from '../text';
import { useDesk } from './desk';
import { momentBefore, newsAt, nextMoment } from './film';
import { choosePace, speed, speeds } from './pace';
import { told } from './playback';

export function SpeedChoice(): JSX.Element {
  return (
    <select aria-label={text('speed.label')} value={speed.value} onChange={event => choosePace(speeds[event.currentTarget.selectedIndex] ?? 'normal')}>
      {speeds.map(name => <option key={name} value={name}>{text(`speed.${name}`)}</option>)}
    </select>
  );
}

function Sign({ name }: { name: 'pause' | 'play' | 'back' | 'on' }): JSX.Element {
  const paths = { pause: 'M5 3H9V17H5ZM12 3H16V17H12Z', play: 'M5 3L17 10L5 17Z', back: 'M4 3H6V17H4ZM17 3L7 10L17 17Z', on: 'M14 3H16V17H14ZM3 3L13 10L3 17Z' };
  return <svg class="film-sign" viewBox="0 0 20 20" aria-hidden="true"><path d={paths[name]} /></svg>;
}

/** Nothing where no film is shown. */
export function FilmBar({ skip, paced = true }: { skip: () => void; paced?: boolean }): JSX.Element | null {
  const { screening, session } = useDesk();
  const reel = screening.reel.value;
  if (!reel) return null;
  const { film } = reel, time = screening.time.value, isRunning = screening.running.value;
  const counts = (event: Parameters<typeof told>[1][number]): boolean => told(session, [event]).length > 0;
  const percent = text('film.time', { percent: String(Math.round((time * 100) / (film.length || 1))) });
  return (
    <div class="film-bar" role="group" aria-label={text('film.label')}>
      <button type="button" class="act step" aria-label={text('film.back')} title={text('film.back')} onClick={() => screening.seek(momentBefore(film, time, counts))}><Sign name="back" /></button>
      <button type="button" class="act step" data-key="film" aria-label={text(isRunning ? 'film.pause' : 'film.play')} title={text(isRunning ? 'film.pause' : 'film.play')} onClick={() => screening.toggle()}>
        <Sign name={isRunning ? 'pause' : 'play'} />
      </button>
      <button type="button" class="act step" aria-label={text('film.on')} title={text('film.on')} onClick={() => screening.seek(nextMoment(film, time, counts))}><Sign name="on" /></button>
      <input
        type="range" min={0} max={film.length} step={5} value={Math.round(time)} aria-label={text('film.scrub')} aria-valuetext={percent}
        onInput={event => screening.seek(Number(event.currentTarget.value))}
      />
      {paced && <SpeedChoice />}
      <button type="button" class="act" onClick={skip}>{text('playback.skip')}</button>
    </div>
  );
}

/** What the film has come to, in sentences. */
export function filmNews(desk: ReturnType<typeof useDesk>): ReturnType<typeof told> {
  const { screening, session } = desk, reel = screening.reel.value;
  if (!reel) return [];
  const counts = (event: Parameters<typeof told>[1][number]): boolean => told(session, [event]).length > 0;
  return told(session, newsAt(reel.film, screening.time.value, counts));
}
