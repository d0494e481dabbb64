/* tool_kit.ts: what the tools of a desk are set to, and what they find out. The tool bar and the board both read it. */
import { signal, type Signal } from '@preact/signals';
import type { Fields, Match, Owner, Refusal, Ring, Seat, View } from '../../engine/engine';
import type { Session } from '../../game/session';
import type { Place } from '../../table/board';
import { language } from '../../text';
import { pieces } from '../deciding/vocabulary';
import type { Desk } from '../desk';
import { isPresent } from '../looks';
import { measureOf, poseOf } from '../measure/measure';
import type { Body, Gap } from './tape';

/** Where a measurement begins or ends: a piece, or a bare place. */
export interface End { readonly piece: string | null; readonly at: Place }

/** Whose distances are drawn: those of the selected piece, or of a whole side. */
export type RingsOf = 'selected' | Seat;

export class ToolKit {
  readonly from: Signal<End | null> = signal(null);
  readonly to: Signal<End | null> = signal(null);
  readonly ringsOf: Signal<RingsOf> = signal('selected');
  readonly shading: Signal<boolean> = signal(true);
}

const kits = new WeakMap<Desk, ToolKit>();

export function kitOf(desk: Desk): ToolKit {
  let kit = kits.get(desk);
  if (!kit) kits.set(desk, (kit = new ToolKit()));
  return kit;
}

export type Units = Readonly<Record<string, Fields>>;

/** A piece where it stands; null when it is not on the board. */
export function bodyOf(match: Match, units: Units, piece: string): Body | null {
  const fields = units[piece];
  const pose = poseOf(fields);
  if (!fields || !pose || !isPresent(fields)) return null;
  const facts = pieces(match).get(piece), other = fields['form'] === 'other' ? facts?.forms?.[1]?.base : undefined;
  return { pose, base: other ?? facts?.base ?? null };
}

export function standing(match: Match, units: Units): string[] {
  return match.roster.map(({ id }) => id).filter(id => bodyOf(match, units, id) !== null);
}

/** The piece whose base covers a place. */
export function pieceAt(match: Match, units: Units, at: Place): string | null {
  return match.roster.find(({ id }) => {
    const body = bodyOf(match, units, id);
    return body !== null && measureOf(match).contains(body, at);
  })?.id ?? null;
}

export function endAt(match: Match, units: Units, at: Place): End {
  const place = { x: Math.round(at.x), y: Math.round(at.y) };
  return { piece: pieceAt(match, units, place), at: place };
}

export function endOf(match: Match, units: Units, piece: string): End | null {
  const body = bodyOf(match, units, piece);
  return body && { piece, at: measureOf(match).middle(body) };
}

const bodyAt = (match: Match, units: Units, end: End): Body =>
  (end.piece !== null && bodyOf(match, units, end.piece)) || { pose: { ...end.at, heading: 0 }, base: null };

/** The tape between two ends; `middles` where a base with sides is one of them. */
export interface Measured { readonly gap: Gap; readonly middles: Gap | null }

export function measured(match: Match, units: Units, from: End, to: End): Measured {
  const a = bodyAt(match, units, from), b = bodyAt(match, units, to);
  const measure = measureOf(match);
  return { gap: measure.gap(a, b), middles: measure.middleGap(a, b) };
}

/** `cover`: what covers an end that is seen. */
export interface Seen { readonly clear: boolean; readonly refusal: Refusal | null; readonly cover: Refusal | null; readonly from: Place; readonly to: Place; readonly stop: readonly Place[] }

/** What the engine says of the view from a piece to an end; null when there is no such piece on the board. */
export function seen(session: Session, units: Units, from: string, to: End): Seen | null {
  const eye = bodyOf(session.match, units, from);
  if (!eye || to.piece === from) return null;
  const target = to.piece === null ? null : bodyOf(session.match, units, to.piece);
  const at = target ? measureOf(session.match).middle(target) : to.at;
  const place: [number, number] = target ? [target.pose.x, target.pose.y] : [to.at.x, to.at.y];
  const told = session.engine.sees(session.eye, from, to.piece, place, language.value);
  const [cover, refusal] = told && 'covered' in told ? [told.covered, null] : [null, told];
  const stop = refusal ? measureOf(session.match).stops(refusal, eye.pose, at) : [];
  return { clear: refusal === null, refusal, cover, from: eye.pose, to: at, stop };
}

export interface RingOf { readonly piece: string; readonly seat: Owner; readonly ring: Ring }

const rings = new WeakMap<View, Map<string, readonly Ring[]>>();

/* The outlines are asked for once in a position: the board draws them and the tool bar names them. */
function ringsIn(session: Session, view: View, piece: string): readonly Ring[] {
  let known = rings.get(view);
  if (!known) rings.set(view, (known = new Map()));
  let found = known.get(piece);
  if (!found) known.set(piece, (found = session.engine.rings(session.eye, piece)));
  return found;
}

/** The rings that are wanted: all of one piece, or those of a whole side by which it threatens. */
export function ringsFor(session: Session, wanted: RingsOf, selected: string | null): RingOf[] {
  const view = session.view.value;
  if (!view) return [];
  const { units } = view.state;
  const owners = session.match.roster.filter(({ id, seat }) =>
    (wanted === 'selected' ? id === selected : seat === wanted) && bodyOf(session.match, units, id) !== null);
  return owners.flatMap(({ id, seat }) => ringsIn(session, view, id)
    .filter(ring => wanted === 'selected' || ring.threat)
    .map(ring => ({ piece: id, seat, ring })));
}
