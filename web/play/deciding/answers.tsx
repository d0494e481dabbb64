/* answers.tsx: offers as buttons: those of no piece, those of the selected piece, or the pieces to choose from. */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { text } from '../../text';
import { ChanceMark } from './chance_mark';
import type { Deciding } from './deciding';
import { actsOf, distinct, isBinding, isChoiceOfUnit, isGrave, offerName, onlyUnit, priceOf, type Answer } from './model';
import { answerText, capital, choiceName, pieceName } from './vocabulary';

/*
 * The text of an offer in two parts. Beside the name of its piece the name need not be seen again, but it is still said; a card of a plan is
 * known by its choice.
 */
function partsOf(deciding: Deciding, answer: Answer, beside: boolean): { said: string; seen: string } {
  const { session } = deciding.desk;
  const { unit } = answer.decision, whole = answerText(session, answer);
  const name = unit === undefined ? undefined : pieceName(session, unit);
  const choice = deciding.plan.value ? choiceName(session, answer.decision) : undefined;
  if (beside && choice !== undefined && whole.endsWith(choice)) return { said: capital(whole.slice(0, -choice.length)), seen: choice };
  const rest = name !== undefined && whole.startsWith(name) ? /^(\s*:)?\s+(.+)$/su.exec(whole.slice(name.length)) : null;
  if (beside && rest) return { said: `${name} `, seen: rest[1] === undefined ? rest[2]! : capital(rest[2]!) };
  return { said: '', seen: capital(whole) };
}

/** One offer. Its name is the whole text, so that it can be found and understood alone. */
export function AnswerButton({ deciding, answer, beside = false }: { deciding: Deciding; answer: Answer; beside?: boolean }): JSX.Element {
  const { desk } = deciding;
  const { decision } = answer;
  const isOpen = answer.open.length > 0;
  const lit = useRef<readonly string[] | null>(null);
  const light = (): void => {
    desk.lit.value = lit.current = [decision.unit, decision.target].flatMap(piece => piece ?? []);
    deciding.looked.value = answer;
  };
  const put = (): void => {
    desk.lit.value = [];
    deciding.looked.value = null;
  };
  useEffect(() => () => { if (desk.lit.peek() === lit.current) put(); }, []);       /* a button that goes away hears no leave and no blur */
  const { said, seen } = partsOf(deciding, answer, beside), price = priceOf(desk.session.match, decision);
  return (
    <button
      type="button" class={`act ${isOpen ? 'open' : ''}`} data-offer={offerName(decision)} disabled={!deciding.ready.value}
      onClick={() => deciding.take(answer)} onPointerEnter={light} onPointerLeave={put} onFocus={light} onBlur={put}
    >
      <span class="act-text">{said !== '' && <span class="unseen">{said}</span>}<span class="act-seen">{seen}{isOpen && !seen.includes('…') && <span aria-hidden="true">…</span>}</span></span>
      {price !== undefined && <small class="price">{text('answer.price', { points: String(price) })}</small>}
      <ChanceMark deciding={deciding} answer={answer} />
      {isBinding(desk.session.match, decision) && <small class="binding" aria-hidden="true">{text('answer.binding')}</small>}
      {isGrave(desk.session.match, decision) && <small class="binding" aria-hidden="true">{text('answer.grave')}</small>}
    </button>
  );
}

/** Everything that one piece may do. */
export function UnitAnswers({ deciding, unit }: { deciding: Deciding; unit: string }): JSX.Element {
  const { open, plain, targets } = actsOf(deciding.question.value, unit);
  const all = [...open, ...distinct([...targets.values()].flat()), ...plain];
  return (
    <div class="acts" role="group" aria-label={pieceName(deciding.desk.session, unit)}>
      {all.map(answer => <AnswerButton key={answer.index} deciding={deciding} answer={answer} beside />)}
    </div>
  );
}

function Chooser({ deciding, units }: { deciding: Deciding; units: readonly string[] }): JSX.Element {
  const { desk } = deciding;
  const next = (): void => {
    const unit = deciding.next();
    if (unit !== null) desk.board.peek()?.look([unit]);
  };
  return (
    <div class="choose" role="group" aria-label={text('answer.units')}>
      <span class="choose-label" aria-hidden="true">{text('answer.units')}</span>
      <button type="button" class="quiet" aria-keyshortcuts="n" onClick={next}>{text('answer.next')} <kbd aria-hidden="true">n</kbd></button>
      {units.map(unit => (
        <button
          key={unit} type="button" class="pill" aria-pressed={desk.selected.value === unit}
          onClick={() => { desk.select(unit); desk.board.peek()?.look([unit]); }}
        >{pieceName(desk.session, unit)}</button>
      ))}
    </div>
  );
}

export function Answers({ deciding }: { deciding: Deciding }): JSX.Element {
  const question = deciding.question.value;
  const selected = deciding.desk.selected.value;
  const units = [...question.units.keys()];
  const mine = selected !== null && question.units.has(selected) ? selected : onlyUnit(question);
  const plain = isChoiceOfUnit(question);
  const direct = plain ? question.answers.filter(({ decision }) => decision.unit !== undefined) : [];
  return (
    <div class="answers">
      {!plain && units.length > 1 && <Chooser deciding={deciding} units={units} />}
      {!plain && mine !== null && (
        <div class="answers-unit">
          <span class="answers-name">{pieceName(deciding.desk.session, mine)}</span>
          <UnitAnswers deciding={deciding} unit={mine} />
        </div>
      )}
      {(direct.length > 0 || question.free.length > 0) && (
        <div class="acts">
          {[...direct, ...question.free].map(answer => <AnswerButton key={answer.index} deciding={deciding} answer={answer} />)}
        </div>
      )}
    </div>
  );
}
