/* structured.tsx: the army of a structured list: the commander in chief, the regiments, the elite unit. */
import type { JSX } from 'preact';
import { CHIEF, ELITE, WHOLE_ARMY, type ArmyUnit, type Commander, type EliteUnit, type StructuredArmy, type StructuredList } from '../engine/armies';
import { useArmoury } from './armoury';
import { useBench } from './bench';
import { CommanderFields } from './commander';
import { eliteLimit, newChief, newRegiment, withDrill, withElite } from './edits';
import { Select } from './fields';
import { ProblemsHere } from './problems';
import { RegimentCard } from './regiment';
import { UnitRow } from './unit';
import { addition, numeral, points, say } from './words';

interface Props { army: StructuredArmy; list: StructuredList }

function ChiefCard({ army, list }: Props): JSX.Element {
  const bench = useBench();
  const cost = bench.report.value?.chief_points, { chief } = army;
  const appoint = (next: Commander, at: string | null = null): void => bench.alter(before => ({ ...before, chief: next }), at);
  return (
    <section class="regiment chief" aria-labelledby="chief-title" data-at="chief" tabIndex={-1}>
      <header>
        <svg class="shield baton" aria-hidden="true" viewBox="0 0 40 48">
          <path d="M8 36L29 7L33 10L12 39Z" />
          <path class="solid" d="M5.500 38.500L8 35L13 38.800L10.500 42.300ZM28 8L30.500 4.500L35.500 8.300L33 11.800Z" />
        </svg>
        <div class="regiment-title"><h3 id="chief-title">{say('army.chief')}</h3></div>
        <span class="part-cost">{cost === undefined || !chief ? '' : points(cost)}</span>
      </header>
      <ProblemsHere problems={bench.report.value?.problems.filter(({ regiment }) => regiment === CHIEF) ?? []} />
      {chief
        ? <CommanderFields commander={chief} list={list} role="chief" who={say('army.chief')} at="chief" change={next => appoint(next)} />
        : <button type="button" class="chip needed" onClick={() => appoint(newChief(list), 'chief')}>{say('army.add.chief')}</button>}
    </section>
  );
}

function EliteCard({ army, list }: Props): JSX.Element | null {
  const { words } = useArmoury(), bench = useBench();
  const { elite } = army;
  if (!elite && eliteLimit(list, army.structure) === 0) return null;
  const change = (next: EliteUnit | null, at = ''): void => bench.alter(before => withElite(before, next), at);
  const type = elite && list.types.find(({ id }) => id === elite.type);
  return (
    <section class="regiment elite" aria-labelledby="elite-title" data-at="elite" tabIndex={-1}>
      <header>
        <svg class="shield baton" aria-hidden="true" viewBox="0 0 40 48">
          <path class="solid" d="M20 6L24.500 18H37L27 26L30.500 39L20 31L9.500 39L13 26L3 18H15.500Z" />
        </svg>
        <div class="regiment-title"><h3 id="elite-title">{say('army.elite')}</h3></div>
        <span class="part-cost">{elite ? points(bench.report.value?.elite_points ?? 0) : ''}</span>
      </header>
      {elite ? (
        <ul class="units">
          <UnitRow unit={elite} type={type} cost={bench.report.value?.elite_points} at="elite.unit"
            problems={bench.report.value?.problems.filter(({ regiment }) => regiment === ELITE) ?? []}
            elite={{ gains: list.elite.gains, adds: elite.drilled ? list.elite.drilled_adds : {} }} change={(next: ArmyUnit) => change(next)} remove={() => change(null, 'elite')}
            more={(
              <label class="unit-option">
                <input type="checkbox" checked={elite.drilled ?? false} onChange={event => change(withDrill(elite, event.currentTarget.checked))} />
                <span class="option-title">{words.of('upgrade', 'drilled')}</span>
                <span class="option-price">{addition(list.elite.drilled)}</span>
              </label>
            )}
            acts={(
              <Select label={say('army.elite.other')} value={elite.type} choices={list.elite.types.map(id => [id, words.titleOf('unit', id)])}
                choose={id => change({ type: id })} />
            )} />
        </ul>
      ) : (
        <div class="place">
          <p class="hint">{say('army.elite.text', { points: points(list.elite.points) })}</p>
          <p class="add-units">
            {list.elite.types.map(id => {
              const cost = (list.types.find(each => each.id === id)?.points ?? 0) + list.elite.points;
              return (
                <button key={id} type="button" class="chip" onClick={() => change({ type: id }, 'elite.unit')}
                  aria-label={say('army.add.elite', { name: words.of('unit', id), points: points(cost) })}>
                  <span aria-hidden="true">+ {words.of('unit', id)} <small>{numeral(cost)}</small></span>
                </button>
              );
            })}
          </p>
        </div>
      )}
    </section>
  );
}

function AddRegiments({ army, list }: Props): JSX.Element {
  const { words } = useArmoury(), bench = useBench();
  const limits = list.structures.find(({ id }) => id === army.structure)?.limits ?? {};
  const add = (type: string): void =>
    bench.alter(before => ({ ...before, regiments: [...before.regiments, newRegiment(list, type)] }), `regiment.${army.regiments.length}`);
  return (
    <div class="add-regiments" role="group" aria-label={say('army.add.title')}>
      {list.regiments.map(({ id }) => {
        const [low, high] = limits[id] ?? [0, 0], count = army.regiments.filter(({ type }) => type === id).length;
        if (high === 0) return null;
        return (
          <button key={id} type="button" class={count < low ? 'add-regiment needed' : 'add-regiment'} aria-disabled={count >= high ? 'true' : undefined}
            title={words.tip('regiment', id)}
            onClick={() => { if (count < high) add(id); }}>
            <span class="add-name">{say('army.add', { name: words.of('formation', id) })}</span>
            <span class="add-count">{say('army.count', { count: numeral(count), low: numeral(low), high: numeral(high) })}</span>
          </button>
        );
      })}
    </div>
  );
}

export function StructuredBuilder({ army, list }: Props): JSX.Element {
  const bench = useBench();
  return (
    <>
      <ChiefCard army={army} list={list} />
      {army.regiments.map((regiment, at) => <RegimentCard key={at} army={army} regiment={regiment} at={at} own={list} />)}
      <ProblemsHere problems={bench.problemsAt(WHOLE_ARMY, -1)} />
      <AddRegiments army={army} list={list} />
      <EliteCard army={army} list={list} />
    </>
  );
}
