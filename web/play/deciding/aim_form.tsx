/* aim_form.tsx: a place, a heading or a number by typing, nudging or suggestion; the same that the hand does on the board. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { language, text } from '../../text';
import { RuleLink } from '../knowing/rule_link';
import { measureOf } from '../measure/measure';
import { lengthText } from '../knowing/pieces';
import { answerNow, type Aim } from './aim';
import { AnswerButton } from './answers';
import { byLength } from './aim_table';
import { nearestEnemy, rangeOf } from './aiming';
import type { Deciding } from './deciding';
import { bearing } from './geometry';
import { HexFields, Rose } from './hex_fields';
import { ZoneField } from './zone_field';
import { harmOf } from './lit';
import { costText } from './hex_hand';
import { NumberField } from './number_field';
import { formatLength, fromUnit, percentText, toUnit, type Unit } from './measure';
import { calledName, isBinding, loneAim } from './model';
import { answerText, capital, isLength, lengthUnit, pieceName, why } from './vocabulary';

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

/* A few ways that are ready: one button each, by the wind that it lies towards. */
function WayButtons({ deciding, aim }: { deciding: Deciding; aim: Aim }): JSX.Element {
  const { among = [] } = answerNow(aim), measure = measureOf(deciding.desk.session.match);
  return (
    <span class="turns" role="group" aria-label={text('aim.heading')}>
      {among.map(({ heading = 0 }) => (
        <button key={heading} type="button" class="quiet" aria-pressed={aim.set && aim.pose.heading === heading} onClick={() => deciding.propose({ ...aim.pose, heading })}>
          {capital(text(`list.wind.${measure.wind(heading)}`))}
        </button>
      ))}
    </span>
  );
}

function ValueField({ deciding, aim, unit }: { deciding: Deciding; aim: Aim; unit: Unit }): JSX.Element {
  const asLength = isLength(deciding.desk.session, answerNow(aim).decision), ground = deciding.ground.value;
  const range = useMemo(() => (ground ? rangeOf(ground, aim) : null), [ground, answerNow(aim).index]);
  return (
    <>
      <NumberField
        label={text(asLength ? 'aim.length' : 'aim.value')} unit={asLength ? unitText(unit) : ''} digits={asLength ? 2 : 0}
        value={asLength ? toUnit(aim.value, unit) : aim.value} set={typed => deciding.proposeValue(asLength ? fromUnit(typed, unit) : Math.round(typed))}
      />
      {range && range[0] < range[1] && (
        <input
          type="range" class="slide" aria-label={text(asLength ? 'aim.length' : 'aim.value')} min={range[0]} max={range[1]} step={1} value={aim.value}
          onInput={event => deciding.proposeValue(Number(event.currentTarget.value))}
        />
      )}
    </>
  );
}

function Tabs({ deciding, aim }: { deciding: Deciding; aim: Aim }): JSX.Element | null {
  const name = `${pieceName(deciding.desk.session, aim.unit)} `;
  if (aim.tabs.length < 2) return null;
  return (
    <div class="switch" role="group" aria-label={text('aim.tabs')}>
      {aim.tabs.map((answer, i) => {
        const whole = answerText(deciding.desk.session, answer);
        return (
          <button key={answer.index} type="button" aria-pressed={i === aim.tab} aria-label={capital(whole)} onClick={() => deciding.changeTab(i)}>
            {capital(whole.startsWith(name) ? whole.slice(name.length) : whole)}
          </button>
        );
      })}
    </div>
  );
}

/* The way in figures: how long and how much farther, or what it costs of what there is. */
function wayText(deciding: Deciding, aim: Aim): string {
  const { session } = deciding.desk;
  if (aim.length === null) return text('aim.legal');
  if (measureOf(session.match).counts) return costText(aim) === '' ? lengthText(session, aim.length) : text('aim.points', { cost: costText(aim) });
  const unit = lengthUnit(session);
  const say = (length: number): string => text('aim.measure', { number: formatLength(length, unit, language.value), unit: unitText(unit) });
  return text('aim.way', { length: say(aim.length), margin: say(aim.margin ?? 0) });
}

/** What the engine says of the proposal, in a line. */
function Verdict({ deciding, aim }: { deciding: Deciding; aim: Aim }): JSX.Element {
  const { session } = deciding.desk;
  const { counts, named } = measureOf(session.match);
  if (!aim.set) return <p class="aim-verdict">{text(named ? 'aim.countzones' : counts ? 'aim.count' : 'aim.how')}</p>;
  if (!aim.legal) {
    return (
      <p class="aim-verdict wrong" role="status">
        {aim.refusal ? why(aim.refusal.text, aim.refusal.rule) : text('aim.forbidden')} {aim.refusal && <RuleLink id={aim.refusal.rule} />}
      </p>
    );
  }
  const ground = deciding.ground.value;
  const harm = named ? harmOf(aim, aim.pose, deciding.chances) ?? 0 : 0;
  const enemy = ground && nearestEnemy(ground, aim.unit, aim.shown);
  return (
    <p class="aim-verdict right" role="status">
      {wayText(deciding, aim)}
      {enemy && <> · {text('aim.enemy', { unit: calledName(session.match, enemy.unit, language.value), gap: lengthText(session, enemy.gap) })}</>}
      {harm > 0 && <> · <strong>{text('aim.harm', { percent: percentText(harm) })}</strong></>}
      {aim.snap && <> · {text(`snap.${aim.snap}`)}</>}
      {aim.interrupted && <> · <strong>{text('aim.interrupted')}</strong></>}
    </p>
  );
}

/* The open place and heading, as the board has them; facings that are counted have a rose of their own. */
function Places({ deciding, aim, unit }: { deciding: Deciding; aim: Aim; unit: Unit }): JSX.Element {
  const { open } = answerNow(aim);
  const hasPlace = open.includes('at'), hasHeading = open.includes('heading');
  const { counts, named } = measureOf(deciding.desk.session.match), Fields = named ? ZoneField : HexFields;
  if (counts) return <>{hasPlace && <Fields deciding={deciding} aim={aim} />}</>;
  if (answerNow(aim).among && !hasPlace) return <WayButtons deciding={deciding} aim={aim} />;
  const Way = aim.from ? WayFields : PlaceFields;
  return <>{hasPlace && <Way deciding={deciding} aim={aim} unit={unit} />}{hasHeading && <HeadingFields deciding={deciding} aim={aim} />}</>;
}

export function AimForm({ deciding }: { deciding: Deciding }): JSX.Element | null {
  const aim = deciding.aim.value;
  const form = useRef<HTMLFormElement>(null);
  const isLone = aim !== null && loneAim(deciding.desk.session.match, deciding.question.value)?.index === answerNow(aim).index;
  useEffect(() => {
    const board = deciding.desk.board.peek();
    const has = document.activeElement;
    if (board?.element.contains(has) || (isLone && has && has !== document.body && !has.closest('.play-prompt'))) return;
    const field = matchMedia('(pointer: coarse)').matches ? form.current : form.current?.querySelector<HTMLElement>('input, select');
    field?.focus({ preventScroll: true });
  }, [aim?.unit]);
  if (!aim) return null;
  const answer = answerNow(aim), whole = answerText(deciding.desk.session, answer);
  const unit = lengthUnit(deciding.desk.session);
  const hasRose = answer.open.includes('heading') && measureOf(deciding.desk.session.match).counts;
  const give = (event: Event): void => {
    event.preventDefault();
    deciding.confirm();
  };
  return (
    <form class="aim" ref={form} tabIndex={-1} onSubmit={give} aria-label={capital(whole)}>
      <div class="aim-head">
        {aim.tabs.length < 2 ? <strong>{capital(whole)}</strong> : <strong>{pieceName(deciding.desk.session, aim.unit)}</strong>}
        <Tabs deciding={deciding} aim={aim} />
      </div>
      <Verdict deciding={deciding} aim={aim} />
      <div class="aim-fields">
        <Places deciding={deciding} aim={aim} unit={unit} />
        {answer.open.includes('value') && <ValueField deciding={deciding} aim={aim} unit={unit} />}
      </div>
      {hasRose && <Rose deciding={deciding} aim={aim} />}
      <div class="confirm">
        <button type="submit" class="act main-act" data-key="confirm" disabled={!aim.set || !aim.legal || !deciding.ready.value}>{text('pending.confirm')}</button>
        {aim.nearest && !aim.legal && <button type="button" class="quiet" onClick={() => deciding.drop()}>{text('aim.nearest')}</button>}
        <button type="button" class="quiet" onClick={() => deciding.suggest()}>{text('aim.suggest')}</button>
        <button type="button" class="quiet" data-key="cancel" onClick={() => deciding.cancel()}>{text('pending.cancel')}</button>
        {isLone && deciding.question.value.free.map(other => <AnswerButton key={other.index} deciding={deciding} answer={other} />)}
        {isBinding(deciding.desk.session.match, answer.decision) && <span class="binding">{text('pending.binding')}</span>}
      </div>
    </form>
  );
}
