/*
 * glyph.ts: small drawings put at a place in a size, as new path texts. Hundreds of elements with a transform each would make every frame
 * of the page slow; path texts cost only when they change.
 */
type Token = string | number;

const parsed = new Map<string, readonly Token[]>();

function parse(d: string): readonly Token[] {
  let tokens = parsed.get(d);
  if (!tokens) {
    tokens = (d.match(/[a-zA-Z]|-?\d*\.?\d+(?:e-?\d+)?/g) ?? []).map(token => (/[a-zA-Z]/.test(token) ? token : Number(token)));
    parsed.set(d, tokens);
  }
  return tokens;
}

const r = (value: number): string => String(Math.round(value * 100) / 100);

/* What the numbers of a command are: x, y, a length that only grows, or a flag that stays. */
const shapes: Readonly<Record<string, string>> = { M: 'xy', L: 'xy', H: 'x', V: 'y', Q: 'xyxy', C: 'xyxyxy', A: 'llfffxy', Z: '' };

/** The path scaled and then moved to a place. */
export function placed(d: string, x: number, y: number, scale: number): string {
  let out = '', shape = '', relative = false, at = 0;
  for (const token of parse(d)) {
    if (typeof token === 'string') {
      out += token;
      shape = shapes[token.toUpperCase()] ?? '';
      relative = token !== token.toUpperCase();
      at = 0;
      continue;
    }
    const what = shape[at++ % shape.length];
    const value = what === 'f' ? token : token * scale + (relative || what === 'l' ? 0 : what === 'x' ? x : y);
    out += ` ${r(value)}`;
  }
  return out;
}

/** A rectangle with square corners around a middle. */
export const plate = (x: number, y: number, halfWidth: number, halfHeight: number): string =>
  `M${r(x - halfWidth)} ${r(y - halfHeight)}h${r(2 * halfWidth)}v${r(2 * halfHeight)}h${r(-2 * halfWidth)}Z`;
