/* roster.tsx: the roster: the army as a whole, its commanders, its regiments unit by unit, the sum, and what its special rules mean. */
import type { JSX } from 'preact';
import { NationArms, RegimentShield } from '../arms';
import { capital, counted, numeral, points, say } from '../words';
import { Boxes } from './marks';
import { meaningsIn, shortTitle, type Meaning, type PrintedArmy, type PrintedCommander, type PrintedRegiment, type PrintedUnit } from './model';
import type { Layout, Piece } from './page';
import { rangesText } from './ranges';

function Price({ value }: { value: number | null }): JSX.Element | null {
  return value === null ? null : <span class="print-points">{points(value)}</span>;
}

/** The titles of the columns; they stand at the top of each sheet. */
export function RosterHead({ army }: { army: PrintedArmy }): JSX.Element {
  return (
    <div class="print-head print-grid" aria-hidden="true">
      <span class="print-head-name">{say('print.unit')}</span>
      {army.values.map(({ id, title }) => <span key={id} class="print-upright"><span>{title}</span></span>)}
      <span class="print-upright print-head-group"><span>{army.against}</span></span>
      {army.defence.map(({ id, title }) => <span key={id} class="print-upright print-narrow"><span>{shortTitle(army, title)}</span></span>)}
      <span class="print-head-wear">{say('print.wear')}</span>
      <span class="print-head-points">{army.regiments.some(({ units }) => units.some(unit => unit.points !== null)) && say('print.points')}</span>
    </div>
  );
}

function Title({ army }: { army: PrintedArmy }): JSX.Element {
  const facts = [army.title === army.nation ? '' : army.nation, army.structure, capital(army.budget)].filter(fact => fact !== '');
  return (
    <header class="print-title">
      <NationArms nation={army.nationId} />
      <div>
        <p class="print-game">{army.game}</p>
        <h2>{army.title}</h2>
        <p>{facts.join(' · ')}</p>
      </div>
      <p class="print-sum"><strong>{numeral(army.points)}</strong> <span>{say('print.of', { limit: numeral(army.limit) })}</span></p>
    </header>
  );
}

function Problems({ army }: { army: PrintedArmy }): JSX.Element {
  return (
    <div class="print-problems">
      <p><strong>{say('print.illegal')}</strong></p>
      <ul>{army.report.problems.map(({ rule, text }, i) => <li key={i}>{capital(text)} <span class="print-rule">{rule}</span></li>)}</ul>
    </div>
  );
}

function Meanings({ list, kind }: { list: readonly Meaning[]; kind: string }): JSX.Element | null {
  if (list.length === 0) return null;
  return <span class="print-gifts"><span class="print-kind">{kind}</span> {list.map(({ id, name, tip }) => <span key={id} class="print-gift" data-gift={id}><b>{name}</b> {tip} </span>)}</span>;
}

/* What follows his name, or what he is. */
function titleOf(who: PrintedCommander): string {
  return who.name ? `, ${who.role.charAt(0).toLocaleLowerCase()}${who.role.slice(1)}, ${who.rankName}` : `, ${who.rankName}`;
}

function CommanderLine({ who }: { who: PrintedCommander }): JSX.Element {
  return (
    <div class="print-commander">
      <p><b>{who.name || who.role}</b>{titleOf(who)} <Meanings list={who.virtues} kind={say('print.virtues')} /> <Meanings list={who.traits} kind={say('print.traits')} /></p>
      <Price value={who.points} />
    </div>
  );
}

function RegimentHead({ regiment }: { regiment: PrintedRegiment }): JSX.Element {
  return (
    <div class="print-regiment">
      <h3>
        <RegimentShield regiment={regiment.index} /> <span class="print-number">{regiment.number}</span> {regiment.name}
        {regiment.kind && <span class="print-aside">{regiment.kind}</span>}
        {regiment.ally && <span class="print-aside">{say('print.allied', { nation: regiment.ally })}</span>}
        <Price value={regiment.points} />
      </h3>
      {regiment.commander && <CommanderLine who={regiment.commander} />}
    </div>
  );
}

function UnitRow({ unit, army }: { unit: PrintedUnit; army: PrintedArmy }): JSX.Element {
  const find = (list: PrintedUnit['values'], wanted: string): string => list.find(({ id }) => id === wanted)?.text ?? '–';
  const weapons = unit.weapons.map(weapon => (weapon.ranges.length ? `${weapon.name} ${rangesText(weapon.ranges)}` : weapon.name)).join(', ');
  const special = unit.special.map(({ name }) => name).join(', ');
  return (
    <div class="print-grid print-unit" data-unit={unit.number}>
      <div class="print-unit-name">
        <p><span class="print-number">{unit.number}</span> <b>{unit.name}</b>{unit.options.length > 0 && <span class="print-options">, {unit.options.join(', ')}</span>}</p>
        <p class="print-small">{weapons}{weapons && special && ' · '}<i>{special}</i></p>
        {unit.forms.map(({ id, name, tip }) => <p key={id} class="print-small"><i>{name}</i> {tip}</p>)}
      </div>
      {army.values.map(({ id, title }) => <span key={id} class="print-value" title={title}>{find(unit.values, id)}</span>)}
      <span class="print-gap" />
      {army.defence.map(({ id, title }) => <span key={id} class="print-value print-narrow" title={title}>{find(unit.defence, id)}</span>)}
      <Boxes count={unit.wear} label={say('print.wear_boxes', { count: String(unit.wear) })} />
      <span class="print-unit-points">{unit.points === null ? '' : numeral(unit.points)}</span>
    </div>
  );
}

function Sum({ army }: { army: PrintedArmy }): JSX.Element {
  const parts = [
    ...(army.chief && army.report.chief_points !== undefined ? [`${army.chief.role} ${numeral(army.report.chief_points)}`] : []),
    ...army.regiments.map(({ number, name, points: price }) => `${number} ${name} ${price === null ? '' : numeral(price)}`.trim()),
  ];
  return (
    <p class="print-total">
      <b>{say('print.total', { points: points(army.points), limit: numeral(army.limit) })}</b> {counted(army.count, 'print.units.one', 'print.units.many')}
      <span class="print-parts">{parts.join(' · ')}</span>
    </p>
  );
}

/** The key of the piece with the titles of the columns. */
export const COLUMNS = 'columns';

const UNIT = 'unit ', MEANINGS = 'meanings';

export function hasUnits(column: readonly Piece[]): boolean {
  return column.some(({ key }) => key.startsWith(UNIT));
}

/** Is there nothing on the sheet but what weapons and special rules mean? */
export function isMeanings(sheet: Layout[number] | undefined): boolean {
  return sheet?.flat().every(({ key }) => key === MEANINGS) ?? false;
}

/** The pieces of the roster, in their order. */
export function rosterPieces(army: PrintedArmy): Piece[] {
  const pieces: Piece[] = [{ key: 'title', group: 'title', node: <Title army={army} /> }];
  if (!army.report.legal) pieces.push({ key: 'problems', group: 'title', node: <Problems army={army} /> });
  if (army.chief) pieces.push({ key: 'chief', group: 'chief', node: <div class="print-regiment print-chief"><CommanderLine who={army.chief} /></div> });
  const [first] = army.regiments;
  if (first) pieces.push({ key: COLUMNS, group: first.number, heads: true, node: <RosterHead army={army} /> });
  for (const regiment of army.regiments) {
    pieces.push({ key: `regiment ${regiment.number}`, group: regiment.number, heads: true, node: <RegimentHead regiment={regiment} /> });
    for (const unit of regiment.units) pieces.push({ key: UNIT + unit.number, group: regiment.number, node: <UnitRow unit={unit} army={army} /> });
  }
  pieces.push({ key: 'sum', group: 'sum', node: <Sum army={army} /> });
  const meanings = meaningsIn(army);
  if (meanings.length) pieces.push({ key: MEANINGS, group: MEANINGS, node: (
    <div class="print-meanings">
      <h3>{say('print.meanings')}</h3>
      <div>{meanings.map(({ id, name, tip }) => <p key={id} data-gift={id}><b>{name}</b> {tip}</p>)}</div>
    </div>
  ) });
  return pieces;
}
