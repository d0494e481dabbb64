/* tables.tsx: every screen with a table on it. They are a part of the client of their own, which the start page does without. */
import type { JSX } from 'preact';
import { Message } from './message';
import { openerOf } from './play/openers';
import { Opening } from './play/opening';
import { ReplayScreen } from './replay/replay_screen';
import { replaySource } from './replay/source';
import type { Route } from './route';
import { text } from './text';

export function Tables({ to }: { to: Route }): JSX.Element {
  const replay = to.at === 'replay' ? replaySource(to.rest) : null;
  if (replay) return <ReplayScreen key={replay.key} source={replay} />;
  const table = openerOf(to);
  if (table) return <Opening key={table.key} opener={table} />;
  return <Message title={text('nowhere.title')}>{text('nowhere.text')}</Message>;
}
