/* chance_mark.tsx: the chance that matters of an offer, in a few signs beside it. */
import type { JSX } from 'preact';
import type { OddsTable, Worse } from '../../engine/engine';
import { language, text } from '../../text';
import type { Deciding } from './deciding';
import { percentText } from './measure';
import { calledName, hasOdds, type Answer } from './model';
import { pieces } from './vocabulary';

/** The piece of a seat's friends or foes that is most likely worse off. */
export function worst(odds: OddsTable, holds: (unit: string) => boolean): Worse | null {
  return (odds.worse ?? []).filter(({ unit }) => holds(unit)).reduce<Worse | null>((most, one) => (most && most.millionths >= one.millionths ? most : one), null);
}

/** The worst that may come to either side, in a few signs. */
export function WorstOf({ deciding, odds, isOurs }: { deciding: Deciding; odds: OddsTable; isOurs: (unit: string) => boolean }): JSX.Element | null {
  const { match } = deciding.desk.session;
  const theirs = worst(odds, unit => !isOurs(unit)), ours = worst(odds, isOurs);
  const said = ({ unit, millionths }: Worse): string => text('chance.worse', { unit: calledName(match, unit, language.value), percent: percentText(millionths) });
  if (!theirs && !ours) return null;
  return (
    <small class="chance" aria-hidden="true">
      {theirs && <span class="theirs">{said(theirs)}</span>}
      {ours && <span class="ours">{said(ours)}</span>}
    </small>
  );
}

export function ChanceMark({ deciding, answer }: { deciding: Deciding; answer: Answer }): JSX.Element | null {
  if (deciding.plan.value || !hasOdds(answer, deciding.answering.value)) return null;
  const { session } = deciding.desk;
  const odds = deciding.chances.of(answer.decision, 'decline').value;
  if (odds === undefined) return <small class="chance" aria-hidden="true">…</small>;
  if (odds === null) return null;
  const facts = pieces(session.match);
  return <WorstOf deciding={deciding} odds={odds} isOurs={unit => facts.get(unit)?.seat === session.seat} />;
}
