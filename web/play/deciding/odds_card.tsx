/* odds_card.tsx: what may come of a decision, exactly, and every number behind it. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { AnswerOdds, Change, Decision, OddsTable, Policy } from '../../engine/engine';
import { language, text } from '../../text';
import { SourceMark } from '../knowing/provenance';
import { RuleLink } from '../knowing/rule_link';
import { measureOf } from '../measure/measure';
import { sayingOf, valueWords } from '../knowing/pieces';
import { bookOf } from '../knowing/rule_book';
import { isIdle, isTally, tellable, type Reckoning } from './chances';
import { WorstOf } from './chance_mark';
import type { Deciding } from './deciding';
import { numeral, percentText } from './measure';
import { calledName, hasOdds, isBinding, isGrave, worthNaming, type Answer } from './model';
import { capital, clause, nameIn, pieceName, pieces, word, wordsOf } from './vocabulary';

export const signed = (amount: number): string => (amount < 0 ? `−${-amount}` : `+${amount}`);

function valueText(deciding: Deciding, change: Change, value: number | string): string {
  const { session } = deciding.desk;
  const { fields } = session.match;
  if (change.unit === undefined) return clause(nameIn(session, change.value, String(value)));
  const kind = fields.unit.find(({ name }) => name === change.value);
  if (typeof value === 'string') return nameIn(session, kind?.set, value);
  if (kind?.flag) return text(value === 0 ? 'odds.no' : 'odds.yes');
  return kind === undefined ? String(value) : sayingOf(session.match, wordsOf(session), change.unit)(kind.name, value) ?? valueWords(session.match, wordsOf(session), kind, value);
}

function Distribution({ deciding, change }: { deciding: Deciding; change: Change }): JSX.Element {
  const { unit, value } = change;
  const field = unit === undefined ? text(value === 'winner' ? 'odds.winner' : 'odds.next') : word(wordsOf(deciding.desk.session), 'field', value) ?? value;
  return (
    <table class="odds">
      <caption>{field}{unit !== undefined && <>{' '}<small>{text('odds.now', { value: valueText(deciding, change, change.before) })}</small></>}</caption>
      <tbody>
        {change.after.map(({ is, chance, millionths }) => (
          <tr key={String(is)}>
            <th scope="row">{valueText(deciding, change, is)}</th>
            <td class="odds-bar" aria-hidden="true"><span style={{ width: `${millionths / 10000}%` }} /></td>
            <td class="odds-percent">{text('odds.percent', { percent: percentText(millionths) })}</td>
            <td class="odds-exact">{chance}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A number with its reasons, each with its rule. */
export function AccountTable({ deciding, account }: { deciding: Deciding; account: NonNullable<Reckoning['account']> }): JSX.Element {
  const { engine, match } = deciding.desk.session;
  const book = bookOf(engine, match, language.value);
  return (
    <table class="reckoning">
      <tbody>
        <tr><td class="amount">{account.base}</td><th scope="row">{text('odds.base')}</th><td><RuleLink id={account.rule} /></td></tr>
        {account.reasons.map(({ rule, amount, unit }, i) => (
          <tr key={i}>
            <td class="amount">{signed(amount)}</td>
            <th scope="row" title={book.find(rule)?.text}>{unit && <b>{calledName(match, unit, language.value)} </b>}<span class="reason">{book.find(rule)?.text ?? rule}</span></th>
            <td><RuleLink id={rule} /></td>
          </tr>
        ))}
        {account.reasons.length > 0 && <tr class="sum"><td class="amount">{numeral(account.total)}</td><th scope="row">{text('odds.total')}</th><td /></tr>}
      </tbody>
    </table>
  );
}

function rollText({ count, sides, need }: NonNullable<Reckoning['roll']>): string {
  const values = { count: String(count), sides: String(sides), need: String(need) };
  if (count === 1) return text(need > 0 ? 'odds.onepool' : 'odds.onethrow', values);
  return text(need > 0 ? 'odds.pool' : 'odds.throw', values);
}

function Behind({ deciding, decision }: { deciding: Deciding; decision: Decision }): JSX.Element | null {
  const { engine, match } = deciding.desk.session;
  const book = bookOf(engine, match, language.value);
  const reckonings = deciding.chances.behind(decision).value?.filter(({ account, roll }) => roll || account?.total || account?.reasons.length);
  if (!reckonings || reckonings.length === 0) return null;
  return (
    <details class="behind">
      <summary>{text('odds.behind')}</summary>
      {reckonings.map(({ account, roll }, i) => (
        <div key={i} class="behind-step">
          {account && <p class="reason">{book.find(account.rule)?.text}</p>}
          {account && <AccountTable deciding={deciding} account={account} />}
          {roll && (
            <p class="behind-roll">
              {rollText(roll)} <RuleLink id={roll.rule} />
            </p>
          )}
        </div>
      ))}
      <p class="ask-note">{text('odds.course')}</p>
    </details>
  );
}

const policies = ['decline', 'react'] as const;

/* Shown only where it makes a difference what the other does. */
function PolicySwitch({ policy, choose }: { policy: Policy; choose: (policy: Policy) => void }): JSX.Element {
  return (
    <div class="switch" role="group" aria-label={text('policy.label')}>
      {policies.map(name => (
        <button key={name} type="button" aria-pressed={policy === name} onClick={() => choose(name)}>{text(`policy.${name}`)}</button>
      ))}
    </div>
  );
}

/** Who may come out of it worse, and how likely that is. */
export function Worse({ deciding, odds }: { deciding: Deciding; odds: OddsTable }): JSX.Element | null {
  if (!odds.worse || odds.worse.length === 0) return null;
  return (
    <ul class="odds-worse">
      {odds.worse.map(({ unit, chance, millionths }) => (
        <li key={unit}>
          {text('odds.worse', { unit: pieceName(deciding.desk.session, unit), percent: percentText(millionths) })} <span class="odds-exact">{chance}</span>
        </li>
      ))}
    </ul>
  );
}

function groupsOf(deciding: Deciding, odds: OddsTable): ReturnType<typeof tellable> {
  const { session } = deciding.desk;
  const all = wordsOf(session);
  return tellable(odds, session.view.value?.state.units ?? {}, field => word(all, 'field', field) !== undefined);
}

type Groups = readonly (readonly [string, readonly Change[]])[];

/* What dice decide about, or what is harm; and what will be so in any case and hurts nobody, such as to have fired. */
function partsOf(deciding: Deciding, odds: OddsTable): { open: Groups; sure: Groups } {
  const groups = [...groupsOf(deciding, odds)], { unit: fields } = deciding.desk.session.match.fields;
  const isSure = (change: Change): boolean => isIdle(change, fields);
  const those = (wanted: boolean): Groups =>
    groups.map(([unit, changes]) => [unit, changes.filter(change => isSure(change) === wanted && !isTally(change, fields))] as const).filter(([, changes]) => changes.length > 0);
  return { open: those(false), sure: those(true) };
}

/* One line each: nothing is to be weighed there. */
function Sure({ deciding, groups }: { deciding: Deciding; groups: Groups }): JSX.Element | null {
  const { session } = deciding.desk;
  if (groups.length === 0) return null;
  return (
    <details class="odds-sure">
      <summary>{text('odds.sure')}</summary>
      <ul>
        {groups.flatMap(([unit, changes]) => changes.map(change => (
          <li key={`${unit} ${change.value}`}>
            {text('odds.becomes', {
              unit: pieceName(session, unit), field: word(wordsOf(session), 'field', change.value) ?? change.value,
              value: change.after.map(({ is }) => valueText(deciding, change, is)).join(''),
            })}
          </li>
        )))}
      </ul>
    </details>
  );
}

/** The exact odds of a decision, as the other side behaves. */
function Distributions({ deciding, odds }: { deciding: Deciding; odds: OddsTable }): JSX.Element | null {
  const { session } = deciding.desk;
  const { open, sure } = partsOf(deciding, odds);
  if (open.length + sure.length === 0) return null;
  return (
    <div class="odds-groups">
      {open.map(([unit, changes]) => (
        <section key={unit} aria-label={unit === '' ? text('odds.game') : pieceName(session, unit)}>
          <p class="odds-unit">{unit === '' ? text('odds.game') : pieceName(session, unit)}</p>
          {changes.map(change => <Distribution key={change.value} deciding={deciding} change={change} />)}
        </section>
      ))}
      <Sure deciding={deciding} groups={sure} />
    </div>
  );
}

/* No dice have a say in it. */
const isCertain = (odds: OddsTable): boolean => odds.outcomes <= 1;

/* Does it matter what the other does? */
function isSplit(deciding: Deciding, decision: Decision): boolean {
  const declined = deciding.chances.of(decision, 'decline').value;
  const reacted = deciding.chances.of(decision, 'react').value;
  return Boolean(declined && reacted) && JSON.stringify(declined?.changes) !== JSON.stringify(reacted?.changes);
}

/* Over the panels or above the prompt: so the table keeps its size while odds are looked at. */
function Floating({ children, isIdle }: { children: ComponentChildren; isIdle: boolean }): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = place.current, prompt = element?.closest('.play-prompt');
    if (!element || !prompt) return;
    const lay = (): void => { element.style.setProperty('--above', `${innerHeight - prompt.getBoundingClientRect().top + 8}px`); };
    const watcher = new ResizeObserver(lay);
    watcher.observe(prompt);
    lay();
    return () => watcher.disconnect();
  }, []);
  return <div class={`odds-float ${isIdle ? 'is-idle' : ''}`} ref={place}>{children}</div>;
}

/** What is looked at, before anything is chosen: it only tells. */
export function Peek({ deciding, answer }: { deciding: Deciding; answer: Answer }): JSX.Element {
  const odds = deciding.chances.of(answer.decision, 'decline').value;
  return (
    <Floating isIdle>
      <p class="odds-title">{capital(answer.text)}</p>
      {odds === undefined && <p>{text('odds.working')}</p>}
      {odds === null && <p>{text('odds.none')}</p>}
      {odds && <Worse deciding={deciding} odds={odds} />}
      {odds && <Distributions deciding={deciding} odds={odds} />}
      {odds && isCertain(odds) && <p>{text('odds.nothing')}</p>}
    </Floating>
  );
}

/* Ways of doing the same are told apart by where they end; what they do is said where others do something else. */
function wayName(deciding: Deciding, answers: readonly Answer[], { decision: { at, heading }, text: deed }: Answer): string {
  const what = capital(deed), same = answers.filter(other => other.text === deed).length;
  if (!at || same < 2) return what;
  const wind = text(`list.wind.${measureOf(deciding.desk.session.match).wind(heading ?? 0)}`);
  const values = { column: String(at[0]), row: String(at[1]), wind };
  return same === answers.length ? text('pending.from', values) : text('pending.via', { ...values, what });
}

/* What each way promises against the target. */
function WayChance({ deciding, answer }: { deciding: Deciding; answer: Answer }): JSX.Element | null {
  const millionths = deciding.harmTo(answer);
  if (millionths === null) return null;
  return <span class="odds-exact">{text('odds.percent', { percent: millionths === 0 ? '0' : percentText(millionths) })}</span>;
}

function Several({ deciding, answers, chosen }: { deciding: Deciding; answers: readonly Answer[]; chosen: number }): JSX.Element | null {
  if (answers.length < 2) return null;
  return (
    <div class="several" role="radiogroup" aria-label={text('pending.several')}>
      {answers.map((answer, i) => (
        <label key={answer.index}>
          <input type="radio" name="pending" checked={i === chosen} onChange={() => deciding.choosePending(i)} /> {wayName(deciding, answers, answer)}
          <WayChance deciding={deciding} answer={answer} />
        </label>
      ))}
      {!measureOf(deciding.desk.session.match).named && answers.some(({ decision }) => decision.at) && <p class="ask-note">{text('pending.why')}</p>}
    </div>
  );
}

/* Why it is asked about again. */
function Grave({ deciding, decision }: { deciding: Deciding; decision: Decision }): JSX.Element | null {
  const { session } = deciding.desk;
  if (!isGrave(session.match, decision)) return null;
  return (
    <p class="pending-grave" role="alert">
      {decision.unit === undefined ? text('pending.sure') : text('pending.grave', { unit: pieceName(session, decision.unit) })}
    </p>
  );
}

/* What would be left undone; a click goes there instead. Of many only those are named that it is worth it for. */
function Unused({ deciding, answer }: { deciding: Deciding; answer: Answer }): JSX.Element | null {
  const { desk } = deciding;
  const units = deciding.unused(answer);
  if (units.length === 0) return null;
  const named = worthNaming(deciding.question.value, units), [other] = units.filter(unit => !named.includes(unit)), rest = units.length - named.length;
  const go = (unit: string): void => {
    deciding.cancel();
    desk.select(unit);
    desk.board.peek()?.look([unit]);
  };
  return (
    <div class="choose" role="group" aria-label={text('pending.unused')}>
      <span class="choose-label">{text('pending.count', { count: String(units.length) })}</span>
      {named.map(unit => <button key={unit} type="button" class="pill" onClick={() => go(unit)}>{pieceName(desk.session, unit)}</button>)}
      {other !== undefined && (
        <button type="button" class="quiet" onClick={() => go(other)}>{named.length === 0 ? text('pending.first') : text('pending.rest', { count: String(rest) })}</button>
      )}
    </div>
  );
}

/* What the other may answer before the dice, each with what it would mean. */
function Given({ deciding, list, chosen, choose }: { deciding: Deciding; list: readonly AnswerOdds[]; chosen: number; choose: (index: number) => void }): JSX.Element {
  const { session } = deciding.desk;
  const facts = pieces(session.match), isOurs = (unit: string): boolean => facts.get(unit)?.seat === session.seat;
  return (
    <div class="given">
      <span class="choose-label">{text('given.first')}</span>
      <div class="switch" role="group" aria-label={text('given.label')}>
        {list.map((answer, i) => (
          <button key={i} type="button" aria-pressed={i === chosen} onClick={() => choose(i)}>
            {capital(answer.text ?? answer.do)} <WorstOf deciding={deciding} odds={answer} isOurs={isOurs} />
          </button>
        ))}
      </div>
    </div>
  );
}

interface ConfirmProps { deciding: Deciding; answer: Answer; yes: RefObject<HTMLButtonElement | null>; no: RefObject<HTMLButtonElement | null> }

function Confirm({ deciding, answer, yes, no }: ConfirmProps): JSX.Element {
  return (
    <div class="confirm">
      <button ref={yes} type="button" class="act main-act" data-key="confirm" disabled={!deciding.ready.value} onClick={() => deciding.confirm()}>
        {text('pending.confirm')}
      </button>
      <button ref={no} type="button" class="quiet" data-key="cancel" onClick={() => deciding.cancel()}>{text('pending.cancel')}</button>
      {isBinding(deciding.desk.session.match, answer.decision) && <span class="binding">{text('pending.binding')}</span>}
    </div>
  );
}

/* No dice are near: what it would mean, and a yes. */
function PlainCard(props: ConfirmProps): JSX.Element {
  const { deciding, answer } = props;
  return (
    <div class="pending">
      <p class="odds-title">{capital(answer.text)}</p>
      <Grave deciding={deciding} decision={answer.decision} />
      <Unused deciding={deciding} answer={answer} />
      <Confirm {...props} />
    </div>
  );
}

/** A decision that waits for a yes, with its odds. */
export function PendingCard({ deciding }: { deciding: Deciding }): JSX.Element | null {
  const button = useRef<HTMLButtonElement>(null), no = useRef<HTMLButtonElement>(null);
  const policy = useSignal<Policy>('decline'), given = useSignal(0);
  const pending = deciding.pending.value;
  const answer = pending?.answers[pending.chosen];
  const grave = answer !== undefined && isGrave(deciding.desk.session.match, answer.decision);
  /* At once: an Enter that came before it would say yes. */
  useLayoutEffect(() => { (grave ? no : button).current?.focus({ preventScroll: true }); }, [answer?.decision.unit, answer?.decision.target]);
  if (!pending || !answer) return null;
  if (!hasOdds(answer, deciding.answering.value) && !isBinding(deciding.desk.session.match, answer.decision)) {
    return <PlainCard deciding={deciding} answer={answer} yes={button} no={no} />;
  }
  const list = deciding.chances.given(answer.decision, policy.value).value ?? [];
  const odds = list[given.value] ?? deciding.chances.of(answer.decision, policy.value).value;
  return (
    <div class="pending">
      <p class="odds-title">{capital(answer.text)}</p>
      <Several deciding={deciding} answers={pending.answers} chosen={pending.chosen} />
      {isSplit(deciding, answer.decision) && <PolicySwitch policy={policy.value} choose={name => { policy.value = name; }} />}
      {odds === undefined && <p role="status">{text('odds.working')}</p>}
      {odds === null && <p>{text('odds.none')}</p>}
      {odds && <Worse deciding={deciding} odds={odds} />}
      {odds && isCertain(odds) && <p>{text('odds.nothing')}</p>}
      <Grave deciding={deciding} decision={answer.decision} />
      <Unused deciding={deciding} answer={answer} />
      <Confirm deciding={deciding} answer={answer} yes={button} no={no} />
      {odds && groupsOf(deciding, odds).size > 0 && (
        <Floating isIdle={false}>
          {list.length > 0 && <Given deciding={deciding} list={list} chosen={Math.min(given.value, list.length - 1)} choose={index => { given.value = index; }} />}
          <Distributions deciding={deciding} odds={odds} />
          <SourceMark />
          <Behind key={answer.index} deciding={deciding} decision={answer.decision} />
        </Floating>
      )}
    </div>
  );
}
