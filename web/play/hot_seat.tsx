/*
 * hot_seat.tsx: several people before one screen. As long as what is asked may be seen by all, the table lies open between them: it shows
 * what all may see. A curtain falls before one who is asked something secret, such as a plan, and that one then sees the own cards. When
 * several are asked at once they come one after the other.
 */
import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { words } from '../engine/load';
import { CommonSession, isPrivate } from '../game/common';
import { isAsked, type Session } from '../game/session';
import { language, text } from '../text';
import { Curtain } from './curtain';
import type { Desk } from './desk';
import type { Ways } from './end_banner';
import { sideName } from './looks';
import { headline } from './notice';
import { Screen } from './screen';
import { Quiet } from './waiting_room';

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

interface Scene { readonly desk: Desk; readonly sitter: Session }

/* Whose desk should be in front, and who decides there. Null while one has heard less than another: it stays as it is. */
function sceneOf(desks: readonly Desk[], common: Desk | null, front: Desk | null): Scene | null {
  const shared = common?.session instanceof CommonSession ? common.session : null;
  if (shared && !shared.isLevel) return null;
  const coming = front && desks.includes(front) && isAsked(front.session) ? front : desks.find(({ session }) => isAsked(session)) ?? null;
  const state = shared?.watcher.view.value?.state;
  if (coming && !(state && common && !isPrivate(coming.session, state))) return { desk: coming, sitter: coming.session };
  const open = common ?? front ?? desks[0];
  return open ? { desk: open, sitter: coming?.session ?? shared?.sitter ?? open.session } : null;
}

export function HotSeat({ desks, common, ways }: { desks: readonly Desk[]; common: Desk | null; ways: Ways }): JSX.Element | null {
  const front = useSignal<Desk | null>(null);
  const last = useSignal<Scene | null>(null);
  const next = useComputed(() => sceneOf(desks, common, front.value));
  const waiting = [...desks, ...common ? [common] : []].some(({ session }) => !session.began.value || session.view.value === null);
  const scene = next.value ?? last.value;
  const open = scene !== null && (scene.desk === common || scene.desk === front.value);
  useEffect(() => {
    last.value = scene;
    if (!open || !scene) return;
    front.value = scene.desk;
    if (common?.session instanceof CommonSession) common.session.sit(scene.sitter);
  }, [open, scene?.desk, scene?.sitter]);
  if (waiting) return <Quiet sessions={desks.map(({ session }) => session)} />;
  if (!scene) return null;
  const { desk } = scene;
  if (!open) return <Covered key={desk.session.seat} desk={desk} lift={() => { front.value = desk; }} />;
  return <Uncovered key={desk === common ? 'all' : desk.session.seat} desk={desk} ways={ways} />;
}
