/* switches.tsx: language and colours, on every screen. */
import type { JSX } from 'preact';
import { language, languages, speak, text } from './text';
import { dress, theme, themes } from './theme';

export function LanguageSwitch(): JSX.Element {
  return (
    <div class="switch" role="group" aria-label={text('language.label')}>
      {languages.map(({ id, name }) => (
        <button key={id} type="button" lang={id} aria-pressed={language.value === id} onClick={() => speak(id)}>{name}</button>
      ))}
    </div>
  );
}

export function ThemeSwitch(): JSX.Element {
  return (
    <div class="switch" role="group" aria-label={text('theme.label')}>
      {themes.map(name => (
        <button key={name} type="button" aria-pressed={theme.value === name} onClick={() => dress(name)}>{text(`theme.${name}`)}</button>
      ))}
    </div>
  );
}
