/* message.tsx: a page with nothing but a few words and a way back. */
import type { JSX } from 'preact';
import { LanguageSwitch, ThemeSwitch } from './switches';
import { text } from './text';

export function Message({ title, children }: { title: string; children?: JSX.Element | string }): JSX.Element {
  return (
    <div class="message-page">
      <header class="bar"><ThemeSwitch /><LanguageSwitch /></header>
      <main class="message">
        <h1>{title}</h1>
        {children !== undefined && <p>{children}</p>}
        <p><a class="act" href="#/">{text('message.back')}</a></p>
      </main>
    </div>
  );
}
