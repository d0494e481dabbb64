/* projector.ts: positions of the past for the table, by an engine of its own, so that the session's stays at the newest. */
import type { Engine, Fields, Seat, StateView } from '../engine/engine';
import { loadEngine } from '../engine/load';
import type { Session, Step } from '../game/session';
import { laidIn } from './looks';

export type Units = Readonly<Record<string, Fields>>;

/** What a position shows: the pieces, and the game's own fields, such as the ground that has been laid by then. */
export type Position = Pick<StateView, 'units' | 'game'>;

/** Positions of the past. */
export interface Projection {
  /** Where everything was after a step; null when its state was not kept. */
  position(step: Step): Position | null;
  /** Has anything on the table changed that one would look at, or did dice fall? */
  stirs(before: Step, step: Step): boolean;
}

const KEPT = 256;

/* What can be seen of a piece. That a card was laid face down is not worth a look. */
const visible = ['x', 'y', 'heading', 'status', 'wear', 'disordered', 'shown'] as const;

export class Projector implements Projection {
  private readonly known = new Map<number, Position>();

  private constructor(private readonly engine: Engine, private readonly seat: Seat) {}

  static async load(session: Session): Promise<Projector> {
    const { ruleset, scenario, scenarioText, options } = session.info.peek();
    const engine = await loadEngine(ruleset, scenario, scenarioText);
    engine.loadMatch(ruleset, scenario, { ...options });
    return new Projector(engine, session.seat);
  }

  position(step: Step): Position | null {
    const known = this.known.get(step.n);
    if (known) return known;
    if (!step.state) return null;
    this.engine.install(step.state, this.seat);
    const { units, game } = this.engine.view(this.seat, 'en').state, position = { units, game };
    if (this.known.size >= KEPT) this.known.clear();
    this.known.set(step.n, position);
    return position;
  }

  stirs(before: Step, step: Step): boolean {
    if (step.events.some(({ dice }) => dice !== undefined)) return true;
    const was = this.position(before), is = this.position(step);
    if (!was || !is) return false;
    return laidIn(was.game).length !== laidIn(is.game).length
      || Object.keys(is.units).some(id => visible.some(name => was.units[id]?.[name] !== is.units[id]?.[name]));
  }
}
