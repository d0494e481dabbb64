/*
 * pointer.ts: mouse, pen and fingers on the board. One pointer on a piece or taken by a listener drags; on bare board it pans; two pinch;
 * a finger that rests on a piece hovers; two quick taps on bare board zoom.
 */
import type { BoardListener, Place } from './board';
import type { Camera } from './camera';

const STILL = 5, STILL_TOUCH = 9;         /* pixels that a click may wander */
const LONG = 450, DOUBLE = 320;           /* milliseconds */
const ONE_WHEEL = 300;                    /* milliseconds between turns of the wheel that are one gesture */

/** What the pointer needs to know of the board. */
export interface Ground {
  readonly element: HTMLElement;
  readonly camera: Camera;
  readonly listeners: readonly BoardListener[];              /* the last first */
  pieceAt(windowPoint: Place, slack: number): string | null;
  placeAt(windowPoint: Place): Place;
  placeOf(piece: string): Place | null;                      /* of a piece that is drawn elsewhere for a moment */
  touched(piece: string): void;                              /* before it is chosen: the focus goes there */
}

interface Finger { readonly id: number; at: Place }

interface Gesture {
  readonly start: Place;
  readonly piece: string | null;
  readonly taker: BoardListener | null;
  readonly touch: boolean;
  moved: boolean;
  held: boolean;
}

const between = (a: Place, b: Place): number => Math.hypot(a.x - b.x, a.y - b.y);

export class Pointer {
  private readonly fingers: Finger[] = [];
  private gesture: Gesture | null = null;
  private pinched = false;
  private hovered: string | null = null;
  private holdTimer = 0;
  private lastTap = { time: 0, at: { x: 0, y: 0 } };
  private handledClick = 0;
  private box: DOMRect | null = null;
  private wheeled = -Infinity;            /* when the wheel turned last */
  private readonly stop = new AbortController();

  constructor(private readonly ground: Ground) {
    const { element } = ground, options = { signal: this.stop.signal };
    element.addEventListener('pointerdown', event => this.down(event), options);
    element.addEventListener('pointermove', event => this.move(event), options);
    element.addEventListener('pointerup', event => this.up(event), options);
    element.addEventListener('pointercancel', event => this.lost(event), options);
    element.addEventListener('pointerleave', () => this.hover(null), options);
    element.addEventListener('wheel', event => this.wheel(event), { ...options, passive: false });
    element.addEventListener('click', event => this.click(event), options);
    element.addEventListener('contextmenu', event => { if (this.gesture?.touch) event.preventDefault(); }, options);
  }

  destroy(): void {
    clearTimeout(this.holdTimer);
    this.stop.abort();
  }

  /* Where the board is in the page is asked once a gesture: asking makes the page lay itself out. */
  private inWindow(event: MouseEvent): Place {
    const isGoingOn = this.fingers.length > 0 || (event.type === 'wheel' && event.timeStamp - this.wheeled < ONE_WHEEL);
    const box = (isGoingOn && this.box) || this.ground.element.getBoundingClientRect();
    this.box = box;
    if (event.type === 'wheel') this.wheeled = event.timeStamp;
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private placeOf(at: Place, piece: string | null): Place {
    return (piece === null ? null : this.ground.placeOf(piece)) ?? this.ground.placeAt(at);
  }

  private down(event: PointerEvent): void {
    if ((event.target as Element).closest('[data-control]')) return;
    if (event.pointerType === 'mouse' && event.button > 1) return;
    const at = this.inWindow(event);
    if (this.fingers.length >= 2 || this.fingers.some(finger => finger.id === event.pointerId)) return;
    this.fingers.push({ id: event.pointerId, at });
    try {
      this.ground.element.setPointerCapture(event.pointerId);
    } catch {
      /* The pointer has gone already. */
    }
    if (this.fingers.length === 1) this.begin(event, at);
    else this.second();
    event.preventDefault();
    if (!this.ground.element.contains(document.activeElement)) this.ground.element.focus({ preventScroll: true });
  }

  private begin(event: PointerEvent, at: Place): void {
    const touch = event.pointerType === 'touch', piece = this.ground.pieceAt(at, touch ? 18 : 3), place = this.placeOf(at, piece);
    const taker = event.button === 1 ? undefined : this.ground.listeners.find(listener => listener.press?.(place, piece));
    this.pinched = false;
    this.gesture = { start: at, piece, taker: taker ?? null, touch, moved: false, held: false };
    clearTimeout(this.holdTimer);
    if (touch && piece) this.holdTimer = window.setTimeout(() => this.hold(), LONG);
  }

  /* A second finger: a pinch, or a turn of what the first one drags. */
  private second(): void {
    clearTimeout(this.holdTimer);
    if (this.gesture && !this.gesture.taker) {
      this.pinched = true;
      this.gesture = null;
    }
  }

  private hold(): void {
    const { gesture } = this;
    if (!gesture || gesture.moved || !gesture.piece) return;
    gesture.held = true;
    this.hover(gesture.piece);
  }

  private hover(piece: string | null): void {
    if (piece === this.hovered) return;
    this.hovered = piece;
    for (const listener of this.ground.listeners) listener.hover?.(piece);
  }

  private move(event: PointerEvent): void {
    const at = this.inWindow(event), finger = this.fingers.find(({ id }) => id === event.pointerId);
    if (!finger) {
      if (event.pointerType === 'touch') return;
      const piece = this.ground.pieceAt(at, 3), place = this.placeOf(at, piece);
      this.hover(piece);
      for (const listener of this.ground.listeners) listener.point?.(place, piece);
      return;
    }
    const before = finger.at;
    if (this.fingers.length === 2) this.two(finger, before, at);
    finger.at = at;
    if (this.fingers.length === 1 || finger === this.fingers[0]) this.one(before, at);
  }

  private one(before: Place, at: Place): void {
    const { gesture } = this;
    if (!gesture) return;
    const first = !gesture.moved;
    if (first && between(gesture.start, at) < (gesture.touch ? STILL_TOUCH : STILL)) return;
    gesture.moved = true;
    clearTimeout(this.holdTimer);
    if (gesture.taker) gesture.taker.drag?.(this.ground.placeAt(at), false);
    else {
      const from = first ? gesture.start : before;
      this.ground.camera.pan(at.x - from.x, at.y - from.y);
    }
  }

  private two(finger: Finger, before: Place, at: Place): void {
    const other = this.fingers.find(one => one !== finger);
    if (!other) return;
    if (this.gesture?.taker) {
      if (finger !== this.fingers[1]) return;
      const turn = Math.atan2(at.y - other.at.y, at.x - other.at.x) - Math.atan2(before.y - other.at.y, before.x - other.at.x);
      this.gesture.taker.twist?.(Math.round((Math.atan2(Math.sin(turn), Math.cos(turn)) * 18000) / Math.PI));
      return;
    }
    if (!this.pinched) return;
    const centre = { x: (at.x + other.at.x) / 2, y: (at.y + other.at.y) / 2 };
    this.ground.camera.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    this.ground.camera.zoomAt(centre, between(at, other.at) / Math.max(1, between(before, other.at)));
  }

  private up(event: PointerEvent): void {
    const index = this.fingers.findIndex(({ id }) => id === event.pointerId);
    if (index < 0) return;
    this.fingers.splice(index, 1);
    if (index > 0 || this.fingers.length > 0) {
      if (!this.gesture?.taker) this.gesture = null;
      if (index > 0 || !this.gesture) return;
    }
    const { gesture } = this, at = this.inWindow(event);
    this.gesture = null;
    clearTimeout(this.holdTimer);
    if (!gesture) return;
    this.handledClick = performance.now();
    if (gesture.moved) {
      if (gesture.taker) gesture.taker.drag?.(this.ground.placeAt(at), true);
      else this.ground.camera.rest();
      return;
    }
    gesture.taker?.cancel?.();
    if (gesture.held) return;
    if (gesture.touch) this.hover(null);
    this.tap(gesture, at, event.button === 1);
  }

  private tap(gesture: Gesture, at: Place, silent: boolean): void {
    if (silent) return;
    const now = performance.now(), { listeners } = this.ground;
    const twice = !gesture.piece && now - this.lastTap.time < DOUBLE && between(at, this.lastTap.at) < 30;
    this.lastTap = { time: gesture.piece ? 0 : now, at };
    if (twice) {
      this.lastTap.time = 0;
      this.ground.camera.zoom(1.8, at);
      return;
    }
    if (gesture.piece) this.ground.touched(gesture.piece);
    if (listeners.some(listener => listener.tap?.(this.placeOf(at, gesture.piece), gesture.piece))) {
      this.lastTap.time = 0;                                     /* one that was used is not half of a double one */
      return;
    }
    for (const listener of listeners) {
      if (gesture.piece) listener.choose?.(gesture.piece);
      else listener.clear?.();
    }
  }

  /* Clicks that no pointer made: those of a screen reader. */
  private click(event: MouseEvent): void {
    if (event.detail !== 0 && performance.now() - this.handledClick < 800) return;
    const piece = (event.target as Element).closest('[data-piece]')?.getAttribute('data-piece');
    if (!piece) return;
    for (const listener of this.ground.listeners) listener.choose?.(piece);
  }

  private lost(event: PointerEvent): void {
    const index = this.fingers.findIndex(({ id }) => id === event.pointerId);
    if (index >= 0) this.fingers.splice(index, 1);
    clearTimeout(this.holdTimer);
    this.gesture?.taker?.cancel?.();
    this.gesture = null;
  }

  private wheel(event: WheelEvent): void {
    const at = this.inWindow(event), place = this.ground.placeAt(at);
    event.preventDefault();
    if (this.ground.listeners.some(listener => listener.wheel?.(event, place))) return;
    const pixels = (event.deltaY || event.deltaX) * (event.deltaMode === 1 ? 24 : event.deltaMode === 2 ? 300 : 1);
    this.ground.camera.zoomAt(at, Math.exp(-Math.max(-240, Math.min(240, pixels)) * (event.ctrlKey ? 0.01 : 0.0022)));
  }
}
