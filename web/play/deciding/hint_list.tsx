/* hint_list.tsx: the hint: three things that may be done, each with its chance to win, its odds and its rules, and a button that makes it ready to be given. */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Advice } from '../../engine/engine';
import { text } from '../../text';
import { chanceText } from '../chance_text';
import { RuleLink } from '../knowing/rule_link';
import type { Deciding } from './deciding';
import { Worse } from './odds_card';
import { capital } from './vocabulary';

/** Ask for a hint, or put it away. */
export function HintButton({ deciding, children }: { deciding: Deciding; children: JSX.Element }): JSX.Element | null {
  const { hints } = deciding, hint = hints.hint.value;
  if (!hints.isAskable) return null;
  const isOpen = hint.is !== 'none';
  return (
    <button type="button" class="quiet" data-key="hint" aria-expanded={isOpen} onClick={() => (isOpen ? hints.forget() : void hints.ask())}>{children}</button>
  );
}

/* What the dice may do, where they have a say. */
function Odds({ deciding, advice }: { deciding: Deciding; advice: Advice }): JSX.Element | null {
  const odds = deciding.chances.of(advice.decision, 'decline').value;
  return odds && odds.outcomes > 1 ? <Worse deciding={deciding} odds={odds} /> : null;
}

function Entry({ deciding, advice }: { deciding: Deciding; advice: Advice }): JSX.Element {
  const name = capital(advice.text ?? advice.decision.do);
  /* What waits for a yes stands above. */
  const show = (event: MouseEvent): void => {
    deciding.heed(advice.decision);
    if (event.currentTarget instanceof Element) event.currentTarget.closest('.play-prompt')?.scrollTo(0, 0);
  };
  return (
    <li>
      <div class="hint-what">
        <span class="hint-text">{name}</span>
        <span class="hint-chance">{text('hint.chance', { chance: chanceText(advice.chance * 10, 0) })}</span>
        <button type="button" class="quiet" aria-label={text('hint.show_this', { what: name })} onClick={show}>{text('hint.show')}</button>
      </div>
      <Odds deciding={deciding} advice={advice} />
      <p class="hint-rules">{advice.rules.map(rule => <RuleLink key={rule} id={rule} />)}</p>
    </li>
  );
}

export function HintList({ deciding }: { deciding: Deciding }): JSX.Element | null {
  const place = useRef<HTMLDivElement>(null);
  const hint = deciding.hints.hint.value;
  useEffect(() => {
    if (hint.is === 'there') place.current?.scrollIntoView({ block: 'nearest' });
  }, [hint.is]);
  if (hint.is === 'none') return null;
  return (
    <div class="hint" ref={place} role="region" aria-label={text('hint.label')}>
      <p class="ask-note" role="status">{text(`hint.${hint.is}`)}</p>
      {hint.is === 'there' && <ol>{hint.list.map((advice, i) => <Entry key={i} deciding={deciding} advice={advice} />)}</ol>}
    </div>
  );
}
