/* emblems.tsx: a small engraving for each game. Decoration. */
import type { JSX } from 'preact';
import { Burin, type Stroke } from '../draw/burin';

type Drawing = (hand: Burin) => void;

function tercio(hand: Burin): void {
  for (const [x, y] of [[26, 34], [112, 34]] as const) hand.foot(x, y, 4, 4, false);
  hand.foot(54, 66, 11, 8, true);
  for (const [x, y] of [[26, 76], [112, 76]] as const) hand.foot(x, y, 4, 4, false);
  hand.flag(84, 48, 40, 1, true);
}

function cards(hand: Burin): void {
  const card = (x: number, y: number, turn: number): void => {
    const c = Math.cos(turn), s = Math.sin(turn);
    const p = (u: number, v: number): string => `${Math.round((x + u * c - v * s) * 10) / 10} ${Math.round((y + u * s + v * c) * 10) / 10}`;
    hand.cut('land', `M${p(-19, -29)}L${p(19, -29)}L${p(19, 29)}L${p(-19, 29)}Z`);
    hand.cut('fine', `M${p(-15, -25)}L${p(15, -25)}L${p(15, 25)}L${p(-15, 25)}Z`);
    let weave = '';
    for (let i = -4; i <= 4; i++) {
      weave += `M${p(Math.max(-15, i * 5 - 15), -25)}L${p(Math.min(15, i * 5 + 15), 25)}`;
      weave += `M${p(Math.min(15, i * 5 + 15), -25)}L${p(Math.max(-15, i * 5 - 15), 25)}`;
    }
    hand.cut('faint', weave);
    hand.cut('land', `M${p(-9, 0)}L${p(0, -13)}L${p(9, 0)}L${p(0, 13)}Z`);
    hand.cut('solid', `M${p(-4, 0)}L${p(0, -7)}L${p(4, 0)}L${p(0, 7)}Z`);
  };
  card(56, 46, -0.32);
  card(104, 46, 0.32);
  card(80, 42, 0);
}

function areas(hand: Burin): void {
  hand.cut('land', 'M18 22L58 12 72 36 50 58 20 52Z');
  hand.cut('land', 'M58 12L112 16 108 44 72 36Z');
  hand.cut('land', 'M112 16L146 26 142 58 108 44Z');
  hand.cut('land', 'M20 52L50 58 60 82 26 80Z');
  hand.cut('land', 'M50 58L72 36 108 44 98 78 60 82Z');
  hand.cut('land', 'M108 44L142 58 134 80 98 78Z');
  hand.field([{ x: 64, y: 60 }, { x: 86, y: 54 }, { x: 88, y: 70 }, { x: 68, y: 74 }], 5);
  hand.tree(34, 44, 13);
  hand.tree(44, 40, 13);
  hand.house(116, 66, 8);
  hand.horse(78, 30, 2, 1, 1);
  hand.flag(124, 46, 24, 1, false);
  hand.cut('water', 'M22 68Q40 60 56 72');
}

function hexes(hand: Burin): void {
  const side = 17;
  const hex = (column: number, row: number): readonly [number, number] => [32 + column * side * 1.5, 22 + row * side * 1.732 + (column % 2) * side * 0.866];
  for (let column = 0; column < 5; column++) {
    for (let row = 0; row < 2; row++) {
      const [x, y] = hex(column, row);
      let d = '';
      for (let k = 0; k < 6; k++) d += `${k ? 'L' : 'M'}${Math.round((x + side * Math.cos((k * Math.PI) / 3)) * 10) / 10} ${Math.round((y + side * Math.sin((k * Math.PI) / 3)) * 10) / 10}`;
      hand.cut('land', `${d}Z`);
    }
  }
  const [hx, hy] = hex(1, 0);
  hand.hill(hx, hy + 7, 12, 13);
  const [sx, sy] = hex(2, 1);
  hand.cut('land', `M${sx - 9} ${sy - 10}h18v8q0 9-9 13q-9-4-9-13Z`);
  hand.cut('solid', `M${sx - 9} ${sy - 10}h9v10h-9ZM${sx} ${sy}h8.800q-1.500 8-8.800 11Z`);
  const [tx, ty] = hex(4, 0);
  hand.tree(tx - 3, ty + 8, 12);
  hand.tree(tx + 5, ty + 10, 12);
  const [bx, by] = hex(0, 1);
  hand.cut('ink', `M${bx - 4} ${by - 11}q12 11 0 22M${bx - 4} ${by - 11}v22M${bx - 9} ${by}h17m-4-3l4 3-4 3`);
}

function muskets(hand: Burin): void {
  const musket = (flip: 1 | -1): void => {
    const x = (u: number): number => 80 + flip * u;
    hand.cut('land', `M${x(-58)} 74L${x(-46)} 82 ${x(-22)} 61 ${x(50)} 13 ${x(48)} 10 ${x(-27)} 54 ${x(-38)} 58Z`);
    hand.cut('fine', `M${x(-50)} 74L${x(-26)} 58M${x(-22)} 58L${x(46)} 12.500M${x(-48)} 78L${x(-28)} 61`);
    hand.cut('ink', `M${x(-20)} 53q${-flip * 1}-7 ${flip * 5}-9l${flip * 2} 4M${x(-24)} 60q${flip * 1} 6 ${flip * 6} 4M${x(10)} 36l${flip * 2} 3M${x(30)} 23l${flip * 2} 3`);
  };
  musket(1);
  musket(-1);
  for (const [x, y] of [[74, 80], [86, 80], [80, 70]] as const) {
    hand.cut('land', `M${x - 5.5} ${y}a5.500 5.500 0 1 1 11 0a5.500 5.500 0 1 1-11 0Z`);
    hand.cut('fine', `M${x + 1} ${y + 3.5}q3-1 3-4M${x + 1} ${y + 1.5}q1.500-.5 1.500-2`);
  }
}

function practice(hand: Burin): void {
  hand.cut('land', 'M60 30L88 20 112 34 84 46Z');
  hand.cut('land', 'M60 30L84 46 84 78 60 62Z');
  hand.cut('land', 'M84 46L112 34 112 66 84 78Z');
  let shade = '';
  for (let i = 1; i < 8; i++) shade += `M${84 + i * 3.5} ${46 - i * 1.5}v32`;
  hand.cut('faint', shade);
  const pip = (x: number, y: number, rx: number, ry: number): void => hand.cut('solid', `M${x - rx} ${y}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0Z`);
  pip(86, 33, 4, 2.4);
  for (const [x, y] of [[66, 42], [78, 66]] as const) pip(x, y, 2.2, 3.2);
  for (const [x, y] of [[90, 51], [98, 56], [106, 61]] as const) pip(x, y, 2.2, 3.2);
  hand.flag(30, 78, 44, 1, false);
  hand.flag(140, 78, 44, -1, true);
  hand.cut('faint', 'M20 80h124M30 84h100');
}

const drawings: Record<'brevis' | 'liber' | 'reiters' | 'iron' | 'argad' | 'sample', Drawing> = {
  brevis: tercio,
  liber: cards,
  reiters: areas,
  iron: hexes,
  argad: muskets,
  sample: practice,
};

const made = new Map<Drawing, readonly Stroke[]>();

function strokesOf(drawing: Drawing): readonly Stroke[] {
  let strokes = made.get(drawing);
  if (!strokes) {
    const hand = new Burin(7);
    drawing(hand);
    strokes = hand.strokes;
    made.set(drawing, strokes);
  }
  return strokes;
}

export function Emblem({ game }: { game: keyof typeof drawings }): JSX.Element {
  return (
    <svg class="emblem engraved" aria-hidden="true" viewBox="0 0 160 92">
      {strokesOf(drawings[game]).map((stroke, i) => <path key={i} class={stroke.tool} d={stroke.d} />)}
    </svg>
  );
}
