/* options_form.tsx: the rules that may be switched, with the choice of the book, or else of the scenario, marked. The texts are the game's. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { loadRuleset, words, type Game, type GameOption } from '../engine/load';
import { language, text } from '../text';

type Options = Pick<Game, 'id' | 'options'>;
type Values = Readonly<Record<string, number>>;

interface Props {
  game: Options;
  given?: Values | undefined;                                     /* those that the scenario means otherwise than the book */
  values: Values;
  change: (name: string, value: number) => void;
}

function labelOf(game: Options, option: GameOption, value: number, given: number | undefined): string {
  const label = words(game.id, language.value)[`option.${option.name}.${value}`] ?? String(value);
  if (value === given) return text('lobby.option.scenario', { label });
  return value === option.standard ? text('lobby.option.standard', { label }) : label;
}

function range(option: GameOption): number[] {
  return Array.from({ length: option.high - option.low + 1 }, (_, i) => option.low + i);
}

interface FieldProps { game: Options; option: GameOption; given: number | undefined; value: number; change: (value: number) => void }

function OptionField({ game, option, given, value, change }: FieldProps): JSX.Element {
  return (
    <label class="option">
      <span class="option-name">{words(game.id, language.value)[`option.${option.name}`] ?? option.name}</span>
      <span class="rule-id">{option.rule}</span>
      <select value={value} onChange={event => change(Number(event.currentTarget.value))}>
        {range(option).map(each => <option key={each} value={each}>{labelOf(game, option, each, given)}</option>)}
      </select>
    </label>
  );
}

/* The names of the options come with the game, perhaps after the form. */
function useWords(ruleset: string): void {
  const came = useSignal('');
  useEffect(() => { loadRuleset(ruleset).then(() => { came.value = ruleset; }, () => undefined); }, [ruleset]);
  void came.value;
}

export function OptionsForm({ game, given = {}, values, change }: Props): JSX.Element | null {
  useWords(game.id);
  if (game.options.length === 0) return null;
  const changed = game.options.filter(({ name, standard }) => (values[name] ?? given[name] ?? standard) !== (given[name] ?? standard)).length;
  const kept = Object.keys(given).length > 0 ? 'lobby.options.scenario' : 'lobby.options.book';
  return (
    <details class="options">
      <summary>{changed === 0 ? text(kept) : text('lobby.options.changed', { count: String(changed) })}</summary>
      <div class="options-list">
        {game.options.map(option => (
          <OptionField key={option.name} game={game} option={option} given={given[option.name]} value={values[option.name] ?? given[option.name] ?? option.standard}
            change={value => change(option.name, value)} />
        ))}
      </div>
    </details>
  );
}
