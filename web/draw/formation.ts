/*
 * formation.ts: men, horses and guns on a base, seen from above as the plans of the time draw them: ranks of pikes with sleeves of shot,
 * horse knee to knee, guns with their wheels. In millimetres; the front is at y = 0, behind is down.
 *
 * What stands on a base is guessed from the words that games use for such things; an unknown word gives men in ranks.
 */
export type Arm = 'pike_shot' | 'pike' | 'shot' | 'blade' | 'horse' | 'gun' | 'men';

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
const SHOT = /shot|musk|arqueb|arqueb|bow|sling|archer|skirm|fusil|rifle/;
const PIKE = /pike|spear|phalan|lance|tercio/;
const BLADE = /halberd|sword|axe|bill|blade|maa|arms|storm|grenad/;

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

class Sketch {
  dots = '';
  bodies = '';
  fine = '';
  solid = '';

  constructor(private readonly step: number) {}

  /* Seen from behind, as the ranks in old plans are: head, hat, coat and legs. From afar only the head remains. */
  private man(x: number, y: number): void {
    const u = this.step, head = y - u * 0.3;
    this.dots += `M${n(x)} ${n(head)}h0`;
    this.bodies += `M${n(x - u * 0.15)} ${n(head + u * 0.16)}h${n(u * 0.3)}l${n(u * 0.1)} ${n(u * 0.4)}h${n(-u * 0.5)}ZM${n(x - u * 0.12)} ${n(head + u * 0.56)}v${n(u * 0.2)}M${n(x + u * 0.12)} ${n(head + u * 0.56)}v${n(u * 0.2)}M${n(x - u * 0.25)} ${n(head - u * 0.02)}h${n(u * 0.5)}`;
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

  /* A horse from above: head and neck, a round barrel, a tail; the rider's coat lies across it. */
  horses(area: Area): void {
    const s = this.step, long = s * 3.4, wide = s * 1.3;
    ranks(area, s * 1.9, s * 3.7, true, (x, y) => {
      const px = (u: number): string => n(x + u * wide), py = (v: number): string => n(y + v * long);
      this.solid += `M${px(0)} ${py(-0.5)}C${px(0.15)} ${py(-0.5)} ${px(0.14)} ${py(-0.4)} ${px(0.11)} ${py(-0.33)}C${px(0.12)} ${py(-0.27)} ${px(0.2)} ${py(-0.25)} ${px(0.24)} ${py(-0.16)}` +
        `C${px(0.29)} ${py(-0.04)} ${px(0.22)} ${py(0.06)} ${px(0.27)} ${py(0.16)}C${px(0.34)} ${py(0.32)} ${px(0.2)} ${py(0.4)} ${px(0)} ${py(0.4)}` +
        `C${px(-0.2)} ${py(0.4)} ${px(-0.34)} ${py(0.32)} ${px(-0.27)} ${py(0.16)}C${px(-0.22)} ${py(0.06)} ${px(-0.29)} ${py(-0.04)} ${px(-0.24)} ${py(-0.16)}` +
        `C${px(-0.2)} ${py(-0.25)} ${px(-0.12)} ${py(-0.27)} ${px(-0.11)} ${py(-0.33)}C${px(-0.14)} ${py(-0.4)} ${px(-0.15)} ${py(-0.5)} ${px(0)} ${py(-0.5)}Z`;
      this.fine += `M${px(0)} ${py(0.4)}q${n(wide * 0.1)} ${n(long * 0.06)} 0 ${n(long * 0.14)}M${px(0.42)} ${py(0.16)}L${px(0.52)} ${py(-0.42)}`;
      this.bodies += `M${px(-0.36)} ${py(0.05)}q${n(wide * 0.36)} ${n(-long * 0.1)} ${n(wide * 0.72)} 0l${n(-wide * 0.1)} ${n(long * 0.1)}q${n(-wide * 0.26)} ${n(long * 0.05)} ${n(-wide * 0.52)} 0Z`;
      this.dots += `M${px(0)} ${py(0.05)}h0`;
    });
  }

  gun(x: number, area: Area): void {
    const long = Math.min(area.bottom - area.top, 34), top = area.top, s = long / 30;
    const axle = top + 11.5 * s;
    this.solid += `M${n(x - 1.5 * s)} ${n(top)}h${n(3 * s)}l${n(0.9 * s)} ${n(17 * s)}q${n(-2.4 * s)} ${n(3.4 * s)} ${n(-4.8 * s)} 0Z`;
    for (const side of [-1, 1])
      this.solid += `M${n(x + side * 6.2 * s - 1.1 * s)} ${n(axle - 6 * s)}h${n(2.2 * s)}v${n(12 * s)}h${n(-2.2 * s)}Z`;
    this.fine += `M${n(x - 7.4 * s)} ${n(axle)}h${n(14.8 * s)}M${n(x - 2.2 * s)} ${n(top + 17 * s)}L${n(x - 0.8 * s)} ${n(top + 29 * s)}h${n(1.6 * s)}L${n(x + 2.2 * s)} ${n(top + 17 * s)}`;
    for (const [dx, dy] of [[-11, 16], [11, 15], [-9.5, 25], [9.5, 24], [-12, 6]] as const) this.man(x + dx * s, top + dy * s);
  }
}

function drawArm(sketch: Sketch, arm: Arm, area: Area, square: boolean): void {
  const width = area.right - area.left, height = area.bottom - area.top;
  if (arm === 'gun') {
    const guns = Math.max(1, Math.round(width / 38));
    for (let i = 0; i < guns; i++) sketch.gun(area.left + (width * (i + 0.5)) / guns, area);
  } else if (arm === 'horse') sketch.horses(area);
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
  const box = (left: number, right: number): string => `M${n(left)} ${n(a.top)}H${n(right)}V${n(a.bottom)}H${n(left)}Z`;
  const middle = (a.left + a.right) / 2, width = a.right - a.left, height = a.bottom - a.top;
  if (arm === 'horse') return `M${n(a.left)} ${n(a.bottom)}L${n(a.right)} ${n(a.top)}V${n(a.bottom)}Z`;
  if (arm === 'gun') return `M${n(middle - width * 0.06)} ${n(a.top)}h${n(width * 0.12)}v${n(height)}h${n(-width * 0.12)}ZM${n(middle - width * 0.24)} ${n(a.top + height * 0.3)}h${n(width * 0.1)}v${n(height * 0.5)}h${n(-width * 0.1)}ZM${n(middle + width * 0.14)} ${n(a.top + height * 0.3)}h${n(width * 0.1)}v${n(height * 0.5)}h${n(-width * 0.1)}Z`;
  if (arm === 'shot') return box(a.left, a.left + width * 0.28) + box(a.left + width * 0.36, a.left + width * 0.64) + box(a.right - width * 0.28, a.right);
  if (arm === 'pike_shot') return box(a.left, a.left + width * 0.2) + box(a.left + width * 0.28, a.right - width * 0.28) + box(a.right - width * 0.2, a.right);
  return box(a.left, a.right);
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
  const inset = { left: area.left + width * 0.06, right: area.right - width * 0.06, top: area.top + depth * 0.04, bottom: area.bottom - depth * 0.02 };
  const made = { dots: sketch.dots, bodies: sketch.bodies, fine: sketch.fine, solid: sketch.solid, sign: signOf(arm, inset) };
  drawn.set(key, made);
  return made;
}
