/* help_dialog.tsx: the keys, for those who like them. */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { text } from '../text';
import { useDesk } from './desk';
import { shortcuts } from './keys';

export function HelpDialog(): JSX.Element {
  const desk = useDesk();
  const dialog = useRef<HTMLDialogElement>(null);
  const open = desk.help.value;
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} class="sheet-dialog" aria-labelledby="help-title" onClose={() => { desk.help.value = false; }}>
      <h2 id="help-title">{text('help.title')}</h2>
      <p>{text('help.intro')}</p>
      <dl class="keys">
        {shortcuts.map(([keys, name]) => (
          <div key={name}>
            <dt><kbd>{keys}</kbd></dt>
            <dd>{text(`key.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <button type="button" class="act" onClick={() => dialog.current?.close()}>{text('help.close')}</button>
    </dialog>
  );
}
