/* shelf.tsx: the armies that this browser keeps, and the ways to another one: made anew, suggested, brought from elsewhere. */
import { signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Answer, Army } from '../engine/armies';
import { save } from '../file';
import { go } from '../route';
import { Emblem } from '../start/emblems';
import { bookOf } from '../start/books';
import { language } from '../text';
import { NationArms } from './arms';
import { useArmoury } from './armoury';
import { newArmy, renamed } from './edits';
import { NameField } from './fields';
import { LimitField, NationField, StructureField } from './frame';
import { anotherArmy, armyFrom, armyFromFile, faultText } from './incoming';
import { entries, isDamaged, keep, keepNew, lasting, remove, restore, textOf, type Entry, type KeptArmy } from './kept';
import { armyName } from './names';
import { factsOf, Roster, Verdict } from './roster';
import { saveArmy } from './share';
import { say } from './words';

/* What was put away last, to be brought back. */
const away = signal<{ readonly id: string; readonly text: string; readonly name: string } | null>(null);

function putAway(id: string, name: string): void {
  const text = textOf(id);
  if (text === null) return;
  away.value = { id, text, name };
  remove(id);
}

function dateOf(when: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' }).format(when);
}

function ArmyCard({ kept, army }: { kept: KeptArmy; army: Army }): JSX.Element {
  const armoury = useArmoury();
  const renaming = useSignal(false);
  const name = armyName(armoury, army), report = armoury.armies.check(army, language.value).value?.report ?? null, address = `#/army/${armoury.ruleset}/${kept.id}`;
  return (
    <li class="army-card">
      <NationArms nation={army.belligerent} />
      <div class="army-card-text">
        <h3>{renaming.value
          ? <NameField label={say('army.name')} value={army.name} otherwise={name} change={next => keep(kept.id, renamed(army, next))} />
          : <a href={address}>{name}</a>}</h3>
        <p>{factsOf(armoury, army, report)}</p>
        <p><Verdict report={report} /> <span class="army-date">{dateOf(kept.when)}</span></p>
      </div>
      <div class="saved-acts">
        <a class="button" href={`${address}/battle`} aria-label={say('army.play.name', { name })}>{say('army.play.short')}</a>
        <button type="button" aria-pressed={renaming.value} aria-label={say('army.rename.name', { name })} onClick={() => { renaming.value = !renaming.value; }}>{say('army.rename')}</button>
        <button type="button" aria-label={say('army.duplicate.name', { name })} onClick={() => { keepNew({ ...army, name: say('army.copy_of', { name }) }); }}>{say('army.duplicate')}</button>
        <button type="button" aria-label={say('army.file.save.name', { name })} onClick={() => saveArmy(armoury, army)}>{say('army.file')}</button>
        <button type="button" aria-label={say('army.delete.name', { name })} onClick={() => putAway(kept.id, name)}>{say('army.delete')}</button>
      </div>
    </li>
  );
}

function DamagedCard({ id, reason }: { id: string; reason: string }): JSX.Element {
  return (
    <li class="army-card damaged">
      <div class="army-card-text">
        <h3>{say('army.damaged')}</h3>
        <p class="army-trouble">{reason}</p>
        <p>{say('army.damaged.text')}</p>
      </div>
      <div class="saved-acts">
        <button type="button" onClick={() => save(`army-${id}.txt`, textOf(id) ?? '', 'text/plain')}>{say('army.file')}</button>
        <button type="button" aria-label={say('army.delete.name', { name: say('army.damaged') })} onClick={() => putAway(id, say('army.damaged'))}>{say('army.delete')}</button>
      </div>
    </li>
  );
}

function Card({ entry }: { entry: Entry }): JSX.Element {
  const armoury = useArmoury();
  if (isDamaged(entry)) return <DamagedCard id={entry.id} reason={say('army.damaged.unreadable')} />;
  const { value, fault } = armoury.armies.read(entry.army);
  return fault ? <DamagedCard id={entry.id} reason={faultText({ line: 0, text: fault.text })} /> : <ArmyCard kept={entry} army={value} />;
}

function MyArmies(): JSX.Element {
  const armoury = useArmoury();
  const own = entries.value.filter(entry => isDamaged(entry) || entry.ruleset === armoury.ruleset);
  const bring = (): void => {
    if (away.value) restore(away.value.id, away.value.text);
    away.value = null;
  };
  return (
    <section class="my-armies" aria-labelledby="mine-title">
      <h2 id="mine-title">{say('army.mine')}</h2>
      <p role="status" class="put-away">
        {away.value && <>{say('army.deleted', { name: away.value.name })} <button type="button" class="button" onClick={bring}>{say('army.undo.delete')}</button></>}
      </p>
      {!lasting.value && <p class="army-trouble" role="alert">{say('army.not_kept')}</p>}
      {own.length === 0 ? <p class="hint">{say('army.none')}</p> : <ul class="army-cards">{own.map(entry => <Card key={entry.id} entry={entry} />)}</ul>}
    </section>
  );
}

function Preview({ army, another }: { army: Army; another: () => void }): JSX.Element {
  const armoury = useArmoury();
  const report = armoury.armies.check(army, language.value).value?.report ?? null;
  return (
    <div class="preview" role="region" aria-label={say('army.suggestion')}>
      <p class="preview-facts">{factsOf(armoury, army, report)} <Verdict report={report} /></p>
      <Roster army={army} report={report} />
      <p class="preview-acts">
        <button type="button" class="primary" onClick={() => go(`#/army/${armoury.ruleset}/${keepNew(army)}`)}>{say('army.suggestion.keep')}</button>
        <button type="button" class="act" onClick={another}>{say('army.suggestion.other')}</button>
      </p>
    </div>
  );
}

function NewArmy(): JSX.Element | null {
  const armoury = useArmoury();
  const nation = useSignal(armoury.armies.belligerents[0] ?? ''), limit = useSignal<number | null>(null), structure = useSignal('');
  const suggested = useSignal<Army | null>(null), trouble = useSignal('');
  const seed = useRef(Math.floor(Math.random() * 1e6));
  const list = armoury.list(nation.value);
  if (!list) return null;
  const budget = limit.value ?? list.limit.standard, frame = list.structured ? structure.value || (list.structures[0]?.id ?? '') : null;
  const begin = (event: Event): void => {
    event.preventDefault();
    go(`#/army/${armoury.ruleset}/${keepNew(newArmy(armoury.ruleset, list, nation.value, budget, frame))}`);
  };
  const suggest = (): void => {
    const { value, fault } = anotherArmy(armoury, nation.value, budget, suggested.value, () => ++seed.current);
    suggested.value = value ?? null;
    trouble.value = fault ? say('army.fault', { reason: fault.text }) : '';
  };
  const settle = (change: () => void): void => {
    change();
    suggested.value = null;
  };
  return (
    <section class="new-army" aria-labelledby="new-title">
      <h2 id="new-title">{say('army.new')}</h2>
      <form class="army-form" aria-labelledby="new-title" onSubmit={begin}>
        <NationField value={nation.value} choose={id => settle(() => { nation.value = id; })} />
        <LimitField list={list} value={budget} change={value => settle(() => { limit.value = value; })} />
        {list.structured && frame !== null && <StructureField list={list} value={frame} choose={id => { structure.value = id; }} />}
        <p class="form-acts">
          <button type="submit" class="primary">{say('army.begin')}</button>
          <button type="button" class="act" onClick={suggest}>{say('army.suggest')}</button>
        </p>
        <p class="army-trouble" role="alert">{trouble.value}</p>
      </form>
      {suggested.value && <Preview army={suggested.value} another={suggest} />}
    </section>
  );
}

function Import(): JSX.Element {
  const armoury = useArmoury();
  const code = useSignal(''), trouble = useSignal(''), over = useSignal(false);
  const take = ({ value, fault }: Answer<Army>): void => {
    if (fault) trouble.value = say('army.import.failed', { reason: faultText(fault) });
    else go(`#/army/${armoury.ruleset}/${keepNew(value)}`);
  };
  const takeFile = async (file: File | undefined): Promise<void> => { if (file) take(await armyFromFile(armoury, file)); };
  return (
    <section class={over.value ? 'import-army dropping' : 'import-army'} aria-labelledby="import-title"
      onDragOver={event => { event.preventDefault(); over.value = true; }} onDragLeave={() => { over.value = false; }}
      onDrop={event => { event.preventDefault(); over.value = false; void takeFile(event.dataTransfer?.files[0]); }}>
      <h2 id="import-title">{say('army.import')}</h2>
      <form class="army-form" onSubmit={event => { event.preventDefault(); take(armyFrom(armoury, code.value)); }}>
        <label class="select-field"><span class="field-label">{say('army.import.code')}</span>
          <input type="text" value={code.value} autocomplete="off" spellcheck={false} onInput={event => { code.value = event.currentTarget.value; trouble.value = ''; }} />
        </label>
        <p class="form-acts"><button type="submit" class="act">{say('army.import.read')}</button></p>
      </form>
      <label class="file">
        <span>{say('army.import.file')}</span>
        <input type="file" accept=".json,application/json,text/plain" onChange={event => { void takeFile(event.currentTarget.files?.[0]); event.currentTarget.value = ''; }} />
      </label>
      <p class="army-trouble" role="alert">{trouble.value}</p>
    </section>
  );
}

export function Shelf(): JSX.Element {
  const armoury = useArmoury();
  const book = bookOf(armoury.ruleset);
  return (
    <main class="army-page shelf-page">
      <header class="game-heading">
        {book && <Emblem game={book.id} />}
        <div>
          <p class="crumb"><a href={`#/game/${armoury.ruleset}`}>{armoury.title}</a></p>
          <h1>{say('army.shelf')}</h1>
          <p class="line">{say('army.shelf.text')}</p>
        </div>
      </header>
      <div class="shelf-columns">
        <MyArmies />
        <div class="shelf-side"><NewArmy /><Import /></div>
      </div>
    </main>
  );
}
