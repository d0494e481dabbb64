/* motion.ts: pieces that walk from pose to pose, all at once, on the sheet's frames. */
import type { Pose } from './board';
import type { Standing } from './standing';

const INCH = 25.4, PER_INCH = 90, SHORTEST = 250, LONGEST = 900;

interface Walk { readonly from: Pose; readonly to: Pose; readonly begin: number; readonly time: number }

const ease = (t: number): number => (t < 0.5 ? 2 * t * t : 1 - (-2 * t + 2) ** 2 / 2);

/* The shorter way round. */
const turn = (from: number, to: number): number => ((((to - from) % 360) + 540) % 360) - 180;

export class Motion {
  private readonly walks = new Map<Standing, Walk>();
  private readonly carried = new Set<Standing>();                /* put somewhere for a frame of a film */
  private frame = 0;

  constructor(private readonly layer: SVGGElement, private readonly done: () => void) {}

  get moving(): boolean {
    return this.walks.size > 0;
  }

  /** Send a piece to a pose of the sheet; at once when it does not walk. */
  send(view: Standing, to: Pose, walk: boolean): void {
    view.target = to;
    const { pose } = view, far = Math.hypot(to.x - pose.x, to.y - pose.y), round = Math.abs(turn(pose.heading, to.heading));
    if (!walk || (far < 0.01 && round < 0.01)) {
      if (this.walks.delete(view) || this.carried.delete(view) || far > 0 || round > 0 || !view.placed) view.put(to);
      return;
    }
    const time = Math.min(LONGEST, Math.max(SHORTEST, (far / INCH) * PER_INCH, round * 4));
    this.carried.delete(view);
    this.walks.set(view, { from: pose, to, begin: performance.now(), time });
    if (!this.frame) this.frame = requestAnimationFrame(now => this.step(now));
  }

  /** One frame of a film: the piece is there at once, until it is sent anywhere. */
  carry(view: Standing, to: Pose): void {
    this.walks.delete(view);
    this.carried.add(view);
    view.walk(to, this.layer);
  }

  private step(now: number): void {
    this.frame = 0;
    for (const [view, { from, to, begin, time }] of this.walks) {
      const t = Math.min(1, Math.max(0, (now - begin) / time)), e = ease(t);
      const heading = from.heading + turn(from.heading, to.heading) * e;
      if (t < 1) view.walk({ x: from.x + (to.x - from.x) * e, y: from.y + (to.y - from.y) * e, heading }, this.layer);
      else {
        view.put(to);
        this.walks.delete(view);
      }
    }
    if (this.walks.size) this.frame = requestAnimationFrame(next => this.step(next));
    else this.done();
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    this.walks.clear();
    this.carried.clear();
  }
}
