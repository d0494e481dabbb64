/* app.tsx: where the client begins. */
import { effect } from '@preact/signals';
import { render } from 'preact';
import { Start } from './start';
import { language, text } from './text';

/* The cookie has taken over from the token: keep it out of sight, history and copied addresses. */
if (location.search.includes('token=')) history.replaceState(null, '', location.pathname + location.hash);

effect(() => {
  document.documentElement.lang = language.value;
  document.title = text('page.title');
});

const root = document.getElementById('app');
if (root) render(<Start />, root);
