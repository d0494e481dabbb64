/* game_page.tsx: one game: its scenarios, each with a drawing, and the form for a new game. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { loadGame, loadRuleset, loadScenes, type Game, type Scenario, type Scene, type Scenes } from '../engine/load';
import { Thumbnail } from '../table/thumbnail';
import { language, text } from '../text';
import { bookOf } from './books';
import { Emblem } from './emblems';
import { NewGameForm } from './new_game';
import { Bar } from './bar';

/* Lessons first, then the shorter before the longer. */
function inOrder(scenarios: readonly Scenario[]): Scenario[] {
  return [...scenarios].sort((a, b) => Number(b.lesson) - Number(a.lesson) || (a.minutes ?? 0) - (b.minutes ?? 0));
}

function ScenarioFacts({ scenario }: { scenario: Scenario }): JSX.Element {
  return (
    <p class="facts">
      {scenario.year !== undefined && <span>{scenario.year}</span>}
      {scenario.minutes !== undefined && <span>{text('lobby.minutes', { count: String(scenario.minutes) })}</span>}
      {scenario.turns !== undefined && <span>{text('lobby.turns', { count: String(scenario.turns) })}</span>}
      {scenario.lesson && <span class="state">{text('lobby.lesson')}</span>}
    </p>
  );
}

interface CardProps { game: Game; scenario: Scenario; scene: Scene | undefined; chosen: boolean }

function ScenarioCard({ game, scenario, scene, chosen }: CardProps): JSX.Element {
  return (
    <li class={chosen ? 'scenario chosen' : 'scenario'}>
      <a href={`#/game/${game.id}/${scenario.id}`} aria-current={chosen ? 'true' : undefined}>
        {scene ? <Thumbnail scenario={scene} /> : <span class="thumbnail" />}
        <span class="scenario-title">{scenario.title?.[language.value] ?? scenario.id}</span>
      </a>
      <ScenarioFacts scenario={scenario} />
    </li>
  );
}

/* On a narrow screen the form is below the scenarios: it comes to who has chosen one. */
function Chosen({ game, scenario, scene, asked }: Omit<CardProps, 'chosen'> & { asked: boolean }): JSX.Element {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (asked && place.current && place.current.getBoundingClientRect().top > innerHeight * 0.7) place.current.scrollIntoView();
  }, [scenario.id, asked]);
  const title = scenario.title?.[language.value] ?? scenario.id;
  return (
    <section class="chosen-scenario" aria-labelledby="chosen-title" ref={place}>
      <h2 id="chosen-title">{title}</h2>
      <p class="versus">{scenario.sides.map(({ name }) => name[language.value]).join(' · ')}</p>
      {scene?.intro && <p class="scenario-intro">{scene.intro[language.value]}</p>}
      <NewGameForm key={scenario.id} game={game} battle={{ scenario: scenario.id }} title={title} given={scenario.options}
        sideName={seat => scenario.sides.find(side => side.seat === seat)?.name[language.value] ?? seat} />
    </section>
  );
}

function Heading({ game }: { game: Game }): JSX.Element {
  const book = bookOf(game.id);
  return (
    <header class="game-heading">
      {book && <Emblem game={book.id} />}
      <div>
        <h1>{book ? text(`game.${book.id}.name`) : game.title[language.value]}</h1>
        {book && <p class="period">{text(`game.${book.id}.period`)}</p>}
        {book && <p class="line">{text(`game.${book.id}.line`)}</p>}
      </div>
      {game.armies && <p class="game-armies"><a class="button" href={`#/army/${game.id}`}>{text('lobby.armies')}</a> {text('lobby.armies.note')}</p>}
    </header>
  );
}

export function GamePage({ ruleset, scenario }: { ruleset: string; scenario: string | null }): JSX.Element {
  const game = useSignal<Game | null>(null);
  const scenes = useSignal<Scenes>({});
  const ready = useSignal(false);
  const trouble = useSignal('');

  useEffect(() => {
    loadGame(ruleset).then(found => { game.value = found; }, (error: unknown) => { trouble.value = String(error); });
    loadScenes(ruleset).then(found => { scenes.value = found; }, () => undefined);
    loadRuleset(ruleset).then(() => { ready.value = true; }, () => undefined);      /* the texts of its options; the engine comes along */
  }, [ruleset]);

  const list = game.value ? inOrder(game.value.scenarios) : [];
  const chosen = list.find(({ id }) => id === scenario) ?? list[0];
  return (
    <>
      <Bar />
      <main class="game-page" data-ready={ready.value}>
        {trouble.value && <p class="lobby-trouble" role="alert">{text('lobby.trouble', { reason: trouble.value })}</p>}
        {game.value && <Heading game={game.value} />}
        {game.value && chosen && (
          <div class="game-columns">
            <nav aria-label={text('lobby.scenarios')}>
              <h2>{text('lobby.scenarios')}</h2>
              <ul class="scenarios">
                {list.map(each => <ScenarioCard key={each.id} game={game.value as Game} scenario={each} scene={scenes.value[each.id]} chosen={each === chosen} />)}
              </ul>
            </nav>
            <Chosen game={game.value} scenario={chosen} scene={scenes.value[chosen.id]} asked={scenario !== null} />
          </div>
        )}
      </main>
    </>
  );
}
