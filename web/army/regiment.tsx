/* regiment.tsx: a regiment: who commands it, and its places with what stands there and what is missing. */
import type { JSX } from 'preact';
import type { ArmyUnit, Place, Regiment, StructuredArmy, StructuredList } from '../engine/armies';
import { rulesOf, useArmoury } from './armoury';
import { RegimentShield } from './arms';
import { useBench } from './bench';
import { CommanderFields } from './commander';
import { commanded, inserted, moved, removed, renamed, replaced, transferred, twin, withAlly, withRegiment, withUnits } from './edits';
import { NameField, Select, SignButton } from './fields';
import { regimentName, regimentTitle } from './names';
import { ProblemsHere } from './problems';
import { priceOf, UnitRow } from './unit';
import { numeral, points, say } from './words';

const COPY = <svg viewBox="0 0 16 16"><path d="M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3" /></svg>;

interface Props { army: StructuredArmy; regiment: Regiment; at: number; own: StructuredList }

/* The list of those who give the regiment: allies have their own. */
function useListOf(army: StructuredArmy, regiment: Regiment, own: StructuredList): StructuredList {
  const armoury = useArmoury();
  const list = regiment.ally === undefined ? own : armoury.list(regiment.ally, rulesOf(army));
  return list?.structured ? list : own;
}

/* "2 to 4 battalions". */
function rangeOf(low: number, high: number): string {
  if (low === high) return numeral(low);
  return low === 0 ? say('army.up_to', { high: numeral(high) }) : say('army.range', { low: numeral(low), high: numeral(high) });
}

function UnitAt({ army, regiment, at, unit, index, list }: Omit<Props, 'own'> & { unit: ArmyUnit; index: number; list: StructuredList }): JSX.Element {
  const armoury = useArmoury(), bench = useBench();
  const type = list.types.find(({ id }) => id === unit.type), place = `unit.${at}.${index}`, name = armoury.words.titleOf('unit', unit.type);
  const alter = (change: (units: readonly ArmyUnit[]) => readonly ArmyUnit[], focus: string): void => bench.alter(before => withUnits(before, at, change), focus);
  const shift = (to: number): void => {
    bench.open.value = `unit.${at}.${to}`;
    alter(units => moved(units, index, to), `unit.${at}.${to}.${to < index ? 'up' : 'down'}`);
  };
  const leave = (to: number): void => {
    const last = `unit.${to}.${army.regiments[to]?.units.length ?? 0}`;
    bench.open.value = last;
    bench.alter(before => transferred(before, at, index, to), last);
  };
  const others = army.regiments.flatMap((_, to): (readonly [string, string])[] => (to === at ? [] : [[String(to), regimentName(armoury, army, to)]]));
  return (
    <UnitRow unit={unit} type={type} cost={priceOf(type, unit)} at={place} problems={bench.problemsAt(at, index)}
      change={next => alter(units => replaced(units, index, next), '')}
      remove={() => {
        bench.open.value = null;
        alter(units => removed(units, index), index > 0 ? `unit.${at}.${index - 1}` : `regiment.${at}`);
      }}
      acts={(
        <>
          <SignButton sign="↑" label={say('army.up', { name })} able={index > 0} act={() => shift(index - 1)} at={`${place}.up`} />
          <SignButton sign="↓" label={say('army.down', { name })} able={index < regiment.units.length - 1} act={() => shift(index + 1)} at={`${place}.down`} />
          <button type="button" class="button" onClick={() => alter(units => inserted(units, index + 1, unit), `unit.${at}.${index + 1}`)}>
            {say('army.duplicate')}
          </button>
          {others.length > 0 && <Select label={say('army.move', { name })} value="" choices={[['', '—'], ...others]} choose={to => { if (to !== '') leave(Number(to)); }} />}
        </>
      )} />
  );
}

function AddUnits({ at, place, list, count }: { at: number; place: Place; list: StructuredList; count: number }): JSX.Element {
  const { words } = useArmoury(), bench = useBench();
  const add = (type: string): void => bench.alter(army => withUnits(army, at, units => [...units, { type }]), `add.${at}.${type}`);
  return (
    <p class="add-units">
      {place.types.map(type => {
        const cost = list.types.find(({ id }) => id === type)?.points ?? 0;
        return (
          <button key={type} type="button" class={count < place.low ? 'chip needed' : 'chip'} data-at={`add.${at}.${type}`} onClick={() => add(type)}
            aria-label={say('army.add.unit', { name: words.of('unit', type), points: points(cost) })}>
            <span aria-hidden="true">+ {words.of('unit', type)} <small>{numeral(cost)}</small></span>
          </button>
        );
      })}
    </p>
  );
}

/* One place of the regiment. The units keep their order in the document, also when they do not stand side by side. */
function PlaceRow({ place, list, ...props }: Omit<Props, 'own'> & { place: Place; list: StructuredList }): JSX.Element | null {
  const { words } = useArmoury();
  const { regiment, at } = props;
  const here = regiment.units.flatMap((unit, index) => (place.types.includes(unit.type) ? [{ unit, index }] : []));
  if (here.length === 0 && place.types.length === 0 && place.low === 0) return null;
  const missing = place.low - here.length;
  return (
    <div class="place">
      <h4>
        {words.titleOf('place', place.place)} <span class="place-range">{rangeOf(place.low, place.high)}</span>
        {missing > 0 && <strong class="missing">{say('army.missing', { count: numeral(missing) })}</strong>}
      </h4>
      {here.length > 0 && <ul class="units">{here.map(({ unit, index }) => <UnitAt key={index} {...props} list={list} unit={unit} index={index} />)}</ul>}
      {here.length < place.high ? <AddUnits at={at} place={place} list={list} count={here.length} /> : <p class="place-full">{say('army.full')}</p>}
    </div>
  );
}

/* What stands in the regiment and has no place there. */
function Strays({ places, list, ...props }: Omit<Props, 'own'> & { places: readonly Place[]; list: StructuredList }): JSX.Element | null {
  const strays = props.regiment.units.flatMap((unit, index) => (places.some(({ types }) => types.includes(unit.type)) ? [] : [{ unit, index }]));
  if (strays.length === 0) return null;
  return (
    <div class="place">
      <h4>{say('army.no_place')}</h4>
      <ul class="units">{strays.map(({ unit, index }) => <UnitAt key={index} {...props} list={list} unit={unit} index={index} />)}</ul>
    </div>
  );
}

function RegimentActs({ army, regiment, at, own }: Props): JSX.Element {
  const armoury = useArmoury(), bench = useBench();
  const name = regimentName(armoury, army, at), last = army.regiments.length - 1;
  const regiments = (change: (list: readonly Regiment[]) => readonly Regiment[], focus: string): void => {
    bench.open.value = null;
    bench.alter(before => ({ ...before, regiments: change(before.regiments) }), focus);
  };
  return (
    <span class="regiment-acts">
      <SignButton sign="↑" label={say('army.up', { name })} able={at > 0} at={`regiment.${at}.up`}
        act={() => regiments(list => moved(list, at, at - 1), `regiment.${at - 1}.up`)} />
      <SignButton sign="↓" label={say('army.down', { name })} able={at < last} at={`regiment.${at}.down`}
        act={() => regiments(list => moved(list, at, at + 1), `regiment.${at + 1}.down`)} />
      <SignButton sign={COPY} label={say('army.duplicate.name', { name })} act={() => regiments(list => inserted(list, at + 1, twin(own, regiment)), `regiment.${at + 1}`)} />
      <SignButton sign="×" label={say('army.remove', { name })} act={() => regiments(list => removed(list, at), at > 0 ? `regiment.${at - 1}` : 'army')} />
    </span>
  );
}

function AllyField({ army, regiment, at, own }: Props): JSX.Element | null {
  const armoury = useArmoury(), bench = useBench();
  const nations = regiment.ally === undefined || own.allies.includes(regiment.ally) ? own.allies : [regiment.ally, ...own.allies];
  if (nations.length === 0) return null;
  const choices = nations.map(id => [id, say('army.allied', { nation: armoury.nation(id) })] as const);
  return (
    <Select label={say('army.ally.of', { name: regimentName(armoury, army, at) })} shows={false} value={regiment.ally ?? ''} choices={[['', armoury.nation(army.belligerent)], ...choices]}
      choose={ally => bench.alter(before => withRegiment(before, at, each => withAlly(each, ally === '' ? null : ally)))} />
  );
}

export function RegimentCard(props: Props): JSX.Element {
  const { army, regiment, at, own } = props;
  const armoury = useArmoury(), bench = useBench();
  const list = useListOf(army, regiment, own);
  const kind = list.regiments.find(({ id }) => id === regiment.type), places = kind?.places ?? [];
  const title = regimentTitle(armoury, army, at), name = regimentName(armoury, army, at), cost = bench.report.value?.regiment_points?.[at];
  const { commander } = regiment;
  const change = (next: (regiment: Regiment) => Regiment): void => bench.alter(before => withRegiment(before, at, next));
  return (
    <section class="regiment" aria-labelledby={`regiment-${at}`} data-at={`regiment.${at}`} tabIndex={-1}>
      <header>
        <RegimentShield regiment={at} />
        <div class="regiment-title">
          <h3 id={`regiment-${at}`} class={regiment.name === undefined ? '' : 'unseen'}>{name}</h3>
          {regiment.name !== undefined && <p class="regiment-kind">{title}</p>}
          <NameField label={say('army.regiment.name', { name: title })} value={regiment.name} otherwise={say('army.name.placeholder')}
            change={text => change(each => renamed(each, text))} />
        </div>
        <AllyField {...props} />
        <span class="part-cost">{cost === undefined ? '' : points(cost)}</span>
        <RegimentActs {...props} />
      </header>
      <ProblemsHere problems={bench.problemsAt(at, -1)} />
      {commander && (
        <CommanderFields commander={commander} list={list} role="regiment" who={name} at={`regiment.${at}`}
          change={next => change(each => ({ ...each, commander: next }))} />
      )}
      {!commander && kind?.commander && <button type="button" class="chip needed" onClick={() => change(each => commanded(list, each))}>{say('army.add.commander')}</button>}
      {places.map(place => <PlaceRow key={place.place} place={place} list={list} army={army} regiment={regiment} at={at} />)}
      <Strays places={places} list={list} army={army} regiment={regiment} at={at} />
    </section>
  );
}
