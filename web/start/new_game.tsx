/* new_game.tsx: everything that is settled before a game: side, opponent, dice, options. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Seat } from '../engine/engine';
import type { Game } from '../engine/load';
import { welcome } from '../net/socket';
import type { Armies, Mode, NewGame, Player } from '../net/protocol';
import { go } from '../route';
import { has, text } from '../text';
import { Choices } from './choices';
import { createGame } from './create';
import { OptionsForm, Presets } from './options_form';

type Dice = NewGame['dice'];

function seatsOf(game: Game): Seat[] {
  return (['A', 'B', 'C', 'D'] as const).slice(0, game.seats);
}

const tempers = ['balanced', 'cautious', 'bold'] as const;
type Temper = typeof tempers[number];

/** The levels of the computer, the strongest first. `greedy` is a level's other name, for programs; a temper follows a level after a dash. */
export function levelsOf(game: Game): string[] {
  return game.players.filter(player => player !== 'greedy' && !player.includes('-')).reverse();
}

/** The level to begin with: it answers at once, and plays soundly. */
export function usualLevel(game: Game): string {
  return game.players.includes('sergeant') ? 'sergeant' : levelsOf(game)[0] ?? 'random';
}

/** What people call a computer player: "Captain", "Captain, bold". */
export function levelName(player: string): string {
  const [level = '', temper = ''] = player.split('-'), key = `lobby.level.${level}`, manner = `lobby.temper.${temper}`;
  const name = has(key) ? text(key) : level;
  return has(manner) ? `${name}, ${text(manner).toLowerCase()}` : name;
}

/* Whoever plays at random has no temper. */
function withTemper(game: Game, level: string, temper: Temper): string {
  const player = `${level}-${temper}`;
  return game.players.includes(player) ? player : level;
}

function playersOf(game: Game, mode: Mode, side: Seat, level: string): Partial<Record<Seat, Player>> {
  return Object.fromEntries(seatsOf(game).map(seat => [seat, mode !== 'computer' || seat === side ? 'person' : level]));
}

function LevelField({ game, level, choose }: { game: Game; level: string; choose: (level: string) => void }): JSX.Element {
  return (
    <label class="level">
      <span>{text('lobby.level')}</span>
      <select value={level} onChange={event => choose(event.currentTarget.value)}>
        {levelsOf(game).map(each => <option key={each} value={each}>{levelName(each)}</option>)}
      </select>
      <small>{text(`lobby.levelnote.${level}` as 'lobby.levelnote.captain')}</small>
    </label>
  );
}

function TemperField({ temper, choose }: { temper: Temper; choose: (temper: Temper) => void }): JSX.Element {
  return (
    <label class="level">
      <span>{text('lobby.temper')}</span>
      <select value={temper} onChange={event => choose(event.currentTarget.value as Temper)}>
        {tempers.map(each => <option key={each} value={each}>{text(`lobby.temper.${each}`)}</option>)}
      </select>
    </label>
  );
}

interface FormProps {
  game: Game;
  battle: { scenario: string } | { armies: Armies } | null;      /* null: what is to be played is not settled yet */
  title: string;
  sideName: (seat: Seat) => string;
  rules?: Readonly<Record<string, number>>;                       /* options that it begins with */
  given?: Readonly<Record<string, number>> | undefined;           /* options that the scenario means otherwise than the book */
}

/** The form for one scenario, or for a battle between two armies. */
export function NewGameForm({ game, battle, title, sideName, rules = {}, given }: FormProps): JSX.Element {
  const mode = useSignal<Mode>('computer');
  const side = useSignal<Seat>('A');
  const level = useSignal(usualLevel(game));
  const temper = useSignal<Temper>('balanced');
  const dice = useSignal<Dice>('fair');
  const options = useSignal(rules);
  const trouble = useSignal('');
  const busy = useSignal(false);
  const served = welcome.value?.host === 'serve';

  const start = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!battle) return;
    busy.value = true;
    trouble.value = '';
    try {
      go(await createGame({
        ...battle, ruleset: game.id, options: { ...options.value }, mode: mode.value, dice: dice.value,
        players: playersOf(game, mode.value, side.value, withTemper(game, level.value, temper.value)),
      }, side.value));
    } catch (error) {
      trouble.value = text('lobby.trouble', { reason: error instanceof Error ? error.message : String(error) });
    }
    busy.value = false;
  };

  return (
    <form class="new-game" onSubmit={event => void start(event)} aria-label={text('lobby.form', { title })}>
      <Choices name="mode" legend={text('lobby.opponent')} value={mode.value} choose={value => { mode.value = value; }} choices={[
        {
          value: 'computer', title: text('lobby.mode.computer'), note: text('lobby.mode.computer.note'),
          more: <>
            <LevelField game={game} level={level.value} choose={value => { level.value = value; }} />
            {level.value !== 'random' && <TemperField temper={temper.value} choose={value => { temper.value = value; }} />}
          </>,
        },
        { value: 'shared', title: text('lobby.mode.shared'), note: text('lobby.mode.shared.note') },
        { value: 'link', title: text('lobby.mode.link'), note: text(served ? 'lobby.mode.link.note' : 'lobby.mode.link.private'), disabled: !served },
      ]} />
      {mode.value !== 'shared' && (
        <Choices name="side" legend={text('lobby.side')} value={side.value} choose={value => { side.value = value; }}
          choices={seatsOf(game).map(seat => ({ value: seat, title: sideName(seat), note: text('lobby.side.note', { seat }) }))} />
      )}
      <Choices name="dice" legend={text('lobby.dice')} value={dice.value} choose={value => { dice.value = value; }} choices={[
        { value: 'fair', title: text('lobby.dice.fair'), note: text('lobby.dice.fair.note') },
        { value: 'typed', title: text('lobby.dice.typed'), note: text('lobby.dice.typed.note') },
      ]} />
      <Presets game={game} given={given} values={options.value} choose={values => { options.value = values; }} />
      <OptionsForm game={game} given={given} values={options.value} change={(name, value) => { options.value = { ...options.value, [name]: value }; }} />
      <p class="new-game-end">
        <button type="submit" class="primary" disabled={busy.value || !battle}>{text('lobby.start')}</button>
      </p>
      <p class="lobby-trouble" role="alert">{trouble.value}</p>
    </form>
  );
}
