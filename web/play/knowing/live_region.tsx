/*
 * live_region.tsx: each event once, for those who listen. What happened is said politely; that this seat is asked interrupts.
 * What was there before the page came is not said again.
 */
import { useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Session, Step } from '../../game/session';
import { language, text } from '../../text';
import { isReaction } from '../deciding/model';
import { word, wordsOf } from '../deciding/vocabulary';
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

/* What the seat is asked now: null when it is not. */
function questionFor(session: Session): string | null {
  const view = session.view.value;
  if (!view || !view.state.asked.includes(session.seat)) return null;
  const phase = word(wordsOf(session), 'phase', view.state.phase) ?? '';
  return text(isReaction(view.state) ? 'live.reaction' : 'live.turn', { phase });
}

export function LiveRegion(): JSX.Element {
  const { session } = useDesk();
  const [news, setNews] = useState('');
  const [question, setQuestion] = useState('');
  const asked = useRef<string | null>(null);
  useSignalEffect(() => {
    const said = newsOf(session, session.steps.value);
    if (said !== '') setNews(said);
  });
  useSignalEffect(() => {
    const now = questionFor(session);
    if (now !== asked.current) setQuestion(now ?? '');
    asked.current = now;
  });
  return (
    <div class="unseen">
      <div role="status" aria-live="polite">{news}</div>
      <div role="alert" aria-live="assertive">{question}</div>
    </div>
  );
}
