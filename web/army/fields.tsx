/* fields.tsx: the small controls of the builder. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../text';
import { say } from './words';

const longestName = 60;

/** A name that its owner may give; it counts when the field is left, or with Enter. */
export function NameField({ label, value, otherwise, change, class: kind = 'name-field', at }: {
  label: string; value: string | undefined; otherwise: string; change: (name: string) => void; class?: string; at?: string;
}): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const commit = (): void => { if (field.current && field.current.value.trim() !== (value ?? '')) change(field.current.value); };
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') commit();
    if (event.key !== 'Escape' || !field.current) return;
    field.current.value = value ?? '';
    event.stopPropagation();
  };
  return (
    <input ref={field} type="text" class={kind} aria-label={label} value={value ?? ''} placeholder={otherwise} maxLength={longestName} data-at={at}
      autocomplete="off" spellcheck={false} onChange={commit} onKeyDown={key} />
  );
}

/** A sign with a name. A button that cannot do anything now stays where the keyboard is. */
export function SignButton({ sign, label, act, able = true, at }: { sign: string | JSX.Element; label: string; act: () => void; able?: boolean; at?: string }): JSX.Element {
  return (
    <button type="button" class="sign" aria-label={label} title={label} aria-disabled={able ? undefined : 'true'} data-at={at} onClick={() => { if (able) act(); }}>
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}

export function Select({ label, value, choices, choose, shows = true, at }: {
  label: string; value: string; choices: readonly (readonly [value: string, title: string])[]; choose: (value: string) => void; shows?: boolean; at?: string;
}): JSX.Element {
  return (
    <label class="select-field">
      <span class={shows ? 'field-label' : 'unseen'}>{label}</span>
      <select value={value} data-at={at} onChange={event => choose(event.currentTarget.value)}>
        {choices.map(([id, title]) => <option key={id} value={id} selected={id === value}>{title}</option>)}
      </select>
    </label>
  );
}

/** A dialog that is there as long as it is wanted. */
export function Sheet({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      dialog.current?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog class="sheet-dialog army-sheet" ref={dialog} aria-labelledby="sheet-title" onCancel={event => { event.preventDefault(); close(); }}
      onClick={event => { if (event.target === dialog.current) close(); }}>
      <header>
        <h2 id="sheet-title">{title}</h2>
        <SignButton sign="✕" label={text('drawer.close')} act={close} />
      </header>
      {children}
    </dialog>
  );
}

/** A text to be given to somebody else. */
export function CopyField({ label, value, name }: { label: string; value: string; name: string }): JSX.Element {
  const said = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => { said.value = ''; }, [value]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      said.value = say('army.copied');
    } catch {
      field.current?.select();
      said.value = say('army.copy.by_hand');
    }
  };
  return (
    <div class="copy-field">
      <label><span class="field-label">{label}</span><input ref={field} type="text" readOnly value={value} onFocus={event => event.currentTarget.select()} /></label>
      <button type="button" class="button" aria-label={name} onClick={() => void copy()}>{say('army.copy')}</button>
      <span role="status">{said.value}</span>
    </div>
  );
}
