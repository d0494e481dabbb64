/*
 * lift_cards.tsx: before one screen, where cards lie face down for everybody: the one who is asked may lift the own ones for as long as the
 * button is held. Where a button cannot be held, a press shows them for a moment.
 */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { text } from '../text';
import { capital, seatName } from './deciding/vocabulary';
import { useDesk } from './desk';

const MOMENT = 2500;                        /* milliseconds */

export function LiftCards(): JSX.Element | null {
  const desk = useDesk();
  const { session } = desk;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const held = useRef(false);               /* the press that a click ends was seen */
  const lower = (): void => {
    clearTimeout(timer.current);
    desk.lifted.value = null;
  };
  useEffect(() => lower, [desk, session.view.value]);
  const aside = session.aside?.value;
  const shown = session.view.value?.state;
  if (!aside || !shown || session.over.value || !Object.keys(aside.units).some(id => aside.units[id]?.['order'] !== shown.units[id]?.['order'])) return null;
  const lift = (): void => {
    held.current = true;
    desk.lifted.value = aside.units;
  };
  const click = (): void => {
    if (!held.current) {
      lift();
      timer.current = setTimeout(lower, MOMENT);
    }
    held.current = false;
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    if (event.type === 'keydown') lift();
    else lower();
  };
  const side = capital(seatName(session, session.seat));
  return (
    <button
      type="button" class="lift" aria-pressed={desk.lifted.value !== null} title={text('lift.hint')}
      onPointerDown={lift} onPointerUp={lower} onPointerLeave={lower} onPointerCancel={lower} onBlur={lower} onKeyDown={key} onKeyUp={key} onClick={click}
      onContextMenu={event => event.preventDefault()}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 3H18V21H6ZM6 21L14 13L18 17" /></svg>
      <span>{text('lift.cards', { side })}</span>
    </button>
  );
}
