/*
 * waiting_room.tsx: before the beginning: who is there, the links for the others, and the players' words for the dice. A game against the
 * computer or on one screen has nobody to wait for, so that random words are given at once.
 */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Seat } from '../engine/engine';
import { loadGames } from '../engine/load';
import type { Session } from '../game/session';
import { LanguageSwitch, ThemeSwitch } from '../switches';
import { has, language, text } from '../text';
import { Links, nameOf } from './links';
import { askForNotifications, mayAskForNotifications } from './notice';
import { mayStandIn, StandInPart } from './stand_in';

function seedOf(session: Session, seat: Seat): string | null {
  const { dice } = session.info.value;
  return dice.kind === 'fair' ? dice.seeds[seat] ?? null : null;
}

function isReady(session: Session, seat: Seat): boolean {
  const { dice, players } = session.info.value;
  return dice.kind !== 'fair' || players[seat] !== 'person' || seedOf(session, seat) !== null;
}

function seatsOf(session: Session): Seat[] {
  return Object.keys(session.info.value.players) as Seat[];
}

function presenceOf(session: Session, seat: Seat): string {
  const { players } = session.info.value;
  if (players[seat] !== 'person') return text('wait.computer');
  if (seat === session.seat) return text('wait.you');
  return text(session.presence.value?.seats[seat] ? 'wait.here' : 'wait.away');
}

function Players({ session }: { session: Session }): JSX.Element {
  return (
    <ul class="wait-players" aria-label={text('wait.players')}>
      {seatsOf(session).map(seat => (
        <li key={seat}>
          <span class="wait-name">{nameOf(session, seat)}</span>
          <span>{presenceOf(session, seat)}</span>
          <span class={isReady(session, seat) ? 'is-ready' : 'is-not'}>{text(isReady(session, seat) ? 'wait.ready' : 'wait.not_ready')}</span>
        </li>
      ))}
    </ul>
  );
}

function SeedForm({ session }: { session: Session }): JSX.Element {
  const typed = useSignal('');
  const trouble = useSignal('');
  const give = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (new TextEncoder().encode(typed.value).length > 128) {
      trouble.value = text('wait.seed.long');
      return;
    }
    const outcome = await session.giveSeed(typed.value);
    trouble.value = outcome.ok ? '' : text('wait.seed.failed');
  };
  return (
    <form class="wait-seed" onSubmit={event => void give(event)}>
      <label>
        <span>{text('wait.seed.label')}</span>
        <input
          type="text" maxLength={128} value={typed.value} placeholder={text('wait.seed.random')}
          onInput={event => { typed.value = event.currentTarget.value; }}
        />
      </label>
      <button type="submit" class="act main-act" disabled={session.line.value !== 'online'}>{text('wait.seed.give')}</button>
      <p role="alert">{trouble.value}</p>
    </form>
  );
}

function Dice({ session }: { session: Session }): JSX.Element | null {
  const { dice } = session.info.value;
  if (dice.kind !== 'fair') return null;
  const own = seedOf(session, session.seat);
  return (
    <section class="wait-part" aria-labelledby="wait-dice">
      <h2 id="wait-dice">{text('wait.dice')}</h2>
      <p>{text('wait.dice.text')}</p>
      <p class="commitment"><span>{text('wait.commitment')}</span> <code>{dice.commitment}</code></p>
      {session.seat !== 'spectator' && (own === null ? <SeedForm session={session} /> : <p role="status">{text('wait.given', { seed: own })}</p>)}
    </section>
  );
}

/* The scenario by its own name, as soon as the list of games is there. */
function Title({ session }: { session: Session }): JSX.Element {
  const title = useSignal<Readonly<Record<string, string>> | undefined>(undefined);
  const { ruleset, scenario, title: own } = session.info.value;
  useEffect(() => {
    void loadGames().then(games => {
      title.value = games.find(({ id }) => id === ruleset)?.scenarios.find(({ id }) => id === scenario)?.title;
    }, () => undefined);
  }, [ruleset, scenario]);
  const game = `game.${ruleset}.name`;
  return (
    <>
      <h1>{(own ?? title.value)?.[language.value] ?? scenario}</h1>
      {has(game) && <p class="wait-game">{text(game)}</p>}
    </>
  );
}

/** Nobody to wait for: random words are given for these seats, and it begins. */
export function Quiet({ sessions }: { sessions: readonly Session[] }): JSX.Element {
  const missing = sessions.filter(session => session.seat !== 'spectator' && !isReady(session, session.seat));
  useEffect(() => {
    for (const session of missing) void session.giveSeed('');
  }, [missing.length]);
  return <main class="message" aria-busy="true"><p role="status">{text('opening.wait')}</p></main>;
}

export function WaitingRoom({ session }: { session: Session }): JSX.Element {
  const { mode } = session.info.value;
  const missing = session.seat !== 'spectator' && !isReady(session, session.seat);
  if (mode !== 'link') return <Quiet sessions={[session]} />;
  return (
    <div class="message-page">
      <header class="bar"><ThemeSwitch /><LanguageSwitch /></header>
      <main class="wait">
        <Title session={session} />
        <p role="status">{text(missing ? 'wait.for_you' : 'wait.for_others')}</p>
        <Players session={session} />
        <Links session={session} />
        <Dice session={session} />
        {mayStandIn(session) && <StandInPart session={session} />}
        <p class="wait-ways">
          {mayAskForNotifications.value && <button type="button" class="act" onClick={() => void askForNotifications()}>{text('notice.ask')}</button>}
          <a class="act" href="#/">{text('message.back')}</a>
        </p>
      </main>
    </div>
  );
}
