/* prompt.tsx: who decides what, and why now; and everything that may be answered, as buttons. */
import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { standInOf } from '../../game/session';
import { levelName } from '../../start/new_game';
import { text } from '../../text';
import { useDesk } from '../desk';
import { RuleLink } from '../knowing/rule_link';
import { SeatBack } from '../stand_in';
import { AimForm } from './aim_form';
import { Answers } from './answers';
import { decidingOf, type Deciding } from './deciding';
import { HintButton, HintList } from './hint_list';
import { Peek, PendingCard } from './odds_card';
import { OrdersTray } from './orders_tray';
import { PlanTray } from './plan_tray';
import { capital, seatName, word, wordsOf } from './vocabulary';

/* What the phase asks, by the game's own words and rule. */
function Phase({ deciding }: { deciding: Deciding }): JSX.Element | null {
  const { session } = deciding.desk;
  const state = session.view.value?.state;
  if (!state) return null;
  const phase = session.match.phases.find(({ name }) => name === state.phase);
  return (
    <p class="ask-what">
      {session.aside && <span class="ask-whom" data-seat={session.seat}>{capital(seatName(session, session.seat))}</span>}
      {word(wordsOf(session), 'phase', state.phase) ?? text('prompt.decide')}
      {phase?.rule && <> <RuleLink id={phase.rule} /></>}
    </p>
  );
}

function Provoked({ deciding }: { deciding: Deciding }): JSX.Element {
  return (
    <div class="ask-provoked">
      <strong class="ask-badge">{text('prompt.reaction')}</strong>
      {deciding.news().map((sentence, i) => <span key={i}>{sentence} </span>)}
    </div>
  );
}

/* Another is to throw real dice for what was decided. */
function isThrown({ desk: { session } }: Deciding): boolean {
  const needs = session.needs.value;
  return needs !== null && needs.count > 0 && needs.you !== true;
}

function waitingFor(deciding: Deciding): string {
  const { session } = deciding.desk;
  const state = session.view.value?.state;
  const thinking = session.thinking.value;
  if (!state) return text('wait.nobody');
  if (session.line.value !== 'online') return text('wait.offline');
  const standIn = standInOf(session);
  if (isThrown(deciding)) return text('wait.throws');
  if (standIn) return text('standin.playing', { player: levelName(standIn.player) });
  if (thinking) return text('wait.thinks', { side: capital(seatName(session, thinking)) });
  const [other] = state.asked;
  if (!other) return text(session.match.conceals && session.seat !== 'spectator' ? 'wait.secret' : 'wait.nobody');
  const side = capital(seatName(session, other));
  const step = state.step === null ? undefined : word(wordsOf(session), 'step', state.step);
  if (state.gathered) return text('wait.plan', { side });
  return step === undefined ? text('wait.other', { side }) : text('wait.step', { side, step });
}

/* A word, or where there is no room for it only its sign; the word is still said. */
function Short({ word: name, sign }: { word: string; sign: string }): JSX.Element {
  return <><span class="short-word">{name}</span><span class="short-sign" aria-hidden="true">{sign}</span></>;
}

function Back({ deciding }: { deciding: Deciding }): JSX.Element | null {
  const { session } = deciding.desk;
  if (!session.view.value?.may_undo || standInOf(session) || deciding.orders.past.value.length > 0) return null;
  const off = session.waiting.value || session.line.value !== 'online';
  return (
    <div class="ask-back" role="group" aria-label={text('prompt.back')}>
      <button type="button" class="quiet" data-key="undo" disabled={off} onClick={() => void deciding.undo()}><Short word={text('prompt.undo')} sign="↶" /></button>
      <button type="button" class="quiet" disabled={off} onClick={() => void deciding.restart()}><Short word={text('prompt.restart')} sign="⇤" /></button>
    </div>
  );
}

function Body({ deciding }: { deciding: Deciding }): JSX.Element | null {
  if (!deciding.asked.value) return null;
  const plan = deciding.plan.value;
  if (deciding.formed.value) return <AimForm deciding={deciding} />;
  if (deciding.pending.value) return <PendingCard deciding={deciding} />;
  if (plan && deciding.orders.layered) return <OrdersTray deciding={deciding} plan={plan} />;
  if (deciding.plan.value) return <PlanTray deciding={deciding} />;
  return <Answers deciding={deciding} />;
}

/* A question in the middle of another's turn calls the eyes and the focus to it, once. */
function useInterruption(deciding: Deciding): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const reaction = deciding.reaction.value;
  const n = deciding.desk.session.view.value?.n;
  useEffect(() => {
    if (reaction && !document.querySelector('dialog[open]')) place.current?.focus({ preventScroll: true });
  }, [reaction, reaction ? n : 0]);
  return place;
}

/* Where a button of the prompt was used and is gone, the focus goes on to the next one to use. */
function useFocusKept(place: RefObject<HTMLDivElement | null>): { onFocusCapture: () => void; onBlurCapture: (event: FocusEvent) => void } {
  const isInside = useRef(false);
  useEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return;
    const next = place.current?.querySelector<HTMLElement>('.tray button:enabled, .acts button:enabled, .choose button') ?? place.current;
    next?.focus({ preventScroll: true });
  });
  return {
    onFocusCapture: () => { isInside.current = true; },
    onBlurCapture: event => { if (event.relatedTarget) isInside.current = false; },
  };
}

/* What comes anew is read from its beginning. */
function useBeginning(deciding: Deciding, place: RefObject<HTMLDivElement | null>): void {
  const aim = deciding.formed.value;
  const what = aim ? `aim ${aim.unit}` : deciding.pending.value ? 'pending' : 'question';
  useLayoutEffect(() => { place.current?.parentElement?.scrollTo(0, 0); }, [deciding.desk.session.view.value?.n, what]);
}

export function Prompt(): JSX.Element | null {
  const deciding = decidingOf(useDesk());
  const place = useInterruption(deciding);
  const kept = useFocusKept(place);
  useBeginning(deciding, place);
  const asked = deciding.asked.value;
  const dress = deciding.desk.session.seat === 'spectator' ? 'is-watching' : !asked ? 'is-waiting' : deciding.reaction.value ? 'is-reacting' : 'is-acting';
  const busy = deciding.formed.value || deciding.pending.value ? ' is-busy' : '';
  const { session } = deciding.desk;
  if (!session.view.value || session.over.value) return null;
  return (
    <div class={`ask ${dress}${busy}${deciding.orders.layered ? ' is-layered' : ''}`} role="group" aria-label={text('prompt.label')} aria-busy={session.waiting.value} tabIndex={-1} ref={place} {...kept}>
      <div class="ask-head">
        <div class="ask-say">
          {asked && deciding.reaction.value && <Provoked deciding={deciding} />}
          {asked ? <Phase deciding={deciding} /> : <p class="ask-what" role="status">{waitingFor(deciding)}</p>}
          {asked && session.line.value !== 'online' && <p class="ask-note">{text('wait.offline')}</p>}
          {asked && isThrown(deciding) && <p class="ask-note" role="status">{text('wait.throws')}</p>}
        </div>
        <div class="ask-ways">
          <HintButton deciding={deciding}><Short word={text('hint.button')} sign="?" /></HintButton>
          <Back deciding={deciding} />
        </div>
      </div>
      <Body deciding={deciding} />
      <HintList deciding={deciding} />
      <SeatBack />
      {deciding.peeked.value && <Peek key={deciding.peeked.value.index} deciding={deciding} answer={deciding.peeked.value} />}
      {deciding.trouble.value !== null && <p class="ask-trouble" role="alert">{deciding.trouble.value}</p>}
    </div>
  );
}
