/* app.tsx: where the client begins: one screen for each address. */
import { effect, signal } from '@preact/signals';
import { type ComponentType, type JSX, render } from 'preact';
import { Boundary } from './boundary';
import { wire } from './net/socket';
import { Message } from './message';
import { headline } from './play/notice';
import { route, type Route } from './route';
import { GamePage } from './start/game_page';
import { Start } from './start/start';
import { language, text } from './text';

/* The cookie has taken over from the token: keep it out of sight, history and copied addresses. */
if (location.search.includes('token=')) history.replaceState(null, '', location.pathname + location.hash);

effect(() => {
  document.documentElement.lang = language.value;
  document.title = headline.value ? `${headline.value} · ${text('page.name')}` : text('page.title');
});

wire.connect();

/* The larger part of the client comes when the first table is opened. */
const tables = signal<ComponentType<{ to: Route }> | 'missing' | null>(null);

effect(() => {
  if (route.value.at === 'start' || (tables.peek() !== null && tables.peek() !== 'missing')) return;
  import('./tables').then(part => { tables.value = part.Tables; }, () => { tables.value = 'missing'; });
});

function App(): JSX.Element {
  const to = route.value;
  if (to.at === 'start') return <Start />;
  if (to.at === 'game') return <GamePage key={to.ruleset} ruleset={to.ruleset} scenario={to.scenario} />;
  const Tables = tables.value;
  if (Tables === 'missing') return <Message title={text('opening.failed')}>{text('opening.no_answer')}</Message>;
  return Tables ? <Tables to={to} /> : <main class="message" aria-busy="true"><p role="status">{text('opening.wait')}</p></main>;
}

/* Another address begins anew, also after a bug. */
function Screens(): JSX.Element {
  return <Boundary key={JSON.stringify(route.value)}><App /></Boundary>;
}

const root = document.getElementById('app');
if (root) render(<Screens />, root);
