/* seat_screen.tsx: one person at one seat: the waiting room until the game begins, then the table. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Desk } from './desk';
import type { Ways } from './end_banner';
import { keepNotice } from './notice';
import { Screen } from './screen';
import { WaitingRoom } from './waiting_room';

export function SeatScreen({ desk, ways }: { desk: Desk; ways: Ways }): JSX.Element {
  const { began, view } = desk.session;
  useEffect(() => keepNotice(desk.session), [desk]);
  if (!began.value || view.value === null) return <WaitingRoom session={desk.session} />;
  return <Screen desk={desk} ways={ways} />;
}
