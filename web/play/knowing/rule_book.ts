/* rule_book.ts: the rules of a game as a book to search and leaf through. */
import type { Engine, Language, Match, RuleText } from '../../engine/engine';
import { chapterTitles, type Titles } from './chapters';
import { fold } from './fold';

export interface Chapter { readonly name: string; readonly rules: readonly RuleText[] }

/** A stretch of a rule's text, or the id of another rule in it. */
export interface Passage { readonly text: string; readonly rule: string | null }

export class RuleBook {
  readonly chapters: readonly Chapter[];
  private readonly byId: ReadonlyMap<string, RuleText>;
  private readonly haystacks: readonly string[];

  constructor(readonly rules: readonly RuleText[], private readonly titles: Titles = {}) {
    const chapters = new Map<string, RuleText[]>();
    for (const rule of rules) {
      const chapter = chapters.get(rule.chapter);
      if (chapter) chapter.push(rule);
      else chapters.set(rule.chapter, [rule]);
    }
    this.chapters = [...chapters].map(([name, list]) => ({ name: this.title(name), rules: list }));
    this.byId = new Map(rules.map(rule => [rule.rule, rule]));
    this.haystacks = rules.map(rule => fold(`${rule.rule} ${this.title(rule.chapter)} ${rule.text}`));
  }

  /** Of a chapter. */
  title(chapter: string): string {
    return this.titles[chapter] ?? chapter;
  }

  find(id: string): RuleText | null {
    return this.byId.get(id) ?? null;
  }

  /** Rules that have every word, without regard to accents and capitals; those whose id has the whole query come first. */
  search(query: string): readonly RuleText[] {
    const whole = fold(query.trim());
    if (whole === '') return this.rules;
    const wanted = whole.split(/\s+/);
    const found = this.rules.filter((_, i) => wanted.every(part => this.haystacks[i]!.includes(part)));
    const named = (rule: RuleText): boolean => fold(rule.rule).includes(whole);
    return [...found.filter(named), ...found.filter(rule => !named(rule))];
  }

  /** The text of a rule with the ids of others in it found. */
  passages(rule: RuleText): Passage[] {
    const list: Passage[] = [];
    let from = 0;
    for (const match of rule.text.matchAll(/[\p{Lu}\p{N}]+(?:-[\p{Lu}\p{N}]+(?:\.[\p{Lu}\p{N}]+)*)+/gu)) {
      const id = match[0];
      if (id === rule.rule || !this.byId.has(id)) continue;
      if (match.index > from) list.push({ text: rule.text.slice(from, match.index), rule: null });
      list.push({ text: id, rule: id });
      from = match.index + id.length;
    }
    if (from < rule.text.length) list.push({ text: rule.text.slice(from), rule: null });
    return list;
  }

  /** The rules that name this one. */
  citing(id: string): RuleText[] {
    return this.rules.filter(rule => rule.rule !== id && this.passages(rule).some(passage => passage.rule === id));
  }

  /** The rules before and after in the book. */
  neighbours(id: string): { before: string | null; after: string | null } {
    const at = this.rules.findIndex(({ rule }) => rule === id);
    return { before: this.rules[at - 1]?.rule ?? null, after: at < 0 ? null : this.rules[at + 1]?.rule ?? null };
  }
}

const books = new WeakMap<Match, Partial<Record<Language, { titles: Titles; book: RuleBook }>>>();

/** The book of a match; it is bound again once, when the titles of its chapters have come. */
export function bookOf(engine: Engine, match: Match, language: Language): RuleBook {
  let kept = books.get(match);
  if (!kept) books.set(match, (kept = {}));
  const titles = chapterTitles(match.ruleset, language);
  const bound = kept[language];
  if (bound?.titles === titles) return bound.book;
  const book = new RuleBook(bound?.book.rules ?? engine.allRules(language), titles);
  kept[language] = { titles, book };
  return book;
}

/** Where a reader has been: back and forward among the rules that were opened. */
export class Trail {
  private constructor(private readonly list: readonly string[], private readonly at: number) {}

  static readonly empty = new Trail([], -1);

  get here(): string | null {
    return this.list[this.at] ?? null;
  }

  get mayGoBack(): boolean {
    return this.at > 0;
  }

  get mayGoForward(): boolean {
    return this.at < this.list.length - 1;
  }

  open(id: string): Trail {
    return id === this.here ? this : new Trail([...this.list.slice(0, this.at + 1), id], this.at + 1);
  }

  back(): Trail {
    return this.mayGoBack ? new Trail(this.list, this.at - 1) : this;
  }

  forward(): Trail {
    return this.mayGoForward ? new Trail(this.list, this.at + 1) : this;
  }
}
