/*
 * keys.ts: the board by keyboard. One piece is in the order of tabs; arrows go to the nearest piece in that direction. Arrows on the board
 * itself pan, unless the board has a cursor of its own for them.
 */
import type { BoardListener, Place } from './board';
import type { Camera } from './camera';
import type { Standing } from './standing';

/** A cursor that goes over the board by keys, for boards whose places can be counted. */
export interface Cursor {
  /** A key on the board (`piece` null) or on a piece; true: it has been used. */
  key(event: KeyboardEvent, piece: string | null): boolean;
}

export const ways: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 },
};
const STEP = 80;                          /* pixels */
const ROW = 60;                           /* millimetres: pieces of one row are read from left to right */

/* Nearness counts along the way fully and across it double. */
function nearest(from: Standing, way: Place, views: readonly Standing[]): Standing | null {
  const here = from.centre();
  let best: Standing | null = null, least = Infinity;
  for (const view of views) {
    if (view === from) continue;
    const there = view.centre(), dx = there.x - here.x, dy = there.y - here.y;
    const along = dx * way.x + dy * way.y, across = Math.abs(dx * way.y) + Math.abs(dy * way.x);
    if (along <= 0.5 || across > along * 2.5) continue;
    if (along + across * 2 < least) {
      least = along + across * 2;
      best = view;
    }
  }
  return best;
}

export class Keys {
  private current: Standing | null = null;      /* the one in the order of tabs */
  private readonly stop = new AbortController();

  constructor(
    element: HTMLElement,
    private readonly camera: Camera,
    private readonly views: ReadonlyMap<string, Standing>,
    private readonly listeners: readonly BoardListener[],
    private readonly reveal: (view: Standing) => void,
    private readonly cursor: Cursor | null,
  ) {
    const options = { signal: this.stop.signal };
    element.addEventListener('keydown', event => this.key(event), options);
    element.addEventListener('focusin', event => {
      const view = this.viewOf(event.target);
      if (view) this.take(view);
    }, options);
  }

  destroy(): void {
    this.stop.abort();
  }

  private viewOf(target: EventTarget | null): Standing | null {
    const id = target instanceof Element ? target.closest('[data-piece]')?.getAttribute('data-piece') : null;
    return (id && this.views.get(id)) || null;
  }

  private take(view: Standing): void {
    if (this.current === view) return;
    this.current?.element.setAttribute('tabindex', '-1');
    view.element.setAttribute('tabindex', '0');
    this.current = view;
  }

  /** After pieces have come or gone: somebody must be in the order of tabs, the first in reading order unless one was. */
  refresh(): void {
    if (this.current?.present) return;
    const had = this.current !== null && document.activeElement === this.current.element;
    this.current?.element.setAttribute('tabindex', '-1');
    this.current = null;
    const first = this.inOrder()[0];
    if (!first) return;
    this.take(first);
    if (had) first.element.focus({ preventScroll: true });
  }

  private inOrder(): Standing[] {
    return [...this.views.values()].filter(view => view.present)
      .sort((a, b) => Math.round(a.centre().y / ROW) - Math.round(b.centre().y / ROW) || a.centre().x - b.centre().x);
  }

  focus(view: Standing): void {
    this.take(view);
    view.element.focus({ preventScroll: true });
    this.reveal(view);
  }

  private key(event: KeyboardEvent): void {
    if (event.defaultPrevented || (event.target as Element).closest('[data-control]')) return;
    const view = this.viewOf(event.target);
    if (this.listeners.some(listener => listener.key?.(event, view?.id ?? null)) || this.own(event, view)) event.preventDefault();
  }

  private own(event: KeyboardEvent, view: Standing | null): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (this.cursor?.key(event, view?.id ?? null)) return true;
    const way = ways[event.key];
    if (way && view) {
      const next = nearest(view, way, [...this.views.values()].filter(one => one.present));
      if (next) this.focus(next);
      return true;
    }
    if (way) {
      this.camera.pan(-way.x * STEP, -way.y * STEP);
      return true;
    }
    return this.plain(event.key, view);
  }

  private plain(key: string, view: Standing | null): boolean {
    if (key === '+' || key === '=') this.camera.zoom(1.4);
    else if (key === '-' || key === '_') this.camera.zoom(1 / 1.4);
    else if (key === '0') this.camera.fit();
    else if ((key === 'Home' || key === 'End') && view) {
      const all = this.inOrder(), next = key === 'Home' ? all[0] : all[all.length - 1];
      if (next) this.focus(next);
    } else if ((key === 'Enter' || key === ' ') && view) for (const listener of this.listeners) listener.choose?.(view.id);
    else if (key === 'Escape') for (const listener of this.listeners) listener.clear?.();
    else return false;
    return true;
  }
}
