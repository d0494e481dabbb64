/*
 * heraldry.ts: the badge of a command: one of eight tinctures, which the style sheet knows as c0 to c7, and with each a charge of its own, so
 * that commands can be told apart without colour. It fills whatever area it is put on: a stripe, a banner, a shield.
 */
const r = (value: number): string => String(Math.round(value * 100) / 100);

export interface Field { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

/* Repeated squares along the field, each as high as the field. */
function along(field: Field, charge: (x: number, y: number, size: number) => string): string {
  const count = Math.max(1, Math.round(field.width / (field.height * 1.25))), step = field.width / count;
  const size = Math.min(step, field.height) / 2;
  let d = '';
  for (let i = 0; i < count; i++) d += charge(field.left + step * (i + 0.5), field.top + field.height / 2, size);
  return d;
}

const box = (x: number, y: number, w: number, h: number): string => `M${r(x)} ${r(y)}h${r(w)}v${r(h)}h${r(-w)}Z`;

const lozenge = (x: number, y: number, s: number): string => `M${r(x - s * 0.8)} ${r(y)}L${r(x)} ${r(y - s * 0.85)}L${r(x + s * 0.8)} ${r(y)}L${r(x)} ${r(y + s * 0.85)}Z`;
const chevron = (x: number, y: number, s: number): string => `M${r(x - s)} ${r(y + s)}L${r(x)} ${r(y - s)}L${r(x + s)} ${r(y + s)}L${r(x)} ${r(y + s * 0.1)}Z`;
const arc = (size: number, way: number): string => `a${r(size)} ${r(size)} 0 1 1 ${r(2 * size * way)} 0`;
const roundel = (x: number, y: number, s: number): string => `M${r(x - s * 0.62)} ${r(y)}${arc(s * 0.62, 1)}${arc(s * 0.62, -1)}Z`;
const cross = (x: number, y: number, s: number): string => box(x - s * 0.22, y - s * 0.9, s * 0.44, s * 1.8) + box(x - s * 0.9, y - s * 0.22, s * 1.8, s * 0.44);

const charges: readonly ((field: Field) => string)[] = [
  () => '',                                                                                         /* plain */
  field => along(field, (x, y, s) => box(x - s * 0.45, y - field.height / 2, s * 0.9, field.height)), /* pales */
  field => along(field, lozenge),
  field => box(field.left, field.top + field.height * 0.34, field.width, field.height * 0.32),      /* a fess */
  field => along(field, roundel),
  field => along(field, (x, y, s) => box(x - s, y - s, s, s) + box(x, y, s, s)),                     /* chequers */
  field => along(field, chevron),
  field => along(field, cross),
];

export interface Badge { readonly tincture: string; charge(field: Field): string }

export function badgeOf(regiment: number): Badge {
  const index = ((regiment % 8) + 8) % 8, around = Math.floor(regiment / 8);
  const charge = charges[(index + around) % charges.length] ?? charges[0];
  return { tincture: `c${index}`, charge: field => charge?.(field) ?? '' };
}
