/* rule_sheet.tsx: a rule looked up from a problem, with the way to the rules that it names. */
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Trail } from '../play/knowing/rule_book';
import { text } from '../text';
import { useArmoury } from './armoury';

/** The id of a rule. It opens the rule's text. */
export function RuleButton({ id }: { id: string }): JSX.Element {
  const armoury = useArmoury();
  return <button type="button" class="rule-link" aria-label={text('rule.open', { id })} title={text('rule.open', { id })} onClick={() => { armoury.rule.value = id; }}>{id}</button>;
}

function Inside({ id, close }: { id: string; close: () => void }): JSX.Element {
  const armoury = useArmoury(), { book } = armoury;
  const [trail, setTrail] = useState(Trail.empty);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => setTrail(was => was.open(id)), [id]);
  useLayoutEffect(() => {
    const dialog = body.current?.closest('dialog');
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  useLayoutEffect(() => body.current?.querySelector<HTMLElement>('#rule-title')?.focus(), [id]);
  const go = (next: Trail): void => {
    setTrail(next);
    armoury.rule.value = next.here;
  };
  const rule = book.find(id), { before, after } = book.neighbours(id);
  return (
    <div class="rule-sheet" ref={body}>
      <header>
        <p class="chapter">{rule ? book.title(rule.chapter) : ''}</p>
        <button type="button" disabled={!trail.mayGoBack} aria-label={text('drawer.back')} title={text('drawer.back')} onClick={() => go(trail.back())}>←</button>
        <button type="button" disabled={!trail.mayGoForward} aria-label={text('drawer.forward')} title={text('drawer.forward')} onClick={() => go(trail.forward())}>→</button>
        <button type="button" aria-label={text('drawer.close')} title={text('drawer.close')} onClick={close}>✕</button>
      </header>
      <h2 id="rule-title" tabIndex={-1}>{id}</h2>
      <p class="rule-text">
        {rule ? book.passages(rule).map((passage, i) => (passage.rule === null ? passage.text : <RuleButton key={i} id={passage.rule} />)) : text('drawer.unknown', { id })}
      </p>
      <nav class="leaf" aria-label={text('drawer.leaf')}>
        {[before, after].map(other => other !== null && <RuleButton key={other} id={other} />)}
      </nav>
    </div>
  );
}

export function RuleSheet(): JSX.Element {
  const armoury = useArmoury();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = (): void => { armoury.rule.value = null; };
  const id = armoury.rule.value;
  return (
    <dialog class="sheet-dialog rule-dialog" ref={dialog} aria-labelledby="rule-title" onClose={close} onClick={event => { if (event.target === dialog.current) close(); }}>
      {id !== null && <Inside id={id} close={close} />}
    </dialog>
  );
}
