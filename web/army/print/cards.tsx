/* cards.tsx: a card for each unit and each commander, nine to a sheet, to be cut out. */
import type { ComponentChildren, JSX } from 'preact';
import { RegimentShield } from '../arms';
import { capital, numeral, say } from '../words';
import { Boxes, LeaderFigure, UnitFigure } from './marks';
import { shortTitle, type Meaning, type PrintedArmy, type PrintedCommander, type PrintedRegiment, type PrintedUnit } from './model';
import { useFit } from './page';
import { rangesText } from './ranges';

export const CARDS_A_SHEET = 9;

const FITS = 4;

export interface Card { readonly key: string; readonly node: JSX.Element }

function CardFrame({ class: name, label, children }: { class: string; label: string; children: ComponentChildren }): JSX.Element {
  const fit = useFit<HTMLElement>(FITS);
  return <article class={`print-card ${name}`} aria-label={label}><div class="print-card-inner" ref={fit}>{children}</div></article>;
}

function Rules({ list }: { list: readonly Meaning[] }): JSX.Element | null {
  if (list.length === 0) return null;
  return <ul class="print-card-rules">{list.map(({ id, name, tip }) => <li key={id} data-gift={id}><b>{name}</b> {tip}</li>)}</ul>;
}

function regimentName(regiment: PrintedRegiment): string {
  return [regiment.name, regiment.ally].filter(part => part !== '').join(', ');
}

function UnitCard({ unit, regiment, army }: { unit: PrintedUnit; regiment: PrintedRegiment; army: PrintedArmy }): JSX.Element {
  const melee = unit.weapons.filter(({ ranges }) => ranges.length === 0), shooting = unit.weapons.filter(({ ranges }) => ranges.length > 0);
  return (
    <CardFrame class="print-unit-card" label={`${unit.number} ${unit.name}`}>
      <header>
        <RegimentShield regiment={regiment.index} />
        <h3>{unit.name}</h3>
        {unit.points !== null && <span class="print-card-points">{numeral(unit.points)}</span>}
      </header>
      <p class="print-card-options">{unit.options.join(', ')}</p>
      <p class="print-card-regiment"><span class="print-number">{unit.number}</span> {regimentName(regiment)}</p>
      <UnitFigure unit={unit} />
      <dl class="print-card-values">{unit.values.map(({ id, title, text }) => <div key={id}><dt>{title}</dt><dd>{text}</dd></div>)}</dl>
      <div class="print-card-defence">
        <span class="print-against">{army.against}</span>
        <dl>{unit.defence.map(({ id, title, text }) => <div key={id}><dt>{shortTitle(army, title)}</dt><dd>{text}</dd></div>)}</dl>
      </div>
      {shooting.length > 0 && <p class="print-card-weapons">{shooting.map(({ id, name, ranges }) => <span key={id}><b>{name}</b> {rangesText(ranges)} </span>)}</p>}
      <Rules list={[...unit.forms, ...melee, ...unit.special]} />
      <p class="print-card-wear"><span>{say('print.wear')}</span> <Boxes count={unit.wear} label={say('print.wear_boxes', { count: String(unit.wear) })} /></p>
    </CardFrame>
  );
}

function CommanderCard({ who, regiment, common }: { who: PrintedCommander; regiment: PrintedRegiment | null; common: readonly Meaning[] }): JSX.Element {
  return (
    <CardFrame class="print-commander-card" label={who.name || who.role}>
      <header>
        {regiment && <RegimentShield regiment={regiment.index} />}
        <h3>{who.name || who.role}</h3>
        {who.points !== null && <span class="print-card-points">{numeral(who.points)}</span>}
      </header>
      <p class="print-card-options">{[who.name ? who.role : '', capital(who.rankName)].filter(part => part !== '').join(', ')}</p>
      <p class="print-card-regiment">{regiment && <><span class="print-number">{regiment.number}</span> {regimentName(regiment)}</>}</p>
      <LeaderFigure rank={who.rank} chief={regiment === null} />
      <Rules list={[...who.virtues, ...who.traits]} />
      {common.length > 0 && <div class="print-common"><Rules list={common} /></div>}
    </CardFrame>
  );
}

/** The commander in chief first; then each regiment's commander and units. `common`: what every commander can do. */
export function armyCards(army: PrintedArmy, common: readonly Meaning[]): Card[] {
  const cards: Card[] = army.chief ? [{ key: 'chief', node: <CommanderCard who={army.chief} regiment={null} common={common} /> }] : [];
  for (const regiment of army.regiments) {
    if (regiment.commander) cards.push({ key: `commander ${regiment.number}`, node: <CommanderCard who={regiment.commander} regiment={regiment} common={common} /> });
    for (const unit of regiment.units) cards.push({ key: `unit ${unit.number}`, node: <UnitCard unit={unit} regiment={regiment} army={army} /> });
  }
  return cards;
}

/** Cards by sheets. */
export function sheetsOf<T>(cards: readonly T[]): (readonly T[])[] {
  return Array.from({ length: Math.ceil(cards.length / CARDS_A_SHEET) }, (_, i) => cards.slice(i * CARDS_A_SHEET, (i + 1) * CARDS_A_SHEET));
}

export function CardGrid({ cards }: { cards: readonly Card[] }): JSX.Element {
  return <div class="print-cards">{cards.map(({ key, node }) => <div key={key} class="print-slot">{node}</div>)}</div>;
}
