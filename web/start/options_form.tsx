/*
 * options_form.tsx: the rules that may be switched, with the choice of the book, or else of the scenario, marked, and before them those choices of
 * many that the game has under one name. The texts are the game's.
 */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { loadRuleset, words, type Game, type GameOption } from '../engine/load';
import { language, text } from '../text';
import { Choices } from './choices';

type Options = Pick<Game, 'id' | 'options' | 'presets'>;
type Values = Readonly<Record<string, number>>;

interface Props {
  game: Options;
  given?: Values | undefined;                                     /* those that the scenario means otherwise than the book */
  values: Values;
  change: (name: string, value: number) => void;
}

/* What an option is when only `values` have been chosen. */
function valueOf({ name, standard }: GameOption, given: Values, values: Values): number {
  return values[name] ?? given[name] ?? standard;
}

function isSame(game: Options, given: Values, one: Values, other: Values): boolean {
  return game.options.every(option => valueOf(option, given, one) === valueOf(option, given, other));
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

type PresetProps = Omit<Props, 'change'> & { choose: (values: Values) => void };

/** The choices that have a name. One's own is none of them, and stands there while it is made. */
export function Presets({ game, given = {}, values, choose }: PresetProps): JSX.Element | null {
  if (!game.presets) return null;
  const isWhole = isSame(game, given, values, {});
  const preset = isWhole ? undefined : game.presets.find(({ options }) => isSame(game, given, values, options));
  const own = isWhole || preset ? [] : [{ value: ':own', title: text('lobby.preset.own') }];
  return (
    <Choices name="preset" legend={text('lobby.presets')} value={isWhole ? ':whole' : preset?.id ?? ':own'}
      choose={id => { if (id !== ':own') choose(game.presets?.find(each => each.id === id)?.options ?? {}); }}
      choices={[
        { value: ':whole', title: text('lobby.preset.whole'), note: text('lobby.preset.whole.note') },
        ...game.presets.map(({ id, name, note }) => ({ value: id, title: name[language.value], note: note[language.value] })),
        ...own,
      ]} />
  );
}

/* What the scenario means otherwise than the book is said before anybody looks for it. */
function Given({ own, given }: { own: Readonly<Record<string, string>>; given: Values }): JSX.Element | null {
  const list = Object.entries(given).filter(([name]) => own[`option.${name}`] !== undefined);
  if (list.length === 0) return null;
  return (
    <div class="options-given">
      <p id="options-given">{text('lobby.options.given')}</p>
      <ul aria-labelledby="options-given">
        {list.map(([name, value]) => <li key={name}><b>{own[`option.${name}`]}</b> {own[`option.${name}.${value}`] ?? String(value)}</li>)}
      </ul>
    </div>
  );
}

export function OptionsForm({ game, given = {}, values, change }: Props): JSX.Element | null {
  useWords(game.id);
  if (game.options.length === 0) return null;
  const changed = game.options.filter(option => valueOf(option, given, values) !== valueOf(option, given, {})).length;
  const kept = Object.keys(given).length > 0 ? 'lobby.options.scenario' : 'lobby.options.book';
  return (
    <>
      <Given own={words(game.id, language.value)} given={given} />
      <details class="options">
        <summary>{changed === 0 ? text(kept) : text('lobby.options.changed', { count: String(changed) })}</summary>
        <div class="options-list">
          {game.options.map(option => (
            <OptionField key={option.name} game={game} option={option} given={given[option.name]} value={valueOf(option, given, values)}
              change={value => change(option.name, value)} />
          ))}
        </div>
      </details>
    </>
  );
}
