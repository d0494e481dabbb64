/* analysis_panel.tsx: a finished game judged: its curve, luck and play, turning points, and what could have been done better. */
import { batch, effect } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Analysis, Decision, Judgement, SideSum } from '../engine/engine';
import { words } from '../engine/load';
import { changeText, chanceText } from '../play/chance_text';
import { happenings } from '../play/deciding/model';
import { capital } from '../play/deciding/vocabulary';
import { useDesk, type Desk, type Review } from '../play/desk';
import { sideName } from '../play/looks';
import { poseOf } from '../play/measure/measure';
import type { Mark, Overlay } from '../table/board';
import { language, text } from '../text';
import { inLanguage, judgementAt } from './analysis';
import { Curve } from './curve';

function Begin({ review }: { review: Review }): JSX.Element {
  const { analysis } = review, progress = analysis.progress.value;
  if (!progress) {
    return (
      <>
        <p>{text('analysis.what')}</p>
        {analysis.failed.value && <p class="doubt" role="alert">{text('analysis.failed')}</p>}
        <button type="button" class="act" onClick={() => void analysis.begin()}>{text('analysis.begin')}</button>
      </>
    );
  }
  return (
    <>
      <label class="analysis-progress">
        <span>{text('analysis.working', { at: String(progress.line), last: String(progress.lines) })}</span>
        <progress max={progress.lines} value={progress.line} />
      </label>
      <button type="button" class="quiet" onClick={() => analysis.stop()}>{text('analysis.stop')}</button>
    </>
  );
}

const nameOf = ({ session }: Desk, seat: 'A' | 'B'): string => capital(sideName(session.match, words(session.info.value.ruleset, language.value), seat));

function seatName(desk: Desk, { seat }: Judgement): string {
  return nameOf(desk, seat === 'B' ? 'B' : 'A');
}

/* A step that leads to itself. */
function StepButton({ review, line, children }: { review: Review; line: number; children: ComponentChildren }): JSX.Element {
  return <button type="button" class="step-link" onClick={() => review.go(line)}>{children}</button>;
}

/* What the present step was: chances are those of the first side, luck that of whoever decided. */
function Now({ desk, analysis, line }: { desk: Desk; analysis: Analysis; line: number }): JSX.Element | null {
  const now = judgementAt(analysis, line);
  if (!now) return null;
  const values = { before: chanceText(now.before), expected: chanceText(now.expected), after: chanceText(now.after), luck: changeText(now.luck ?? 0), side: seatName(desk, now) };
  return <p class="ask-note">{text(now.luck === undefined ? 'analysis.step' : now.exact ? 'analysis.roll' : 'analysis.roll_tried', values)}</p>;
}

function Sides({ desk, sides }: { desk: Desk; sides: readonly SideSum[] }): JSX.Element {
  return (
    <table class="analysis-sides">
      <thead>
        <tr><th scope="col">{text('analysis.side')}</th><th scope="col">{text('analysis.luck')}</th><th scope="col">{text('analysis.own_luck')}</th><th scope="col">{text('analysis.cost')}</th></tr>
      </thead>
      <tbody>
        {sides.map(({ seat, luck, own_luck: own, cost, rolls }) => (
          <tr key={seat} data-seat={seat}>
            <th scope="row">{nameOf(desk, seat === 'B' ? 'B' : 'A')}</th>
            <td>{changeText(luck)}</td>
            <td>{text('analysis.of_rolls', { luck: changeText(own), count: String(rolls) })}</td>
            <td>{changeText(-cost)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/* Luck and play add up to the way from the start to the end. */
function Balance({ desk, analysis }: { desk: Desk; analysis: Analysis }): JSX.Element | null {
  const side = analysis.sides.find(({ seat }) => seat === 'A');
  if (!side) return null;
  return (
    <p class="ask-note">
      {text('analysis.balance', {
        side: nameOf(desk, 'A'), start: chanceText(analysis.start), luck: changeText(side.luck), play: changeText(side.play),
        end: chanceText(analysis.curve.at(-1)?.after ?? analysis.start),
      })}
    </p>
  );
}

function Turning({ desk, review, analysis }: { desk: Desk; review: Review; analysis: Analysis }): JSX.Element {
  return (
    <section aria-label={text('analysis.turning')}>
      <h2>{text('analysis.turning')}</h2>
      {analysis.turning.length === 0 && <p>{text('analysis.no_turning')}</p>}
      <ol class="analysis-list">
        {analysis.turning.map(({ line, cause }) => {
          const point = judgementAt(analysis, line);
          return point && (
            <li key={line}>
              <StepButton review={review} line={line}>{text('analysis.entry', { line: String(line), side: seatName(desk, point), what: point.text ?? point.decision.do })}</StepButton>
              <span class={`turning by-${cause}`}>{text(`analysis.by.${cause}`, { before: chanceText(point.before), after: chanceText(point.after) })}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/* What came of the better decision. */
function Tried({ review, point }: { review: Review; point: Judgement }): JSX.Element | null {
  const trial = review.analysis.trial.value;
  if (trial?.point !== point) return null;
  const told = trial.engine.tell([...happenings(trial.events)], language.value).filter(sentence => sentence !== '');
  return (
    <div class="tried" role="status">
      <p class="ask-note">{text('analysis.tried')}</p>
      {told.map((sentence, i) => <p key={i}>{sentence}</p>)}
    </div>
  );
}

function Costly({ desk, review, analysis }: { desk: Desk; review: Review; analysis: Analysis }): JSX.Element {
  const show = (point: Judgement): void => {
    review.go(point.line - 1);
    batch(() => {
      review.analysis.trial.value = null;
      review.analysis.better.value = point;
    });
  };
  const tryOut = (point: Judgement): void => {
    show(point);
    void review.analysis.tryBetter(point);
  };
  return (
    <section aria-label={text('analysis.costly')}>
      <h2>{text('analysis.costly')}</h2>
      {analysis.costly.length === 0 && <p>{text('analysis.no_costly')}</p>}
      <ol class="analysis-list">
        {analysis.costly.map(line => {
          const point = judgementAt(analysis, line), isShown = review.analysis.better.value === point;
          return point?.better && (
            <li key={line}>
              <StepButton review={review} line={line}>{text('analysis.entry', { line: String(line), side: seatName(desk, point), what: point.text ?? point.decision.do })}</StepButton>
              <span class="cost">{text('analysis.costs', { cost: changeText(-(point.cost ?? 0)) })}</span>
              <span class="better">
                {text('analysis.better', { what: point.better_text ?? point.better.do })}{' '}
                <button type="button" class="quiet" aria-pressed={isShown} onClick={() => show(point)}>{text('analysis.show')}</button>{' '}
                <button type="button" class="quiet" onClick={() => tryOut(point)}>{text('analysis.try')}</button>
              </span>
              <Tried review={review} point={point} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Rolls({ desk, review, analysis }: { desk: Desk; review: Review; analysis: Analysis }): JSX.Element {
  return (
    <details>
      <summary>{text('analysis.rolls')}</summary>
      <ol class="analysis-list rolls">
        {analysis.curve.filter(({ luck }) => luck !== undefined).map(point => (
          <li key={point.line}>
            <StepButton review={review} line={point.line}>{text('analysis.entry', { line: String(point.line), side: seatName(desk, point), what: point.text ?? point.decision.do })}</StepButton>
            <span class="cost">{text('analysis.percent', { change: changeText(point.luck ?? 0) })}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/* A decision on the board: who, upon whom, and where to. */
function draw(desk: Desk, decision: Decision | null, label: string): void {
  const board = desk.board.peek(), units = desk.session.view.peek()?.state.units ?? {};
  const { unit, target, at, heading } = decision ?? {};
  const from = unit === undefined ? null : poseOf(units[unit]);
  const to = at ? { x: at[0], y: at[1] } : target === undefined ? null : poseOf(units[target]);
  const line: readonly Overlay[] = from && to ? [{ kind: 'line', id: 'better', from, to, label, tone: 'plan' }] : [];
  const marks = new Map<string, readonly Mark[]>();
  if (target !== undefined) marks.set(target, ['target']);
  if (unit !== undefined) marks.set(unit, ['lit']);
  board?.overlays(line);
  board?.mark(marks);
  board?.ghost(unit !== undefined && from && at ? { piece: unit, pose: { x: at[0], y: at[1], heading: heading ?? from.heading }, legal: true } : null);
  if (decision) board?.look([unit ?? [], target ?? []].flat());
}

/* The better decision, or what came of it, is seen in the position in which it could have been taken, and nowhere else. */
function useBetter(desk: Desk, review: Review | null): void {
  useEffect(() => {
    if (!review) return undefined;
    const end = effect(() => {
      const { better, trial } = review.analysis, point = better.value, tried = trial.value;
      if (point && review.at.value !== point.line - 1) batch(() => { better.value = trial.value = null; });
      else {
        desk.planned.value = tried?.units ?? null;
        draw(desk, tried ? null : point?.better ?? null, text('analysis.better_mark'));
      }
    });
    return () => {
      end();
      desk.planned.value = null;
      draw(desk, null, '');
    };
  }, [desk, review]);
}

export function AnalysisPanel(): JSX.Element | null {
  const desk = useDesk(), { review } = desk;
  useBetter(desk, review);
  if (!review) return null;
  const found = review.analysis.found.value;
  if (!found) return <div class="analysis"><Begin review={review} /></div>;
  const analysis = inLanguage(found, language.value);
  return (
    <div class="analysis">
      <Curve analysis={analysis} at={review.at.value} last={review.last} names={[nameOf(desk, 'A'), nameOf(desk, 'B')]} go={line => review.go(line)} />
      <Now desk={desk} analysis={analysis} line={review.at.value} />
      <Sides desk={desk} sides={analysis.sides} />
      <Balance desk={desk} analysis={analysis} />
      <Turning desk={desk} review={review} analysis={analysis} />
      <Costly desk={desk} review={review} analysis={analysis} />
      <Rolls desk={desk} review={review} analysis={analysis} />
    </div>
  );
}
