/* log_panel.tsx: what happened, by turn and decision: dice as they fell, each number with its reasons, and the rules. */
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Seat } from '../../engine/engine';
import { sideOf, sidesOf } from '../../engine/sides';
import type { Session } from '../../game/session';
import { language, text } from '../../text';
import { numeral } from '../deciding/measure';
import { capital, pieceName, seatName } from '../deciding/vocabulary';
import { useDesk } from '../desk';
import { Dice } from './dice';
import { count, doerOf, everything, filtered, tail, type Account, type Entry, type Filter, type Line } from './log_model';
import { Sentence } from './piece_link';
import { bookOf } from './rule_book';
import { RuleLink } from './rule_link';
import { logOf } from './telling';

const FIRST = 60;                /* entries that are drawn at first */
const MORE = 120;                /* that come with each look further back */
const MOST = 300;                /* kept while the reader follows the newest */
const CITED = 3;                 /* rules shown before the rest is folded away */

const signed = (amount: number): string => (amount > 0 ? `+${amount}` : amount < 0 ? `−${-amount}` : '±0');

function Modifiers({ account }: { account: Account }): JSX.Element {
  const { session } = useDesk();
  const book = bookOf(session.engine, session.match, language.value);
  return (
    <table class="account">
      <tbody>
        <tr><td class="amount">{account.base}</td><th scope="row">{text('log.base')}</th><td><RuleLink id={account.rule} /></td></tr>
        {account.modifiers.map(({ rule, amount }, i) => (
          <tr key={i}>
            <td class="amount">{signed(amount)}</td>
            <th scope="row" title={book.find(rule)?.text}><span class="reason">{book.find(rule)?.text ?? rule}</span></th>
            <td><RuleLink id={rule} /></td>
          </tr>
        ))}
        <tr class="sum"><td class="amount">{numeral(account.total)}</td><th scope="row">{text('log.total')}</th><td /></tr>
      </tbody>
    </table>
  );
}

/* A number that nothing has changed is told in a word. */
function Plain({ account }: { account: Account }): JSX.Element {
  return (
    <span class="unchanged">
      {account.base === 0 ? text('log.unmodified') : text('log.plain', { number: String(account.total) })} <RuleLink id={account.rule} />
    </span>
  );
}

function Accounts({ accounts }: { accounts: readonly Account[] }): JSX.Element {
  return (
    <>
      {accounts.map((account, i) => {
        const Shown = account.modifiers.length > 0 ? Modifiers : Plain;
        return <Shown key={i} account={account} />;
      })}
    </>
  );
}

/* The rule of a line, unless the next line, or the account of a throw, names it already. */
function ruleToName(line: Line, next: Line | undefined): string | null {
  if (line.kind === 'reckoned') return null;
  if (line.kind === 'thrown') return line.accounts.at(-1)?.rule === line.roll.rule ? null : line.roll.rule;
  return next?.kind === 'said' && next.event.rule === line.event.rule ? null : line.event.rule;
}

function LogLine({ line, next }: { line: Line; next: Line | undefined }): JSX.Element {
  const rule = ruleToName(line, next);
  if (line.kind === 'reckoned') return <div class="reckoned"><Accounts accounts={[line.account]} /></div>;
  if (line.kind === 'said') return <p class="said"><Sentence parts={line.parts} /> {rule !== null && <RuleLink id={rule} />}</p>;
  const { roll } = line;
  return (
    <div class="thrown">
      <Accounts accounts={line.accounts} />
      <p class="roll">
        <Dice dice={roll.dice} sides={roll.sides} need={roll.need} label={roll.text} />
        {roll.need > 0 && <span class="need" aria-hidden="true">{text('log.need', { need: String(roll.need) })}</span>}
        {rule !== null && <RuleLink id={rule} />}
      </p>
    </div>
  );
}

function Also({ rules }: { rules: readonly string[] }): JSX.Element | null {
  const [open, setOpen] = useState(false);
  if (rules.length === 0) return null;
  const few = rules.length <= CITED + 1 || open ? rules : rules.slice(0, CITED);
  return (
    <p class="also">
      {text('log.also')} {few.map(rule => <RuleLink key={rule} id={rule} />)}
      {few.length < rules.length && (
        <button type="button" class="fold" onClick={() => setOpen(true)} aria-label={text('log.cited', { count: String(rules.length - few.length) })}>
          +{rules.length - few.length}
        </button>
      )}
    </p>
  );
}

/* Reading the language makes it a component with a signal, which is drawn again only when its entry has changed. */
function LogEntry({ entry, doer, name }: { entry: Entry; doer: Seat | null; name: string }): JSX.Element {
  const taken = entry.undo || entry.undone;
  return (
    <li class={`entry${entry.undone ? ' undone' : ''}`} data-seat={doer ?? ''} lang={language.value}>
      {name !== '' && <span class="doer">{name}</span>}
      {taken && <p class="taken">{text(entry.undo ? 'log.undo' : 'log.undone')}</p>}
      {entry.lines.map((line, i) => <LogLine key={i} line={line} next={entry.lines[i + 1]} />)}
      <Also rules={entry.also} />
    </li>
  );
}

/* Whose deed it was, and whether a computer played for him. */
function doerName(session: Session, { n }: Entry, doer: Seat | null): string {
  if (doer === null) return '';
  const side = capital(seatName(session, doer));
  return session.steps.value[n]?.standIns?.[doer] === undefined ? side : text('log.stand_in', { side });
}

function showOptions(session: Session): { value: string; label: string }[] {
  const { seat, match } = session;
  const seats = sidesOf(match);
  const named = (other: Seat): string => {
    const name = seatName(session, other);
    if (seat === 'spectator') return name;
    return text(other === seat ? 'log.mine' : 'log.theirs', { name });
  };
  return [
    { value: 'all', label: text('log.all') },
    { value: 'dice', label: text('log.dice') },
    ...seats.map(other => ({ value: other, label: named(other) })),
  ];
}

function Filters({ filter, change }: { filter: Filter; change: (filter: Filter) => void }): JSX.Element {
  const { session } = useDesk();
  return (
    <form class="filters" role="search" aria-label={text('log.filter')} onSubmit={event => event.preventDefault()}>
      <select aria-label={text('log.show')} value={filter.show}
        onChange={event => change({ ...filter, show: event.currentTarget.value as Filter['show'] })}>
        {showOptions(session).map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
      </select>
      <select aria-label={text('log.piece')} value={filter.piece ?? ''}
        onChange={event => change({ ...filter, piece: event.currentTarget.value || null })}>
        <option value="">{text('log.pieces')}</option>
        {session.match.roster.map(({ id }) => <option key={id} value={id}>{pieceName(session, id)}</option>)}
      </select>
      <input type="search" aria-label={text('log.search')} placeholder={text('log.search')} value={filter.search}
        onInput={event => change({ ...filter, search: event.currentTarget.value })} />
    </form>
  );
}

/* Keeps the reader's place: at the end it follows the newest, elsewhere it stays, also when earlier entries come in above. */
function useReading(total: number, filter: Filter): {
  scroll: { current: HTMLDivElement | null };
  skip: number;
  unread: number;
  earlier: () => void;
  scrolled: () => void;
  newest: () => void;
} {
  const scroll = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const fromEnd = useRef<number | null>(null);
  const [skip, setSkip] = useState(Math.max(0, total - FIRST));
  const [seen, setSeen] = useState(total);

  useLayoutEffect(() => {
    atEnd.current = true;
    setSkip(Math.max(0, total - FIRST));
    setSeen(total);
  }, [filter]);
  useLayoutEffect(() => {
    const box = scroll.current;
    if (!box) return;
    if (fromEnd.current !== null) {
      box.scrollTop = box.scrollHeight - fromEnd.current;
      fromEnd.current = null;
    } else if (atEnd.current) {
      box.scrollTop = box.scrollHeight;
      setSeen(total);
      if (total - skip > MOST || total < skip) setSkip(Math.max(0, total - FIRST));
    }
  }, [total, skip, filter]);

  const earlier = (): void => {
    const box = scroll.current;
    if (!box || skip === 0) return;
    fromEnd.current = box.scrollHeight - box.scrollTop;
    atEnd.current = false;
    setSkip(Math.max(0, skip - MORE));
  };
  const scrolled = (): void => {
    const box = scroll.current;
    if (!box) return;
    atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < 32;
    if (atEnd.current) setSeen(total);
    else if (box.scrollTop < 120) earlier();
  };
  const newest = (): void => {
    const box = scroll.current;
    if (!box) return;
    atEnd.current = true;
    box.scrollTop = box.scrollHeight;
    setSeen(total);
  };
  return { scroll, skip: Math.min(skip, total), unread: Math.max(0, total - seen), earlier, scrolled, newest };
}

export function LogPanel(): JSX.Element | null {
  const { session } = useDesk();
  const { match } = session;
  const [filter, setFilter] = useState(everything);
  const turns = logOf(session, language.value).read(session.steps.value);
  const seatOf = (piece: string): Seat | null => sideOf(match, piece);
  const wanted = useMemo(() => filtered(turns, filter, seatOf), [turns, filter]);
  const total = count(wanted);
  const { scroll, skip, unread, earlier, scrolled, newest } = useReading(total, filter);
  return (
    <div class="log">
      <Filters filter={filter} change={setFilter} />
      <div class="log-scroll" ref={scroll} role="region" aria-label={text('log.title')} tabIndex={0} onScroll={scrolled}>
        {skip > 0 && <button type="button" class="earlier" onClick={earlier}>{text('log.earlier', { count: String(skip) })}</button>}
        {total === 0 && <p class="nothing">{text(turns.length > 0 ? 'log.unfound' : 'log.nothing')}</p>}
        {tail(wanted, skip).map(turn => (
          <section key={turn.key} class="turn">
            {turn.title !== null && <h2>{turn.title.replace(/\.$/, '')}</h2>}
            <ol>
              {turn.entries.map((entry, i) => {
                const doer = doerOf(entry, seatOf), before = turn.entries[i - 1];
                const name = doerName(session, entry, doer);
                const named = before === undefined || doerName(session, before, doerOf(before, seatOf)) !== name;
                return <LogEntry key={entry.key} entry={entry} doer={doer} name={named ? name : ''} />;
              })}
            </ol>
          </section>
        ))}
      </div>
      {unread > 0 && <button type="button" class="newest" onClick={newest}>{text('log.newest', { count: String(unread) })}</button>}
    </div>
  );
}
