/* dice_dialog.tsx: real dice, typed in. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { highestFace, lowestFace } from '../../engine/dice';
import type { Needs } from '../../net/protocol';
import { language, text } from '../../text';
import { useDesk } from '../desk';
import { Dice, Die } from '../knowing/dice';
import { RuleLink } from '../knowing/rule_link';
import { bookOf } from '../knowing/rule_book';

/** The face that a key stands for; 0 is the tenth of dice that do not begin with it. */
export function faceOfKey(key: string, sides: number): number | null {
  if (!/^\d$/.test(key)) return null;
  const face = key === '0' && lowestFace(sides) > 0 ? 10 : Number(key);
  return face <= highestFace(sides) ? face : null;
}

function Typing({ needs }: { needs: Needs }): JSX.Element {
  const { session } = useDesk();
  const [faces, setFaces] = useState<readonly number[]>([]);
  const [trouble, setTrouble] = useState(false);
  const first = useRef<HTMLButtonElement>(null), last = useRef<HTMLButtonElement>(null);
  const sides = needs.sides ?? 6;
  const isFull = faces.length === needs.count;
  const add = (face: number): void => setFaces(now => (now.length < needs.count ? [...now, face] : now));
  const give = async (): Promise<void> => {
    const outcome = await session.throwDice(faces);
    setTrouble(!outcome.ok);
    if (outcome.ok) setFaces([]);
  };
  const press = (event: KeyboardEvent): void => {
    const face = faceOfKey(event.key, sides);
    if (event.key === 'Escape') event.preventDefault();
    else if (face !== null) add(face);
    else if (event.key === 'Backspace') setFaces(now => now.slice(0, -1));
    else return;
    event.stopPropagation();
    event.preventDefault();
  };
  /* Wherever the focus is: nothing else is asked now. */
  useEffect(() => {
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [needs.count, sides]);
  useEffect(() => {
    const focus = isFull ? last.current : faces.length === 0 ? first.current : null;
    focus?.focus();
  }, [isFull, faces.length === 0]);
  const rule = needs.rule === undefined ? null : bookOf(session.engine, session.match, language.value).find(needs.rule);
  return (
    <div class="dice-typing">
      <h2>{needs.count === 1 ? text('typing.one', { sides: String(sides) }) : text('typing.title', { count: String(needs.count), sides: String(sides) })}</h2>
      {needs.rule !== undefined && <p>{rule?.text} <RuleLink id={needs.rule} /></p>}
      <div class="dice-faces" role="group" aria-label={text('typing.faces')}>
        {Array.from({ length: sides }, (_, i) => lowestFace(sides) + i).map((face, i) => (
          <button key={face} ref={i === 0 ? first : null} type="button" aria-label={String(face)} disabled={isFull} onClick={() => add(face)}>
            <Die face={face} sides={sides} lit={null} />
          </button>
        ))}
      </div>
      <p class="dice-typed" role="status">
        {text('typing.typed', { count: String(faces.length), all: String(needs.count) })}{' '}
        {faces.length > 0 && <Dice dice={faces} sides={sides} need={0} label={faces.join(' ')} />}
      </p>
      {trouble && <p class="ask-trouble" role="alert">{text('trouble.wrongdice')}</p>}
      <div class="confirm">
        <button ref={last} type="button" class="act main-act" disabled={!isFull || session.waiting.value} onClick={() => void give()}>
          {text('typing.give')}
        </button>
        <button type="button" class="quiet" disabled={faces.length === 0} onClick={() => setFaces(now => now.slice(0, -1))}>{text('typing.back')}</button>
      </div>
    </div>
  );
}

export function DiceDialog(): JSX.Element | null {
  const { session } = useDesk();
  const dialog = useRef<HTMLDialogElement>(null);
  const needs = session.needs.value;
  const isOpen = needs !== null && needs.count > 0 && needs.you === true;
  useEffect(() => {
    const element = dialog.current;
    if (isOpen && element && !element.open) element.showModal();
    if (!isOpen && element?.open) element.close();
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <dialog class="dice-dialog" ref={dialog} aria-label={text('typing.label')} onCancel={event => event.preventDefault()}>
      <Typing key={`${needs.rule ?? ''} ${needs.count}`} needs={needs} />
    </dialog>
  );
}
