/* builder.tsx: an army on the work bench: its cost always in sight, what is wrong with it, what it is made within, and the army itself. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { isStructured } from '../engine/armies';
import { NationArms } from './arms';
import { useArmoury } from './armoury';
import { BenchContext, useBench, type Bench } from './bench';
import { renamed } from './edits';
import { NameField, SignButton } from './fields';
import { FlatBuilder } from './flat';
import { Frame } from './frame';
import { armyName } from './names';
import { Problems } from './problems';
import { RuleSheet } from './rule_sheet';
import { ShareSheet } from './share';
import { StructuredBuilder } from './structured';
import { lasting } from './kept';
import { counted, numeral, points, say } from './words';

/* Undo and redo by the usual keys, but for a field in which one is writing. */
function useKeys(bench: Bench): void {
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector('dialog:modal')) return;
      if (event.target instanceof HTMLInputElement && /^(text|number|search)$/.test(event.target.type)) return;
      const name = event.key.toLowerCase(), isRedo = name === 'y' || (name === 'z' && event.shiftKey);
      if (!isRedo && name !== 'z') return;
      event.preventDefault();
      if (isRedo) bench.redo();
      else bench.undo();
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, [bench]);
}

/* The keyboard follows what was moved, and goes to what is beside what was taken away. */
function useFollowing(bench: Bench): void {
  const at = bench.wanted.value;
  useLayoutEffect(() => {
    if (at === null) return;
    const placeAt = (name: string): HTMLElement | null => document.querySelector(`[data-at="${CSS.escape(name)}"]`);
    const place = placeAt(at);
    (place ?? placeAt('problems'))?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: 'nearest' });
    bench.wanted.value = null;
  }, [at]);
}

function Cost(): JSX.Element | null {
  const bench = useBench();
  const report = bench.report.value;
  if (!report) return null;
  const { points: cost, limit, legal, problems, unlisted } = report, share = limit > 0 ? Math.min(1, cost / limit) : 1, left = limit - cost;
  return (
    <div class={`cost${legal ? ' legal' : ''}${left < 0 ? ' over' : ''}`}>
      <p class="cost-sum" role="status">
        <b>{numeral(cost)}</b> {say('army.cost.of', { limit: points(limit) })}
        <span class="cost-left">{left < 0 ? say('army.cost.over', { count: numeral(-left) }) : say('army.cost.left', { count: numeral(left) })}</span>
        <span class="cost-state">{legal ? say('army.legal') : counted(problems.length + unlisted, 'army.problem.one', 'army.problem.many')}</span>
      </p>
      <div class="cost-bar" aria-hidden="true"><div style={{ width: `${share * 100}%` }} /></div>
    </div>
  );
}

function Ledger(): JSX.Element {
  const armoury = useArmoury(), bench = useBench();
  const sharing = useSignal(false);
  const base = `#/army/${armoury.ruleset}/${bench.id}`;
  return (
    <div class="ledger">
      <Cost />
      <div class="ledger-acts" role="toolbar" aria-label={say('army.tools')}>
        <SignButton sign="↶" label={say('army.undo')} able={bench.mayUndo.value} act={() => bench.undo()} />
        <SignButton sign="↷" label={say('army.redo')} able={bench.mayRedo.value} act={() => bench.redo()} />
        <button type="button" class="button" aria-haspopup="dialog" onClick={() => { sharing.value = true; }}>{say('army.share')}</button>
        <a class="button" href={`${base}/print`}>{say('army.print')}</a>
        <a class="button go" href={`${base}/battle`} aria-label={say('army.play')}>
          <span class="where-wide">{say('army.play')}</span><span class="where-narrow">{say('army.play.short')}</span>
        </a>
      </div>
      {sharing.value && <ShareSheet army={bench.army.value} close={() => { sharing.value = false; }} />}
    </div>
  );
}

function Workshop(): JSX.Element {
  const armoury = useArmoury(), bench = useBench();
  const army = bench.army.value, list = bench.list.value;
  useKeys(bench);
  useFollowing(bench);
  return (
    <main class="army-page builder">
      <header class="army-heading" data-at="army" tabIndex={-1}>
        <NationArms nation={army.belligerent} />
        <div>
          <p class="crumb"><a href={`#/army/${armoury.ruleset}`}>{say('army.shelf.of', { game: armoury.title })}</a></p>
          <h1 class="unseen">{armyName(armoury, army)}</h1>
          <NameField class="army-name" label={say('army.name')} value={army.name} otherwise={armyName(armoury, army)} change={name => bench.change(renamed(army, name))} />
        </div>
      </header>
      <Ledger />
      {!lasting.value && <p class="army-trouble" role="alert">{say('army.not_kept')}</p>}
      <div class="bench">
        <aside class="bench-side" aria-label={say('army.side')}>
          {list && <Frame army={army} list={list} />}
          <Problems />
        </aside>
        <div class="bench-main">
          <h2>{say('army.order_of_battle')}</h2>
          {list?.structured && isStructured(army) && <StructuredBuilder army={army} list={list} />}
          {list && !list.structured && !isStructured(army) && <FlatBuilder army={army} list={list} />}
        </div>
      </div>
      <RuleSheet />
    </main>
  );
}

export function Builder({ bench }: { bench: Bench }): JSX.Element {
  return <BenchContext.Provider value={bench}><Workshop /></BenchContext.Provider>;
}
