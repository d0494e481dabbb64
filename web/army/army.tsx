/* army.tsx: the screens of armies. They are a part of the client of their own, with a style sheet of their own, fetched when an army is first opened. */
import { signal, useSignal } from '@preact/signals';
import type { ComponentType, JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks';
import type { Army } from '../engine/armies';
import { save } from '../file';
import { Message } from '../message';
import { go, type Route } from '../route';
import { Bar } from '../start/bar';
import { language, text } from '../text';
import { Armoury, ArmouryContext, useArmoury } from './armoury';
import { BattlePage } from './battle';
import { Bench } from './bench';
import { Builder } from './builder';
import { faultText } from './incoming';
import { entryOf, isDamaged, keepNew, textOf } from './kept';
import { armyName } from './names';
import { PrintPages } from './print/print';
import { factsOf, Roster, Verdict } from './roster';
import { Shelf } from './shelf';
import { capital, say } from './words';

/* The armouries that were opened: null for a game without army lists. */
const opened = signal<ReadonlyMap<string, Armoury | null>>(new Map());

/* An army keeps its bench, and with it what can be taken back, as long as the page is there. */
const benches = new Map<string, Bench>();

function benchFor(armoury: Armoury, id: string, army: Army, document: unknown): Bench {
  let bench = benches.get(id);
  if (!bench) benches.set(id, (bench = new Bench(armoury, id, army)));
  else if (!bench.holds(document)) bench.change(army);          /* it was changed elsewhere: a change like any other */
  return bench;
}

function Trouble({ title, reason, children }: { title: string; reason: string; children?: JSX.Element | false }): JSX.Element {
  const armoury = useArmoury();
  return (
    <main class="message">
      <h1>{title}</h1>
      <p>{reason}</p>
      {children}
      <p><a class="act" href={`#/army/${armoury.ruleset}`}>{say('army.to_shelf')}</a></p>
    </main>
  );
}

/* An army of the shelf, for whatever screen wants it. */
function Kept({ id, show }: { id: string; show: (army: Army, document: unknown) => JSX.Element }): JSX.Element {
  const armoury = useArmoury();
  const entry = useMemo(() => entryOf(id), [id]);
  if (!entry) return <Trouble title={say('army.missing.title')} reason={say('army.missing.text')} />;
  const { value, fault } = isDamaged(entry) ? { value: undefined, fault: { line: 0, text: say('army.damaged.unreadable') } } : armoury.armies.read(entry.army);
  if (value) return show(value, isDamaged(entry) ? null : entry.army);
  return (
    <Trouble title={say('army.damaged')} reason={fault ? faultText(fault) : ''}>
      <><p>{say('army.damaged.text')}</p><p><button type="button" class="act" onClick={() => save(`army-${id}.txt`, textOf(id) ?? '', 'text/plain')}>{say('army.file.save')}</button></p></>
    </Trouble>
  );
}

/* Somebody else's army, by its code: looked at first, then kept if it is wanted. */
function Shared({ code }: { code: string }): JSX.Element {
  const armoury = useArmoury();
  const { value, fault } = armoury.armies.decode(code);
  if (fault) return <Trouble title={say('army.code.bad')} reason={capital(faultText(fault))} />;
  const report = armoury.armies.check(value, language.value).value?.report ?? null;
  return (
    <main class="army-page shared-page">
      <h1>{say('army.shared')}</h1>
      <section class="preview" aria-label={armyName(armoury, value)}>
        <p class="preview-facts">{factsOf(armoury, value, report)} <Verdict report={report} /></p>
        <Roster army={value} report={report} />
        <p class="preview-acts">
          <button type="button" class="primary" onClick={() => go(`#/army/${armoury.ruleset}/${keepNew(value)}`)}>{say('army.shared.keep')}</button>
          <a class="act" href={`#/army/${armoury.ruleset}`}>{say('army.to_shelf')}</a>
        </p>
      </section>
    </main>
  );
}

function Printed({ army, id }: { army: Army; id: string }): JSX.Element {
  const armoury = useArmoury();
  const list = armoury.listOf(army), report = armoury.armies.check(army, language.value).value?.report;
  if (!list || !report) return <Trouble title={say('army.damaged')} reason={say('army.no_list')} />;
  return (
    <main class="army-page print-page">
      <p class="crumb"><a href={`#/army/${armoury.ruleset}/${id}`}>{armyName(armoury, army)}</a></p>
      <PrintPages army={army} list={list} report={report} game={armoury.game} listOf={nation => armoury.list(nation, 'rules' in army ? army.rules : {})} />
    </main>
  );
}

function OnBench({ id, army, document }: { id: string; army: Army; document: unknown }): JSX.Element {
  const armoury = useArmoury();
  return <Builder bench={useMemo(() => benchFor(armoury, id, army, document), [id])} />;
}

function Screen({ rest: [first, second] }: { rest: readonly string[] }): JSX.Element {
  if (first === undefined || first === '') return <Shelf />;
  if (first === 'code') return <Shared code={second ?? ''} />;
  if (second === 'print') return <Kept id={first} show={army => <Printed army={army} id={first} />} />;
  if (second === 'battle') return <Kept id={first} show={army => <BattlePage army={army} id={first} />} />;
  return <Kept id={first} show={(army, document) => <OnBench id={first} army={army} document={document} />} />;
}

function ArmyScreens({ to }: { to: Route }): JSX.Element {
  const ruleset = to.at === 'army' ? to.ruleset : '';
  const trouble = useSignal('');
  useEffect(() => {
    if (opened.peek().has(ruleset)) return;
    Armoury.open(ruleset).then(armoury => { opened.value = new Map(opened.peek()).set(ruleset, armoury); }, (error: unknown) => { trouble.value = String(error); });
  }, [ruleset]);
  const armoury = opened.value.get(ruleset);
  useLayoutEffect(() => scrollTo(0, 0), [armoury]);
  if (trouble.value) return <Message title={text('opening.failed')}>{trouble.value}</Message>;
  if (armoury === null) return <Message title={text('nowhere.title')}>{say('army.no_lists')}</Message>;
  if (armoury === undefined) return <main class="message" aria-busy="true"><p role="status">{text('opening.wait')}</p></main>;
  return (
    <ArmouryContext.Provider value={armoury}>
      <Bar />
      <Screen rest={to.at === 'army' ? to.rest : []} />
    </ArmouryContext.Provider>
  );
}

/** The screens, when their style sheet has come. */
export function dressed(): Promise<ComponentType<{ to: Route }>> {
  return new Promise((resolve, reject) => {
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = 'army.css';
    sheet.onload = () => resolve(ArmyScreens);
    sheet.onerror = () => {
      sheet.remove();
      reject(new Error('army.css'));
    };
    document.head.append(sheet);
  });
}
