/*
 * warnings.ts: what seems forgotten in a plan, before it is given: from the offers, the plan and the fields that mean the same in every game.
 */
import type { Fields } from '../../engine/engine';
import { areEnemies } from '../../engine/sides';
import { nearestEnemy } from './aiming';
import { poseOf } from './aim';
import type { Deciding } from './deciding';
import { isGrave, type Answer } from './model';
import { toldTo } from './plan';
import { pieces } from './vocabulary';

/** `grave`: it cannot be mended later; `touching`: an enemy is upon it; `empty`: it goes and does not load; `idle`: it could act against somebody. */
export interface Warning { readonly kind: 'grave' | 'touching' | 'empty' | 'idle'; readonly units: readonly string[] }

const TOUCH = 100;                          /* a millimetre */

/* Fields by which a piece is already set upon another. */
const aims = ['foe', 'target', 'shot_at', 'strike_at'] as const;

const isSet = (fields: Fields | undefined): boolean => aims.some(name => { const value = fields?.[name]; return typeof value === 'number' && value > 0 && value < 255; });

/* One without a charge in any of its firearms, as its own side sees it. */
function isEmpty(fields: Fields | undefined, profile: Readonly<Record<string, unknown>> | undefined): boolean {
  const arms = profile?.['firearms'];
  return fields?.['loaded'] === 0 && Array.isArray(arms) && arms.length > 0;
}

export function warningsOf(deciding: Deciding): readonly Warning[] {
  const { session } = deciding.desk, plan = deciding.plan.value, ground = deciding.ground.value;
  if (!plan || !ground) return [];
  const facts = pieces(session.match), units = [...deciding.question.value.units.keys()];
  const isEnemy = (piece: string | undefined): boolean => piece !== undefined && areEnemies(facts.get(piece)?.seat, session.seat);
  const couldAct = ({ decision, open }: Answer): boolean => open.length === 0 && isEnemy(decision.target);
  const isIdle = (unit: string): boolean => toldTo(plan.decisions, unit).length === 0 && !isSet(ground.units[unit]) && (deciding.question.value.units.get(unit)?.some(couldAct) ?? false);
  const touches = (unit: string): boolean => {
    const fields = ground.units[unit];
    return fields !== undefined && ground.isPlaced(fields) && (nearestEnemy(ground, unit, poseOf(fields))?.gap ?? Infinity) <= TOUCH;
  };
  const goes = (unit: string): boolean => toldTo(plan.decisions, unit).some(({ at }) => at !== undefined);
  const grave = plan.decisions.filter(decision => isGrave(session.match, decision)).flatMap(({ unit }) => unit ?? []);
  const idle = units.filter(isIdle), touching = idle.filter(touches);
  const empty = units.filter(unit => goes(unit) && isEmpty(ground.units[unit], facts.get(unit)?.profile));
  const all: Warning[] = [
    { kind: 'grave', units: grave }, { kind: 'touching', units: touching }, { kind: 'empty', units: empty }, { kind: 'idle', units: idle.filter(unit => !touching.includes(unit)) },
  ];
  return all.filter(warning => warning.units.length > 0);
}
