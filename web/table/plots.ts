/*
 * plots.ts: what people call a piece of ground, as the engine does in its sentences: by the game's own name for it or by its kind, with a
 * letter where there are several of the kind; what was laid in play has letters of its own.
 */
export interface Plot { readonly id: string; readonly kind: string }

type Words = Readonly<Record<string, string>>;

function letter(place: number): string {
  return (place < 26 ? '' : letter(Math.floor(place / 26) - 1)) + String.fromCharCode(65 + (place % 26));
}

function kindName(words: Words, kind: string): string {
  return words[`terrain.${kind}`] ?? kind.replaceAll('_', ' ');
}

/** The plot of that number in a few words: "farm", "small building B". Numbers beyond the match's own are of ground that was laid in play. */
export function plotName(own: readonly Plot[], words: Words, number: number): string {
  const plot = own[number];
  if (!plot) return `${words['ground.laid'] ?? ''} ${letter(number - own.length)}`.trim();
  const alike = own.filter(({ kind }) => kind === plot.kind);
  return words[`ground.${plot.id}`] ?? (alike.length > 1 ? `${kindName(words, plot.kind)} ${letter(alike.indexOf(plot))}` : kindName(words, plot.kind));
}

/** What the map says of it: a name has its kind beside it. */
export function plotLabel(own: readonly Plot[], words: Words, number: number, { id, kind }: Plot): string {
  if (!own[number]) return `${kindName(words, kind)} ${letter(number - own.length)}`;
  return words[`ground.${id}`] === undefined ? plotName(own, words, number) : `${plotName(own, words, number)} (${kindName(words, kind)})`;
}
