/* list_panel.tsx: the table as a list, equal in what can be done: every piece, where it stands, how it is, and what it may do. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isSide } from '../../engine/sides';
import type { Session } from '../../game/session';
import type { Look } from '../../table/board';
import { language, text } from '../../text';
import { decidingOf } from '../deciding/deciding';
import { calledName, distinct, sameDecision, type Answer } from '../deciding/model';
import { capital, pieceName, regimentName, seatName, word, wordsOf, type Words } from '../deciding/vocabulary';
import { useDesk } from '../desk';
import { looksOf, signs } from '../looks';
import { measureOf, poseOf } from '../measure/measure';
import { grouped, orders, rowsOf, type Group, type Order, type Row } from './list_model';
import { PieceLink } from './piece_link';
import { lengthText, sayingOf, tellFields } from './pieces';
import { fromEdges } from './tape';

/* What a piece's look tells already, and its place. */
const shownAlready = new Set<string>(['x', 'y', 'heading', 'type', 'status', 'formation', 'wear', 'disordered', 'order', 'shown', 'done', 'form', 'with', 'leader', 'stance', 'loaded', 'wounds', 'carries', ...signs]);

function placeText(session: Session, row: Row): string | null {
  const pose = row.present ? poseOf(row.fields) : null;
  const measure = measureOf(session.match);
  if (!pose) return null;
  if (measure.named) return text('list.zone', { name: measure.name(pose, language.value) });
  const wind = measure.wind(pose.heading);
  if (measure.counts) return text('list.hex', { column: String(pose.x), row: String(pose.y), wind: text(`list.wind.${wind}`) });
  const width = Number(session.match.board['width']), depth = Number(session.match.board['depth']);
  if (!(width > 0) || !(depth > 0)) return null;
  const [across, along] = fromEdges(pose, width, depth);
  return text('list.place', {
    across: text(`list.edge.${across.edge}`, { length: lengthText(session, across.distance) }),
    along: text(`list.edge.${along.edge}`, { length: lengthText(session, along.distance) }),
    wind: text(`list.wind.${wind}`),
  });
}

/* Fields that are the same for every piece tell nothing of any of them. */
function commonFields(session: Session, rows: readonly Row[]): ReadonlySet<string> {
  const [first, ...others] = rows.filter(row => row.present);
  const same = session.match.fields.unit.map(({ name }) => name).filter(name =>
    others.length > 0 && others.every(row => row.fields[name] === first?.fields[name]));
  return new Set([...shownAlready, ...same]);
}

/* The look's whole name after that of its side: the piece's own stands above it. A mark is told by its label. */
function stateText(session: Session, row: Row, lookName: string, without: ReadonlySet<string>): string {
  const more = tellFields(session.match, wordsOf(session), session.match.fields.unit, row.fields, without, sayingOf(session.match, wordsOf(session), row.id));
  const parts = lookName.split(', ');
  const own = parts.slice(parts.indexOf(seatName(session, row.seat)) + 1);
  return [...own, ...more.map(({ label, value }) => (value === '✓' ? label : text('list.field', { label, value })))].join(', ');
}

const MANY = 7;                             /* things to do, from which on they are folded away */

function Acts({ answers }: { answers: readonly Answer[] }): JSX.Element {
  const count = distinct(answers).length;
  if (count < MANY) return <ActList answers={answers} />;
  return (
    <details class="many-acts">
      <summary>{text('list.acts', { count: String(count) })}</summary>
      <ActList answers={answers} />
    </details>
  );
}

function ActList({ answers }: { answers: readonly Answer[] }): JSX.Element {
  const desk = useDesk();
  const deciding = decidingOf(desk);
  const planned = desk.draft.value;
  const take = (answer: Answer): void => {
    if (answer.open.length > 0 && answer.decision.unit !== undefined) desk.select(answer.decision.unit);
    deciding.take(answer);
  };
  return (
    <ul class="acts">
      {distinct(answers).map(answer => {
        const chosen = planned.some(decision => sameDecision(decision, answer.decision));
        return (
          <li key={answer.index}>
            <button type="button" disabled={!deciding.ready.value} aria-pressed={deciding.plan.value ? chosen : undefined}
              onClick={() => take(answer)}>
              {capital(answer.text)}{answer.open.length > 0 && '…'}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Item({ row, look, without }: { row: Row; look: string; without: ReadonlySet<string> }): JSX.Element {
  const desk = useDesk();
  const { session } = desk;
  const place = placeText(session, row), state = stateText(session, row, look, without);
  return (
    <li class={`item${row.present ? '' : ' gone'}${desk.selected.value === row.id ? ' selected' : ''}`}>
      <p class="who"><PieceLink piece={row.id}>{pieceName(session, row.id)}</PieceLink></p>
      {state !== '' && <p class="state-of">{capital(state)}</p>}
      {place !== null && <p class="where">{place}</p>}
      {row.present && row.enemy && (
        <p class="enemy">{text('list.enemy', { name: pieceName(session, row.enemy.id), length: lengthText(session, row.enemy.gap.distance) })}</p>
      )}
      {row.answers.length > 0 && <Acts answers={row.answers} />}
    </li>
  );
}

/* What others call regiments may be commands here. */
function orderName(all: Words, order: Order): string {
  return (order === 'regiment' ? word(all, 'group', 'name') : undefined) ?? text(`list.by.${order}`);
}

/* None where nobody has a regiment. */
function titleOf(session: Session, group: Group, alone: boolean): string | null {
  const first = group.rows[0];
  const regiment = group.regiment === null || !first ? undefined : regimentName(session, first.id);
  return regiment ?? (alone ? null : text('list.pieces'));
}

function Items({ rows, looks, without }: { rows: readonly Row[]; looks: ReadonlyMap<string, Look>; without: ReadonlySet<string> }): JSX.Element | null {
  return rows.length === 0 ? null : <ul>{rows.map(row => <Item key={row.id} row={row} look={looks.get(row.id)?.name ?? ''} without={without} />)}</ul>;
}

/* Those who stand in ranks are folded away under the name of all of them. */
interface GroupProps { group: Group; alone: boolean; looks: ReadonlyMap<string, Look>; without: ReadonlySet<string> }

function GroupOf({ group, alone, looks, without }: GroupProps): JSX.Element {
  const { session } = useDesk();
  const title = titleOf(session, group, alone);
  const isRanked = (row: Row): boolean => looks.get(row.id)?.ranked !== undefined;
  const bodies = [...new Set(group.rows.flatMap(row => looks.get(row.id)?.ranked ?? []))];
  return (
    <section>
      {title !== null && <h3>{title}</h3>}
      <Items rows={group.rows.filter(row => !isRanked(row))} looks={looks} without={without} />
      {bodies.map(body => {
        const rows = group.rows.filter(row => looks.get(row.id)?.ranked === body);
        return (
          <details key={body} class="many-acts">
            <summary>{text('list.ranks', { name: calledName(session.match, body, language.value), count: String(rows.length) })}</summary>
            <Items rows={rows} looks={looks} without={without} />
          </details>
        );
      })}
    </section>
  );
}

export function ListPanel(): JSX.Element | null {
  const desk = useDesk();
  const { session } = desk;
  const [order, setOrder] = useState<Order>('regiment');
  const view = session.view.value;
  if (!view) return null;
  const { units } = view.state;
  const looks = looksOf({ match: session.match, units, words: wordsOf(session), draft: desk.draft.value });
  const rows = rowsOf(session.match, units, decidingOf(desk).question.value.units);
  const without = commonFields(session, rows);
  const hasWear = session.match.fields.unit.some(({ name }) => name === 'wear');
  const groups = grouped(rows, order, session.seat);
  const seats = [...new Set(groups.map(({ seat }) => seat))];
  return (
    <section class="list" aria-label={text('list.title')}>
      <label class="sorting">
        <span aria-hidden="true">{text('list.sort')}</span>
        <select aria-label={text('list.sort')} value={order} onChange={event => setOrder(event.currentTarget.value as Order)}>
          {orders.filter(name => name !== 'wear' || hasWear).map(name => <option key={name} value={name}>{orderName(wordsOf(session), name)}</option>)}
        </select>
      </label>
      {seats.map(seat => (
        <section key={seat} class="army" data-seat={seat}>
          <h2><span class="mark" /> {isSide(seat) ? capital(seatName(session, seat)) : text('list.things')}</h2>
          {groups.filter(group => group.seat === seat).map((group, _, { length }) => (
            <GroupOf key={`${group.regiment}`} group={group} alone={length === 1} looks={looks} without={without} />
          ))}
        </section>
      ))}
    </section>
  );
}
