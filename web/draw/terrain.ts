/*
 * terrain.ts: which drawing belongs to a kind of terrain, by the words that games use for it, and by its traits where the word is unknown.
 * A name such as "mill" or "hedge" refines the drawing of its kind; what the rules measure is the outline, which is always drawn.
 */
import type { Point } from './burin';
import type { Cut } from './country';
import { PlaceGraver, type Gap } from './places';
import { Shape } from './shape';

export interface Ground {
  readonly id: string;
  readonly kind: string;
  readonly traits: readonly string[];
  readonly line: boolean;
  readonly points: readonly Point[];                 /* on the sheet */
  readonly openings?: readonly Gap[];                /* in its outline: then it is drawn in plan */
}

export interface Drawing {
  readonly order: number;                            /* what lies under has less */
  readonly edge: 'firm' | 'dotted';                 /* how the outline is drawn */
  readonly cuts: readonly Cut[];
}

type Draw = (hand: PlaceGraver, shape: Shape, ground: Ground) => void;
type Entry = readonly [words: RegExp, order: number, edge: Drawing['edge'], draw: Draw];

const treeSize = (shape: Shape): number => Math.max(11, Math.min(27, Math.sqrt(shape.area) / 7));
const houseSize = (shape: Shape, large: boolean): number => Math.max(7, Math.min(large ? 24 : 20, Math.sqrt(shape.area) / (large ? 4.4 : 3.4)));

function hill(hand: PlaceGraver, shape: Shape, steep: boolean): void {
  hand.wash(shape, 'hill');
  if (steep) hand.hachures(shape, [[0.01, 0.18], [0.16, 0.34], [0.33, 0.48], [0.48, 0.58]], 3.2);
  else hand.hachures(shape, [[0.015, 0.17], [0.19, 0.34], [0.38, 0.48]], 4.6);
}

function town(hand: PlaceGraver, shape: Shape, ground: Ground): void {
  if (ground.openings?.length) {
    hand.plan(shape, ground.openings, ground.id);
    return;
  }
  hand.wash(shape, 'stone');
  if (/mill/.test(ground.id) && /wind/.test(ground.id)) {
    hand.windmill(shape.centre.x, shape.bottom - shape.height * 0.12, Math.min(shape.height * 0.42, shape.width * 0.5));
    return;
  }
  const large = /large|town|village|church|abbey|castle/.test(`${ground.kind} ${ground.id}`);
  hand.houses(shape, houseSize(shape, large), large);
  if (!/burn|fire|smoke/.test(ground.id)) return;
  for (const t of [0.22, 0.55, 0.8]) hand.smoke(shape.left + shape.width * t, shape.top + shape.height * 0.5, Math.min(24, shape.height * 0.3));
}

function field(hand: PlaceGraver, shape: Shape, ground: Ground): void {
  hand.wash(shape, 'field');
  hand.furrows(shape, /high|dense|tall|vine/.test(ground.kind) ? 'high' : 'low');
}

/* What hides a man who kneels: by its name an orchard, a garden, a field of corn; otherwise bushes. */
function brush(hand: PlaceGraver, shape: Shape, ground: Ground): void {
  hand.wash(shape, /corn|crop|wheat|rye/.test(ground.id) ? 'field' : 'wood');
  if (/orchard/.test(ground.id)) hand.orchardRows(shape, 34);
  else if (/garden/.test(ground.id)) hand.beds(shape);
  else if (/corn|crop|wheat|rye/.test(ground.id)) hand.furrows(shape, 'high');
  else hand.bushes(shape, Math.max(11, Math.min(17, Math.sqrt(shape.area) / 9)));
}

/* What nobody can pass may be a town that burns. */
function rocks(hand: PlaceGraver, shape: Shape, ground: Ground): void {
  if (/town|village|house/.test(ground.id)) {
    town(hand, shape, ground);
    return;
  }
  if (/cross|calvary/.test(ground.id)) {
    hand.wash(shape, 'stone');
    hand.wayside(shape);
    return;
  }
  if (/muck|dung|heap|midden/.test(ground.id)) {
    hand.wash(shape, 'mire');
    hand.heap(shape);
    return;
  }
  hand.wash(shape, 'stone');
  hand.rocks(shape, Math.max(12, Math.min(30, Math.sqrt(shape.area) / 5)));
}

const areas: readonly Entry[] = [
  [/river|stream|brook|canal/, 2, 'firm', (hand, shape) => { hand.ripples(shape, [2, 6, 11, 18]); hand.current(shape); }],
  [/lake|sea|pond|water|mere|ocean/, 2, 'firm', (hand, shape) => hand.ripples(shape, [2, 6, 11, 18, 27, 38])],
  [/ford|shallow/, 3, 'dotted', (hand, shape) => hand.shallows(shape)],
  [/bridge/, 5, 'firm', (hand, shape) => hand.planks(shape)],
  [/marsh|mire|bog|swamp|fen/, 1, 'dotted', (hand, shape) => { hand.wash(shape, 'mire'); hand.reeds(shape, 21); }],
  [/field|crop|corn|farmland|plough|orchard|vine/, 1, 'dotted', field],
  [/brush|scrub|furze|heath|bush|thicket/, 4, 'dotted', brush],
  [/sand|beach|shore/, 0, 'dotted', (hand, shape) => { hand.cut('wash sand', `M${shape.points.map(p => `${p.x} ${p.y}`).join('L')}Z`); hand.sand(shape); }],
  [/cliff|crag/, 4, 'firm', (hand, shape) => { hand.wash(shape, 'stone'); hand.cliff(shape); }],
  [/steep|mountain/, 1, 'dotted', (hand, shape) => hill(hand, shape, true)],
  [/hill|rise|ridge|dune|height|knoll/, 0, 'dotted', (hand, shape) => hill(hand, shape, false)],
  [/building|house|town|village|farm|church|castle|ruin|hamlet|fort/, 7, 'firm', town],
  [/wood|forest|grove|copse|tree|jungle/, 6, 'dotted', (hand, shape) => { hand.wash(shape, 'wood'); hand.trees(shape, treeSize(shape), 1); }],
  [/rock|boulder|scree/, 4, 'firm', rocks],
  [/road|path|track/, 3, 'dotted', (hand, shape) => { hand.cut('wash road', `M${shape.points.map(p => `${p.x} ${p.y}`).join('L')}Z`); hand.ruts(shape); }],
];

/* An unknown kind: each trait that says something to the eye adds its drawing. */
function byTraits(hand: PlaceGraver, shape: Shape, ground: Ground): void {
  const has = (word: RegExp): boolean => ground.traits.some(trait => word.test(trait));
  if (has(/water|river/)) {
    hand.ripples(shape, [2, 6, 11]);
    return;
  }
  hand.wash(shape, has(/impass/) ? 'stone' : has(/height|high/) ? 'hill' : 'field');
  if (has(/easy/)) hand.ruts(shape);
  if (has(/height|high/)) hand.hachures(shape, [[0.02, 0.16], [0.2, 0.33]], 5.4);
  if (has(/impass/)) hand.crossHatch(shape);
  if (has(/conceal|block/)) hand.trees(shape, 12, 1.9);
  else if (has(/difficult|slow|cover|rough/) || !ground.traits.length) hand.rough(shape);
}

const lines: readonly (readonly [RegExp, number, (hand: PlaceGraver, line: readonly Point[]) => void])[] = [
  [/ditch|trench|sunken/, 3, (hand, line) => hand.ditchLine(line)],
  [/hedge|bocage/, 6, (hand, line) => hand.hedgeLine(line)],
  [/bank|levee|dyke/, 3, (hand, line) => hand.bankLine(line)],
  [/barricade|abatis/, 5, (hand, line) => hand.barricadeLine(line)],
  [/rampart/, 5, (hand, line) => hand.rampartLine(line)],
  [/wall/, 5, (hand, line) => hand.wallLine(line)],
  [/fence|palisade|stakes/, 5, (hand, line) => hand.fenceLine(line)],
  [/road|path|track/, 3, (hand, line) => hand.roadLine(line, 6)],
  [/river|stream|brook/, 2, (hand, line) => hand.roadLine(line, 3)],
];

export function drawTerrain(ground: Ground): Drawing {
  const hand = new PlaceGraver(ground.id);
  if (ground.line) {
    const entry = lines.find(([word]) => word.test(ground.id)) ?? lines.find(([word]) => word.test(ground.kind));
    if (entry) entry[2](hand, ground.points);
    else hand.fenceLine(ground.points);
    return { order: entry?.[1] ?? 5, edge: 'firm', cuts: hand.cuts };
  }
  const shape = new Shape(ground.points), entry = areas.find(([word]) => word.test(ground.kind));
  if (entry) entry[3](hand, shape, ground);
  else byTraits(hand, shape, ground);
  return { order: entry?.[1] ?? 4, edge: entry?.[2] ?? 'dotted', cuts: hand.cuts };
}
