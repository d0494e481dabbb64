/*
 * bought.ts: what the units of an army are in a battle, as the engine deploys them: their values with everything that was bought for them and
 * that their regiment gives them, their bases, and the other forms that they may take. The army is put into a battle against itself for that;
 * one that is not legal fights none, and its units are told by its list alone.
 */
import { loadArmies, type Army, type ProfileValue, type ProfileValues } from '../../engine/armies';
import { makeEngine, type Game, type Parts } from '../../engine/load';
import { baseIn, isRow, numbersIn, rowsIn, textsIn, type Base, type Row } from './rows';

export interface BoughtUnit {
  readonly type: string;
  readonly values: (known: ProfileValues) => ProfileValues;       /* by the names that the list has for them */
  readonly defence: Readonly<Record<string, number>>;
  readonly special: readonly string[];
  readonly points: number | null;
  readonly base: Base | null;
  readonly forms: readonly { readonly form: string; readonly values: BoughtUnit['values'] }[];
}

const SCENARIO = 'printed', SEED = 1;

/* The dice of firearms, one number where all are alike. */
function shots(profile: Row): ProfileValue {
  const dice = rowsIn(profile['firearms']).flatMap(({ dice: count }) => (typeof count === 'number' ? [count] : []));
  return new Set(dice).size === 1 ? dice.slice(0, 1) : dice;
}

/* A value that is no number of the profile is that of its firearms. */
function valuesOf(profile: Row): BoughtUnit['values'] {
  return known => Object.fromEntries(Object.keys(known).map(name => {
    const value = profile[name];
    return [name, typeof value === 'number' ? value : shots(profile)];
  }));
}

function readUnit(piece: Row): BoughtUnit[] {
  const { type, profile, points, other } = piece;
  if (typeof type !== 'string' || !isRow(profile)) return [];
  const forms = isRow(other) && typeof other['form'] === 'string' && isRow(other['profile']) ? [{ form: other['form'], values: valuesOf(other['profile']) }] : [];
  return [{
    type, values: valuesOf(profile), defence: numbersIn(profile['defence']), special: textsIn(profile['special']),
    points: typeof points === 'number' ? points : null, base: baseIn(piece['base']), forms,
  }];
}

/** The units in the order of the document, the elite unit last; null when the army fights no battle. */
export async function loadBought(game: Game, army: Army, parts: Parts): Promise<readonly BoughtUnit[] | null> {
  try {
    const rules = 'rules' in army ? army.rules ?? {} : {}, battle = (await loadArmies(game.id))?.battle(army, army, SEED, rules).value;
    if (!battle) return null;
    const engine = await makeEngine(parts);
    engine.addDocument(`${game.id}/scenarios/${SCENARIO}.json`, JSON.stringify({ ...battle, id: SCENARIO }));
    const { board } = engine.loadMatch(game.id, SCENARIO, rules);
    return rowsIn(board['pieces']).filter(({ seat }) => seat === 'A').flatMap(readUnit);
  } catch {
    return null;
  }
}
