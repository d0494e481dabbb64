/* presence_marks.tsx: who else is at the table, and how to ask them to it. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Seat } from '../engine/engine';
import type { StandIn } from '../game/session';
import { text, type Key } from '../text';
import { useDesk } from './desk';
import { LinksDialog, nameOf, othersLinks } from './links';
import { CallStandIn, mayStandIn } from './stand_in';

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

function whereabouts(here: boolean, standIn: StandIn | undefined): Key {
  if (standIn?.sits) return 'presence.stand_in';
  return here ? 'presence.here' : 'presence.away';
}

export function PresenceMarks(): JSX.Element | null {
  const { session } = useDesk();
  const { mode, players } = session.info.value;
  const present = session.presence.value;
  const standIns = session.over.value === null ? session.standIns.value : {};
  if (mode !== 'link' || !present) return null;
  const others = (Object.keys(players) as Seat[]).filter(seat => seat !== session.seat && players[seat] === 'person');
  return (
    <>
      <ul class="presence" aria-label={text('presence.label')}>
        {others.map(seat => {
          const here = present.seats[seat] === true;
          return <li key={seat} class={here ? 'here' : 'away'}>{text(whereabouts(here, standIns[seat]), { side: nameOf(session, seat) })}</li>;
        })}
        {present.watching > 0 && <li>{text('presence.watching', { count: `${present.watching}` })}</li>}
      </ul>
      {mayStandIn(session) && others.map(seat => {
        const standIn = standIns[seat];
        return standIn && !standIn.sits && standIn.from !== null && <CallStandIn key={seat} seat={seat} from={standIn.from} />;
      })}
      {session.over.value === null && othersLinks(session).length > 0 && <Invite />}
    </>
  );
}
