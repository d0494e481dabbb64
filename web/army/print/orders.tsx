/* orders.tsx: the order cards of the game, in sets: a front with what the order does, and a back that tells nothing. */
import type { JSX } from 'preact';
import type { Language } from '../../engine/engine';
import { GameWords, capital, say } from '../words';
import type { Card } from './cards';
import { ruleAbout, type Facts } from './facts';
import { OrderMark } from './marks';
import { useFit } from './page';

export interface OrderDeed { readonly kind: string; readonly text: string; readonly rule: string }
export interface PrintedOrder { readonly id: string; readonly name: string; readonly deeds: readonly OrderDeed[] }

/** The orders with what they do: as the sheet of the game has it, else as the first of its rules that names the order. */
export function printedOrders(facts: Facts, ruleset: string, language: Language): PrintedOrder[] {
  const words = new GameWords(ruleset);
  return facts.orders.map(id => {
    const name = words.of('order', id), known = facts.sheet?.orders?.[id], found = known ? null : ruleAbout(facts, name, language);
    const deeds: OrderDeed[] = [];
    if (known) deeds.push({ kind: say('print.order.act'), text: known.act[language], rule: known.act.rule });
    if (known?.react) deeds.push({ kind: say('print.order.react'), text: known.react[language], rule: known.react.rule });
    if (found) deeds.push({ kind: '', ...found });
    return { id, name: capital(name), deeds };
  });
}

function OrderFace({ order, game }: { order: PrintedOrder; game: string }): JSX.Element {
  const fit = useFit<HTMLElement>(2);
  return (
    <article class="print-card print-order-card" aria-label={order.name}>
      <div class="print-card-inner" ref={fit}>
        <OrderMark order={order.id} name={order.name} />
        <h3>{order.name}</h3>
        {order.deeds.map(({ kind, text, rule }, i) => (
          <p key={i} class="print-deed">{kind && <span class="print-kind">{kind}</span>} {text} <span class="print-rule">{rule}</span></p>
        ))}
        <p class="print-order-game">{game}</p>
      </div>
    </article>
  );
}

const LATTICE = 3;                         /* millimetres between the lines of a back */

function lattice(width: number, height: number): string {
  let d = '';
  for (let c = LATTICE; c < width + height; c += LATTICE) {
    const fall = [Math.min(c, width), Math.max(0, c - width), Math.max(0, c - height), Math.min(c, height)] as const;
    d += `M${fall[0]} ${fall[1]}L${fall[2]} ${fall[3]}M${width - fall[0]} ${fall[1]}L${width - fall[2]} ${fall[3]}`;
  }
  return d;
}

const BACK = lattice(51, 76);

function OrderBack(): JSX.Element {
  return (
    <article class="print-card print-order-back" aria-hidden="true">
      <svg viewBox="-1 -1 53 78">
        <rect class="print-base" width="51" height="76" />
        <path class="print-lattice" d={BACK} />
        <path class="print-back-field" d="M25.500 26L35 38L25.500 50L16 38Z" />
      </svg>
    </article>
  );
}

/** So many sets of all orders, those of a set beside each other. */
export function orderCards(orders: readonly PrintedOrder[], sets: number, game: string): Card[] {
  return Array.from({ length: sets }, (_, set) => orders.map(order => ({ key: `${order.id} ${set}`, node: <OrderFace order={order} game={game} /> }))).flat();
}

/** The backs of a sheet, turned over its long edge: the last of a row comes first. */
export function backsOf(cards: readonly Card[]): (Card | null)[] {
  const rows = Math.ceil(cards.length / 3);
  return Array.from({ length: rows * 3 }, (_, i) => {
    const front = cards[i - (i % 3) + 2 - (i % 3)];
    return front ? { key: `back ${front.key}`, node: <OrderBack /> } : null;
  });
}

export function BackGrid({ cards }: { cards: readonly Card[] }): JSX.Element {
  return <div class="print-cards">{backsOf(cards).map((card, i) => <div key={i} class={card ? 'print-slot' : 'print-slot print-empty'}>{card?.node}</div>)}</div>;
}
