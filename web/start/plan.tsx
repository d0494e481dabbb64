/* plan.tsx: the engraved battle plan behind the title. Decoration: it says nothing that the text does not. */
import type { JSX } from 'preact';
import { Burin, type Stroke } from '../draw/burin';

const WIDTH = 1600, HEIGHT = 640;

/* Rhumb lines from the compass, under everything else. */
function rhumbs(hand: Burin, x: number, y: number): void {
  let lines = '';
  for (let k = 0; k < 16; k++) {
    const angle = (k * Math.PI) / 8;
    lines += `M${x} ${y}L${Math.round(x + Math.cos(angle) * 2000)} ${Math.round(y + Math.sin(angle) * 2000)}`;
  }
  hand.cut('faint', lines);
}

function country(hand: Burin): void {
  rhumbs(hand, 1058, 552);
  for (let i = 0; i < 17; i++) hand.hill(40 + i * 97 + hand.between(-22, 22), 92 + hand.between(-12, 12), hand.between(48, 74), hand.between(30, 52));
  hand.river([{ x: 1122, y: 124 }, { x: 1090, y: 190 }, { x: 1180, y: 262 }, { x: 1120, y: 350 }, { x: 985, y: 410 }, { x: 985, y: 500 }, { x: 890, y: 670 }], 4, 22);
  for (let i = 0; i < 9; i++) hand.hill(640 + i * 116 + hand.between(-26, 26), 138 + hand.between(-6, 12), hand.between(40, 60), hand.between(22, 36));
  hand.hill(1112, 146, 60, 38);
  for (let i = 0; i < 4; i++) hand.hill(70 + i * 128 + hand.between(-26, 26), 150 + hand.between(-6, 12), hand.between(44, 66), hand.between(26, 40));
  hand.road([{ x: 1640, y: 268 }, { x: 1440, y: 250 }, { x: 1260, y: 292 }, { x: 1168, y: 300 }], 4);
  hand.road([{ x: 1132, y: 318 }, { x: 1000, y: 330 }, { x: 860, y: 300 }, { x: 700, y: 330 }, { x: 480, y: 300 }, { x: -20, y: 330 }], 4);
  hand.field([{ x: 1258, y: 308 }, { x: 1330, y: 296 }, { x: 1352, y: 330 }, { x: 1272, y: 346 }], 9);
  hand.field([{ x: 1346, y: 292 }, { x: 1420, y: 288 }, { x: 1450, y: 318 }, { x: 1366, y: 328 }], 8);
  hand.field([{ x: 730, y: 352 }, { x: 800, y: 338 }, { x: 826, y: 366 }, { x: 748, y: 384 }], 8);
}

/* Towards the reader is later, so that it hides what stands behind. */
function places(hand: Burin): void {
  hand.wood(690, 176, 150, 34, 22);
  hand.wood(1480, 176, 120, 40, 20);
  hand.fort(1330, 206, 84, 5);
  hand.church(1316, 212, 13);
  for (const [x, y] of [[1290, 204], [1346, 200], [1298, 224], [1340, 226], [1318, 236]] as const) hand.house(x, y, 9);
  for (const [x, y] of [[900, 236], [932, 228], [964, 240], [884, 262], [992, 258]] as const) hand.house(x, y, 12);
  hand.church(928, 262, 16);
  hand.cut('land', 'M1120 300l62-8v14l-62 9Z');
  hand.cut('fine', 'M1130 299v14M1140 298v14M1150 296v14M1160 295v14M1170 294v13');
  hand.wood(40, 220, 160, 80, 26);
}

function armies(hand: Burin): void {
  for (const [x, y] of [[1200, 400], [1330, 392], [1460, 400]] as const) {
    hand.foot(x + 22, y, 11, 8, true);
    hand.foot(x, y + 6, 4, 7, false);
    hand.foot(x + 84, y + 6, 4, 7, false);
    hand.flag(x + 50, y - 18, 44, 1, true);
  }
  hand.horse(1156, 458, 5, 3, -1);
  hand.horse(1486, 452, 5, 3, -1);
  hand.gun(1306, 446, -1);
  hand.gun(1366, 450, -1);
  hand.smoke(1290, 438, 20, -1);
  for (const [x, y] of [[736, 462], [838, 490]] as const) {
    hand.foot(x + 22, y, 10, 6, true);
    hand.foot(x, y + 5, 4, 5, false);
    hand.foot(x + 78, y + 5, 4, 5, false);
    hand.flag(x + 48, y - 12, 42, 1, false);
  }
  hand.horse(716, 536, 6, 3, 1);
  hand.gun(838, 560, 1);
  hand.smoke(856, 552, 18, 1);
  for (const [x, y] of [[1150, 560], [1290, 572]] as const) {
    hand.foot(x + 22, y, 13, 7, true);
    hand.foot(x, y + 6, 4, 6, false);
    hand.foot(x + 96, y + 6, 4, 6, false);
    hand.flag(x + 56, y - 14, 46, 1, true);
  }
  hand.horse(1440, 560, 7, 4, -1);
}

function furniture(hand: Burin): void {
  hand.compass(1058, 552, 58);
}

function frame(hand: Burin): void {
  let ticks = '';
  for (let x = 20; x < WIDTH - 20; x += 40) ticks += `M${x} 12h20v6h-20ZM${x} ${HEIGHT - 18}h20v6h-20Z`;
  for (let y = 20; y < HEIGHT - 40; y += 40) ticks += `M12 ${y}h6v20h-6ZM${WIDTH - 18} ${y}h6v20h-6Z`;
  hand.cut('solid', ticks);
  hand.cut('ink', `M12 12H${WIDTH - 12}V${HEIGHT - 12}H12ZM18 18H${WIDTH - 18}V${HEIGHT - 18}H18Z`);
  hand.cut('ink', `M7 7H${WIDTH - 7}V${HEIGHT - 7}H7Z`);
}

function draw(): { inside: readonly Stroke[]; edge: readonly Stroke[] } {
  const inside = new Burin(1634), edge = new Burin(1);
  country(inside);
  places(inside);
  armies(inside);
  furniture(inside);
  frame(edge);
  return { inside: inside.strokes, edge: edge.strokes };
}

/* The drawing never changes, so that it is made once. */
const drawing = draw();

export function BattlePlan(): JSX.Element {
  return (
    <svg class="plan engraved" aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMaxYMin slice">
      <clipPath id="plan-edge"><path d={`M18 18H${WIDTH - 18}V${HEIGHT - 18}H18Z`} /></clipPath>
      <g clip-path="url(#plan-edge)">{drawing.inside.map((stroke, i) => <path key={i} class={stroke.tool} d={stroke.d} />)}</g>
      <g>{drawing.edge.map((stroke, i) => <path key={i} class={stroke.tool} d={stroke.d} />)}</g>
    </svg>
  );
}
