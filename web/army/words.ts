/* words.ts: the words of the army builder, which come with it, and the game's own. */
import armyEn from '../text/army.en.json';
import armyFr from '../text/army.fr.json';
import printEn from '../text/print.en.json';
import printFr from '../text/print.fr.json';
import { words } from '../engine/load';
import { language, speaker } from '../text';

const en = { ...armyEn, ...printEn };
const fr = { ...armyFr, ...printFr };

export type ArmyKey = keyof typeof en;

export const say = speaker<ArmyKey>({ en, fr });

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** The words of one game: what its catalogue has for a name of a set. */
export class GameWords {
  constructor(private readonly ruleset: string) {}

  find(key: string): string | undefined {
    return words(this.ruleset, language.value)[key];
  }

  of(set: string, name: string): string {
    return this.find(`${set}.${name}`) ?? name;
  }

  titleOf(set: string, name: string): string {
    return capital(this.of(set, name));
  }

  tip(set: string, name: string): string | undefined {
    return this.find(`${set}.${name}.tip`);
  }

  /** An option of a unit. */
  upgrade(unit: string, option: string): string {
    return this.find(`upgrade.${unit}.${option}`) ?? this.find(`upgrade.${option}`) ?? option;
  }

  /** A special rule or a weapon. */
  gear(name: string): string {
    return capital(this.find(`special.${name}`) ?? this.find(`weapon.${name}`) ?? name);
  }

  gearTip(name: string): string | undefined {
    return this.tip('special', name) ?? this.tip('weapon', name);
  }
}

/** "3 points" and its like: the first key for one, the second for any other number. */
export function counted(count: number, one: ArmyKey, many: ArmyKey): string {
  return say(count === 1 || count === -1 ? one : many, { count: numeral(count) });
}

/** A number as the reader's language writes it. */
export function numeral(value: number): string {
  return new Intl.NumberFormat(language.value).format(value);
}

export function points(value: number): string {
  return counted(value, 'army.point', 'army.points');
}

/** What something adds to the cost: "+10", "−5". */
export function addition(value: number): string {
  return value < 0 ? `−${numeral(-value)}` : `+${numeral(value)}`;
}
