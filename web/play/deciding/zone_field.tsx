/* zone_field.tsx: a zone without the board: those that may be chosen, by their names. */
import type { JSX } from 'preact';
import { language, text } from '../../text';
import { measureOf } from '../measure/measure';
import type { Aim } from './aim';
import type { Deciding } from './deciding';

export function ZoneField({ deciding, aim }: { deciding: Deciding; aim: Aim }): JSX.Element {
  const { name } = measureOf(deciding.desk.session.match);
  const places = [...deciding.lit.value].sort((a, b) => a.at.x - b.at.x);
  const has = aim.set && places.some(({ at }) => at.x === aim.pose.x);
  return (
    <label class="number zone-field">
      <span>{text('aim.zone')}</span>
      <select value={aim.set ? String(aim.pose.x) : ''} onChange={event => deciding.propose({ x: Number(event.currentTarget.value), y: 0, heading: 0 })}>
        {!has && <option value={aim.set ? String(aim.pose.x) : ''}>{aim.set ? name(aim.pose, language.value) : '…'}</option>}
        {places.map(({ at, label }) => (
          <option key={at.x} value={String(at.x)}>
            {label === undefined ? name(at, language.value) : text('aim.zoneprice', { zone: name(at, language.value), cost: label })}
          </option>
        ))}
      </select>
    </label>
  );
}
