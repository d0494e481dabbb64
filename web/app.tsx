/* app.tsx: where the client begins: one screen for each address. */
import { effect } from '@preact/signals';
import { type JSX, render } from 'preact';
import { wire } from './net/socket';
import { openerOf } from './play/openers';
import { Message, Opening } from './play/opening';
import { headline } from './play/notice';
import { ReplayScreen } from './replay/replay_screen';
import { replaySource } from './replay/source';
import { route } from './route';
import { GamePage } from './start/game_page';
import { Start } from './start/start';
import { language, text } from './text';

/* The cookie has taken over from the token: keep it out of sight, history and copied addresses. */
if (location.search.includes('token=')) history.replaceState(null, '', location.pathname + location.hash);

effect(() => {
  document.documentElement.lang = language.value;
  document.title = headline.value ? `${headline.value} · ${text('page.name')}` : text('page.title');
});

/* Only a practice game needs no host. */
if (route.peek().at !== 'practice') wire.connect();

function App(): JSX.Element {
  const to = route.value;
  if (to.at === 'start') return <Start />;
  if (to.at === 'game') return <GamePage key={to.ruleset} ruleset={to.ruleset} scenario={to.scenario} />;
  const replay = to.at === 'replay' ? replaySource(to.rest) : null;
  if (replay) return <ReplayScreen key={replay.key} source={replay} />;
  const table = openerOf(to);
  if (table) return <Opening key={table.key} opener={table} />;
  return <Message title={text('nowhere.title')}>{text('nowhere.text')}</Message>;
}

const root = document.getElementById('app');
if (root) render(<App />, root);
