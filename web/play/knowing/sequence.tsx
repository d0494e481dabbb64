/* sequence.tsx: the header of a game: turn, points, whose turn it is, and the sequence of play with the present step lit. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Points, Score, Seat, View } from '../../engine/engine';
import { sidesOf } from '../../engine/sides';
import type { Session } from '../../game/session';
import { language, text } from '../../text';
import { capital, pieceName, pointsText, seatName, word, wordsOf } from '../deciding/vocabulary';
import { useDesk } from '../desk';
import { Hanging } from './hanging';
import { tellFields } from './pieces';
import { TablesMark, TablesNote } from './provenance';
import { RuleLink } from './rule_link';
import { logOf } from './telling';
import { LastMarks, TrackHeading } from './track_bar';

/* The engine's own sentence of the turn, which says of how many; else the number that the view has. */
function turnText(session: Session, view: View): string | null {
  const title = logOf(session, language.value).read(session.steps.value).at(-1)?.title;
  if (title) return title.replace(/\.$/, '');
  const turn = view.state.game['turn'];
  return typeof turn === 'number' && turn > 0 ? text('sequence.turn', { turn: String(turn) }) : null;
}

function Reasons({ session, seat, account }: { session: Session; seat: Seat; account: Points }): JSX.Element {
  return (
    <section data-seat={seat}>
      <h2>{capital(seatName(session, seat))} <span class="points">{pointsText(wordsOf(session), account)}</span></h2>
      {account.reasons.length === 0 && <p class="nothing">{text('sequence.pointless')}</p>}
      <ul>
        {account.reasons.map((reason, i) => (
          <li key={i}>
            <span class="amount">{reason.amount > 0 ? `+${reason.amount}` : reason.amount}</span>
            {' '}{reason.unit !== undefined && pieceName(session, reason.unit)} <RuleLink id={reason.rule} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const shownAlready = new Set(['turn', 'active']);

/* What else the game's own fields tell. */
function Facts({ session, view }: { session: Session; view: View }): JSX.Element | null {
  const told = tellFields(session.match, wordsOf(session), session.match.fields.game, view.state.game, shownAlready);
  if (told.length === 0) return null;
  return <dl class="facts-of-game">{told.map(({ name, label, value }) => <div key={name}><dt>{label}</dt><dd>{value}</dd></div>)}</dl>;
}

interface Prize { readonly id?: unknown; readonly names?: Readonly<Record<string, unknown>>; readonly points?: unknown; readonly seat?: unknown }

/* What is to be won beside the enemy's losses, with its points. */
function Prizes({ session }: { session: Session }): JSX.Element | null {
  const all = wordsOf(session), told = session.match.board['prizes'];
  const prizes = (Array.isArray(told) ? (told as Prize[]) : []).flatMap(({ id, names, points, seat }) => {
    const own = names?.[language.value], name = typeof own === 'string' ? own : typeof id === 'string' ? word(all, 'prize', id) : undefined, side = sidesOf(session.match).find(each => each === seat);
    return name === undefined || typeof points !== 'number' ? [] : [{ name, points, side }];
  });
  if (prizes.length === 0) return null;
  return (
    <div class="prizes">
      <h3>{text('sequence.prizes')}</h3>
      <ul>
        {prizes.map(({ name, points, side }) => (
          <li key={`${side} ${name}`}><span aria-hidden="true">★</span> {name}{side !== undefined && <> ({capital(seatName(session, side))})</>} <strong>{points < 0 ? `−${-points}` : `+${points}`}</strong></li>
        ))}
      </ul>
    </div>
  );
}

interface ScoreProps { session: Session; view: View; score: NonNullable<Score>; active: Seat | '' }

function ScoreButton({ session, view, score, active }: ScoreProps): JSX.Element {
  const seats = sidesOf(session.match).filter(seat => score[seat]);
  const all = wordsOf(session), note = word(all, 'score', 'note');
  const told = (seat: Seat, form: 'points' | 'short' = 'points'): string => {
    const points = score[seat];
    return points ? pointsText(all, points, form) : '';
  };
  const name = word(all, 'score', 'name');
  const said = seats.map(seat => text('sequence.points', { name: seatName(session, seat), points: told(seat) })).join(', ');
  const face = (
    <>
      <span class="unseen">{text('sequence.score', { score: said })}</span>
      {name !== undefined && <span class="when-narrow" aria-hidden="true">{name}</span>}
      {seats.map(seat => (
        <span key={seat} class={seat === active ? 'side active' : 'side'} data-seat={seat} aria-hidden="true">
          <span class="mark" /> <span class="name">{capital(seatName(session, seat))}</span> <span class="points"><span class="when-wide">{told(seat)}</span><span class="when-narrow">{told(seat, 'short')}</span></span>
        </span>
      ))}
    </>
  );
  return (
    <Hanging class="score" label={text('sequence.reasons')} face={face}>
      {() => (
        <>
          {note !== undefined && <p class="score-note">{note}</p>}
          {seats.map(seat => <Reasons key={seat} session={session} seat={seat} account={score[seat]!} />)}
          <Prizes session={session} />
          <Facts session={session} view={view} />
          <div class="when-narrow"><TablesNote /></div>
        </>
      )}
    </Hanging>
  );
}

/* Whose doing it is now: who is asked, or, while somebody reacts, the game's active side. */
function activeText(session: Session, view: View): { text: string; seat: Seat | '' } | null {
  if (view.state.winner !== undefined) return null;
  if (view.state.asked.length > 1) return { text: text('sequence.both'), seat: '' };
  const active = view.state.step === 'reaction' ? sidesOf(session.match).find(seat => seat === view.state.game['active']) : undefined;
  const seat = active ?? view.state.asked[0];
  if (seat === undefined) return null;
  return { text: capital(text('sequence.active', { name: seatName(session, seat) })), seat };
}

function Steps({ view }: { view: View }): JSX.Element | null {
  const [open, setOpen] = useState(false);
  const desk = useDesk();
  const { match } = desk.session;
  const words = wordsOf(desk.session);
  const { step } = view.state;
  const nameOf = (name: string): string => capital(word(words, 'step', name) ?? name);
  if (match.sequence.length === 0) return null;
  return (
    <nav class={`steps${open ? ' open' : ''}`} aria-label={text('sequence.steps')}>
      <button type="button" class="toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
        {step === null ? text('sequence.steps') : nameOf(step)}
      </button>
      <ol>
        {match.sequence.map(({ name, rule }) => (
          <li key={name} aria-current={name === step ? 'step' : undefined}>
            <button type="button" title={text('rule.open', { id: rule })} onClick={() => desk.openRule(rule)}>{nameOf(name)}</button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

export function Sequence(): JSX.Element | null {
  const { session } = useDesk();
  const view = session.view.value;
  if (!view) return null;
  const score = session.engine.score(session.eye, language.value);
  const turn = turnText(session, view);
  const active = activeText(session, view);
  return (
    <section class="sequence" aria-label={text('sequence.title')}>
      <h1 class="unseen">{word(wordsOf(session), 'game', 'title') ?? text('sequence.title')}</h1>
      <TrackHeading heading={turn} />
      {score && <ScoreButton session={session} view={view} score={score} active={active?.seat ?? ''} />}
      {active && <p class="active-side" data-seat={active.seat}>{active.text}</p>}
      <Steps view={view} />
      <LastMarks />
      <TablesMark />
    </section>
  );
}
