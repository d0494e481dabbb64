/*
 * live_region.tsx: each event once, for those who listen. What happened is said politely; that this seat is asked interrupts.
 * What was there before the page came is not said again.
 */
import { useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Seat } from '../../engine/engine';
import { isAsked, type Session, type Step } from '../../game/session';
import { language, text, type Language } from '../../text';
import { isReaction } from '../deciding/model';
import { capital, seatName, word, wordsOf } from '../deciding/vocabulary';
import { useDesk } from '../desk';
import { spoken } from './log_model';
import { sentencesOf } from './telling';

const MOST = 12;                 /* sentences at one time; the rest is in the log */

/* How far each session has been told, so that a screen that comes back goes on from there. */
const heard = new WeakMap<Session, number>();

function newsOf(session: Session, steps: readonly Step[]): string {
  const last = steps.at(-1)?.n ?? -1;
  const from = heard.get(session) ?? last;
  heard.set(session, last);
  const sentences = steps.filter(({ n }) => n > from).flatMap(step =>
    step.undo ? [text('live.undo')] : spoken(step, sentencesOf(session, step, language.value)));
  if (sentences.length <= MOST) return sentences.join(' ');
  return [text('live.more', { count: String(sentences.length - MOST) }), ...sentences.slice(-MOST)].join(' ');
}

/* Words of the others that have come since the page is there: the number of the last one that was said. */
const told = new WeakMap<Session, number>();

function wordsOfOthers(session: Session): string {
  const chats = session.chats.value, last = chats.at(-1)?.number ?? 0;
  const from = told.get(session) ?? last;
  told.set(session, last);
  return chats.filter(({ number, from: seat }) => number > from && seat !== session.seat)
    .map(({ from: seat, text: said }) => text('live.words', { name: seat === 'spectator' ? text('chat.spectator') : capital(seatName(session, seat)), words: said })).join(' ');
}

/* Who played for whom when it was last told. */
const sat = new WeakMap<Session, readonly Seat[]>();

/* A computer has sat down for somebody, or he plays himself again. */
function changesOfSeats(session: Session): string {
  const now = (Object.keys(session.standIns.value) as Seat[]).filter(seat => session.standIns.value[seat]?.sits);
  const before = sat.get(session) ?? now;
  sat.set(session, now);
  const side = (seat: Seat): string => capital(seatName(session, seat));
  return [
    ...now.filter(seat => !before.includes(seat)).map(seat => text('live.sits', { side: side(seat) })),
    ...before.filter(seat => !now.includes(seat)).map(seat => text('live.rises', { side: side(seat) })),
  ].join(' ');
}

interface Asked { readonly question: string; readonly reaction: boolean }

/* What the seat is asked now: null when it is not. */
function questionFor(session: Session): Asked | null {
  const view = session.view.value;
  if (!view || !isAsked(session)) return null;
  const phase = word(wordsOf(session), 'phase', view.state.phase) ?? '';
  const reaction = isReaction(view.state);
  return { question: text(reaction ? 'live.reaction' : 'live.turn', { phase }), reaction };
}

export function LiveRegion(): JSX.Element {
  const { session } = useDesk();
  const [news, setNews] = useState<{ said: string; tongue: Language }>({ said: '', tongue: language.peek() });
  const [words, setWords] = useState('');
  const [seats, setSeats] = useState('');
  const [call, setCall] = useState('');
  const [question, setQuestion] = useState('');
  const before = useRef<Asked | null>(null);
  useSignalEffect(() => {
    const said = newsOf(session, session.steps.value);
    /* The same words twice are said twice: the space makes them another text. */
    if (said !== '') setNews(was => ({ said: was.said === said ? `${said}\u00a0` : said, tongue: language.peek() }));
  });
  useSignalEffect(() => {
    const said = wordsOfOthers(session);
    if (said !== '') setWords(was => (was === said ? `${said}\u00a0` : said));
  });
  useSignalEffect(() => {
    const said = changesOfSeats(session);
    if (said !== '') setSeats(said);
  });
  useSignalEffect(() => {
    /* To be asked interrupts; the next question of the same hand does not. */
    const now = questionFor(session), was = before.current;
    before.current = now;
    if (now?.question === was?.question) return;
    const calls = now !== null && (was === null || now.reaction);
    setCall(calls ? now.question : '');
    setQuestion(calls ? '' : now?.question ?? '');
  });
  return (
    <div class="unseen">
      <div role="status" aria-live="polite">{news.tongue === language.value ? news.said : ''}</div>
      <div role="status" aria-live="polite">{question}</div>
      <div role="status" aria-live="polite">{words}</div>
      <div role="status" aria-live="polite">{seats}</div>
      <div role="alert" aria-live="assertive">{call}</div>
    </div>
  );
}
