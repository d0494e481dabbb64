/* start.tsx: the start page. */
import type { JSX } from 'preact';
import { Emblem } from './emblems';
import { BattlePlan } from './plan';
import { dress, theme, themes } from './theme';
import { has, language, languages, speak, text } from './text';
import { Wordmark } from './wordmark';

const games = [
  { id: 'brevis', board: 'table', state: 'ready' },
  { id: 'liber', board: 'table', state: 'coming' },
  { id: 'reiters', board: 'zones', state: 'coming' },
  { id: 'iron', board: 'hexes', state: 'coming' },
  { id: 'argad', board: 'table', state: 'coming' },
  { id: 'sample', board: 'any', state: 'ready' },
] as const;

const promises = ['legal', 'reason', 'secret', 'tongue'] as const;

type Game = (typeof games)[number];

function LanguageSwitch(): JSX.Element {
  return (
    <div class="switch" role="group" aria-label={text('language.label')}>
      {languages.map(({ id, name }) => (
        <button key={id} type="button" lang={id} aria-pressed={language.value === id} onClick={() => speak(id)}>{name}</button>
      ))}
    </div>
  );
}

function ThemeSwitch(): JSX.Element {
  return (
    <div class="switch" role="group" aria-label={text('theme.label')}>
      {themes.map(name => (
        <button key={name} type="button" aria-pressed={theme.value === name} onClick={() => dress(name)}>{text(`theme.${name}`)}</button>
      ))}
    </div>
  );
}

function Hero(): JSX.Element {
  return (
    <section class="hero" aria-labelledby="name">
      <BattlePlan />
      <div class="cartouche">
        <h1 id="name"><Wordmark /></h1>
        <p class="tagline">{text('hero.tagline')}</p>
        <p class="about">{text('hero.about')}</p>
      </div>
    </section>
  );
}

function Card({ game }: { game: Game }): JSX.Element {
  const alias = `game.${game.id}.alias`;
  return (
    <li class={`card ${game.state}`}>
      <Emblem game={game.id} />
      <h3>{text(`game.${game.id}.name`)}</h3>
      {has(alias) && <p class="alias" lang={language.value === 'en' ? 'fr' : 'en'}>{text(alias)}</p>}
      <p class="period">{text(`game.${game.id}.period`)}</p>
      <p class="line">{text(`game.${game.id}.line`)}</p>
      <p class="facts">
        <span class="board">{text(`board.${game.board}`)}</span>
        <span class="state">{text(`state.${game.state}`)}</span>
      </p>
    </li>
  );
}

function Games(): JSX.Element {
  return (
    <section id="games" class="games" aria-labelledby="games-title" tabIndex={-1}>
      <h2 id="games-title">{text('games.title')}</h2>
      <p class="intro">{text('games.intro')}</p>
      <ul class="cards">{games.map(game => <Card key={game.id} game={game} />)}</ul>
    </section>
  );
}

function Today(): JSX.Element {
  return (
    <section class="today" aria-labelledby="now-title">
      <h2 id="now-title">{text('now.title')}</h2>
      <p>{text('now.text', { ruleset: 'sample, brevis' })}</p>
      <pre><code>mestre --help</code></pre>
      <p>{text('now.next')}</p>
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
  return (
    <>
      <header class="bar">
        <a class="skip" href="#games">{text('page.skip')}</a>
        <ThemeSwitch />
        <LanguageSwitch />
      </header>
      <main>
        <Hero />
        <Games />
        <div class="columns">
          <Today />
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
