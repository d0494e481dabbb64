/* problems.tsx: what is wrong with the army: all of it in one list, and each again where it is. Each has its rule and the nearest change. */
import type { JSX } from 'preact';
import type { Problem } from '../engine/armies';
import { useArmoury } from './armoury';
import { useBench } from './bench';
import { placeName, placeOf } from './names';
import { RuleButton } from './rule_sheet';
import { capital, counted, numeral, say } from './words';

/* `at`: where the keyboard goes then. */
function FixButton({ problem: { fix }, at }: { problem: Problem; at: string }): JSX.Element {
  const bench = useBench();
  if (!fix.army) return <span class="no-fix">{say('army.fix.none')}</span>;
  const { army } = fix;
  return (
    <button type="button" class="fix" onClick={() => bench.change(army, at)}>
      <span class="fix-word">{say('army.fix')}</span> {capital(fix.text)}
      {fix.left === 0 && <span class="fix-left">{say('army.fix.legal')}</span>}
    </button>
  );
}

function Words({ problem }: { problem: Problem }): JSX.Element {
  return <p class="problem-text"><span class="problem-mark" aria-hidden="true">✗</span> {capital(problem.text)} <RuleButton id={problem.rule} /></p>;
}

/** Beside what they are about. */
export function ProblemsHere({ problems }: { problems: readonly Problem[] }): JSX.Element | null {
  if (problems.length === 0) return null;
  return (
    <ul class="problems-here" aria-label={say('army.problems.here')}>
      {problems.map((problem, i) => <li key={i}><Words problem={problem} /><FixButton problem={problem} at={placeOf(problem)} /></li>)}
    </ul>
  );
}

function Item({ problem }: { problem: Problem }): JSX.Element {
  const armoury = useArmoury(), bench = useBench();
  const place = placeName(armoury, bench.army.value, problem), at = placeOf(problem);
  return (
    <li>
      {place !== '' && <button type="button" class="problem-place" aria-label={say('army.problem.show', { place })} onClick={() => goTo(bench.open, at)}>{place}</button>}
      <Words problem={problem} />
      <FixButton problem={problem} at="problems" />
    </li>
  );
}

/* The place comes into view with the keyboard on it; a unit is opened. */
function goTo(open: { value: string | null }, at: string): void {
  if (at.startsWith('unit.')) open.value = at;
  requestAnimationFrame(() => {
    const place = document.querySelector<HTMLElement>(`[data-at="${at}"]`);
    place?.scrollIntoView({ block: 'center', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth' });
    place?.focus({ preventScroll: true });
  });
}

export function Problems(): JSX.Element {
  const bench = useBench();
  const report = bench.report.value, fault = bench.fault.value;
  const list = report?.problems ?? [];
  return (
    <section class="problems" aria-labelledby="problems-title" data-at="problems" tabIndex={-1}>
      <h2 id="problems-title">{list.length === 0 ? say('army.legal.title') : counted(list.length + (report?.unlisted ?? 0), 'army.problem.one', 'army.problem.many')}</h2>
      {fault && <p class="army-trouble" role="alert">{say('army.fault', { reason: fault.text })}</p>}
      {list.length === 0 && !fault && <p class="problems-none">{say('army.legal.text')}</p>}
      {list.length > 0 && <ol class="problem-list">{list.map((problem, i) => <Item key={i} problem={problem} />)}</ol>}
      {report !== null && report.unlisted > 0 && <p>{say('army.problem.unlisted', { count: numeral(report.unlisted) })}</p>}
    </section>
  );
}
