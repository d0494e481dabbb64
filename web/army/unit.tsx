/* unit.tsx: one unit: a line that opens to its options and its values. */
import type { ComponentChildren, JSX } from 'preact';
import type { ArmyUnit, Problem, UnitOption, UnitType } from '../engine/armies';
import { useArmoury } from './armoury';
import { useBench } from './bench';
import { toggled, withOptions } from './edits';
import { SignButton } from './fields';
import { Figure } from './figure';
import { ProblemsHere } from './problems';
import { effectOf, listed, ProfileView, type Distinction } from './profile';
import { addition, numeral, points, say } from './words';

function OptionBox({ type, option, chosen, toggle }: { type: UnitType; option: UnitOption; chosen: readonly string[]; toggle: () => void }): JSX.Element {
  const { words } = useArmoury();
  const against = option.not_with.filter(id => chosen.includes(id)).map(id => words.upgrade(type.id, id));
  return (
    <label class="unit-option">
      <input type="checkbox" checked={chosen.includes(option.id)} onChange={toggle} />
      <span class="option-title">{words.upgrade(type.id, option.id)}</span>
      <span class="option-price">{addition(option.points)}</span>
      <span class="option-effect">{effectOf(words, option)}{against.length > 0 && <em> {say('army.not_with', { others: against.join(', ') })}</em>}</span>
    </label>
  );
}

/* Options that are taken and not in the list: only to be put away. */
function StrayOptions({ unit, known, change }: { unit: ArmyUnit; known: readonly string[]; change: (unit: ArmyUnit) => void }): JSX.Element {
  const { words } = useArmoury();
  const stray = (unit.options ?? []).filter(id => !known.includes(id));
  return (
    <>
      {stray.map(id => (
        <label key={id} class="unit-option stray">
          <input type="checkbox" checked onChange={() => change(withOptions(unit, toggled(unit.options ?? [], id)))} />
          <span class="option-title">{words.upgrade(unit.type, id)}</span>
          <span class="option-effect">{say('army.not_listed')}</span>
        </label>
      ))}
    </>
  );
}

interface Props {
  unit: ArmyUnit;
  type: UnitType | undefined;               /* of the list; undefined: it is not open to this army */
  cost: number | undefined;
  at: string;
  problems: readonly Problem[];
  change: (unit: ArmyUnit) => void;
  remove: () => void;
  more?: ComponentChildren;                 /* further options */
  elite?: Distinction | null;
  acts?: ComponentChildren;
}

/* As it begins, and in its other form where it has one. */
export function Profiles({ type, options, elite = null }: { type: UnitType; options: readonly string[]; elite?: Distinction | null }): JSX.Element {
  const foot = type.on_foot && { ...type, ...type.on_foot };
  return (
    <>
      <ProfileView unit={type.id} profile={listed(type, options, elite)} base={type} />
      {type.limbered !== undefined && <p class="field-note">{say('army.limbered', { speed: numeral(type.limbered) })}</p>}
      {foot && <h5>{say('army.on_foot')}</h5>}
      {foot && <ProfileView unit={type.id} profile={listed(foot, options, elite)} base={foot} />}
    </>
  );
}

function Body({ unit, type, change, more, acts, elite = null }: Props): JSX.Element {
  const options = unit.options ?? [], known = type?.options ?? [];
  return (
    <div class="unit-body">
      {(known.length > 0 || options.length > 0 || more !== undefined) && (
        <fieldset class="unit-options">
          <legend>{say('army.options')}</legend>
          {type && known.map(option => <OptionBox key={option.id} type={type} option={option} chosen={options} toggle={() => change(withOptions(unit, toggled(options, option.id)))} />)}
          <StrayOptions unit={unit} known={known.map(({ id }) => id)} change={change} />
          {more}
        </fieldset>
      )}
      {type && <Profiles type={type} options={options} elite={elite} />}
      {acts !== undefined && <div class="unit-acts">{acts}</div>}
    </div>
  );
}

/** The price of a unit by the list: of its type and its options. */
export function priceOf(type: UnitType | undefined, unit: ArmyUnit): number | undefined {
  if (type?.points === undefined) return undefined;
  return (type.options ?? []).filter(({ id }) => unit.options?.includes(id)).reduce((sum, option) => sum + option.points, type.points);
}

export function UnitRow(props: Props): JSX.Element {
  const { unit, type, cost, at, problems, remove } = props;
  const { words } = useArmoury(), bench = useBench();
  const isOpen = bench.open.value === at, name = words.titleOf('unit', unit.type);
  const chosen = (unit.options ?? []).map(id => words.upgrade(unit.type, id)).join(', ');
  return (
    <li class={`unit-row${problems.length > 0 ? ' wrong' : ''}${isOpen ? ' open' : ''}`}>
      <div class="unit-line">
        <button type="button" class="unit-head" aria-expanded={isOpen} data-at={at} onClick={() => { bench.open.value = isOpen ? null : at; }}>
          {type ? <Figure type={type} /> : <span class="figure" />}
          <span class="unit-name">{name}</span>
          <span class="unit-chosen">{chosen}</span>
          <span class="unit-cost">{cost === undefined ? '' : <><span aria-hidden="true">{numeral(cost)}</span><span class="unseen">{points(cost)}</span></>}</span>
        </button>
        <SignButton sign="×" label={say('army.remove', { name })} act={remove} at={`${at}.remove`} />
      </div>
      <ProblemsHere problems={problems} />
      {isOpen && <Body {...props} />}
    </li>
  );
}
