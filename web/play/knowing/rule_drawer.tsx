/* rule_drawer.tsx: every rule of the game in our words: to search, to leaf through, to open from any id. */
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RuleText } from '../../engine/engine';
import { has, language, text } from '../../text';
import { word, wordsOf } from '../deciding/vocabulary';
import { useDesk } from '../desk';
import { bookOf, Trail, type Chapter, type RuleBook } from './rule_book';
import { TablesNote } from './provenance';
import { RuleLink } from './rule_link';

/* The option that switches a rule, and how it is set in this game. */
function Switch({ option }: { option: string }): JSX.Element {
  const { session } = useDesk();
  const words = wordsOf(session);
  const value = session.match.options[option];
  const meaning = value === undefined ? undefined : word(words, 'option', `${option}.${value}`);
  return (
    <div class="switched">
      <dt>{text('drawer.option', { name: word(words, 'option', option) ?? option })}</dt>
      <dd>{meaning ?? String(value ?? '')}</dd>
    </div>
  );
}

function Provenance({ name }: { name: string }): JSX.Element {
  const key = `drawer.from.${name}`;
  return (
    <div class={name === 'reconstructed' ? 'provenance doubtful' : 'provenance'}>
      <dt>{text('drawer.provenance')}</dt>
      <dd>{has(key) ? text(key) : name}</dd>
    </div>
  );
}

function Article({ rule, book }: { rule: RuleText; book: RuleBook }): JSX.Element {
  const { before, after } = book.neighbours(rule.rule);
  const citing = book.citing(rule.rule);
  return (
    <article class="rule" aria-labelledby="rule-title">
      <p class="chapter">{book.title(rule.chapter)}</p>
      <h3 id="rule-title" tabIndex={-1}>{rule.rule}</h3>
      <p class="rule-text">
        {book.passages(rule).map((passage, i) => (passage.rule === null ? passage.text : <RuleLink key={i} id={passage.rule} />))}
      </p>
      <dl>
        {rule.option !== undefined && <Switch option={rule.option} />}
        <Provenance name={rule.provenance} />
        {citing.length > 0 && (
          <div>
            <dt>{text('drawer.citing')}</dt>
            <dd class="citing">{citing.map(other => <RuleLink key={other.rule} id={other.rule} />)}</dd>
          </div>
        )}
      </dl>
      <nav class="leaf" aria-label={text('drawer.leaf')}>
        {before !== null && <RuleLink id={before}>{text('drawer.before', { id: before })}</RuleLink>}
        {after !== null && <RuleLink id={after}>{text('drawer.after', { id: after })}</RuleLink>}
      </nav>
    </article>
  );
}

function RuleList({ rules, here }: { rules: readonly RuleText[]; here: string | null }): JSX.Element {
  const desk = useDesk();
  return (
    <ul>
      {rules.map(rule => (
        <li key={rule.rule}>
          <button type="button" aria-current={rule.rule === here ? 'true' : undefined} onClick={() => desk.openRule(rule.rule)}>
            <span class="id">{rule.rule}</span> <span class="snippet">{rule.text}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Contents({ chapters, here }: { chapters: readonly Chapter[]; here: string | null }): JSX.Element {
  return (
    <>
      {chapters.map(({ name, rules }) => (
        <details key={name} open={rules.some(({ rule }) => rule === here)}>
          <summary>{name} <span class="count">{rules.length}</span></summary>
          <RuleList rules={rules} here={here} />
        </details>
      ))}
    </>
  );
}

function Sign({ sign, label, able, act }: { sign: string; label: string; able: boolean; act: () => void }): JSX.Element {
  return <button type="button" disabled={!able} aria-label={label} title={label} onClick={act}>{sign}</button>;
}

function Inside({ close }: { close: () => void }): JSX.Element {
  const desk = useDesk();
  const { engine, match } = desk.session;
  const book = bookOf(engine, match, language.value);
  const [query, setQuery] = useState('');
  const [trail, setTrail] = useState(Trail.empty);
  const body = useRef<HTMLDivElement>(null);
  const wanted = desk.rule.value;
  useEffect(() => { if (wanted !== null) setTrail(was => was.open(wanted)); }, [wanted]);
  const rule = wanted === null ? null : book.find(wanted);
  useLayoutEffect(() => {
    const dialog = body.current?.closest('dialog');
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  useLayoutEffect(() => {
    const target = rule ? '#rule-title' : 'input[type=search]';
    body.current?.querySelector<HTMLElement>(target)?.focus();
    body.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' });
  }, [rule?.rule]);
  const go = (next: Trail): void => {
    setTrail(next);
    desk.rule.value = next.here;
  };
  const key = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    go(event.key === 'ArrowLeft' ? trail.back() : trail.forward());
  };
  const found = book.search(query);
  return (
    <div class={`drawer-body${wanted === null ? '' : ' reading'}`} ref={body} onKeyDown={key}>
      <header>
        <h2 id="drawer-title">{text('drawer.title')}</h2>
        <Sign sign="←" label={text('drawer.back')} able={trail.mayGoBack} act={() => go(trail.back())} />
        <Sign sign="→" label={text('drawer.forward')} able={trail.mayGoForward} act={() => go(trail.forward())} />
        {wanted !== null && <button type="button" class="all" onClick={() => { desk.rule.value = null; }}>{text('drawer.all')}</button>}
        <Sign sign="✕" label={text('drawer.close')} able act={close} />
      </header>
      <div class="shelf">
        <input type="search" aria-label={text('drawer.search')} placeholder={text('drawer.search')} value={query}
          onInput={event => setQuery(event.currentTarget.value)} />
        <p class="found" role="status">{query.trim() !== '' && text('drawer.found', { count: String(found.length) })}</p>
        <nav class="contents" aria-label={text('drawer.contents')} tabIndex={-1}>
          {query.trim() === '' ? <Contents chapters={book.chapters} here={wanted} /> : <RuleList rules={found} here={wanted} />}
        </nav>
      </div>
      <div class="page">
        {rule && <Article rule={rule} book={book} />}
        {wanted !== null && !rule && <p class="nothing">{text('drawer.unknown', { id: wanted })}</p>}
        {wanted === null && <p class="nothing">{text('drawer.choose', { count: String(book.rules.length) })}</p>}
        {(wanted === null || rule?.provenance === 'reconstructed') && <TablesNote />}
      </div>
    </div>
  );
}

export function RuleDrawer(): JSX.Element {
  const desk = useDesk();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = (): void => { desk.drawer.value = false; };
  const outside = (event: MouseEvent): void => { if (event.target === dialog.current) close(); };
  return (
    <dialog class="drawer" ref={dialog} aria-labelledby="drawer-title" onClose={close} onClick={outside}>
      {desk.drawer.value && <Inside close={close} />}
    </dialog>
  );
}
