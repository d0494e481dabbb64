/* answers.tsx: offers as buttons: those of no piece, those of the selected piece, or the pieces to choose from. */
import type { JSX } from 'preact';
import { text } from '../../text';
import { ChanceMark } from './chance_mark';
import type { Deciding } from './deciding';
import { actsOf, isBinding, isChoiceOfUnit, type Answer } from './model';
import { capital, choiceName, pieceName } from './vocabulary';

/** The text of an offer; beside the name of its piece the name need not be said again. */
function shortText(deciding: Deciding, answer: Answer, beside: boolean): string {
  const { unit } = answer.decision;
  const choice = beside && deciding.plan.value ? choiceName(deciding.desk.session, answer.decision) : undefined;
  if (choice !== undefined) return choice;
  const name = unit === undefined ? null : pieceName(deciding.desk.session, unit);
  return capital(beside && name !== null && answer.text.startsWith(`${name} `) ? answer.text.slice(name.length + 1) : answer.text);
}

/** One offer. Its name is the whole text, so that it can be found and understood alone. */
export function AnswerButton({ deciding, answer, beside = false }: { deciding: Deciding; answer: Answer; beside?: boolean }): JSX.Element {
  const { desk } = deciding;
  const { decision } = answer;
  const isOpen = answer.open.length > 0;
  const light = (): void => {
    desk.lit.value = [decision.unit, decision.target].flatMap(piece => piece ?? []);
    deciding.looked.value = answer;
  };
  const put = (): void => {
    desk.lit.value = [];
    deciding.looked.value = null;
  };
  return (
    <button
      type="button" class={`act ${isOpen ? 'open' : ''}`} aria-label={capital(answer.text)} disabled={!deciding.ready.value}
      onClick={() => deciding.take(answer)} onPointerEnter={light} onPointerLeave={put} onFocus={light} onBlur={put}
    >
      <span>{shortText(deciding, answer, beside)}{isOpen && '…'}</span>
      <ChanceMark deciding={deciding} answer={answer} />
      {isBinding(desk.session.match, decision) && <small class="binding">{text('answer.binding')}</small>}
    </button>
  );
}

/** Everything that one piece may do. */
export function UnitAnswers({ deciding, unit }: { deciding: Deciding; unit: string }): JSX.Element {
  const { open, plain, targets } = actsOf(deciding.question.value, unit);
  const all = [...open, ...[...targets.values()].flat(), ...plain];
  return (
    <div class="acts" role="group" aria-label={pieceName(deciding.desk.session, unit)}>
      {all.map(answer => <AnswerButton key={answer.index} deciding={deciding} answer={answer} beside />)}
    </div>
  );
}

function Chooser({ deciding, units }: { deciding: Deciding; units: readonly string[] }): JSX.Element {
  const { desk } = deciding;
  return (
    <div class="choose" role="group" aria-label={text('answer.units')}>
      <span class="choose-label" aria-hidden="true">{text('answer.units')}</span>
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
  const mine = selected !== null && question.units.has(selected) ? selected : null;
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
