/* hanging.tsx: a button with something more behind it, which hangs below it while it is wanted. */
import type { ComponentChildren, JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';

/* Below its button, within the window. */
function hang(popover: HTMLElement, button: HTMLElement): void {
  const { left, bottom } = button.getBoundingClientRect();
  popover.style.top = `${bottom + 6}px`;
  popover.style.left = `${Math.max(8, Math.min(left, window.innerWidth - popover.offsetWidth - 8))}px`;
}

interface HangingProps { class: string; label: string; face: ComponentChildren; title?: string; children: () => ComponentChildren }

/** `face` is what the button shows, `label` the name of what hangs from it; that is made only while it is open. */
export function Hanging({ class: name, label, face, title, children }: HangingProps): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const toggled = (event: Event): void => {
    const opens = (event as ToggleEvent).newState === 'open';
    setOpen(opens);
    if (opens && popover.current && button.current) hang(popover.current, button.current);
  };
  /* Escape puts this away, and nothing that is being decided. */
  const key = (event: KeyboardEvent): void => {
    if (!open || event.key !== 'Escape') return;
    event.stopPropagation();
    event.preventDefault();
    popover.current?.hidePopover();
    button.current?.focus();
  };
  return (
    <>
      <button type="button" class={name} ref={button} aria-expanded={open} title={title} onClick={() => popover.current?.togglePopover()} onKeyDown={key}>{face}</button>
      <div class="score-popover" ref={popover} popover="auto" role="dialog" aria-label={label} onToggle={toggled} onKeyDown={key}>{open && children()}</div>
    </>
  );
}
