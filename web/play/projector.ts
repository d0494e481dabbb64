/* projector.ts: positions of the past for the table, by an engine of its own, so that the session's stays at the newest. */
import type { Engine, Fields } from '../engine/engine';
import { loadEngine } from '../engine/load';
import type { Session, Step } from '../game/session';

export type Units = Readonly<Record<string, Fields>>;

const KEPT = 256;

export class Projector {
  private readonly known = new Map<number, Units>();

  private constructor(private readonly engine: Engine, private readonly session: Session) {}

  static async load(session: Session): Promise<Projector> {
    const { ruleset, scenario, options } = session.info.peek();
    const engine = await loadEngine(ruleset, scenario);
    engine.loadMatch(ruleset, scenario, { ...options });
    return new Projector(engine, session);
  }

  /** Where everything was after a step; null when its state was not kept. */
  units(step: Step): Units | null {
    const known = this.known.get(step.n);
    if (known) return known;
    if (!step.state) return null;
    this.engine.install(step.state, this.session.seat);
    const { units } = this.engine.view(this.session.seat, 'en').state;
    if (this.known.size >= KEPT) this.known.clear();
    this.known.set(step.n, units);
    return units;
  }
}
