/* curtain.tsx: covers everything while the seats change: nothing of a seat is in the page meanwhile. */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { LanguageSwitch, ThemeSwitch } from '../switches';
import { text } from '../text';

export function Curtain({ side, lift }: { side: string; lift: () => void }): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), [side]);
  return (
    <div class="curtain">
      <header class="bar"><ThemeSwitch /><LanguageSwitch /></header>
      <main class="curtain-card">
        <h1>{text('curtain.title', { side })}</h1>
        <p>{text('curtain.text', { side })}</p>
        <button ref={button} type="button" class="act main-act" onClick={lift}>{text('curtain.lift', { side })}</button>
      </main>
    </div>
  );
}
