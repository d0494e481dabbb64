/* links.tsx: the links of a game, to be given to the others. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Seat } from '../engine/engine';
import { words } from '../engine/load';
import type { Session } from '../game/session';
import { keptLinks } from '../start/links';
import { language, text } from '../text';
import { sideName } from './looks';

/** A side by its name, or those who watch. */
export function nameOf(session: Session, seat: Seat): string {
  return seat === 'spectator' ? text('wait.spectators') : sideName(session.match, words(session.info.value.ruleset, language.value), seat);
}

function LinkRow({ name, link }: { name: string; link: string }): JSX.Element {
  const said = useSignal('');
  const address = new URL(`#/play/${link}`, location.href).href;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      said.value = text('wait.copied');
    } catch {
      said.value = text('wait.copy_by_hand');
    }
  };
  return (
    <div class="wait-link">
      <label>
        <span>{text('wait.link_for', { side: name })}</span>
        <input type="text" readOnly value={address} onFocus={event => event.currentTarget.select()} />
      </label>
      <button type="button" class="act" aria-label={text('wait.copy_for', { side: name })} onClick={() => void copy()}>{text('wait.copy')}</button>
      {'share' in navigator && <button type="button" class="act" aria-label={text('wait.share_for', { side: name })}
        onClick={() => { void navigator.share({ title: text('page.name'), url: address }).catch(() => undefined); }}>{text('wait.share')}</button>}
      <span role="status">{said.value}</span>
    </div>
  );
}

/** The links of the others, as far as this browser has them: who made the game has them all. */
export function othersLinks(session: Session): readonly (readonly [Seat, string])[] {
  const { game } = session.info.value;
  const links = keptLinks.value.find(kept => kept.game === game)?.links ?? {};
  return (Object.entries(links) as [Seat, string][]).filter(([seat]) => seat !== session.seat);
}

export function Links({ session }: { session: Session }): JSX.Element | null {
  const others = othersLinks(session);
  if (others.length === 0) return null;
  return (
    <section class="wait-part" aria-labelledby="wait-links">
      <h2 id="wait-links">{text('wait.links')}</h2>
      <p>{text('wait.links.text')}</p>
      {others.map(([seat, link]) => <LinkRow key={seat} name={nameOf(session, seat)} link={link} />)}
    </section>
  );
}

export function LinksDialog({ session, close }: { session: Session; close: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="sheet-dialog wait" aria-labelledby="wait-links" onClose={close}>
      <Links session={session} />
      <button type="button" class="act" onClick={() => dialog.current?.close()}>{text('help.close')}</button>
    </dialog>
  );
}
