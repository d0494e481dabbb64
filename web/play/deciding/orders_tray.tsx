/*
 * orders_tray.tsx: a plan of several parts is made: every piece does what its game takes for granted until it is told otherwise; deeds with a
 * key each, alone or for a group, changed freely, given together.
 */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Decision } from '../../engine/engine';
import { text } from '../../text';
import { pieceIn } from '../looks';
import { AnswerButton } from './answers';
import { deedName, deedsOf, type Deed } from './deeds';
import type { Deciding } from './deciding';
import { comrades, offerName, sameDecision } from './model';
import { toldTo, type Plan } from './plan';
import { capital, pieceName, pieces, why, word, wordsOf } from './vocabulary';

const MANY = 6;                             /* pieces from which on their names are not spelt out */

function DeedButton({ deciding, unit, deed }: { deciding: Deciding; unit: string; deed: Deed }): JSX.Element {
  const isArmed = deciding.orders.armed.value === deed.id, [first] = deed.answers;
  return (
    <button
      type="button" class={`card-button deed${deed.adds ? ' adds' : ''}`} aria-pressed={deed.now !== null || isArmed} disabled={!deciding.ready.value}
      data-offer={first && deed.manner !== 'target' ? offerName(first.decision) : undefined} data-deed={deed.id} aria-keyshortcuts={deed.key} onClick={() => deciding.orders.arm(unit, deed)}
    >
      <span>{deed.label}{deed.manner === 'open' && <span aria-hidden="true"> …</span>}</span>
      {deed.key !== '' && <kbd aria-hidden="true">{deed.key}</kbd>}
    </button>
  );
}

/* Whom an armed deed may be done to: on the board they are marked, here they are named in place of the deeds. */
function Targets({ deciding, unit, deed }: { deciding: Deciding; unit: string; deed: Deed }): JSX.Element {
  const { session } = deciding.desk;
  return (
    <div class="tray deeds targets" role="group" aria-label={text('plan.targets')}>
      <DeedButton deciding={deciding} unit={unit} deed={deed} />
      {deed.answers.map(answer => (
        <button key={answer.index} type="button" class="pill" data-offer={offerName(answer.decision)} onClick={() => deciding.take(answer)}>
          {pieceName(session, answer.decision.target ?? '')}
        </button>
      ))}
      <button type="button" class="quiet" data-key="cancel" onClick={() => { deciding.orders.armed.value = null; }}>{text('plan.disarm')}</button>
    </div>
  );
}

function Deeds({ deciding, unit }: { deciding: Deciding; unit: string }): JSX.Element {
  const deeds = deedsOf(deciding, unit), armed = deeds.find(({ id }) => id === deciding.orders.armed.value);
  if (armed) return <Targets deciding={deciding} unit={unit} deed={armed} />;
  return (
    <div class="tray deeds" role="group" aria-label={text('plan.deeds', { unit: pieceName(deciding.desk.session, unit) })}>
      <span class="answers-name">{capital(shortName(deciding, unit))}</span>
      {deeds.map(deed => <DeedButton key={deed.id} deciding={deciding} unit={unit} deed={deed} />)}
    </div>
  );
}

/* One part of what a piece is told, in a few words. */
function partText(deciding: Deciding, decision: Decision): string {
  const name = deedName(deciding, decision, decision.at !== undefined);
  return decision.target === undefined ? name : name.replace('…', shortName(deciding, decision.target));
}

/** What a piece is told, or does of itself. */
function toldText(deciding: Deciding, plan: Plan, unit: string): string {
  const { session } = deciding.desk, own = toldTo(plan.decisions, unit), fields = plan.units?.[unit];
  const parts = [...new Set(own.map(decision => partText(deciding, decision)))];
  if (parts.length > 0) return parts.length > 2 ? [...parts.slice(0, 2), '+' + String(parts.length - 2)].join(', ') : parts.join(', ');
  const met = fields ? pieceIn(session.match, fields, 'shot_at') ?? pieceIn(session.match, fields, 'strike_at') : undefined;
  if (met !== undefined) return text('plan.aims', { unit: shortName(deciding, met) });
  const order = fields?.['order'], set = session.match.fields.unit.find(({ name }) => name === 'order')?.set;
  const isOrdered = deciding.question.value.units.get(unit)?.some(({ decision }) => session.match.kinds.some(kind => kind.name === decision.do && kind.set === set && set !== undefined));
  return isOrdered && typeof order === 'string' ? word(wordsOf(session), 'order', order) ?? order : '';
}

function shortName(deciding: Deciding, unit: string): string {
  return pieceName(deciding.desk.session, unit).replace(/\s*\([^)]*\)$/u, '');
}

function Pieces({ deciding, plan }: { deciding: Deciding; plan: Plan }): JSX.Element {
  const { desk } = deciding, row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const pressed = row.current?.querySelector('[aria-pressed="true"]'), list = row.current;
    if (list && pressed && list.scrollWidth > list.clientWidth) list.scrollLeft += pressed.getBoundingClientRect().left - list.getBoundingClientRect().left - 8;
  }, [desk.selected.value]);
  const isMany = deciding.question.value.units.size > MANY;
  const choose = (unit: string, event: MouseEvent): void => {
    if (event.shiftKey || deciding.orders.several.value) return deciding.orders.join(unit);
    if (!deciding.orders.group.value.includes(unit)) deciding.orders.chooseGroup([]);
    desk.select(unit);
    desk.board.peek()?.look([unit]);
  };
  return (
    <ul class="plan-pieces orders" ref={row} aria-label={text('plan.pieces')}>
      {[...deciding.question.value.units.keys()].map(unit => {
        const has = toldTo(plan.decisions, unit).length > 0;
        return (
          <li key={unit} class={`${has ? 'has' : 'lacks'}${deciding.orders.group.value.includes(unit) ? ' grouped' : ''}`}>
            <button type="button" class="pill" aria-pressed={desk.selected.value === unit} title={pieceName(desk.session, unit)} onClick={event => choose(unit, event)}>
              {isMany ? <span>{unit}<span class="unseen"> {shortName(deciding, unit)}</span></span> : <span>{shortName(deciding, unit)}</span>} <span class="plan-answer">{toldText(deciding, plan, unit)}</span>
            </button>
            {has && (
              <button type="button" class="pill-x" aria-label={text('plan.takeback.all', { unit: pieceName(desk.session, unit) })} onClick={() => deciding.takeBack(unit)}>×</button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Groups({ deciding, unit }: { deciding: Deciding; unit: string }): JSX.Element {
  const mates = comrades(pieces(deciding.desk.session.match), unit).filter(mate => deciding.question.value.units.has(mate)), count = deciding.orders.group.value.length;
  return (
    <div class="group-acts">
      {mates.length > 1 && (
        <button type="button" class="quiet" aria-pressed={count > 1} aria-keyshortcuts="g" data-key="group" onClick={() => deciding.orders.chooseComrades()}>
          {count > 1 ? text('plan.group', { count: String(count) }) : text('plan.comrades')} <kbd aria-hidden="true">g</kbd>
        </button>
      )}
      {deciding.question.value.units.size > 1 && (
        <button type="button" class="quiet" aria-pressed={deciding.orders.several.value} onClick={() => { deciding.orders.several.value = !deciding.orders.several.value; }}>{text('plan.several')}</button>
      )}
    </div>
  );
}

function LeftOut({ deciding }: { deciding: Deciding }): JSX.Element | null {
  const { session } = deciding.desk, left = deciding.orders.left.value;
  if (left.length === 0) return null;
  return (
    <ul class="left-out" role="status" aria-label={text('plan.left')}>
      {left.map(({ decision, refusal }, i) => (
        <li key={i}>{text('plan.leftof', { unit: decision.unit === undefined ? decision.do : pieceName(session, decision.unit), why: why(refusal.text, refusal.rule) })} <small>{refusal.rule}</small></li>
      ))}
    </ul>
  );
}

/* What seems forgotten. It never stands in the way twice: the button beside it gives the plan all the same. */
function Warnings({ deciding }: { deciding: Deciding }): JSX.Element | null {
  const { desk } = deciding;
  if (!deciding.orders.warned.value) return null;
  const go = (unit: string): void => {
    deciding.orders.warned.value = false;
    desk.select(unit);
    desk.board.peek()?.look([unit]);
  };
  return (
    <div class="warnings" role="alert">
      {deciding.orders.warnings.value.map(({ kind, units }) => (
        <p key={kind}>{text(`warn.${kind}`)} {units.map(unit => <button key={unit} type="button" class="pill" onClick={() => go(unit)}>{shortName(deciding, unit)}</button>)}</p>
      ))}
    </div>
  );
}

function Give({ deciding, plan }: { deciding: Deciding; plan: Plan }): JSX.Element {
  const ending = deciding.question.value.free.find(({ decision }) => plan.end && sameDecision(decision, plan.end)), isWarned = deciding.orders.warned.value;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => { if (isWarned) button.current?.focus({ preventScroll: true }); }, [isWarned]);
  const count = plan.decisions.length, last = deciding.orders.lastGiven();
  return (
    <div class="plan-give">
      <LeftOut deciding={deciding} />
      <Warnings deciding={deciding} />
      <button ref={button} type="button" class="act main-act" data-key="confirm" disabled={(!plan.complete && !plan.end) || !deciding.ready.value} onClick={() => deciding.confirm()}>
        {isWarned ? text('plan.allthesame') : capital(ending?.text ?? text('plan.one'))}
      </button>
      {deciding.orders.past.value.length > 0 && <button type="button" class="quiet" data-key="undo" onClick={() => deciding.orders.undoPlan()}>{text('plan.undo')} <kbd aria-hidden="true">u</kbd></button>}
      {last && <button type="button" class="quiet" onClick={() => deciding.orders.asLastTime()}>{text('plan.last')}</button>}
      {count > 0 && <button type="button" class="quiet clear-all" onClick={() => deciding.forgetPlan()}>{text('plan.clear')}</button>}
      <span class="ask-note" role="status">{count === 0 ? hintOf(deciding) : count === 1 ? text('plan.part') : text('plan.parts', { count: String(count) })}</span>
      {deciding.desk.session.match.conceals && <span class="ask-note">{text('prompt.secret')}</span>}
    </div>
  );
}

/* Where nothing has a place there is nothing to drag. */
function hintOf({ question }: Deciding): string {
  return question.value.answers.some(({ open }) => open.includes('at')) ? text('plan.hint') : '';
}

export function OrdersTray({ deciding, plan }: { deciding: Deciding; plan: Plan }): JSX.Element {
  const selected = deciding.desk.selected.value, { units, free } = deciding.question.value;
  const unit = selected !== null && units.has(selected) ? selected : [...units.keys()][0] ?? null;
  const others = free.filter(({ decision }) => !plan.end || !sameDecision(decision, plan.end));
  return (
    <div class="planning layered">
      <div class="plan-row">
        {unit !== null && <Groups deciding={deciding} unit={unit} />}
        <Pieces deciding={deciding} plan={plan} />
      </div>
      {unit !== null && <Deeds deciding={deciding} unit={unit} />}
      <Give deciding={deciding} plan={plan} />
      {others.length > 0 && <div class="acts lesser">{others.map(answer => <AnswerButton key={answer.index} deciding={deciding} answer={answer} />)}</div>}
    </div>
  );
}
