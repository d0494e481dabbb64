/* tape.ts: distances and directions on a table, for people. Places are in hundredths of a millimetre, x east, y north. */
import type { Place, Pose } from '../../table/board';
import type { Base } from '../deciding/geometry';

/** Something that is measured from or to: a base where it stands, or a bare place. */
export interface Body { readonly pose: Pose; readonly base: Base | null }

export interface Gap { readonly distance: number; readonly from: Place; readonly to: Place }

function directions(heading: number): { front: Place; right: Place } {
  const angle = (heading / 18000) * Math.PI;
  const sine = Math.sin(angle), cosine = Math.cos(angle);
  return { front: { x: sine, y: cosine }, right: { x: cosine, y: -sine } };
}

const along = (from: Place, direction: Place, length: number): Place => ({ x: from.x + direction.x * length, y: from.y + direction.y * length });

/** The corners of a rectangle, which is placed by the middle of its front or by its own: front left, front right, back right, back left. */
export function corners({ pose, base }: Body): Place[] {
  if (!base || base.shape !== 'rectangle') return [pose];
  const { front, right } = directions(pose.heading);
  const head = base.at === 'middle' ? along(pose, front, base.depth / 2) : pose;
  const left = along(head, right, -base.width / 2), other = along(head, right, base.width / 2);
  return [left, other, along(other, front, -base.depth), along(left, front, -base.depth)];
}

/** The middles of the four sides of a rectangle; the place itself for anything else. */
export function middles(body: Body): Place[] {
  const list = corners(body);
  if (list.length < 4) return [body.pose];
  return list.map((corner, i) => between(corner, list[(i + 1) % 4]!, 0.5));
}

export function middle(body: Body): Place {
  const list = corners(body);
  return list.length < 4 ? body.pose : between(list[0]!, list[2]!, 0.5);
}

const between = (a: Place, b: Place, part: number): Place => ({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part });

function nearestOn(a: Place, b: Place, p: Place): Place {
  const dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
  if (square === 0) return a;
  return between(a, b, Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square)));
}

const length = (a: Place, b: Place): number => Math.hypot(b.x - a.x, b.y - a.y);

const cross = (a: Place, b: Place, c: Place): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

function inside(list: readonly Place[], p: Place): boolean {
  if (list.length < 3) return false;
  const sides = list.map((corner, i) => cross(corner, list[(i + 1) % list.length]!, p));
  return sides.every(side => side <= 0) || sides.every(side => side >= 0);
}

function crossing(a: Place, b: Place, c: Place, d: Place): Place | null {
  const one = cross(a, b, c), two = cross(a, b, d);
  if (one * two > 0 || cross(c, d, a) * cross(c, d, b) > 0 || one === two) return null;
  return between(c, d, one / (one - two));
}

const edges = (list: readonly Place[]): [Place, Place][] =>
  list.length < 3 ? [[list[0]!, list[0]!]] : list.map((corner, i) => [corner, list[(i + 1) % list.length]!]);

function gapOfOutlines(a: readonly Place[], b: readonly Place[]): Gap {
  for (const p of b) if (inside(a, p)) return { distance: 0, from: p, to: p };
  for (const p of a) if (inside(b, p)) return { distance: 0, from: p, to: p };
  let best: Gap = { distance: Infinity, from: a[0]!, to: b[0]! };
  const offer = (from: Place, to: Place): void => {
    const distance = length(from, to);
    if (distance < best.distance) best = { distance, from, to };
  };
  for (const [p, q] of edges(a))
    for (const [r, s] of edges(b)) {
      const common = crossing(p, q, r, s);
      if (common) return { distance: 0, from: common, to: common };
      offer(p, nearestOn(r, s, p));
      offer(q, nearestOn(r, s, q));
      offer(nearestOn(p, q, r), r);
      offer(nearestOn(p, q, s), s);
    }
  return best;
}

const radius = ({ base }: Body): number => (base?.shape === 'disc' ? base.width / 2 : 0);

/** The shortest way from one base to the other; 0 when they touch or overlap. */
export function gap(a: Body, b: Body): Gap {
  const bare = gapOfOutlines(corners(a), corners(b));
  const ra = radius(a), rb = radius(b);
  if (bare.distance <= ra + rb) return { distance: 0, from: bare.from, to: bare.to };
  const from = between(bare.from, bare.to, ra / bare.distance), to = between(bare.to, bare.from, rb / bare.distance);
  return { distance: bare.distance - ra - rb, from, to };
}

/** The shortest way between the middles of sides (between centres for what has no sides). */
export function middleGap(a: Body, b: Body): Gap {
  let best: Gap | null = null;
  for (const from of middles(a))
    for (const to of middles(b)) {
      const distance = length(from, to);
      if (!best || distance < best.distance) best = { distance, from, to };
    }
  return best!;
}

const winds = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'] as const;
export type Wind = (typeof winds)[number];

/** The wind of a heading, in hundredths of a degree clockwise from north. */
export function windOf(heading: number): Wind {
  return winds[(((Math.round(heading / 4500) % 8) + 8) % 8)]!;
}

export type Edge = 'west' | 'east' | 'south' | 'north';

/** How far a place is from the nearer edge of each pair. */
export function fromEdges(at: Place, width: number, depth: number): [{ edge: Edge; distance: number }, { edge: Edge; distance: number }] {
  return [
    at.x * 2 <= width ? { edge: 'west', distance: at.x } : { edge: 'east', distance: width - at.x },
    at.y * 2 <= depth ? { edge: 'south', distance: at.y } : { edge: 'north', distance: depth - at.y },
  ];
}

/** Does the base cover the place? */
export function contains(body: Body, at: Place): boolean {
  if (body.base?.shape === 'disc') return length(body.pose, at) <= radius(body);
  return inside(corners(body), at);
}
