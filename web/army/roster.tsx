/* roster.tsx: an army at a glance, for those who choose between several. */
import type { JSX } from 'preact';
import { isStructured, type Army, type ArmyUnit, type Commander, type Report, type StructuredArmy } from '../engine/armies';
import { useArmoury, type Armoury } from './armoury';
import { RegimentShield } from './arms';
import { regimentName } from './names';
import { capital, numeral, points, say } from './words';

/** "rank 2: Zeal, Bold". */
export function commanderWords({ words }: Armoury, { name, rank, virtues, traits }: Commander): string {
  const gifts = [...virtues.map(id => words.titleOf('virtue', id)), ...traits.map(id => words.titleOf('trait', id))].join(', ');
  const title = name === undefined ? words.titleOf('rank', String(rank)) : `${name}, ${words.of('rank', String(rank))}`;
  return gifts === '' ? title : say('army.colon', { title, list: gifts });
}

function unitWords({ words }: Armoury, { type, options = [] }: ArmyUnit): string {
  const name = words.of('unit', type);
  return options.length === 0 ? name : say('army.with', { name, options: options.map(id => words.upgrade(type, id).toLocaleLowerCase()).join(', ') });
}

/* Equal units are told once, with how many there are. */
function counts(list: readonly string[]): string {
  const found = new Map<string, number>();
  for (const each of list) found.set(each, (found.get(each) ?? 0) + 1);
  return capital([...found].map(([name, count]) => (count === 1 ? name : say('army.times', { name, count: numeral(count) }))).join(', '));
}

function StructuredRoster({ army, report }: { army: StructuredArmy; report: Report | null }): JSX.Element {
  const armoury = useArmoury();
  return (
    <ul class="roster">
      {army.chief && <li><b>{say('army.chief')}</b> <span class="roster-cost">{points(report?.chief_points ?? 0)}</span><p>{commanderWords(armoury, army.chief)}</p></li>}
      {army.regiments.map((regiment, at) => (
        <li key={at}>
          <RegimentShield regiment={at} />
          <b>{regimentName(armoury, army, at)}</b> {regiment.ally !== undefined && <i>{say('army.allied', { nation: armoury.nation(regiment.ally) })} </i>}
          <span class="roster-cost">{points(report?.regiment_points?.[at] ?? 0)}</span>
          {regiment.commander && <p class="roster-commander">{commanderWords(armoury, regiment.commander)}</p>}
          <p>{counts(regiment.units.map(unit => unitWords(armoury, unit)))}</p>
        </li>
      ))}
      {army.elite && <li><b>{say('army.elite')}</b> <span class="roster-cost">{points(report?.elite_points ?? 0)}</span><p>{capital(unitWords(armoury, army.elite))}</p></li>}
    </ul>
  );
}

export function Roster({ army, report }: { army: Army; report: Report | null }): JSX.Element {
  const { words } = useArmoury();
  return isStructured(army) ? <StructuredRoster army={army} report={report} /> : <p class="roster">{counts(army.regiments.map(id => words.of('regiment', id)))}</p>;
}

/** Its frame and cost in a line. */
export function factsOf(armoury: Armoury, army: Army, report: Report | null): string {
  return [
    armoury.nation(army.belligerent), ...(isStructured(army) ? [armoury.words.titleOf('structure', army.structure)] : []),
    ...(report ? [say('army.cost.facts', { cost: numeral(report.points), limit: points(report.limit) })] : []),
  ].join(' · ');
}

export function Verdict({ report }: { report: Report | null }): JSX.Element | null {
  if (!report) return null;
  const count = report.problems.length + report.unlisted;
  return <span class={report.legal ? 'verdict legal' : 'verdict'}>{report.legal ? say('army.legal') : say(count === 1 ? 'army.problem.one' : 'army.problem.many', { count: numeral(count) })}</span>;
}
