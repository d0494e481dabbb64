/* flat.tsx: the army of a list of whole regiments: how many of each are taken. */
import type { JSX } from 'preact';
import type { FlatArmy, FlatList, ListEntry, Problem } from '../engine/armies';
import { language } from '../text';
import { useArmoury } from './armoury';
import { useBench } from './bench';
import { countOf, withCount } from './edits';
import { SignButton } from './fields';
import { Figure } from './figure';
import { ProblemsHere } from './problems';
import { Profiles } from './unit';
import { counted, numeral, points, say } from './words';

/* What an entry brings: "2 tercios" is told as "tercio ×2". */
function composition(entry: ListEntry): readonly (readonly [type: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { type } of entry.units) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts];
}

function told(name: string, count: number): string {
  return count === 1 ? name : say('army.times', { name, count: numeral(count) });
}

function EntryRow({ army, list, entry, problems }: { army: FlatArmy; list: FlatList; entry: ListEntry; problems: readonly Problem[] }): JSX.Element {
  const { words } = useArmoury(), bench = useBench();
  const count = countOf(army, entry.id), name = entry.name[language.value], at = `entry.${entry.id}`, isOpen = bench.open.value === at;
  const types = composition(entry).map(([id, many]) => ({ id, many, type: list.types.find(type => type.id === id) }));
  const first = types[0]?.type;
  return (
    <li class={`unit-row entry${count > 0 ? ' taken' : ''}${problems.length > 0 ? ' wrong' : ''}${isOpen ? ' open' : ''}`}>
      <div class="unit-line">
        <button type="button" class="unit-head" aria-expanded={isOpen} data-at={at} onClick={() => { bench.open.value = isOpen ? null : at; }}>
          {first ? <Figure type={first} /> : <span class="figure" />}
          <span class="unit-name">{name}</span>
          <span class="unit-chosen">{types.map(({ id, many }) => told(words.of('unit', id), many)).join(', ')}</span>
          <span class="unit-cost">{points(entry.points)}</span>
        </button>
        <span class="stepper" role="group" aria-label={name}>
          <SignButton sign="−" label={say('army.fewer', { name })} able={count > 0} act={() => bench.change(withCount(army, entry.id, -1))} />
          <output aria-label={say('army.taken.count', { count: numeral(count), high: numeral(entry.maximum) })}>
            {numeral(count)}<small> / {numeral(entry.maximum)}</small>
          </output>
          <SignButton sign="+" label={say('army.more', { name, points: points(entry.points) })} able={count < entry.maximum}
            act={() => bench.change(withCount(army, entry.id, 1))} />
        </span>
      </div>
      <ProblemsHere problems={problems} />
      {isOpen && (
        <div class="unit-body">
          {types.map(({ id, type }) => type && (
            <div key={id} class="entry-type">
              <h4>{words.titleOf('unit', id)}</h4>
              <Profiles type={type} options={[]} />
            </div>
          ))}
        </div>
      )}
    </li>
  );
}

/* What is taken and stands in no list of this nation: only to be put away. */
function Strays({ army, list }: { army: FlatArmy; list: FlatList }): JSX.Element | null {
  const { words } = useArmoury(), bench = useBench();
  const strays = [...new Set(army.regiments.filter(id => !list.entries.some(entry => entry.id === id)))];
  if (strays.length === 0) return null;
  return (
    <section class="regiment" aria-labelledby="strays-title">
      <header><div class="regiment-title"><h3 id="strays-title">{say('army.no_place')}</h3></div></header>
      <ul class="units">
        {strays.map(id => (
          <li key={id} class="unit-row wrong">
            <div class="unit-line">
              <span class="unit-head">
                <span class="figure" />
                <span class="unit-name">{say('army.times', { name: words.of('regiment', id), count: numeral(countOf(army, id)) })}</span>
                <span class="unit-chosen">{say('army.not_listed')}</span>
              </span>
              <SignButton sign="×" label={say('army.remove', { name: words.of('regiment', id) })} act={() => bench.change(withCount(army, id, -1), 'army')} />
            </div>
            <ProblemsHere problems={bench.report.value?.problems.filter(({ what }) => what === id) ?? []} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function FlatBuilder({ army, list }: { army: FlatArmy; list: FlatList }): JSX.Element {
  const armoury = useArmoury(), bench = useBench();
  const problems = bench.report.value?.problems ?? [], kinds = list.kinds.map(({ kind }) => kind), ids = list.entries.map(({ id }) => id);
  return (
    <>
      <ProblemsHere problems={problems.filter(({ what }) => what === null || ![...kinds, ...ids, ...army.regiments].includes(what))} />
      {list.kinds.map(({ kind, low, high }) => {
        const entries = list.entries.filter(entry => entry.kind === kind), taken = entries.reduce((sum, entry) => sum + countOf(army, entry.id), 0);
        const cost = entries.reduce((sum, entry) => sum + countOf(army, entry.id) * entry.points, 0);
        return (
          <section key={kind} class="regiment" aria-labelledby={`kind-${kind}`}>
            <header>
              <div class="regiment-title">
                <h3 id={`kind-${kind}`}>{armoury.words.titleOf(armoury.armies.kindSet, kind)}</h3>
                <p class="regiment-kind">{say('army.count', { count: numeral(taken), low: numeral(low), high: numeral(high) })}</p>
              </div>
              <span class="part-cost">{points(cost)}</span>
            </header>
            <ProblemsHere problems={problems.filter(({ what }) => what === kind)} />
            <ul class="units">
              {entries.map(entry => <EntryRow key={entry.id} army={army} list={list} entry={entry} problems={problems.filter(({ what }) => what === entry.id)} />)}
            </ul>
          </section>
        );
      })}
      <Strays army={army} list={list} />
      <p class="army-note">{counted(bench.report.value?.units ?? 0, 'army.unit.one', 'army.unit.many')}</p>
    </>
  );
}
