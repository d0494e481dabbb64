/* reference.tsx: the reference sheet: what the game's own sheet names, out of its rules, tables and words. Each line has its rule. */
import type { JSX } from 'preact';
import type { Language } from '../../engine/engine';
import type { BothLanguages } from '../../engine/load';
import { GameWords, capital, numeral, say } from '../words';
import type { Cell, DataColumn, Facts, RuleLine, SheetPart } from './facts';
import { OrderMark } from './marks';
import { printedOrders } from './orders';
import type { Piece } from './page';
import { inches, type Row } from './rows';

/* Without a sheet of its own a game has the sequence of its turn and its orders. */
const usual = (facts: Facts): SheetPart[] => {
  const both = (key: 'print.steps' | 'print.orders'): BothLanguages => ({ en: say(key), fr: say(key) });
  const parts: SheetPart[] = [{ title: both('print.steps'), from: 'steps' }];
  return facts.orders.length ? [...parts, { title: both('print.orders'), from: 'orders' }] : parts;
};

function RuleMark({ rule }: { rule: string | undefined }): JSX.Element | null {
  return rule === undefined ? null : <span class="print-rule">{rule}</span>;
}

const MANY = 6;                            /* columns from which on they stand close together */

interface TableRow { readonly rule: string | undefined; readonly cells: readonly string[]; readonly over: string }

class Sheets {
  private readonly words: GameWords;

  constructor(private readonly facts: Facts, private readonly ruleset: string, private readonly language: Language) {
    this.words = new GameWords(ruleset);
  }

  private cell(cell: Cell): string {
    if (typeof cell === 'string') return cell;
    return 'word' in cell ? this.words.find(cell.word) ?? '' : cell[this.language];
  }

  private value(row: Row, column: DataColumn): string {
    const value = row[column.key];
    if (typeof value === 'number') return numeral(column.as === 'inches' ? inches(value) : value);
    const names = (Array.isArray(value) ? value : [value]).filter((name): name is string => typeof name === 'string');
    const left = names.filter(name => !column.without?.some(([out, beside]) => name === out && names.includes(beside)));
    return left.map(name => column.words?.[name]?.[this.language] ?? name).filter(name => name !== '').join(', ');
  }

  /* A table row by row, so that it may go on in the next column. */
  private table(group: string, titles: readonly string[], widths: readonly number[], rows: readonly TableRow[]): Piece[] {
    const ruled = rows.some(({ rule }) => rule !== undefined), tight = widths.length > MANY;
    const columns = `${widths.map(width => `minmax(0, ${width}fr)`).join(' ')}${ruled ? (tight ? ' 13mm' : ' 15mm') : ''}`;
    const line = (cells: readonly string[], rule: JSX.Element | string | null, name: string): JSX.Element => (
      <div class={`print-row ${name}${tight ? ' print-tight' : ''}`} style={{ gridTemplateColumns: columns }}>
        {cells.map((cell, i) => <span key={i}>{cell}</span>)}
        {ruled && <span class="print-of-rule">{rule}</span>}
      </div>
    );
    return [
      { key: `${group} head`, group, heads: true, node: line(titles, say('print.rule'), 'print-row-head') },
      ...rows.map(({ over, cells, rule }, i) => ({ key: `${group} row ${i}`, group, node: <>{over && <p class="print-over">{over}</p>}{line(cells, <RuleMark rule={rule} />, '')}</> })),
    ];
  }

  private ownTable(part: Extract<SheetPart, { rows: unknown }>, group: string): Piece[] {
    const skip = part.grouped ? 1 : 0, texts = part.rows.map(({ cells }) => cells.map(cell => capital(this.cell(cell))));
    const rows = part.rows.map(({ rule }, i): TableRow => {
      const first = texts[i]?.[0] ?? '';
      return { rule, cells: texts[i]?.slice(skip) ?? [], over: skip && first !== texts[i - 1]?.[0] ? first : '' };
    });
    return this.table(group, part.columns.slice(skip).map(title => this.cell(title)), part.widths, rows);
  }

  private dataTable(part: Extract<SheetPart, { document: string }>, group: string): Piece[] {
    const rows = this.facts.table(part.document, part.list).flatMap((row): TableRow[] => {
      const id = row['id'], cells = part.columns.map(column => this.value(row, column));
      if (typeof id !== 'string' || cells.every(cell => cell === '')) return [];
      if (cells[0] === '') cells[0] = this.words.tip(part.set, id) ?? '–';
      return [{ rule: undefined, over: '', cells: [capital(this.words.of(part.set, id)), ...cells] }];
    });
    return rows.length ? this.table(group, ['', ...part.columns.map(({ title }) => title[this.language])], part.widths, rows) : [];
  }

  private steps(group: string): Piece[] {
    return this.facts.steps.map(({ name, rule }, i) => ({
      key: `${group} ${name}`, group,
      node: <p class="print-step"><b>{i + 1}. {this.words.of('step', name)}</b> {this.facts.rules.get(rule)?.[this.language]} <RuleMark rule={rule} /></p>,
    }));
  }

  private orders(group: string): Piece[] {
    return printedOrders(this.facts, this.ruleset, this.language).map(({ id, name, deeds }) => ({
      key: `${group} ${id}`, group,
      node: (
        <div class="print-order-line">
          <OrderMark order={id} name={name} />
          <div>
            <b>{name}</b>
            {deeds.map(({ kind, text, rule }, i) => <p key={i}>{kind && <span class="print-kind">{kind}</span>} {text} <RuleMark rule={rule} /></p>)}
          </div>
        </div>
      ),
    }));
  }

  private rules(list: readonly (string | RuleLine)[], group: string): Piece[] {
    return list.flatMap(each => {
      const [id, line] = typeof each === 'string' ? [each, this.facts.rules.get(each)] : [each.rule, each];
      return line ? [{ key: `${group} ${id}`, group, node: <p class="print-ruling">{line[this.language]} <RuleMark rule={id} /></p> }] : [];
    });
  }

  private content(part: SheetPart, group: string): Piece[] {
    if ('from' in part) return part.from === 'steps' ? this.steps(group) : this.orders(group);
    if ('rules' in part) return this.rules(part.rules, group);
    return 'document' in part ? this.dataTable(part, group) : this.ownTable(part, group);
  }

  private part(part: SheetPart, index: number): Piece[] {
    const group = `part ${index}`, content = this.content(part, group);
    if (content.length === 0) return [];
    const named = (part.words ?? []).map(key => ({ key: `${group} ${key}`, group, node: <p class="print-ruling"><b>{this.words.find(key)}</b> {this.words.find(`${key}.tip`)}</p> }));
    return [
      { key: group, group, heads: true, node: <div class="print-part"><h3>{part.title[this.language]} <RuleMark rule={part.rule} /></h3>{part.note && <p>{part.note[this.language]}</p>}</div> },
      ...content, ...named,
    ];
  }

  pieces(): Piece[] {
    return (this.facts.sheet?.parts ?? usual(this.facts)).flatMap((part, i) => this.part(part, i));
  }
}

export function referencePieces(facts: Facts, ruleset: string, language: Language): Piece[] {
  return new Sheets(facts, ruleset, language).pieces();
}
