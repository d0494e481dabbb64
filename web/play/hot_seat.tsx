/*
 * hot_seat.tsx: several people before one screen. The seat that must decide sits in front; when that changes and the two do not know the
 * same, a curtain falls between them. When several are asked at once (a secret plan) they come one after the other.
 */
import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { words } from '../engine/load';
import type { Session } from '../game/session';
import { language, text } from '../text';
import { Curtain } from './curtain';
import type { Desk } from './desk';
import type { Ways } from './end_banner';
import { sideName } from './looks';
import { headline } from './notice';
import { Screen } from './screen';
import { Quiet } from './waiting_room';

function isAsked({ session }: Desk): boolean {
  return session.over.value === null && (session.view.value?.state.asked.includes(session.seat) ?? false);
}

/* Two seats that see the same bytes have no secrets from each other. */
function knowTheSame(a: Session, b: Session): boolean {
  const one = a.steps.value.at(-1)?.state, other = b.steps.value.at(-1)?.state;
  return one !== undefined && other !== undefined && one !== null && other !== null
    && one.length === other.length && one.every((byte, i) => byte === other[i]);
}

/** The desk that should be in front: the one that is there as long as it is asked, or nobody is. */
function whoseTurn(desks: readonly Desk[], front: Desk | null): Desk | null {
  if (front && isAsked(front)) return front;
  return desks.find(isAsked) ?? front ?? desks[0] ?? null;
}

function nameOf({ session }: Desk): string {
  return sideName(session.match, words(session.info.value.ruleset, language.value), session.seat);
}

/* The title says who should sit here, and under the curtain not even that. */
function useTitle(title: string): void {
  useEffect(() => {
    headline.value = title;
    return () => { if (headline.peek() === title) headline.value = ''; };          /* who comes may have set another already */
  }, [title]);
}

function Covered({ desk, lift }: { desk: Desk; lift: () => void }): JSX.Element {
  useTitle(text('title.curtain'));
  return <Curtain side={nameOf(desk)} lift={lift} />;
}

function Uncovered({ desk, ways }: { desk: Desk; ways: Ways }): JSX.Element {
  useTitle(text(desk.session.over.value ? 'title.over' : 'title.side', { side: nameOf(desk) }));
  return <Screen desk={desk} ways={ways} />;
}

export function HotSeat({ desks, ways }: { desks: readonly Desk[]; ways: Ways }): JSX.Element | null {
  const front = useSignal<Desk | null>(null);
  const next = useComputed(() => whoseTurn(desks, front.value));
  const waiting = desks.some(({ session }) => !session.began.value || session.view.value === null);
  const coming = next.value;
  const now = front.value;
  const open = coming !== null && now !== null && (coming === now || knowTheSame(now.session, coming.session));
  useEffect(() => {
    if (open && coming !== now) front.value = coming;
  }, [open, coming, now]);
  if (waiting) return <Quiet sessions={desks.map(({ session }) => session)} />;
  if (!coming) return null;
  if (!open) return <Covered key={coming.session.seat} desk={coming} lift={() => { front.value = coming; }} />;
  return <Uncovered key={coming.session.seat} desk={coming} ways={ways} />;
}
