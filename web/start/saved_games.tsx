/* saved_games.tsx: what was begun: on a private table all of it, elsewhere what this browser has links to. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { loadGames, type Game } from '../engine/load';
import { request, welcome } from '../net/socket';
import type { SavedGame } from '../net/protocol';
import { language, text } from '../text';
import { playAddress } from './addresses';
import { forgetLink, keptLinks } from './links';

interface Row {
  readonly game: string;
  readonly ruleset: string;
  readonly scenario: string;
  readonly title?: SavedGame['title'];
  readonly when: number;
  readonly mode: SavedGame['mode'];
  readonly over: boolean;                 /* of games by link: as far as this browser has seen */
  readonly play: string;
  readonly replay: string;
}

function ownRow(saved: SavedGame): Row {
  return { ...saved, when: saved.active, play: playAddress(saved, null), replay: `#/replay-own/${saved.game}` };
}

function keptRows(): Row[] {
  return keptLinks.value.map(kept => {
    const players = Object.fromEntries(Object.keys(kept.links).map(seat => [seat, 'person']));
    const link = Object.values(kept.links)[0] ?? '';
    return { ...kept, over: kept.over ?? false, play: playAddress({ ...kept, players }, kept.links), replay: `#/replay/${link}` };
  });
}

function titleOf(games: readonly Game[], row: Row): string {
  const game = games.find(({ id }) => id === row.ruleset);
  const scenario = game?.scenarios.find(({ id }) => id === row.scenario);
  return row.title?.[language.value] ?? scenario?.title?.[language.value] ?? row.scenario;
}

function gameOf(games: readonly Game[], row: Row): string {
  return games.find(({ id }) => id === row.ruleset)?.title[language.value] ?? row.ruleset;
}

function dateOf(when: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' }).format(when);
}

function GameRow({ games, row, remove }: { games: readonly Game[]; row: Row; remove: () => void }): JSX.Element {
  const asking = useSignal(false);
  const title = titleOf(games, row);
  return (
    <li class="saved">
      <span class="saved-title">{title}</span>
      <span class="saved-facts">{[gameOf(games, row), text(`lobby.saved.${row.mode}`), dateOf(row.when)].join(' · ')}</span>
      <span class="saved-acts">
        {!row.over && <a class="button" href={row.play} aria-label={text('lobby.saved.go.on', { title })}>{text('lobby.go.on')}</a>}
        {row.over && <a class="button" href={row.replay} aria-label={text('lobby.saved.replay', { title })}>{text('lobby.replay')}</a>}
        {asking.value
          ? <button type="button" class="danger" onClick={remove}>{text('lobby.delete.sure')}</button>
          : <button type="button" onClick={() => { asking.value = true; }} aria-label={text('lobby.saved.delete', { title })}>{text('lobby.delete')}</button>}
      </span>
    </li>
  );
}

export function SavedGames(): JSX.Element | null {
  const games = useSignal<readonly Game[]>([]);
  const own = useSignal<readonly SavedGame[]>([]);
  const isOwn = welcome.value?.host === 'play';

  const reload = async (): Promise<void> => {
    const answer = await request('list', {});
    if ('games' in answer) own.value = answer.games;
  };
  useEffect(() => { loadGames().then(list => { games.value = list; }, () => undefined); }, []);
  useEffect(() => { if (isOwn) void reload(); }, [isOwn]);

  const rows = isOwn ? own.value.map(ownRow) : keptRows();
  const remove = async (row: Row): Promise<void> => {
    if (!isOwn) return forgetLink(row.game);
    await request('delete', { game: row.game });
    await reload();
  };
  if (rows.length === 0) return null;
  return (
    <section class="saved-games" aria-labelledby="saved-title">
      <h2 id="saved-title">{text('lobby.saved')}</h2>
      <ul>{rows.map(row => <GameRow key={row.game} games={games.value} row={row} remove={() => void remove(row)} />)}</ul>
    </section>
  );
}
