/* projector.ts: positions of the past for the table, by an engine of its own, so that the session's stays at the newest. */
import type { Engine, Fields, Seat } from '../engine/engine';
import { loadEngine } from '../engine/load';
import type { Session, Step } from '../game/session';

export type Units = Readonly<Record<string, Fields>>;

const KEPT = 256;

/* What can be seen of a piece. That a card was laid face down is not worth a look. */
const visible = ['x', 'y', 'heading', 'status', 'wear', 'disordered', 'shown'] as const;

export class Projector {
  private readonly known = new Map<number, Units>();

  private constructor(private readonly engine: Engine, private readonly seat: Seat) {}

  static async load(session: Session): Promise<Projector> {
    const { ruleset, scenario, options } = session.info.peek();
    const engine = await loadEngine(ruleset, scenario);
    engine.loadMatch(ruleset, scenario, { ...options });
    return new Projector(engine, session.seat);
  }

  /** Where everything was after a step; null when its state was not kept. */
  units(step: Step): Units | null {
    const known = this.known.get(step.n);
    if (known) return known;
    if (!step.state) return null;
    this.engine.install(step.state, this.seat);
    const { units } = this.engine.view(this.seat, 'en').state;
    if (this.known.size >= KEPT) this.known.clear();
    this.known.set(step.n, units);
    return units;
  }

  /** Has anything on the table changed that one would look at, or did dice fall? */
  stirs(before: Step, step: Step): boolean {
    if (step.events.some(({ dice }) => dice !== undefined)) return true;
    const was = this.units(before), is = this.units(step);
    return was !== null && is !== null && Object.keys(is).some(id => visible.some(name => was[id]?.[name] !== is[id]?.[name]));
  }
}
