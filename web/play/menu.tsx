/* menu.tsx: what belongs to the page and not to the game: language, colours, sound, keys, the way out. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { LanguageSwitch, ThemeSwitch } from '../switches';
import { text } from '../text';
import { useDesk } from './desk';
import { askForNotifications, mayAskForNotifications, sound, useSound } from './notice';
import { mayStandIn } from './stand_in';
import { choosePace, speed, speeds } from './pace';

function SoundSwitch(): JSX.Element {
  return (
    <div class="switch" role="group" aria-label={text('sound.label')}>
      {[true, false].map(on => (
        <button key={`${on}`} type="button" aria-pressed={sound.value === on} onClick={() => useSound(on)}>{text(on ? 'sound.on' : 'sound.off')}</button>
      ))}
    </div>
  );
}

function SpeedSwitch(): JSX.Element {
  return (
    <div class="switch" role="group" aria-label={text('speed.label')}>
      {speeds.map(name => (
        <button key={name} type="button" aria-pressed={speed.value === name} onClick={() => choosePace(name)}>{text(`speed.${name}`)}</button>
      ))}
    </div>
  );
}

function Row({ label, children }: { label: string; children: JSX.Element }): JSX.Element {
  return <div class="menu-row"><span aria-hidden="true">{label}</span>{children}</div>;
}

function Content({ close }: { close: () => void }): JSX.Element {
  const desk = useDesk();
  const help = (): void => {
    close();
    desk.help.value = true;
  };
  const away = (): void => {
    close();
    desk.away.value = true;
  };
  const turn = (): void => {
    close();
    desk.facing.value = desk.facing.peek() === 'A' ? 'B' : 'A';
  };
  return (
    <div class="menu-list" id="menu">
      <Row label={text('language.label')}><LanguageSwitch /></Row>
      <Row label={text('theme.label')}><ThemeSwitch /></Row>
      <Row label={text('speed.label')}><SpeedSwitch /></Row>
      <Row label={text('sound.label')}><SoundSwitch /></Row>
      {mayAskForNotifications.value && <button type="button" class="plain" onClick={() => void askForNotifications()}>{text('notice.ask')}</button>}
      {mayStandIn(desk.session) && <button type="button" class="plain" aria-haspopup="dialog" onClick={away}>{text('standin.open')}</button>}
      <button type="button" class="plain" aria-haspopup="dialog" onClick={help}>{text('help.open')}</button>
      <button type="button" class="plain" onClick={turn}>{text('menu.turn')}</button>
      <a class="plain" href="#/">{text('menu.leave')}</a>
    </div>
  );
}

export function Menu(): JSX.Element {
  const open = useSignal(false);
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const away = (event: Event): void => {
      if (open.peek() && event.target instanceof Node && !whole.current?.contains(event.target)) open.value = false;
    };
    document.addEventListener('pointerdown', away);
    document.addEventListener('focusin', away);
    return () => {
      document.removeEventListener('pointerdown', away);
      document.removeEventListener('focusin', away);
    };
  }, []);
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !open.value) return;
    event.stopPropagation();
    open.value = false;
    button.current?.focus();
  };
  return (
    <div class="menu" ref={whole} onKeyDown={escape}>
      <button ref={button} type="button" class="menu-button" aria-expanded={open.value} aria-controls="menu" onClick={() => { open.value = !open.value; }}>
        {text('menu.open')}
      </button>
      {open.value && <Content close={() => { open.value = false; }} />}
    </div>
  );
}
