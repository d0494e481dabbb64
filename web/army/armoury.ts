/* armoury.ts: what the screens of one game's armies share: its lists, its words, its rules, and the rule that is looked up. */
import { signal, type Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { loadArmies, type Armies, type Army, type ArmyList } from '../engine/armies';
import type { Language, RuleText } from '../engine/engine';
import { loadArmyParts, loadGame, type Game } from '../engine/load';
import { titlesIn } from '../play/knowing/chapters';
import { RuleBook } from '../play/knowing/rule_book';
import { language } from '../text';
import { GameWords } from './words';

export type Rules = Readonly<Record<string, number>>;

export function rulesOf(army: Army): Rules {
  return 'rules' in army && army.rules ? army.rules : {};
}

interface RuleRow { readonly id: string; readonly chapter: string; readonly en: string; readonly fr: string; readonly provenance: string; readonly option?: string }

/* The document of the rules is ours: it was checked when it was built in. */
function rulesIn(document: string, tongue: Language): RuleText[] {
  const { rules } = JSON.parse(document) as { rules: readonly RuleRow[] };
  return rules.map(({ id, chapter, provenance, option, ...texts }) => ({ rule: id, chapter, provenance, text: texts[tongue], ...(option === undefined ? {} : { option }) }));
}

export class Armoury {
  readonly words: GameWords;
  readonly rule: Signal<string | null> = signal(null);         /* the rule that is looked up; null: none */
  private readonly lists = new Map<string, ArmyList | null>();
  private readonly books: Partial<Record<Language, RuleBook>> = {};

  private constructor(readonly game: Game, readonly armies: Armies, private readonly rules: string) {
    this.words = new GameWords(game.id);
  }

  /** null for a game without army lists. */
  static async open(ruleset: string): Promise<Armoury | null> {
    const game = await loadGame(ruleset), [armies, parts] = await Promise.all([loadArmies(ruleset), loadArmyParts(ruleset)]);
    const rules = parts?.documents.find(([name]) => name === `${ruleset}/rules.json`)?.[1] ?? '{"rules":[]}';
    return armies && new Armoury(game, armies, rules);
  }

  get ruleset(): string {
    return this.game.id;
  }

  /** What the game is called. */
  get title(): string {
    return this.game.title[language.value];
  }

  /** What a nation may take; null for one that is not there. */
  list(nation: string, rules: Rules = {}): ArmyList | null {
    const key = `${nation} ${JSON.stringify(rules)}`;
    let list = this.lists.get(key);
    if (list === undefined) {
      list = this.armies.list(nation, rules).value ?? null;
      this.lists.set(key, list);
    }
    return list;
  }

  listOf(army: Army): ArmyList | null {
    return this.list(army.belligerent, rulesOf(army));
  }

  nation(id: string): string {
    return this.words.titleOf(this.armies.belligerentSet, id);
  }

  /** The rules in the reader's language. */
  get book(): RuleBook {
    const tongue = language.value;
    return this.books[tongue] ??= new RuleBook(rulesIn(this.rules, tongue), titlesIn(this.rules)[tongue]);
  }
}

export const ArmouryContext = createContext<Armoury | null>(null);

export function useArmoury(): Armoury {
  const armoury = useContext(ArmouryContext);
  if (!armoury) throw new Error('no armoury');
  return armoury;
}
