/* aim_form.tsx: a place, a heading or a number by typing, nudging or suggestion; the same that the hand does on the board. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { language, text } from '../../text';
import { RuleLink } from '../knowing/rule_link';
import { answerNow, byLength, nearestEnemy, type Aim } from './aim';
import type { Deciding } from './deciding';
import { bearing } from './geometry';
import { formatLength, formatNumber, fromUnit, parseNumber, toUnit, type Unit } from './measure';
import { isBinding } from './model';
import { capital, isLength, lengthUnit, pieceName, why } from './vocabulary';

/* A number that is being typed is the reader's until he has done; then it is proposed, or put back. */
function NumberField({ label, unit, value, digits, set }: {
  label: string; unit: string; value: number; digits: number; set: (value: number) => void;
}): JSX.Element {
  const [typed, type] = useState<string | null>(null);
  const shown = formatNumber(value, digits, language.value);
  const done = (): void => {
    const number = typed === null ? null : parseNumber(typed);
    type(null);
    if (number !== null && typed !== shown) set(number);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || typed === null) return;
    event.preventDefault();
    done();
  };
  return (
    <label class="number">
      <span>{label}</span>
      <input
        type="text" inputMode="decimal" autocomplete="off" value={typed ?? shown} onInput={event => type(event.currentTarget.value)}
        onBlur={done} onKeyDown={press} onFocus={event => event.currentTarget.select()}
      />
      <span class="number-unit">{unit}</span>
    </label>
  );
}

const unitText = (unit: Unit): string => text(`measure.${unit}`);

function WayFields({ deciding, aim, unit }: { deciding: Deciding; aim: Aim; unit: Unit }): JSX.Element {
  const from = aim.from ?? aim.pose;
  const length = aim.length ?? 0;
  const direction = length > 0 ? bearing(from, aim.pose) : from.heading;
  return (
    <>
      <NumberField
        label={text('aim.length')} unit={unitText(unit)} digits={2} value={toUnit(length, unit)}
        set={typed => deciding.propose(byLength(aim, fromUnit(typed, unit), direction))}
      />
      <NumberField
        label={text('aim.direction')} unit="°" digits={1} value={direction / 100}
        set={typed => deciding.propose(byLength(aim, length > 0 ? length : fromUnit(1, unit), Math.round(typed * 100)))}
      />
    </>
  );
}

function PlaceFields({ deciding, aim, unit }: { deciding: Deciding; aim: Aim; unit: Unit }): JSX.Element {
  return (
    <>
      <NumberField
        label={text('aim.east')} unit={unitText(unit)} digits={2} value={toUnit(aim.pose.x, unit)}
        set={typed => deciding.propose({ ...aim.pose, x: fromUnit(typed, unit) })}
      />
      <NumberField
        label={text('aim.north')} unit={unitText(unit)} digits={2} value={toUnit(aim.pose.y, unit)}
        set={typed => deciding.propose({ ...aim.pose, y: fromUnit(typed, unit) })}
      />
    </>
  );
}

const turns = [[-1500, '⟲', 'coarseleft'], [-100, '‹', 'left'], [100, '›', 'right'], [1500, '⟳', 'coarseright']] as const;

function HeadingFields({ deciding, aim }: { deciding: Deciding; aim: Aim }): JSX.Element {
  return (
    <>
      <NumberField
        label={text('aim.heading')} unit="°" digits={1} value={aim.pose.heading / 100}
        set={typed => deciding.propose({ ...aim.pose, heading: Math.round(typed * 100) })}
      />
      <span class="turns" role="group" aria-label={text('aim.turn')}>
        {turns.map(([amount, sign, name]) => (
          <button
            key={name} type="button" class="quiet" aria-label={text(`turn.${name}`)}
            onClick={() => deciding.propose({ ...aim.pose, heading: aim.pose.heading + amount })}
          >{sign}</button>
        ))}
      </span>
    </>
  );
}

function ValueField({ deciding, aim, unit }: { deciding: Deciding; aim: Aim; unit: Unit }): JSX.Element {
  const asLength = isLength(deciding.desk.session, answerNow(aim).decision);
  return (
    <NumberField
      label={text(asLength ? 'aim.length' : 'aim.value')} unit={asLength ? unitText(unit) : ''} digits={asLength ? 2 : 0}
      value={asLength ? toUnit(aim.value, unit) : aim.value} set={typed => deciding.proposeValue(asLength ? fromUnit(typed, unit) : Math.round(typed))}
    />
  );
}

function Tabs({ deciding, aim }: { deciding: Deciding; aim: Aim }): JSX.Element | null {
  const name = `${pieceName(deciding.desk.session, aim.unit)} `;
  if (aim.tabs.length < 2) return null;
  return (
    <div class="switch" role="group" aria-label={text('aim.tabs')}>
      {aim.tabs.map((answer, i) => (
        <button key={answer.index} type="button" aria-pressed={i === aim.tab} aria-label={capital(answer.text)} onClick={() => deciding.changeTab(i)}>
          {capital(answer.text.startsWith(name) ? answer.text.slice(name.length) : answer.text)}
        </button>
      ))}
    </div>
  );
}

/** What the engine says of the proposal, in a line. */
function Verdict({ deciding, aim }: { deciding: Deciding; aim: Aim }): JSX.Element {
  const unit = lengthUnit(deciding.desk.session);
  const say = (length: number): string => text('aim.measure', { number: formatLength(length, unit, language.value), unit: unitText(unit) });
  if (!aim.set) return <p class="aim-verdict">{text('aim.how')}</p>;
  if (!aim.legal) {
    return (
      <p class="aim-verdict wrong" role="status">
        {aim.refusal ? why(aim.refusal.text, aim.refusal.rule) : text('aim.forbidden')} {aim.refusal && <RuleLink id={aim.refusal.rule} />}
      </p>
    );
  }
  const ground = deciding.ground.value;
  const enemy = ground && nearestEnemy(ground, aim.unit, aim.shown);
  return (
    <p class="aim-verdict right" role="status">
      {aim.length === null ? text('aim.legal') : text('aim.way', { length: say(aim.length), margin: say(aim.margin ?? 0) })}
      {enemy && <> · {text('aim.enemy', { unit: enemy.unit, gap: say(enemy.gap) })}</>}
      {aim.snap && <> · {text(`snap.${aim.snap}`)}</>}
      {aim.interrupted && <> · <strong>{text('aim.interrupted')}</strong></>}
    </p>
  );
}

export function AimForm({ deciding }: { deciding: Deciding }): JSX.Element | null {
  const aim = deciding.aim.value;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const board = deciding.desk.board.peek();
    if (board?.element.contains(document.activeElement)) return;
    const field = matchMedia('(pointer: coarse)').matches ? form.current : form.current?.querySelector('input');
    field?.focus({ preventScroll: true });
  }, [aim?.unit]);
  if (!aim) return null;
  const answer = answerNow(aim);
  const unit = lengthUnit(deciding.desk.session);
  const give = (event: Event): void => {
    event.preventDefault();
    deciding.confirm();
  };
  return (
    <form class="aim" ref={form} tabIndex={-1} onSubmit={give} aria-label={capital(answer.text)}>
      <div class="aim-head">
        {aim.tabs.length < 2 ? <strong>{capital(answer.text)}</strong> : <strong>{pieceName(deciding.desk.session, aim.unit)}</strong>}
        <Tabs deciding={deciding} aim={aim} />
      </div>
      <Verdict deciding={deciding} aim={aim} />
      <div class="aim-fields">
        {answer.open.includes('at') && (aim.from ? <WayFields deciding={deciding} aim={aim} unit={unit} /> : <PlaceFields deciding={deciding} aim={aim} unit={unit} />)}
        {answer.open.includes('heading') && <HeadingFields deciding={deciding} aim={aim} />}
        {answer.open.includes('value') && <ValueField deciding={deciding} aim={aim} unit={unit} />}
        <div class="confirm">
          <button type="submit" class="act main-act" data-key="confirm" disabled={!aim.set || !aim.legal || !deciding.ready.value}>{text('pending.confirm')}</button>
          {aim.nearest && !aim.legal && <button type="button" class="quiet" onClick={() => deciding.drop()}>{text('aim.nearest')}</button>}
          <button type="button" class="quiet" onClick={() => deciding.suggest()}>{text('aim.suggest')}</button>
          <button type="button" class="quiet" data-key="cancel" onClick={() => deciding.cancel()}>{text('pending.cancel')}</button>
          {isBinding(deciding.desk.session.match, answer.decision) && <span class="binding">{text('pending.binding')}</span>}
        </div>
      </div>
    </form>
  );
}
