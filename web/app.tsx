/* app.tsx: where the client begins: one screen for each address. */
import { effect, signal, type Signal } from '@preact/signals';
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

type Part = Signal<ComponentType<{ to: Route }> | 'missing' | null>;

/* The larger parts of the client come when the first table, or the first army, is opened. */
const tables: Part = signal(null), armies: Part = signal(null);

function fetchPart(part: Part, get: () => Promise<ComponentType<{ to: Route }>>): void {
  if (part.peek() !== null && part.peek() !== 'missing') return;
  get().then(screen => { part.value = screen; }, () => { part.value = 'missing'; });
}

effect(() => {
  const { at } = route.value;
  if (at === 'army') fetchPart(armies, async () => (await import('./army/army')).dressed());
  else if (at !== 'start') fetchPart(tables, async () => (await import('./tables')).Tables);
});

function App(): JSX.Element {
  const to = route.value;
  if (to.at === 'start') return <Start />;
  if (to.at === 'game') return <GamePage key={to.ruleset} ruleset={to.ruleset} scenario={to.scenario} />;
  const Part = (to.at === 'army' ? armies : tables).value;
  if (Part === 'missing') return <Message title={text('opening.failed')}>{text('opening.no_answer')}</Message>;
  return Part ? <Part to={to} /> : <main class="message" aria-busy="true"><p role="status">{text('opening.wait')}</p></main>;
}

/* Another address begins anew, also after a bug. */
function Screens(): JSX.Element {
  return <Boundary key={JSON.stringify(route.value)}><App /></Boundary>;
}

const root = document.getElementById('app');
if (root) render(<Screens />, root);
