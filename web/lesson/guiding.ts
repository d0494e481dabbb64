/* guiding.ts: the guide at one desk: its lesson, the note that is in place, and those that were there before it. */
import { computed, effect, signal, untracked, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Seat } from '../engine/engine';
import { loadGame, loadLesson } from '../engine/load';
import type { Session, Step } from '../game/session';
import { recall, remember } from '../memory';
import { decidingOf } from '../play/deciding/deciding';
import type { Desk } from '../play/desk';
import type { Situation } from './condition';
import { Course } from './course';
import { readLesson, type Note } from './lesson';

const READ = 'guide.read';

/* A seat of a game, in a word. */
function seatOf({ info, seat }: Session): string {
  return `${info.peek().game}/${seat}`;
}

/* The notes that were read at this seat, for a page that comes back. */
function notesRead(session: Session): Set<string> {
  const [whose, ...ids] = (recall(READ) ?? '').split(' ');
  return new Set(whose === seatOf(session) ? ids : []);
}

function keepRead(session: Session, read: ReadonlySet<string>): void {
  remember(READ, [seatOf(session), ...read].join(' '));
}

/* What happened since the decision before the seat's last one is news: it saw the one half as it happened, the other just now. */
function newsFrom(steps: readonly Step[], seat: Seat): number {
  let own = 0, n = steps.length;
  while (n > 0 && own < 2) if (steps[--n]?.by === seat) own++;
  return n;
}

export class Guiding {
  readonly exists: Signal<boolean> = signal(false);               /* this scenario has a lesson */
  readonly open: Signal<boolean> = signal(false);
  readonly state: Signal<'waiting' | 'ready' | 'failed'> = signal('waiting');      /* of the lesson's document */
  /** The note that is in place now, and the one that is shown: another while the reader leafs back. */
  readonly now: Signal<Note | null> = signal(null);
  readonly shown: ReadonlySignal<Note | null>;
  readonly mayGoBack: ReadonlySignal<boolean>;
  readonly isBack: ReadonlySignal<boolean>;
  private readonly trail: Signal<readonly Note[]> = signal([]);
  private readonly behind: Signal<number> = signal(0);            /* notes that the reader has leafed back */
  private readonly turned: Signal<number> = signal(0);
  private course: Course | null = null;
  private loading = false;

  constructor(readonly desk: Desk) {
    this.shown = computed(() => (this.behind.value > 0 ? this.trail.value.at(-1 - this.behind.value) : this.now.value) ?? null);
    this.mayGoBack = computed(() => this.behind.value + 1 < this.trail.value.length);
    this.isBack = computed(() => this.behind.value > 0);
  }

  /** Look whether there is a lesson; it is fetched when the guide is open. */
  async find(): Promise<void> {
    const { ruleset, scenario } = this.desk.session.info.peek();
    const game = await loadGame(ruleset);
    this.exists.value = game.scenarios.some(({ id, guide }) => id === scenario && guide !== undefined);
    if (this.exists.peek() && recall(this.key()) !== 'hidden') this.show();
  }

  show(): void {
    this.open.value = true;
    if (!this.course && !this.loading) void this.load();
  }

  hide(): void {
    this.open.value = false;
    remember(this.key(), 'hidden');
  }

  /** Asked for by its button: it stays for the next time. */
  ask(): void {
    remember(this.key(), 'shown');
    this.show();
    if (this.now.peek() === null) this.turned.value++;
  }

  next(): void {
    if (this.behind.peek() > 0) {
      this.behind.value--;
      return;
    }
    this.course?.next();
    this.turned.value++;
  }

  back(): void {
    if (this.mayGoBack.peek()) this.behind.value++;
  }

  again(): void {
    this.course?.restart();
    this.trail.value = [];
    this.behind.value = 0;
    this.now.value = null;
    this.turned.value++;
  }

  /** Follow the game until the answer is called. */
  follow(): () => void {
    return effect(() => {
      this.situation(0);                             /* everything that a note may wait for */
      void this.turned.value;
      if (this.open.value) untracked(() => this.turn());
    });
  }

  /** The situation, with what happened from a step on. */
  situation(since: number): Situation {
    const { desk } = this;
    const { session } = desk;
    const deciding = decidingOf(desk);
    const view = session.view.value;
    const steps = session.steps.value;
    const pending = deciding.pending.value;
    const recent = steps.slice(since);
    return {
      seat: session.seat,
      asked: deciding.asked.value,
      playing: desk.playback.playing.value,
      phase: view?.state.phase ?? null,
      step: view?.state.step ?? null,
      game: view?.state.game ?? {},
      units: view?.state.units ?? {},
      sides: new Map(session.match.roster.map(piece => [piece.id, piece.seat])),
      events: recent.flatMap(step => step.events),
      offers: deciding.question.value.answers.map(({ decision }) => decision),
      draft: desk.draft.value,
      decided: recent.some(step => step.by === session.seat && !step.undo),
      selected: desk.selected.value,
      aiming: deciding.aim.value !== null,
      pondering: pending?.answers[pending.chosen]?.decision ?? null,
      undo: steps.at(-1)?.mayUndo ?? false,
      panel: desk.panel.value,
      drawer: desk.drawer.value,
      tool: desk.tool.value,
      over: session.over.value !== null && !desk.playback.playing.value,
    };
  }

  private key(): string {
    return `guide.${this.desk.session.info.peek().ruleset}`;
  }

  private async load(): Promise<void> {
    const { ruleset, scenario } = this.desk.session.info.peek();
    this.loading = true;
    try {
      this.course = new Course(readLesson(await loadLesson(ruleset, scenario)).notes, notesRead(this.desk.session));
      this.state.value = 'ready';
      this.turned.value++;
    } catch (error) {
      console.error(error);
      this.state.value = 'failed';
    }
    this.loading = false;
  }

  private turn(): void {
    const { course } = this;
    const { session } = this.desk;
    if (!course) return;
    const steps = session.steps.peek();
    const note = course.follow(since => this.situation(since), { count: steps.length, news: newsFrom(steps, session.seat) });
    keepRead(session, course.read);
    if (session.over.peek() && recall(this.key()) === null) remember(this.key(), 'hidden');      /* no longer new to the game */
    if (note === this.now.peek()) return;
    this.now.value = note;
    this.behind.value = 0;
    if (note) this.trail.value = [...this.trail.peek().filter(({ id }) => id !== note.id), note];
  }
}

const kept = new WeakMap<Desk, Guiding>();

export function guidingOf(desk: Desk): Guiding {
  let guiding = kept.get(desk);
  if (!guiding) kept.set(desk, guiding = new Guiding(desk));
  return guiding;
}
