/* theme.ts: paper, copper, or what the system prefers. The style sheet does the rest. */
import { effect, signal } from '@preact/signals';
import { recall, remember } from './memory';

export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const kept = recall('theme');

export const theme = signal<Theme>(themes.find(name => name === kept) ?? 'auto');

export function dress(choice: Theme): void {
  theme.value = choice;
  remember('theme', choice);
}

effect(() => {
  if (theme.value === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme.value;
});
