/* chat_panel.tsx: words between those at the table, and who is there. */
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Seat } from '../../engine/engine';
import { language, text } from '../../text';
import { capital, seatName } from '../deciding/vocabulary';
import { sheet, useDesk } from '../desk';
import { markRead } from './unread';

export const LIMIT = 500;        /* bytes of a message */

const encoder = new TextEncoder();

/** Bytes that are left of a message. */
export function bytesLeft(message: string): number {
  return LIMIT - encoder.encode(message.trim()).length;
}

function useSeatName(): (seat: Seat) => string {
  const { session } = useDesk();
  return seat => (seat === 'spectator' ? text('chat.spectator') : capital(seatName(session, seat)));
}

function Present(): JSX.Element | null {
  const { session } = useDesk();
  const name = useSeatName();
  const presence = session.presence.value;
  if (!presence) return null;
  return (
    <ul class="present" aria-label={text('chat.present')}>
      {(Object.entries(presence.seats) as [Seat, boolean][]).map(([seat, here]) => (
        <li key={seat} class={here ? 'here' : 'away'}>{text(here ? 'chat.here' : 'chat.away', { name: name(seat) })}</li>
      ))}
      {presence.watching > 0 && <li class="here">{text('chat.watching', { count: String(presence.watching) })}</li>}
    </ul>
  );
}

function Messages(): JSX.Element {
  const { session } = useDesk();
  const name = useSeatName();
  const chats = session.chats.value;
  const box = useRef<HTMLDivElement>(null);
  const time = new Intl.DateTimeFormat(language.value, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  useLayoutEffect(() => { if (box.current) box.current.scrollTop = box.current.scrollHeight; }, [chats.length]);
  useEffect(() => { if (box.current?.checkVisibility()) markRead(session); }, [chats.length, sheet.value]);          /* on a phone the sheet may be down */
  return (
    <div class="messages" ref={box} role="log" aria-label={text('chat.messages')} tabIndex={0}>
      {chats.length === 0 && <p class="nothing">{text('chat.nothing')}</p>}
      <ol>
        {chats.map(({ number, from, text: said, time: when }) => (
          <li key={number} class={from === session.seat ? 'mine' : ''} data-seat={from}>
            <p class="from">{name(from)} <time dateTime={new Date(when).toISOString()}>{time.format(when)}</time></p>
            <p class="words">{said}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}

/* What is worth saying of the room that is left: nothing while there is plenty. */
function roomText(left: number): string {
  if (left < 0) return text('chat.long', { count: String(-left) });
  return left < 100 ? text('chat.left', { count: String(left) }) : '';
}

function Say(): JSX.Element {
  const { session } = useDesk();
  const [message, setMessage] = useState('');
  const [failed, setFailed] = useState(false);
  const left = bytesLeft(message);
  const say = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (message.trim() === '' || left < 0) return;
    const outcome = await session.say(message.trim());
    setFailed(!outcome.ok);
    if (outcome.ok) setMessage('');
  };
  useEffect(() => setFailed(false), [message]);
  return (
    <form class="say" onSubmit={event => void say(event)}>
      <input type="text" aria-label={text('chat.message')} placeholder={text('chat.message')} autocomplete="off" value={message}
        aria-invalid={left < 0} aria-describedby="chat-left" onInput={event => setMessage(event.currentTarget.value)} />
      <button type="submit" disabled={message.trim() === '' || left < 0 || session.line.value !== 'online'}>{text('chat.send')}</button>
      <p id="chat-left" class={left < 0 ? 'left over' : 'left'} role="status">{failed ? text('chat.failed') : roomText(left)}</p>
    </form>
  );
}

export function ChatPanel(): JSX.Element {
  return (
    <section class="chat" aria-label={text('chat.title')}>
      <Present />
      <Messages />
      <Say />
    </section>
  );
}
