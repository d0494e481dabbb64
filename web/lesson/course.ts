/*
 * course.ts: which note of a lesson is in place. The order of the notes is their weight: the first whose moment it is, and which has not
 * been read, is shown. The game may go where it likes; a note whose moment has passed gives way, and hints are there again and again.
 */
import { holds, type Situation } from './condition';
import type { Note } from './lesson';

/** The situation, with events and decisions from a step of the session on. */
export type Look = (since: number) => Situation;

/** How many steps the session has, and the first that is still news. */
export interface Steps { readonly count: number; readonly news: number }

export class Course {
  private readonly aside = new Set<string>();          /* hints that were read and whose moment still lasts */
  private now: Note | null = null;
  private since = 0;

  constructor(private readonly notes: readonly Note[], readonly read: Set<string> = new Set()) {}

  /** The note for the situation. */
  follow(look: Look, steps: Steps): Note | null {
    const situation = look(steps.news);
    for (const note of this.notes) if (this.aside.has(note.id) && !holds(note.when, situation)) this.aside.delete(note.id);
    if (this.now && this.isOver(this.now, look(this.since))) this.finish(this.now);
    const stays = this.now !== null && !this.now.again && holds(this.now.when, situation);
    if (stays) return this.now;
    const next = this.notes.find(note => this.isOpen(note) && holds(note.when, situation) && !(note.until && holds(note.until, look(steps.count)))) ?? null;
    if (next !== this.now) {
      this.now = next;
      this.since = steps.count;
    }
    return next;
  }

  /** The reader has read the note and wants the next. */
  next(): void {
    if (this.now) this.finish(this.now);
  }

  /** From the beginning. */
  restart(): void {
    this.read.clear();
    this.aside.clear();
    this.now = null;
  }

  private isOpen({ id }: Note): boolean {
    return !this.read.has(id) && !this.aside.has(id);
  }

  private isOver(note: Note, situation: Situation): boolean {
    if (note.until) return holds(note.until, situation);
    return !note.again && situation.decided;
  }

  private finish({ id, again }: Note): void {
    (again ? this.aside : this.read).add(id);
    this.now = null;
  }
}
