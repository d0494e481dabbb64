/* print.tsx: the printed pages of an army: what is wanted of them, and a preview that is the very thing which is printed. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Army, ArmyList, Report } from '../../engine/armies';
import type { Game } from '../../engine/load';
import { language } from '../../text';
import { counted, say } from '../words';
import { CardGrid, armyCards, sheetsOf, type Card } from './cards';
import { parts, recallChoices, rememberChoices, sets, type Choices, type Part } from './choices';
import { everyones, loadFacts, noFacts, type Facts } from './facts';
import { printedArmy, type PrintedArmy } from './model';
import { BackGrid, orderCards, printedOrders } from './orders';
import { Columns, Gauge, Leaf, papers, type Layout, type Piece } from './page';
import { referencePieces } from './reference';
import { COLUMNS, RosterHead, hasUnits, isMeanings, rosterPieces } from './roster';

interface Props {
  army: Army;
  list: ArmyList;
  report: Report;
  game: Game;
  listOf?: (nation: string) => ArmyList | null;      /* the list of an ally */
}

/* A sheet to come: what it shows, without the number that it will have. */
interface SheetPlan { readonly key: string; readonly part: Part | 'blank'; readonly class: string; readonly node: JSX.Element }

const nobody = (): null => null;

const blank = (key: string, text: string): SheetPlan => ({ key, part: 'blank', class: 'print-blank', node: <p>{text}</p> });

/* Sheets of cards. On both sides each has a back, and the first of them is a front: after a sheet that has something on its own. */
function cardSheets(part: Part, cards: readonly Card[], before: number, bothSides: boolean, backs: boolean): SheetPlan[] {
  const plans: SheetPlan[] = bothSides && before % 2 ? [blank(`${part} before`, say('print.blank'))] : [];
  sheetsOf(cards).forEach((sheet, i) => {
    plans.push({ key: `${part} ${i}`, part, class: 'print-card-page', node: <CardGrid cards={sheet} /> });
    if (!bothSides) return;
    plans.push(backs ? { key: `${part} back ${i}`, part, class: 'print-card-page', node: <BackGrid cards={sheet} /> } : blank(`${part} back ${i}`, say('print.blank_back')));
  });
  return plans;
}

function setsFor(choices: Choices, army: PrintedArmy): number {
  const units = army.regiments.reduce((sum, regiment) => sum + regiment.units.length, 0);
  return choices.sets === 'unit' ? units : choices.sets === 'regiment' ? army.regiments.length : 1;
}

interface Laid { readonly roster: Layout | null; readonly reference: Layout | null }

/* The sheets in their order. A roster does without a last sheet that would only say what the cards say too. */
function plansFor(choices: Choices, army: PrintedArmy, cards: readonly Card[], orders: readonly Card[], { roster, reference }: Laid): SheetPlan[] {
  const plans: SheetPlan[] = [];
  if (choices.parts.roster) roster?.filter((_, i) => !choices.parts.cards || i < roster.length - 1 || !isMeanings(roster[i])).forEach((columns, i) => plans.push({
    key: `roster ${i}`, part: 'roster', class: 'print-roster', node: <>{i > 0 && columns.some(hasUnits) && <RosterHead army={army} />}<Columns columns={columns} /></>,
  }));
  if (choices.parts.reference) reference?.forEach((columns, i) => plans.push({ key: `reference ${i}`, part: 'reference', class: 'print-reference', node: <Columns columns={columns} /> }));
  if (choices.parts.cards) plans.push(...cardSheets('cards', cards, plans.length, choices.bothSides, false));
  if (choices.parts.orders) plans.push(...cardSheets('orders', orders, plans.length, choices.bothSides, true));
  return plans;
}

interface FormProps { choices: Choices; change: (choices: Partial<Choices>) => void; offered: readonly Part[]; pages: number; army: PrintedArmy }

function ChoicesForm({ choices, change, offered, pages, army }: FormProps): JSX.Element {
  return (
    <form class="print-choices" onSubmit={event => { event.preventDefault(); window.print(); }}>
      <fieldset>
        <legend>{say('print.what')}</legend>
        {offered.map(part => (
          <label key={part}>
            <input type="checkbox" checked={choices.parts[part]} onChange={event => change({ parts: { ...choices.parts, [part]: event.currentTarget.checked } })} />
            {say(`print.part.${part}`)}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{say('print.paper')}</legend>
        {papers.map(paper => (
          <label key={paper}><input type="radio" name="paper" checked={choices.paper === paper} onChange={() => change({ paper })} />{say(`print.paper.${paper}`)}</label>
        ))}
        <label><input type="checkbox" checked={choices.bothSides} onChange={event => change({ bothSides: event.currentTarget.checked })} />{say('print.both_sides')}</label>
      </fieldset>
      {offered.includes('orders') && choices.parts.orders && (
        <label class="print-sets">
          <span>{say('print.sets')}</span>
          <select value={choices.sets} onChange={event => change({ sets: sets.find(each => each === event.currentTarget.value) ?? 'unit' })}>
            {sets.map(each => <option key={each} value={each}>{say(`print.sets.${each}`, { count: String(setsFor({ ...choices, sets: each }, army)) })}</option>)}
          </select>
        </label>
      )}
      <p class="print-go">
        <button type="submit" class="primary" disabled={pages === 0}>{say('print.go')}</button>
        <span role="status">{counted(pages, 'print.pages.one', 'print.pages.many')}</span>
      </p>
    </form>
  );
}

/* The sheets are as wide as they are; a narrow screen shows them smaller. */
function useScale(): (element: HTMLElement | null) => void {
  const watched = useRef<ResizeObserver | null>(null);
  return element => {
    watched.current?.disconnect();
    if (!element) return;
    const show = (): void => {
      const sheet = element.querySelector<HTMLElement>('.print-sheet');
      if (sheet && sheet.offsetWidth > 0) element.style.setProperty('--print-scale', String(Math.min(1, element.clientWidth / sheet.offsetWidth)));
    };
    watched.current = new ResizeObserver(show);
    watched.current.observe(element);
    show();
  };
}

/* Null until they have come, or it is known that they do not. */
function useFacts(game: Game, army: Army): Facts | null {
  const facts = useSignal<Facts | null>(null);
  useEffect(() => {
    let wanted = true;
    loadFacts(game, army).catch(() => noFacts).then(found => { if (wanted) facts.value = found; });
    return () => { wanted = false; };
  }, [game.id, JSON.stringify(army)]);
  return facts.value;
}

export function PrintPages({ army, list, report, game, listOf = nobody }: Props): JSX.Element {
  const choices = useSignal(recallChoices()), laid = useSignal<Laid>({ roster: null, reference: null });
  const found = useFacts(game, army), facts = found ?? noFacts, tongue = language.value, scale = useScale();
  const printed = useMemo(() => printedArmy({ army, list, report, listOf, facts, ruleset: game.id, language: tongue }), [army, list, report, facts, tongue]);
  const roster = useMemo(() => rosterPieces(printed), [printed]);
  const reference = useMemo(() => referencePieces(facts, game.id, tongue), [facts, tongue]);
  const cards = useMemo(() => armyCards(printed, everyones(facts, game.id)), [printed]);
  const orders = useMemo(() => printedOrders(facts, game.id, tongue), [facts, tongue]);
  const orderSet = useMemo(() => orderCards(orders, setsFor(choices.value, printed), printed.game), [orders, choices.value, printed]);
  const offered = parts.filter(part => part === 'roster' || part === 'cards' || (part === 'reference' ? reference.length > 0 : orders.length > 0));
  const plans = found === null ? [] : plansFor(choices.value, printed, cards, orderSet, laid.value);
  const change = (some: Partial<Choices>): void => {
    choices.value = { ...choices.value, ...some };
    rememberChoices(choices.value);
  };
  const gauge = (part: 'roster' | 'reference', pieces: readonly Piece[], columns: number): JSX.Element => (
    <Gauge key={`${part} ${choices.value.paper}`} class={`print-${part}`} pieces={pieces} columns={columns} whole={part === 'roster'} again={COLUMNS} layout={laid.value[part]}
      done={layout => { laid.value = { ...laid.peek(), [part]: layout }; }} />
  );
  return (
    <div class={`print-desk print-on-${choices.value.paper}`}>
      <h1 class="print-heading">{say('print.title', { army: printed.title })}</h1>
      <ChoicesForm choices={choices.value} change={change} offered={offered} pages={plans.length} army={printed} />
      {found?.complete === false && <p class="print-trouble" role="alert">{say('print.trouble')}</p>}
      {found !== null && gauge('roster', roster, 1)}
      {found !== null && reference.length > 0 && gauge('reference', reference, 3)}
      <div class="print-sheets" ref={scale} aria-busy={found === null}>
        {plans.map(({ key, part, class: name, node }, i) => (
          <Leaf key={key} class={name} part={part === 'blank' ? '' : say(`print.part.${part}`)} title={printed.title} page={i + 1} pages={plans.length}>{node}</Leaf>
        ))}
      </div>
    </div>
  );
}
