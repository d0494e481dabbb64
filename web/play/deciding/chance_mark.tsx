/* chance_mark.tsx: the chance that matters of an offer, in a few signs beside it. */
import type { JSX } from 'preact';
import type { OddsTable, Worse } from '../../engine/engine';
import { text } from '../../text';
import type { Deciding } from './deciding';
import { percentText } from './measure';
import { hasOdds, type Answer } from './model';
import { pieces } from './vocabulary';

/** The piece of a seat's friends or foes that is most likely worse off. */
export function worst(odds: OddsTable, holds: (unit: string) => boolean): Worse | null {
  return (odds.worse ?? []).filter(({ unit }) => holds(unit)).reduce<Worse | null>((most, one) => (most && most.millionths >= one.millionths ? most : one), null);
}

export function ChanceMark({ deciding, answer }: { deciding: Deciding; answer: Answer }): JSX.Element | null {
  if (deciding.plan.value || !hasOdds(answer, deciding.reaction.value)) return null;
  const { session } = deciding.desk;
  const odds = deciding.chances.of(answer.decision, 'decline').value;
  if (odds === undefined) return <small class="chance" aria-hidden="true">…</small>;
  if (odds === null) return null;
  const facts = pieces(session.match);
  const theirs = worst(odds, unit => facts.get(unit)?.seat !== session.seat);
  const ours = worst(odds, unit => facts.get(unit)?.seat === session.seat);
  if (!theirs && !ours) return null;
  return (
    <small class="chance" aria-hidden="true">
      {theirs && <span class="theirs">{text('chance.worse', { unit: theirs.unit, percent: percentText(theirs.millionths) })}</span>}
      {ours && <span class="ours">{text('chance.worse', { unit: ours.unit, percent: percentText(ours.millionths) })}</span>}
    </small>
  );
}
