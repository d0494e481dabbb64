/* start.tsx: the start page: what is on the shelf, what was begun, and the quickest way to a first game. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { loadGames, type Game, type Scenario } from '../engine/load';
import { LanguageSwitch, ThemeSwitch } from '../switches';
import { has, language, text } from '../text';
import { books, type Book } from './books';
import { createGame } from './create';
import { Emblem } from './emblems';
import { JournalFile } from './journal_file';
import { usualLevel } from './new_game';
import { BattlePlan } from './plan';
import { SavedGames } from './saved_games';
import { Wordmark } from './wordmark';
import { go } from '../route';

const promises = ['legal', 'reason', 'secret', 'tongue'] as const;

/* The first lesson of the first game on the shelf that has one. */
function firstLesson(games: readonly Game[]): { game: Game; scenario: Scenario } | null {
  for (const book of books) {
    const game = games.find(({ id }) => id === book.id);
    const lessons = game?.scenarios.filter(({ lesson }) => lesson).sort((a, b) => (a.minutes ?? 0) - (b.minutes ?? 0));
    if (game && lessons?.[0]) return { game, scenario: lessons[0] };
  }
  return null;
}

function QuickStart({ games }: { games: readonly Game[] }): JSX.Element | null {
  const trouble = useSignal('');
  const lesson = firstLesson(games);
  if (!lesson) return null;
  const { game, scenario } = lesson;
  const level = usualLevel(game);
  const start = (): void => {
    createGame({ ruleset: game.id, scenario: scenario.id, options: {}, players: { A: 'person', B: level }, dice: 'fair', mode: 'computer' }, 'A')
      .then(go, (error: unknown) => { trouble.value = text('lobby.trouble', { reason: error instanceof Error ? error.message : String(error) }); });
  };
  return (
    <p class="quick">
      <button type="button" class="primary" onClick={start}>{text('lobby.quick')}</button>
      <span>{text('lobby.quick.note', { title: scenario.title?.[language.value] ?? scenario.id, minutes: String(scenario.minutes ?? 20) })}</span>
      <span class="lobby-trouble" role="alert">{trouble.value}</span>
    </p>
  );
}

function Hero({ games }: { games: readonly Game[] }): JSX.Element {
  return (
    <section class="hero" aria-labelledby="name">
      <BattlePlan />
      <div class="cartouche">
        <h1 id="name"><Wordmark /></h1>
        <p class="tagline">{text('hero.tagline')}</p>
        <p class="about">{text('hero.about')}</p>
        <QuickStart games={games} />
      </div>
    </section>
  );
}

function Card({ book, game }: { book: Book; game: Game | undefined }): JSX.Element {
  const alias = `game.${book.id}.alias`;
  const name = text(`game.${book.id}.name`);
  return (
    <li class={game ? 'card ready' : 'card coming'}>
      <Emblem game={book.id} />
      <h3>{game ? <a class="card-link" href={`#/game/${book.id}`}>{name}</a> : name}</h3>
      {has(alias) && <p class="alias" lang={language.value === 'en' ? 'fr' : 'en'}>{text(alias)}</p>}
      <p class="period">{text(`game.${book.id}.period`)}</p>
      <p class="line">{text(`game.${book.id}.line`)}</p>
      <p class="facts">
        <span class="board-kind">{text(`board.${book.board}`)}</span>
        <span class="state">{game ? text('lobby.scenarios.count', { count: String(game.scenarios.length) }) : text('state.coming')}</span>
        {game?.armies && <a class="card-armies" href={`#/army/${book.id}`}>{text('lobby.armies')}</a>}
      </p>
    </li>
  );
}

function Games({ games }: { games: readonly Game[] }): JSX.Element {
  return (
    <section id="games" class="games" aria-labelledby="games-title" tabIndex={-1}>
      <h2 id="games-title">{text('games.title')}</h2>
      <p class="intro">{text('games.intro')}</p>
      <ul class="cards">{books.map(book => <Card key={book.id} book={book} game={games.find(({ id }) => id === book.id)} />)}</ul>
    </section>
  );
}

function Promises(): JSX.Element {
  return (
    <section class="promises" aria-labelledby="promise-title">
      <h2 id="promise-title">{text('promise.title')}</h2>
      <dl>
        {promises.map(name => (
          <div key={name}>
            <dt>{text(`promise.${name}.title`)}</dt>
            <dd>{text(`promise.${name}.text`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function Start(): JSX.Element {
  const games = useSignal<readonly Game[]>([]);
  useEffect(() => { loadGames().then(list => { games.value = list; }, () => undefined); }, []);
  return (
    <>
      <header class="bar">
        <a class="skip" href="#games">{text('page.skip')}</a>
        <ThemeSwitch />
        <LanguageSwitch />
      </header>
      <main>
        <Hero games={games.value} />
        <SavedGames />
        <Games games={games.value} />
        <div class="columns">
          <JournalFile />
          <Promises />
        </div>
      </main>
      <footer class="notice">
        <h2>{text('notice.title')}</h2>
        <p>{text('notice.text')}</p>
      </footer>
    </>
  );
}
