/* presence_marks.tsx: who else is at the table, and how to ask them to it. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Seat } from '../engine/engine';
import { text } from '../text';
import { useDesk } from './desk';
import { LinksDialog, nameOf, othersLinks } from './links';

function Invite(): JSX.Element {
  const { session } = useDesk();
  const open = useSignal(false);
  return (
    <>
      <button type="button" class="again" aria-haspopup="dialog" onClick={() => { open.value = true; }}>{text('presence.invite')}</button>
      {open.value && <LinksDialog session={session} close={() => { open.value = false; }} />}
    </>
  );
}

export function PresenceMarks(): JSX.Element | null {
  const { session } = useDesk();
  const { mode, players } = session.info.value;
  const present = session.presence.value;
  if (mode !== 'link' || !present) return null;
  const others = (Object.keys(players) as Seat[]).filter(seat => seat !== session.seat && players[seat] === 'person');
  return (
    <>
      <ul class="presence" aria-label={text('presence.label')}>
        {others.map(seat => {
          const here = present.seats[seat] === true;
          return <li key={seat} class={here ? 'here' : 'away'}>{text(here ? 'presence.here' : 'presence.away', { side: nameOf(session, seat) })}</li>;
        })}
        {present.watching > 0 && <li>{text('presence.watching', { count: `${present.watching}` })}</li>}
      </ul>
      {session.over.value === null && othersLinks(session).length > 0 && <Invite />}
    </>
  );
}
