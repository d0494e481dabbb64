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

/* The partisan of an officer and the baton of his general, tied with a sash. */
function command(hand: Burin): void {
  /* A staff through the middle of the sheet: u runs up along it, v across. */
  const staff = (y: number, turn: number, flip: 1 | -1) => (u: number, v: number): string => {
    const c = Math.cos(turn), s = Math.sin(turn), tenth = (n: number): number => Math.round(n * 10) / 10;
    return `${tenth(80 + flip * (u * c + v * s))} ${tenth(y - u * s + v * c)}`;
  };
  const partisan = (): void => {
    const p = staff(50, 0.62, 1);
    hand.cut('land', `M${p(-62, -1.5)}L${p(36, -1.5)}L${p(36, 1.5)}L${p(-62, 1.5)}Z`);
    hand.cut('fine', `M${p(-58, 0.4)}L${p(20, 0.4)}`);
    hand.cut('solid', `M${p(-68, 0)}L${p(-62, -1.5)}L${p(-62, 1.5)}Z`);
    let fringe = '';
    for (let v = -5; v <= 5; v++) fringe += `M${p(31, v * 0.5)}L${p(21 + (v & 1) * 1.5, v * 1.1)}`;
    hand.cut('fine', fringe);
    hand.cut('land', `M${p(30, -3)}L${p(33, -3)}L${p(33, 3)}L${p(30, 3)}Z`);
    hand.cut('land', `M${p(34, -2)}Q${p(38, -3)} ${p(40, -9)}Q${p(42, -5)} ${p(46, -4.5)}Q${p(56, -3.5)} ${p(67, 0)}Q${p(56, 3.5)} ${p(46, 4.5)}Q${p(42, 5)} ${p(40, 9)}Q${p(38, 3)} ${p(34, 2)}Z`);
    hand.cut('fine', `M${p(36, 0)}L${p(63, 0)}M${p(44, 1.5)}L${p(58, 1.2)}M${p(44, 2.9)}L${p(54, 2.2)}M${p(40, 5)}L${p(43, 3)}`);
  };
  const baton = (): void => {
    const p = staff(48, 0.5, -1);
    hand.cut('land', `M${p(-40, -4.5)}L${p(40, -4.5)}L${p(40, 4.5)}L${p(-40, 4.5)}Z`);
    let shade = '', lozenges = '';
    for (let v = 1; v < 4.5; v += 0.9) shade += `M${p(-39, v)}L${p(39, v)}`;
    for (let u = -30; u <= 30; u += 10) lozenges += `M${p(u - 2.4, -1.2)}L${p(u, -3.4)}L${p(u + 2.4, -1.2)}L${p(u, 1)}Z`;
    hand.cut('faint', shade);
    hand.cut('solid', lozenges);
    for (const end of [-1, 1]) {
      hand.cut('land', `M${p(end * 36, -5.5)}L${p(end * 46, -5.5)}Q${p(end * 49, 0)} ${p(end * 46, 5.5)}L${p(end * 36, 5.5)}Z`);
      hand.cut('fine', `M${p(end * 38.5, -5.5)}L${p(end * 38.5, 5.5)}M${p(end * 43.5, -5.5)}L${p(end * 43.5, 5.5)}M${p(end * 39, 2)}L${p(end * 47, 2)}M${p(end * 39, 3.7)}L${p(end * 47, 3.7)}`);
    }
  };
  partisan();
  baton();
  hand.cut('land', 'M76 51q-9 8-12 20q-1 7-6 11q8 0 12-6q3-10 9-19Z');
  hand.cut('land', 'M82 53q8 8 10 19q1 7 6 11q-9 0-12-7q-2-10-8-17Z');
  hand.cut('fine', 'M71 60q-4 8-6 16M74 59q-4 7-5 13M87 61q3 6 4 14M84 60q3 6 3 11');
  hand.cut('land', 'M74 46.5q6-4.5 12.5 0q2.5 4.5-.5 8.5q-5.5 2.5-11.5 0q-3-4-.5-8.5Z');
  hand.cut('fine', 'M76.5 47.5q2.5 4 1.2 7M80 46q3 4.5 1.5 9M84 47q2 3.5 .8 7');
}

function pistols(hand: Burin): void {
  const pistol = (flip: 1 | -1): void => {
    const turn = 0.5, c = Math.cos(turn), s = Math.sin(turn), tenth = (n: number): number => Math.round(n * 10) / 10;
    /* u runs along the barrel to the muzzle, v across it to the side of the trigger. */
    const p = (u: number, v: number): string => `${tenth(80 + flip * ((u - 26) * c + v * s))} ${tenth(34 - (u - 26) * s + v * c)}`;
    const disc = (u: number, v: number, r: number): string => `M${p(u - r, v)}A${r} ${r} 0 1 1 ${p(u + r, v)}A${r} ${r} 0 1 1 ${p(u - r, v)}Z`;
    hand.cut('land', `M${p(70, 0)}L${p(-16, -3)}Q${p(-32, -1)} ${p(-46, 9)}L${p(-42, 16)}Q${p(-28, 8)} ${p(-14, 9)}L${p(8, 8)}L${p(64, 3)}Z`);
    hand.cut('land', `M${p(74, -4)}L${p(-12, -5)}L${p(-12, 0)}L${p(74, 0)}Z`);
    hand.cut('fine', `M${p(70, -4)}L${p(70, 0)}M${p(24, -4.6)}L${p(24, 0)}M${p(21, -4.6)}L${p(21, 0)}M${p(-8, -2.5)}L${p(18, -2.5)}M${p(27, -2.2)}L${p(67, -2)}M${p(16, 4)}L${p(60, 1.5)}`);
    hand.cut('fine', `M${p(-18, 0)}Q${p(-30, 2)} ${p(-42, 9.5)}M${p(-18, 3)}Q${p(-30, 5)} ${p(-41, 12)}M${p(-18, 6)}Q${p(-26, 6.5)} ${p(-33, 9.5)}`);
    hand.cut('land', disc(-46, 14, 7));
    hand.cut('fine', `M${p(-51, 9.2)}Q${p(-43, 12)} ${p(-41.2, 19)}M${p(-52.6, 12.4)}Q${p(-46, 14)} ${p(-44.6, 20.7)}`);
    hand.cut('land', disc(-3, 4.5, 6));
    hand.cut('fine', disc(-3, 4.5, 3.6));
    hand.cut('solid', disc(-3, 4.5, 1.3));
    hand.cut('ink', `M${p(9, 4)}L${p(11, -7)}L${p(4, -9.5)}L${p(1.5, -6)}M${p(-14, 9)}Q${p(-11, 19)} ${p(0, 14)}Q${p(6, 11.500)} ${p(8, 8)}M${p(-7, 9.500)}Q${p(-8, 12.500)} ${p(-5, 13.500)}`);
  };
  pistol(1);
  pistol(-1);
  hand.cut('land', 'M75.500 63a4.500 4.500 0 1 1 9 0a4.500 4.500 0 1 1-9 0Z');
  hand.cut('fine', 'M77.500 63a2.500 2.500 0 1 1 5 0a2.500 2.500 0 1 1-5 0Z');
  hand.cut('land', 'M78.500 67.500h3l.8 14h2.200v5h-9v-5h2.200Z');
  hand.cut('solid', 'M78.600 82.500h2.800v3h-2.800Z');
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
  liber: command,
  reiters: pistols,
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
