/* plan_tray.tsx: a plan is gathered: cards for each piece, changed freely, given together. */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Decision } from '../../engine/engine';
import { orderSign } from '../../table/cards';
import { text } from '../../text';
import { AnswerButton } from './answers';
import type { Deciding } from './deciding';
import { actsOf, comrades, keysOf, offerName, sameDecision, type Answer } from './model';
import type { Plan } from './plan';
import { capital, choiceName, pieceName, pieces, regimentName } from './vocabulary';

const MANY = 6;                             /* pieces from which on their names are not spelt out */
const DRAG = 6;                             /* pixels before a press becomes a drag */

/** What may be laid by this piece, as cards; what needs more words stays a sentence. */
export function cardsOf(deciding: Deciding, unit: string): readonly Answer[] {
  return actsOf(deciding.question.value, unit).plain.filter(({ decision }) => decision.choice !== undefined);
}

/** The card with this key, if there is one. */
export function cardByKey(deciding: Deciding, unit: string, key: string): Answer | undefined {
  const cards = cardsOf(deciding, unit);
  const letters = keysOf(cards.map(({ decision }) => choiceName(deciding.desk.session, decision) ?? ''));
  return cards.find((_, i) => key === String(i + 1) || key.toLocaleLowerCase() === letters[i]);
}

function Sign({ name }: { name: string }): JSX.Element | null {
  const sign = orderSign(name);
  return sign === null ? null : <svg class="sign" viewBox="-7 -7 14 14" aria-hidden="true"><path d={sign} /></svg>;
}

/* A press that moves becomes a card in the hand; one that does not stays a click. */
function carrying(deciding: Deciding, answer: Answer, event: PointerEvent): void {
  const button = event.currentTarget;
  if (!(button instanceof HTMLElement) || event.button !== 0) return;
  const start = { x: event.clientX, y: event.clientY };
  let isCarried = false;
  const move = (next: PointerEvent): void => {
    if (next.pointerId !== event.pointerId) return;
    if (!isCarried && Math.hypot(next.clientX - start.x, next.clientY - start.y) < DRAG) return;
    isCarried = true;
    deciding.carryTo(answer, next.clientX, next.clientY);
  };
  const end = (last: PointerEvent): void => {
    if (last.pointerId !== event.pointerId) return;
    for (const name of ['pointerup', 'pointercancel'] as const) window.removeEventListener(name, end);
    window.removeEventListener('pointermove', move);
    if (!isCarried) return;
    const swallow = (click: Event): void => { click.stopPropagation(); click.preventDefault(); };
    window.addEventListener('click', swallow, { capture: true });
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0);
    if (last.type === 'pointerup') deciding.letGo();
    else deciding.cancel();
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', end);
}

function Cards({ deciding, unit, plan }: { deciding: Deciding; unit: string; plan: Plan }): JSX.Element {
  const { session } = deciding.desk;
  const cards = cardsOf(deciding, unit);
  const names = cards.map(({ decision }) => choiceName(session, decision) ?? '');
  const letters = keysOf(names);
  const now = plan.decisions.find(decision => decision.unit === unit);
  const others = (deciding.question.value.units.get(unit) ?? []).filter(answer => !cards.some(({ index }) => index === answer.index));
  const press = (event: KeyboardEvent): void => {
    const card = event.ctrlKey || event.metaKey || event.altKey ? undefined : cardByKey(deciding, unit, event.key);
    if (!card) return;
    event.preventDefault();
    deciding.take(card);
  };
  return (
    <div class="tray" role="group" aria-label={text('plan.cards', { unit: pieceName(session, unit) })} onKeyDown={press}>
      {cards.map((answer, i) => (
        <button
          key={[answer.decision.do, answer.decision.choice].join(' ')} type="button" class="card-button"
          aria-pressed={now?.do === answer.decision.do && now.choice === answer.decision.choice}
          data-offer={offerName(answer.decision)} aria-keyshortcuts={[i + 1, letters[i]].join(' ')} disabled={!deciding.ready.value}
          onClick={() => deciding.take(answer)} onPointerDown={event => carrying(deciding, answer, event)}
        >
          <Sign name={answer.decision.choice ?? ''} />
          <span>{names[i]}</span>
          <kbd aria-hidden="true">{letters[i]}</kbd>
        </button>
      ))}
      {others.map(answer => <AnswerButton key={answer.index} deciding={deciding} answer={answer} beside />)}
    </div>
  );
}

function planned(deciding: Deciding, decision: Decision | undefined): string | null {
  if (!decision) return null;
  return choiceName(deciding.desk.session, decision) ?? (decision.target === undefined ? decision.do : text('plan.with', { unit: decision.target }));
}

/* Of many pieces only the ids are seen; their names are still said. */
function PieceTag({ deciding, unit, isShort }: { deciding: Deciding; unit: string; isShort: boolean }): JSX.Element {
  const name = pieceName(deciding.desk.session, unit);
  if (!isShort) return <span>{name}</span>;
  return <span title={name}>{unit}<span class="unseen">{name.slice(unit.length)}</span></span>;
}

function Pieces({ deciding, plan }: { deciding: Deciding; plan: Plan }): JSX.Element {
  const { desk } = deciding;
  const isMany = deciding.question.value.units.size > MANY;
  const row = useRef<HTMLUListElement>(null);
  /* On a phone they are one row, which is pulled to the one whose cards are shown. */
  useEffect(() => {
    const pressed = row.current?.querySelector('[aria-pressed="true"]');
    if (row.current && pressed) row.current.scrollLeft += pressed.getBoundingClientRect().left - row.current.getBoundingClientRect().left - 8;
  }, [desk.selected.value]);
  return (
    <ul class="plan-pieces" ref={row} aria-label={text('plan.pieces')}>
      {[...deciding.question.value.units.keys()].map(unit => {
        const answer = planned(deciding, plan.decisions.find(decision => decision.unit === unit));
        return (
          <li key={unit} class={answer === null ? 'lacks' : 'has'}>
            <button
              type="button" class="pill" aria-pressed={desk.selected.value === unit}
              onClick={() => { desk.select(unit); desk.board.peek()?.look([unit]); }}
            >
              <PieceTag deciding={deciding} unit={unit} isShort={isMany} /> <span class="plan-answer">{answer ?? text('plan.none')}</span>
            </button>
            {answer !== null && (
              <button
                type="button" class="pill-x" aria-label={text('plan.takeback', { unit: pieceName(desk.session, unit) })}
                onClick={() => deciding.takeBack(unit)}
              >×</button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/* Lit only where a regiment has more than one piece to plan for. */
function WholeRegiment({ deciding, unit }: { deciding: Deciding; unit: string }): JSX.Element | null {
  const { session } = deciding.desk;
  const mates = comrades(pieces(session.match), unit).filter(mate => deciding.question.value.units.has(mate));
  if (mates.length < 2) return null;
  const name = regimentName(session, unit);
  return (
    <label class="whole">
      <input type="checkbox" checked={deciding.whole.value} onChange={event => { deciding.whole.value = event.currentTarget.checked; }} />
      {name === undefined ? text('plan.regiment', { count: String(mates.length) }) : text('plan.named', { name, count: String(mates.length) })}
    </label>
  );
}

function Give({ deciding, plan }: { deciding: Deciding; plan: Plan }): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  const { desk } = deciding;
  const count = plan.decisions.length, ending = deciding.question.value.free.find(({ decision }) => plan.end && sameDecision(decision, plan.end));
  const [missing] = plan.lacking;
  useEffect(() => {
    if (plan.complete) button.current?.focus({ preventScroll: true });
  }, [plan.complete]);
  return (
    <div class="plan-give">
      <button
        ref={button} type="button" class="act main-act" data-key="confirm" disabled={(!plan.complete && !plan.end) || !deciding.ready.value}
        onClick={() => deciding.confirm()}
      >
        {ending ? capital(ending.text) : count === 1 ? text('plan.one') : text('plan.lay', { count: String(count) })}
      </button>
      {missing !== undefined && (
        <button type="button" class="quiet" onClick={() => { desk.select(missing); desk.board.peek()?.look([missing]); }}>
          {plan.lacking.length === 1 ? text('plan.lackone', { unit: missing }) : text('plan.lack', { count: String(plan.lacking.length), unit: missing })}
        </button>
      )}
      {count > 0 && <button type="button" class="quiet" onClick={() => deciding.forgetPlan()}>{text('plan.clear')}</button>}
      <span class="ask-note" role="status">{plan.complete ? text('plan.complete') : ''}</span>
    </div>
  );
}

function Carried({ deciding }: { deciding: Deciding }): JSX.Element | null {
  const carry = deciding.carry.value;
  if (!carry) return null;
  return (
    <div class={`carried ${carry.over ? 'over' : ''}`} aria-hidden="true" style={{ left: `${carry.x}px`, top: `${carry.y}px` }}>
      <Sign name={carry.answer.decision.choice ?? ''} />
      <span>{choiceName(deciding.desk.session, carry.answer.decision)}</span>
      {carry.over && <b>{carry.over}</b>}
    </div>
  );
}

export function PlanTray({ deciding }: { deciding: Deciding }): JSX.Element | null {
  const plan = deciding.plan.value;
  const selected = deciding.desk.selected.value;
  const { units, free } = deciding.question.value;
  if (!plan) return null;
  const others = free.filter(({ decision }) => !plan.end || !sameDecision(decision, plan.end));
  const unit = selected !== null && units.has(selected) ? selected : plan.lacking[0] ?? [...units.keys()][0] ?? null;
  return (
    <div class="planning">
      {unit !== null && (
        <div class="plan-unit">
          <span class="answers-name">{capital(pieceName(deciding.desk.session, unit))}</span>
          <Cards deciding={deciding} unit={unit} plan={plan} />
          <WholeRegiment deciding={deciding} unit={unit} />
        </div>
      )}
      <Pieces deciding={deciding} plan={plan} />
      {others.length > 0 && <div class="acts">{others.map(answer => <AnswerButton key={answer.index} deciding={deciding} answer={answer} />)}</div>}
      <Give deciding={deciding} plan={plan} />
      <Carried deciding={deciding} />
    </div>
  );
}
