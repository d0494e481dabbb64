/*
 * guide.tsx: the sergeant's note: a card at a corner of the table that says what to do next and why, while the real game is played. It
 * stands in the way of nothing: whatever the player does instead, the next note follows the game.
 */
import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Session } from '../game/session';
import { calledName } from '../play/deciding/model';
import { wordsOf } from '../play/deciding/vocabulary';
import { useDesk } from '../play/desk';
import { PieceLink } from '../play/knowing/piece_link';
import { RuleLink } from '../play/knowing/rule_link';
import { has, language, text } from '../text';
import { freeCorner, type Corner } from './corner';
import { guidingOf, type Guiding } from './guiding';
import { boundParts, partsOf, type Note, type Part } from './lesson';
import { lightPieces, piecesOf, ringParts, ringPlaces } from './pointing';

/* What stands in braces in a note's text. */
const marked: Readonly<Record<string, (props: { name: string }) => JSX.Element>> = {
  rule: ({ name }) => <RuleLink id={name} />,
  piece: ({ name }) => <PieceLink piece={name}>{calledName(useDesk().session.match, name, language.value)}</PieceLink>,
  key: ({ name }) => <kbd>{name}</kbd>,
  word: ({ name }) => <b>{wordsOf(useDesk().session)[name] ?? name}</b>,
  page: ({ name }) => <b>{has(name) ? text(name) : name}</b>,
};

function Marked({ part }: { part: Part }): JSX.Element {
  if ('text' in part) return <>{part.text}</>;
  const Kind = marked[part.kind];
  return Kind ? <Kind name={part.name} /> : <>{part.name}</>;
}

/* The words of a note for those who listen. */
function spoken(note: Note, session: Session): string {
  const said = partsOf(note.text[language.value]).map(part => {
    if ('text' in part) return part.text;
    if (part.kind === 'word') return wordsOf(session)[part.name] ?? part.name;
    if (part.kind === 'piece') return calledName(session.match, part.name, language.value);
    return part.kind === 'page' && has(part.name) ? text(part.name) : part.name;
  });
  return `${note.title[language.value]}. ${said.join('')}`;
}

/* Each note is announced when it first comes, and never again; what was said in another language does not stay. */
function Announcer({ guiding }: { guiding: Guiding }): JSX.Element {
  const said = useSignal({ sentence: '', language: language.peek() });
  const known = useRef(new Set<string>());
  useSignalEffect(() => {
    const note = guiding.open.value ? guiding.now.value : null;
    if (!note || known.current.has(note.id)) return;
    known.current.add(note.id);
    said.value = { sentence: spoken(note, guiding.desk.session), language: language.peek() };
  });
  return <div class="unseen" role="status" aria-live="polite">{said.value.language === language.value ? said.value.sentence : ''}</div>;
}

/* A sergeant carries a halberd. */
function Halberd(): JSX.Element {
  return (
    <svg class="halberd" viewBox="0 0 20 24" aria-hidden="true">
      <path class="solid" d="M10 0 11.2 6.5H8.8Z" />
      <path class="solid" d="M11 7.5C14 6.5 16 5 17.5 3.5 18.5 7.500 18 11.5 16.5 14.5 15 12.8 13 11.8 11 11.5Z" />
      <path class="solid" d="M9 8C7 7.800 5 8.200 3 9.500 5 10 7 10.500 9 10.500Z" />
      <path d="M10 5V24" />
    </svg>
  );
}

function usePointing(guiding: Guiding): void {
  useSignalEffect(() => {
    const note = guiding.open.value ? guiding.shown.value : null;
    if (!note) return;
    const situation = guiding.situation(0);
    const ends = [ringParts(note, situation), lightPieces(guiding.desk, piecesOf(note, situation)), ringPlaces(guiding.desk, note.at)];
    return () => { for (const end of ends) end(); };
  });
}

/* The corner that hides the fewest pieces, looked for anew with each note. */
function useCorner(guiding: Guiding, card: RefObject<HTMLElement | null>): Corner {
  const corner = useSignal<Corner>('north-east');
  const note = guiding.shown.value;
  useLayoutEffect(() => {
    const look = (): void => { if (card.current) corner.value = freeCorner(card.current, corner.peek()); };
    look();
    const later = setTimeout(look, 700);             /* pieces on the move have arrived */
    return () => clearTimeout(later);
  }, [note, guiding.open.value]);
  return corner.value;
}

/* A button with its word, or where there is no room with its sign alone. */
function NoteButton({ word, sign, off = false, main = false, press }: { word: string; sign: string; off?: boolean; main?: boolean; press: () => void }): JSX.Element {
  return (
    <button type="button" class={main ? 'act' : 'quiet'} aria-label={word} title={word} disabled={off} onClick={press}>
      <span class="word">{word}</span><span class="sign" aria-hidden="true">{sign}</span>
    </button>
  );
}

function Buttons({ guiding }: { guiding: Guiding }): JSX.Element {
  return (
    <div class="note-buttons">
      <NoteButton word={text('guide.back')} sign="‹" off={!guiding.mayGoBack.value} press={() => guiding.back()} />
      <NoteButton word={text('guide.again')} sign="↺" press={() => guiding.again()} />
      <NoteButton word={text(guiding.isBack.value ? 'guide.forward' : 'guide.next')} sign="›" main off={guiding.shown.value === null} press={() => guiding.next()} />
    </div>
  );
}

/* Words that are longer than their place can be scrolled with the keys too. */
function Words({ words }: { words: string }): JSX.Element {
  const place = useRef<HTMLParagraphElement>(null);
  const scrolls = useSignal(false);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    element.scrollTop = 0;
    const observer = new ResizeObserver(() => { scrolls.value = element.scrollHeight > element.clientHeight; });
    observer.observe(element);
    return () => observer.disconnect();
  }, [words]);
  return (
    <p class="note-text" ref={place} lang={language.value} {...(scrolls.value && { tabIndex: 0 })}>
      {boundParts(words).map(({ part, stop }, i) => (stop === '' ? <Marked key={i} part={part} /> : <span key={i} class="bound"><Marked part={part} />{stop}</span>))}
    </p>
  );
}

function Body({ guiding, note }: { guiding: Guiding; note: Note | null }): JSX.Element {
  if (guiding.state.value === 'failed') return <p class="note-text">{text('guide.failed')}</p>;
  if (!note) return <p class="note-text note-rest">{text('guide.rest')}</p>;
  return (
    <>
      <h2 id="note-title">{note.title[language.value]}</h2>
      <Words words={note.text[language.value]} />
    </>
  );
}

function Card({ guiding, children }: { guiding: Guiding; children: ComponentChildren }): JSX.Element {
  const card = useRef<HTMLElement>(null);
  const corner = useCorner(guiding, card);
  return (
    <aside class={`note at-${corner}`} ref={card} data-region="guide" tabIndex={-1} aria-label={text('guide.label')}>
      {children}
    </aside>
  );
}

function OpenGuide({ guiding }: { guiding: Guiding }): JSX.Element {
  const note = guiding.shown.value;
  return (
    <Card guiding={guiding}>
      <header class="note-head">
        <Halberd />
        <span aria-hidden="true">{text('guide.label')}</span>
        <button type="button" class="note-x" aria-label={text('guide.hide')} title={text('guide.hide')} onClick={() => guiding.hide()}>×</button>
      </header>
      <div class="note-body"><Body guiding={guiding} note={note} /></div>
      <Buttons guiding={guiding} />
    </Card>
  );
}

/* Who hides or shows the note with the keyboard is not left without a place. */
function useFocusKept(isOpen: boolean): void {
  const was = useRef(isOpen);
  useEffect(() => {
    if (was.current !== isOpen && document.activeElement === document.body) document.querySelector<HTMLElement>(isOpen ? '.note' : '.note-pill')?.focus({ preventScroll: true });
    was.current = isOpen;
  }, [isOpen]);
}

function Present({ guiding }: { guiding: Guiding }): JSX.Element {
  useEffect(() => guiding.follow(), [guiding]);
  usePointing(guiding);
  const open = guiding.open.value;
  const ready = guiding.state.value !== 'waiting';
  useFocusKept(open && ready);
  return (
    <>
      {open && ready && <OpenGuide guiding={guiding} />}
      {!open && <button type="button" class="note-pill" aria-label={text('guide.show')} onClick={() => guiding.ask()}><Halberd /> <span class="note-pill-word">{text('guide.name')}</span></button>}
      <Announcer guiding={guiding} />
    </>
  );
}

/** Nothing where the scenario has no lesson, and for those who only watch. */
export function Guide(): JSX.Element | null {
  const desk = useDesk();
  const guiding = guidingOf(desk);
  useEffect(() => { guiding.find().catch((error: unknown) => console.error(error)); }, [guiding]);
  if (!guiding.exists.value || desk.session.seat === 'spectator') return null;
  return <Present guiding={guiding} />;
}
