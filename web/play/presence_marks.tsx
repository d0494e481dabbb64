/* presence_marks.tsx: who else is at the table. */
import type { JSX } from 'preact';
import type { Seat } from '../engine/engine';
import { words } from '../engine/load';
import { language, text } from '../text';
import { useDesk } from './desk';
import { sideName } from './looks';

export function PresenceMarks(): JSX.Element | null {
  const { session } = useDesk();
  const { mode, players, ruleset } = session.info.value;
  const present = session.presence.value;
  if (mode !== 'link' || !present) return null;
  const others = (Object.keys(players) as Seat[]).filter(seat => seat !== session.seat && players[seat] === 'person');
  return (
    <ul class="presence" aria-label={text('presence.label')}>
      {others.map(seat => {
        const side = sideName(session.match, words(ruleset, language.value), seat);
        const here = present.seats[seat] === true;
        return <li key={seat} class={here ? 'here' : 'away'}>{text(here ? 'presence.here' : 'presence.away', { side })}</li>;
      })}
      {present.watching > 0 && <li>{text('presence.watching', { count: `${present.watching}` })}</li>}
    </ul>
  );
}
