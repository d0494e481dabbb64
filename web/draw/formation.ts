/*
 * formation.ts: men, horses and guns on a base, seen from above as the plans of the time draw them: ranks of pikes with sleeves of shot,
 * horse knee to knee, guns with their wheels. In millimetres; the front is at y = 0, behind is down.
 *
 * What stands on a base is guessed from the words that games use for such things; an unknown word gives men in ranks.
 */
import { placed } from './glyph';

export type Arm = 'pike_shot' | 'pike' | 'shot' | 'blade' | 'horse' | 'gun' | 'limber' | 'on_foot' | 'men';

export interface Words { readonly type: string; readonly kind: string; readonly firearms: readonly string[]; readonly melee: readonly string[] }

export interface Formation {
  readonly dots: string;                  /* heads and helmets: points with a round pen */
  readonly bodies: string;                /* shoulders, for those who look closely */
  readonly fine: string;                  /* thin lines: pikes, muskets, spokes */
  readonly solid: string;                 /* filled shapes: horses, barrels */
  readonly sign: string;                  /* the filled sign that stands for all of it from far away */
}

interface Area { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

const GUN = /artill|gun|cannon|batter|bombard|mortar|culverin/;
const HORSE = /caval|horse|cuirass|harqueb|dragoon|reiter|rider|hussar|croat|lancer|knight|mount|gendarm|stradiot/;
const SHOT = /shot|musk|arqueb|bow|sling|archer|skirm|fusil|rifle/;
const PIKE = /pike|spear|phalan|lance|tercio/;
const BLADE = /halberd|sword|axe|bill|blade|maa|arms|storm|grenad/;

/* Other forms than that in which a piece begins, by the words that games use for them. */
const forms: readonly (readonly [RegExp, Arm])[] = [[/limber/, 'limber'], [/dismount|on_foot|unhorsed/, 'on_foot']];

/** What stands on the base in another form; the usual where nothing is known of that. */
export function armIn(words: Words, form: string | undefined): Arm {
  return forms.find(([word]) => form !== undefined && word.test(form))?.[1] ?? armOf(words);
}

export function armOf(words: Words): Arm {
  const name = `${words.kind} ${words.type}`, has = (list: readonly string[], what: RegExp): boolean => list.some(item => what.test(item));
  if (GUN.test(name) || has(words.firearms, GUN)) return 'gun';
  if (HORSE.test(name)) return 'horse';
  if (has(words.melee, PIKE)) return words.firearms.length ? 'pike_shot' : 'pike';
  if (words.firearms.length) return 'shot';
  if (has(words.melee, BLADE) || BLADE.test(name)) return 'blade';
  if (PIKE.test(name)) return 'pike';
  if (SHOT.test(name)) return 'shot';
  return 'men';
}

const n = (value: number): string => String(Math.round(value * 100) / 100);

/* Places of a grid that fills an area, rank by rank. Every second rank may stand in the gaps. */
function ranks(area: Area, dx: number, dy: number, staggered: boolean, put: (x: number, y: number, rank: number) => void): void {
  const width = area.right - area.left, height = area.bottom - area.top;
  const columns = Math.max(1, Math.floor(width / dx)), rows = Math.max(1, Math.floor(height / dy));
  for (let r = 0; r < rows; r++) {
    const shift = staggered && r % 2 ? 0.5 : 0, count = columns - (shift && columns > 1 ? 1 : 0);
    for (let c = 0; c < count; c++)
      put(area.left + (width * (c + 0.5 + shift)) / columns, area.top + (height * (r + 0.5)) / rows, r);
  }
}

/*
 * A man from behind, as the ranks in old plans are: coat, legs and hat; from afar only the head remains. A horse from above: head and neck, a
 * round barrel; across it the rider's coat. A gun: barrel and wheels, axle and trail.
 */
const COAT = 'M-.15-.14H.15L.25 .26H-.25ZM-.12 .26V.46M.12 .26V.46M-.25-.32H.25';
const MOUNT = 'M0-1.7C.2-1.7 .18-1.36 .14-1.12C.16-.92 .26-.85 .31-.54C.38-.14 .29 .2 .35 .54C.44 1.09 .26 1.36 0 1.36' +
  'C-.26 1.36-.44 1.09-.35 .54C-.29 .2-.38-.14-.31-.54C-.26-.85-.16-.92-.14-1.12C-.18-1.36-.2-1.7 0-1.7Z';
const TAIL_AND_BLADE = 'M0 1.36q.13 .2 0 .48M.55 .54L.68-1.43';
const RIDER = 'M-.47 .17q.47-.34 .94 0l-.13 .34q-.34 .17-.68 0Z';
const GUN_IRON = 'M-1.5 0H1.5L2.4 17Q0 20.4-2.4 17ZM-7.3 5.5H-5.1V17.5H-7.3ZM5.1 5.5H7.3V17.5H5.1Z';
const GUN_WOOD = 'M-7.4 11.5H7.4M-2.2 17L-.8 29H.8L2.2 17';

class Sketch {
  dots = '';
  bodies = '';
  fine = '';
  solid = '';

  constructor(private readonly step: number) {}

  private man(x: number, y: number): void {
    this.dots += `M${n(x)} ${n(y - this.step * 0.3)}h0`;
    this.bodies += placed(COAT, x, y, this.step);
  }

  pikes(area: Area): void {
    const s = this.step;
    ranks(area, s * 0.92, s * 0.92, false, (x, y, rank) => {
      this.man(x, y);
      if (rank === 0) this.fine += `M${n(x + s * 0.2)} ${n(y + s * 0.5)}V${n(area.top - s * 0.9)}`;
      else if (rank % 2) this.fine += `M${n(x + s * 0.2)} ${n(y + s * 0.4)}v${n(-s * 1.1)}`;
    });
  }

  shot(area: Area): void {
    const s = this.step;
    ranks(area, s * 1.15, s * 1.15, true, (x, y) => {
      this.man(x, y);
      this.fine += `M${n(x + s * 0.26)} ${n(y + s * 0.28)}l${n(s * 0.12)} ${n(-s * 0.85)}`;
    });
  }

  blades(area: Area): void {
    const s = this.step;
    ranks(area, s * 1.1, s * 1.1, true, (x, y) => {
      this.man(x, y);
      this.fine += `M${n(x + s * 0.28)} ${n(y + s * 0.3)}v${n(-s * 0.95)}m${n(-s * 0.16)} ${n(s * 0.2)}h${n(s * 0.32)}`;
    });
  }

  men(area: Area): void {
    ranks(area, this.step, this.step, true, (x, y) => this.man(x, y));
  }

  horses(area: Area): void {
    const s = this.step;
    ranks(area, s * 1.9, s * 3.7, true, (x, y) => {
      this.solid += placed(MOUNT, x, y, s);
      this.fine += placed(TAIL_AND_BLADE, x, y, s);
      this.bodies += placed(RIDER, x, y, s);
      this.dots += `M${n(x)} ${n(y + s * 0.17)}h0`;
    });
  }

  /* A gun that is drawn away: pole, wheels, the barrel behind. */
  team(x: number, top: number, bottom: number): void {
    const s = (bottom - top) / 30;
    this.solid += placed('M-7.3 8H-5.1V20H-7.3ZM5.1 8H7.3V20H5.1ZM-2.2 12Q0 9 2.2 12L1.5 29H-1.5Z', x, top, s);
    this.fine += placed('M-7.4 14H7.4M0 12V-8', x, top, s);
  }

  gun(x: number, area: Area): void {
    const { top } = area, s = Math.min(area.bottom - top, 34) / 30;
    this.solid += placed(GUN_IRON, x, top, s);
    this.fine += placed(GUN_WOOD, x, top, s);
    for (const [dx, dy] of [[-11, 16], [11, 15], [-9.5, 25], [9.5, 24], [-12, 6]] as const) this.man(x + dx * s, top + dy * s);
  }
}

/* Two teams of horses before each gun, which is drawn muzzle behind. */
function drawLimber(sketch: Sketch, area: Area): void {
  const half = (area.top + area.bottom) / 2, middle = (area.left + area.right) / 2, wide = Math.min(area.right - area.left, (area.bottom - area.top) * 0.9);
  sketch.horses({ left: middle - wide / 2, right: middle + wide / 2, top: area.top, bottom: half });
  sketch.team(middle, half, area.bottom);
}

/* Those who have left their horses: a rank of shot, and the horses held behind. */
function drawOnFoot(sketch: Sketch, area: Area): void {
  const half = area.top + (area.bottom - area.top) * 0.5, aside = (area.right - area.left) * 0.3;
  sketch.shot({ ...area, bottom: half });
  sketch.horses({ left: area.left + aside, right: area.right - aside, top: half, bottom: area.bottom });
}

function drawArm(sketch: Sketch, arm: Arm, area: Area, square: boolean): void {
  const width = area.right - area.left, height = area.bottom - area.top;
  if (arm === 'gun') {
    const guns = Math.max(1, Math.round(width / 38));
    for (let i = 0; i < guns; i++) sketch.gun(area.left + (width * (i + 0.5)) / guns, area);
  } else if (arm === 'limber') drawLimber(sketch, area);
  else if (arm === 'on_foot') drawOnFoot(sketch, area);
  else if (arm === 'horse') sketch.horses(area);
  else if (arm === 'pike') sketch.pikes({ ...area, top: area.top + 4 });
  else if (arm === 'shot') sketch.shot(area);
  else if (arm === 'blade') sketch.blades(area);
  else if (arm === 'pike_shot' && square) {
    const x = width * 0.25, y = height * 0.27;
    sketch.pikes({ left: area.left + x, right: area.right - x, top: area.top + y * 0.8, bottom: area.bottom - y * 0.8 });
    for (const left of [area.left, area.right - x * 0.86])
      for (const top of [area.top, area.bottom - y]) sketch.shot({ left, top, right: left + x * 0.86, bottom: top + y });
  } else if (arm === 'pike_shot') {
    const sleeve = width * 0.26;
    sketch.pikes({ left: area.left + sleeve + 2, right: area.right - sleeve - 2, top: area.top + 5, bottom: area.bottom });
    sketch.shot({ ...area, right: area.left + sleeve });
    sketch.shot({ ...area, left: area.right - sleeve });
  } else sketch.men(area);
}

/* Maps of the period after: foot is a full block, horse a block cut by a diagonal, guns a barrel on wheels. */
function signOf(arm: Arm, a: Area): string {
  const middle = (a.left + a.right) / 2, width = a.right - a.left, height = a.bottom - a.top;
  const box = (left: number, right: number, top = a.top, bottom = a.bottom): string => `M${n(left)} ${n(top)}H${n(right)}V${n(bottom)}H${n(left)}Z`;
  const part = (from: number, to: number): string => box(a.left + width * from, a.left + width * to);
  if (arm === 'horse') return `M${n(a.left)} ${n(a.bottom)}L${n(a.right)} ${n(a.top)}V${n(a.bottom)}Z`;
  if (arm === 'shot' || arm === 'on_foot') return part(0, 0.28) + part(0.36, 0.64) + part(0.72, 1);
  if (arm === 'pike_shot') return part(0, 0.2) + part(0.28, 0.72) + part(0.8, 1);
  if (arm !== 'gun' && arm !== 'limber') return part(0, 1);
  const wheel = (x: number): string => box(x - width * 0.05, x + width * 0.05, a.top + height * 0.3, a.top + height * 0.8);
  const pole = arm === 'limber' ? box(middle - width * 0.3, middle + width * 0.3, a.top, a.top + height * 0.14) : '';
  return pole + part(0.44, 0.56) + wheel(middle - width * 0.19) + wheel(middle + width * 0.19);
}

const drawn = new Map<string, Formation>();

/** The formation on a base of that size, with room for what is drawn along its front and its rear. */
export function formation(arm: Arm, width: number, depth: number, front: number, rear: number): Formation {
  const key = `${arm} ${width} ${depth}`, known = drawn.get(key);
  if (known) return known;
  const step = Math.max(2.2, Math.min(5, Math.min(width, depth) / 7.5)), edge = Math.min(width, depth) * 0.07;
  const area = { left: -width / 2 + edge, right: width / 2 - edge, top: front + edge * 0.8, bottom: depth - rear - edge * 0.4 };
  const sketch = new Sketch(step);
  drawArm(sketch, arm, area, depth > width * 0.75);
  const aside = width * 0.06, inset = { left: area.left + aside, right: area.right - aside, top: area.top + depth * 0.04, bottom: area.bottom - depth * 0.02 };
  const made = { dots: sketch.dots, bodies: sketch.bodies, fine: sketch.fine, solid: sketch.solid, sign: signOf(arm, inset) };
  drawn.set(key, made);
  return made;
}
