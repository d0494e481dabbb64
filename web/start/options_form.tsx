/* options_form.tsx: the rules that may be switched, with the book's own choice marked. The texts are the game's. */
import type { JSX } from 'preact';
import type { Game, GameOption } from '../engine/load';
import { words } from '../engine/load';
import { language, text } from '../text';

interface Props {
  game: Game;
  values: Readonly<Record<string, number>>;
  change: (name: string, value: number) => void;
}

function labelOf(game: Game, option: GameOption, value: number): string {
  const label = words(game.id, language.value)[`option.${option.name}.${value}`] ?? String(value);
  return value === option.standard ? text('lobby.option.standard', { label }) : label;
}

function range(option: GameOption): number[] {
  return Array.from({ length: option.high - option.low + 1 }, (_, i) => option.low + i);
}

function OptionField({ game, option, value, change }: { game: Game; option: GameOption; value: number; change: (value: number) => void }): JSX.Element {
  return (
    <label class="option">
      <span class="option-name">{words(game.id, language.value)[`option.${option.name}`] ?? option.name}</span>
      <span class="rule-id">{option.rule}</span>
      <select value={value} onChange={event => change(Number(event.currentTarget.value))}>
        {range(option).map(each => <option key={each} value={each}>{labelOf(game, option, each)}</option>)}
      </select>
    </label>
  );
}

export function OptionsForm({ game, values, change }: Props): JSX.Element | null {
  if (game.options.length === 0) return null;
  const changed = game.options.filter(({ name, standard }) => (values[name] ?? standard) !== standard).length;
  return (
    <details class="options">
      <summary>{changed === 0 ? text('lobby.options.book') : text('lobby.options.changed', { count: String(changed) })}</summary>
      <div class="options-list">
        {game.options.map(option => (
          <OptionField key={option.name} game={game} option={option} value={values[option.name] ?? option.standard}
            change={value => change(option.name, value)} />
        ))}
      </div>
    </details>
  );
}
