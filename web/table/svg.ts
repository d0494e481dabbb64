/* svg.ts: elements and path texts. */
import type { Place } from './board';

export type Attributes = Readonly<Record<string, string | number>>;

export function make<K extends keyof SVGElementTagNameMap>(name: K, attributes: Attributes = {}, parent?: Element): SVGElementTagNameMap[K] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent?.append(element);
  return element;
}

/** A number for a path: short, and precise to a hundredth of a millimetre. */
export const n = (value: number): string => String(Math.round(value * 100) / 100);
export const at = (p: Place): string => `${n(p.x)} ${n(p.y)}`;
export const open = (points: readonly Place[]): string => (points.length ? `M${points.map(at).join('L')}` : '');
export const closed = (points: readonly Place[]): string => (points.length ? `${open(points)}Z` : '');
