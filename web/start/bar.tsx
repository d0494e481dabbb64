/* bar.tsx: the line above the pages that are not a table: the way home, colours, language. */
import type { JSX } from 'preact';
import { LanguageSwitch, ThemeSwitch } from '../switches';
import { text } from '../text';

export function Bar(): JSX.Element {
  return (
    <header class="bar with-home">
      <a class="home" href="#/">{text('lobby.home')}</a>
      <ThemeSwitch />
      <LanguageSwitch />
    </header>
  );
}
