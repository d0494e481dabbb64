/* controls.tsx: slider, buttons and keys of a replay, and the viewpoint. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Viewer } from '../engine/engine';
import { words } from '../engine/load';
import { sideName } from '../play/looks';
import { choosePace, speed, speeds } from '../play/pace';
import { language, text } from '../text';
import type { ReelPlayer } from './player';
import type { Reel } from './replay_session';

function viewerName(reel: Reel, viewer: Viewer): string {
  if (viewer === 'all' || viewer === 'spectator') return text(`replay.viewer.${viewer}`);
  return sideName(reel.journal.match, words(reel.journal.ruleset, language.value), viewer);
}

function Viewpoint({ reel, viewer, choose }: { reel: Reel; viewer: Viewer; choose: (viewer: Viewer) => void }): JSX.Element {
  return (
    <label class="viewpoint">
      <span>{text('replay.viewpoint')}</span>
      <select value={viewer} onChange={event => choose(reel.viewers[event.currentTarget.selectedIndex] ?? 'spectator')}>
        {reel.viewers.map(each => <option key={each} value={each}>{viewerName(reel, each)}</option>)}
      </select>
    </label>
  );
}

function Pace(): JSX.Element {
  return (
    <label class="viewpoint">
      <span>{text('replay.speed')}</span>
      <select value={speed.value} onChange={event => choosePace(speeds[event.currentTarget.selectedIndex] ?? 'normal')}>
        {speeds.map(name => <option key={name} value={name}>{text(`speed.${name}`)}</option>)}
      </select>
    </label>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

/* Arrows on the board belong to the board. */
function useKeys(player: ReelPlayer): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { reel } = player;
      const acts: Record<string, () => void> = {
        ArrowLeft: () => player.go(reel.at.peek() - 1), ArrowRight: () => player.go(reel.at.peek() + 1),
        Home: () => player.go(0), End: () => player.go(reel.journal.lines), ' ': () => player.toggle(),
      };
      const act = acts[event.key];
      const elsewhere = isTyping(event.target) || (event.target instanceof Element && event.target.closest('[data-region="table"], button, a, [role="dialog"]'));
      if (!act || elsewhere || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [player]);
}

function Button({ label, sign, act, disabled }: { label: string; sign: string; act: () => void; disabled?: boolean }): JSX.Element {
  return <button type="button" class="act step" aria-label={label} title={label} disabled={disabled ?? false} onClick={act}><span aria-hidden="true">{sign}</span></button>;
}

export function Controls({ player, viewer, choose }: { player: ReelPlayer; viewer: Viewer; choose: (viewer: Viewer) => void }): JSX.Element {
  const { reel } = player;
  const at = reel.at.value, last = reel.journal.lines;
  useKeys(player);
  return (
    <div class="reel" role="group" aria-label={text('replay.controls')}>
      <div class="reel-buttons">
        <Button label={text('replay.first')} sign="|◀" act={() => player.go(0)} disabled={at === 0} />
        <Button label={text('replay.back')} sign="◀" act={() => player.go(at - 1)} disabled={at === 0} />
        <button type="button" class="act" aria-pressed={player.running.value} onClick={() => player.toggle()}>
          {text(player.running.value ? 'replay.pause' : 'replay.play')}
        </button>
        <Button label={text('replay.on')} sign="▶" act={() => player.go(at + 1)} disabled={at === last} />
        <Button label={text('replay.last')} sign="▶|" act={() => player.go(last)} disabled={at === last} />
      </div>
      <label class="reel-slider">
        <span>{text('replay.position', { at: String(at), last: String(last) })}</span>
        <input type="range" min={0} max={last} value={at} onInput={event => player.go(Number(event.currentTarget.value))} />
      </label>
      <Viewpoint reel={reel} viewer={viewer} choose={choose} />
      <Pace />
    </div>
  );
}
