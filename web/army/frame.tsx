/* frame.tsx: what an army is made within: nation, structure, budget, options of the game. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { isStructured, type Army, type ArmyList, type StructuredArmy, type StructuredList } from '../engine/armies';
import { OptionsForm } from '../start/options_form';
import { useArmoury } from './armoury';
import { useBench } from './bench';
import { withRule } from './edits';
import { Select } from './fields';
import { numeral, points, say } from './words';

/** The agreed points: one of the usual budgets, or any number. */
export function LimitField({ list, value, change }: { list: ArmyList; value: number; change: (limit: number) => void }): JSX.Element {
  const { words } = useArmoury();
  const usual = list.structured ? list.budgets : [];
  const typed = useSignal(String(value));
  useEffect(() => { typed.value = String(value); }, [value]);
  const isUsual = usual.some(each => each.points === value);
  const choices = usual.map(each => [String(each.points), say('army.budget.choice', { points: numeral(each.points), name: words.of('budget', each.id) })] as const);
  const { low, high } = list.limit;
  const commit = (): void => {
    const number = Math.round(Number(typed.value));
    if (typed.value.trim() !== '' && Number.isFinite(number) && number !== value) change(number);
    else typed.value = String(value);
  };
  return (
    <div class="limit-field">
      {usual.length > 0 && (
        <Select label={say('army.budget')} value={isUsual ? String(value) : ''} choose={id => { if (id !== '') change(Number(id)); }}
          choices={isUsual ? choices : [...choices, ['', say('army.budget.free')]]} />
      )}
      <label class="select-field">
        <span class="field-label">{say('army.limit')}</span>
        <input type="number" inputMode="numeric" min={low} max={high} value={typed.value} onInput={event => { typed.value = event.currentTarget.value; }}
          onChange={commit} onKeyDown={event => { if (event.key === 'Enter') commit(); }} />
        <span class="field-note">{say('army.range', { low: numeral(low), high: points(high) })}</span>
      </label>
    </div>
  );
}

export function NationField({ value, choose }: { value: string; choose: (nation: string) => void }): JSX.Element {
  const armoury = useArmoury();
  const nations = armoury.armies.belligerents.includes(value) ? armoury.armies.belligerents : [value, ...armoury.armies.belligerents];
  return <Select label={say('army.nation')} value={value} choices={nations.map(id => [id, armoury.nation(id)])} choose={choose} />;
}

export function StructureField({ list, value, choose }: { list: StructuredList; value: string; choose: (structure: string) => void }): JSX.Element {
  const { words } = useArmoury();
  return (
    <div class="structure-field">
      <Select label={say('army.structure')} value={value} choices={list.structures.map(({ id }) => [id, words.titleOf('structure', id)])} choose={choose} />
      <p class="field-note">{words.tip('structure', value)}</p>
    </div>
  );
}

function RulesField({ army, list }: { army: StructuredArmy; list: StructuredList }): JSX.Element | null {
  const armoury = useArmoury(), bench = useBench();
  if (list.rules.length === 0) return null;
  const change = (name: string, value: number): void => {
    const standard = list.rules.find(rule => rule.name === name)?.standard ?? 0;
    bench.alter(before => withRule(before, name, value, standard));
  };
  return <div class="new-game"><OptionsForm game={{ id: armoury.ruleset, options: list.rules }} values={army.rules ?? {}} change={change} /></div>;
}

export function Frame({ army, list }: { army: Army; list: ArmyList }): JSX.Element {
  const armoury = useArmoury(), bench = useBench();
  const origin = armoury.words.find(`engine.army_${list.provenance}`);
  const isOpen = useMemo(() => army.regiments.length === 0 || matchMedia('(min-width: 64rem)').matches, []);
  return (
    <details class="frame" open={isOpen}>
      <summary><h2>{say('army.frame')}</h2></summary>
      <div>
        <NationField value={army.belligerent} choose={belligerent => bench.change({ ...army, belligerent })} />
        {list.structured && isStructured(army) && <StructureField list={list} value={army.structure} choose={structure => bench.change({ ...army, structure })} />}
        <LimitField list={list} value={army.limit ?? list.limit.standard} change={limit => bench.change({ ...army, limit })} />
        {list.structured && isStructured(army) && <RulesField army={army} list={list} />}
        {origin !== undefined && <p class="field-note origin">{origin}</p>}
      </div>
    </details>
  );
}
