/*
 * camera.ts: which part of the sheet is seen, and how large.
 *
 * While a gesture lasts the drawn layers are only moved and stretched by a CSS transform, which costs no drawing; when it has come to
 * rest they are laid out at their true size and drawn once.
 */
import type { Place } from './board';
import type { Box, Sheet } from './sheet';

const REST = 140;                         /* milliseconds without change before the layers are drawn anew */
const STEADY = 0.84;                      /* of the largest scale at which all is seen: above it the table keeps the scale that it has */
const HIGHEST = 56;                       /* pixels above a table that leaves more room: the edge stays where it is when the room below changes */
const LARGEST = 5;                        /* pixels a millimetre */

export class Camera {
  scale = 1;                              /* pixels a millimetre, also in the middle of a gesture */
  private x = 0;                          /* where the sheet's corner is in the window */
  private y = 0;
  private drawn = 0;                      /* the scale of the layers as they were drawn last */
  private width = 0;
  private height = 0;
  private head = 0;                       /* pixels at the top that buttons lie over, by the style sheet's --head: what is seen whole is seen below them */
  private untouched = true;               /* still as fit() left it */
  private timer = 0;
  private moved = 0;                      /* when it did last */
  private frame = 0;
  private gliding = 0;

  constructor(
    private readonly window: HTMLElement,
    private readonly sheet: HTMLElement,
    private readonly paper: Sheet,
    private readonly settled: (scale: number) => void,
  ) {}

  private get sheetWidth(): number { return this.paper.width + 2 * this.paper.margin; }
  private get sheetHeight(): number { return this.paper.height + 2 * this.paper.margin; }
  private get smallest(): number {
    return Math.min(this.width / this.sheetWidth, (this.height - this.head) / this.sheetHeight) || 0.1;
  }

  /** The window has another size. */
  resize(): void {
    const width = this.window.clientWidth, height = this.window.clientHeight;
    if (width === 0 || height === 0 || (width === this.width && height === this.height)) return;
    this.head = parseFloat(getComputedStyle(this.window).getPropertyValue('--head')) || 0;
    const middle = this.middle(), first = this.width === 0, wide = width === this.width;
    this.width = width;
    this.height = height;
    if (first || (this.untouched && !(wide && this.isNearlyFit()))) this.fit(false);
    else this.centre(this.untouched ? this.heart : middle, this.scale, false);
  }

  /* Still all to be seen, and not much smaller than it could be: what is asked below the table needs now more room, now less. */
  private isNearlyFit(): boolean {
    return this.scale <= this.smallest * 1.001 && this.scale >= this.smallest * STEADY;
  }

  private get heart(): Place {
    return { x: this.paper.width / 2, y: this.paper.height / 2 };
  }

  toSheet(point: Place): Place {
    return { x: (point.x - this.x) / this.scale - this.paper.margin, y: (point.y - this.y) / this.scale - this.paper.margin };
  }

  toWindow(point: Place): Place {
    return { x: (point.x + this.paper.margin) * this.scale + this.x, y: (point.y + this.paper.margin) * this.scale + this.y };
  }

  /** The point of the sheet in the middle of the window. */
  middle(): Place {
    return this.toSheet({ x: this.width / 2, y: this.height / 2 });
  }

  private clampAxis(offset: number, room: number, size: number, head = 0, most = Infinity): number {
    if (size <= room - head) return head + Math.min(most, (room - head - size) / 2);
    const slack = Math.min(80, room * 0.2);
    return Math.min(Math.max(slack, head), Math.max(room - size - slack, offset));
  }

  private put(x: number, y: number, scale: number): void {
    this.scale = Math.min(Math.max(LARGEST, this.smallest * 4), Math.max(this.smallest * STEADY, scale));
    this.x = this.clampAxis(x, this.width, this.sheetWidth * this.scale);
    this.y = this.clampAxis(y, this.height, this.sheetHeight * this.scale, this.head, HIGHEST);
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.paint());
    /* Where frames are slow the next movement is slow to come: to draw anew in between would make it slower still. */
    const now = performance.now(), pause = Math.min(500, (now - this.moved) * 2);
    this.moved = now;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.pause(now), pause < 500 ? Math.max(REST, pause) : REST);
  }

  /* Where the page is slow the time is over before the next movement has been heard of: it is at rest when a whole frame brought none. */
  private pause(since: number): void {
    requestAnimationFrame(() => { if (this.moved === since && this.gliding === 0) this.rest(); });
  }

  private paint(): void {
    this.frame = 0;
    const stretch = this.drawn > 0 ? this.scale / this.drawn : 1;
    /* Whole pixels are only copied; others are mixed, which takes a processor many times as long. */
    this.sheet.style.transform = stretch === 1 ? `translate(${Math.round(this.x)}px,${Math.round(this.y)}px)`
      : `translate(${this.x}px,${this.y}px) scale(${stretch})`;
  }

  /** Draw at the true size now. */
  rest(): void {
    clearTimeout(this.timer);
    if (this.width === 0) return;
    this.x = Math.round(this.x);
    this.y = Math.round(this.y);
    if (this.scale !== this.drawn) {
      this.drawn = this.scale;
      this.settled(this.scale);
    }
    this.paint();
  }

  private glide(x: number, y: number, scale: number, smooth: boolean): void {
    cancelAnimationFrame(this.gliding);
    this.gliding = 0;
    if (!smooth || this.drawn === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.put(x, y, scale);
      this.rest();
      return;
    }
    const from = { x: this.x, y: this.y, scale: this.scale }, begin = performance.now();
    const step = (now: number): void => {
      this.gliding = 0;
      const t = Math.min(1, Math.max(0, (now - begin) / 220)), e = 1 - (1 - t) ** 3;
      this.put(from.x + (x - from.x) * e, from.y + (y - from.y) * e, from.scale + (scale - from.scale) * e);
      if (t < 1) this.gliding = requestAnimationFrame(step);
      else this.rest();
    };
    this.gliding = requestAnimationFrame(step);
  }

  private centre(point: Place, scale: number, smooth: boolean): void {
    const { margin } = this.paper;
    this.glide(this.width / 2 - (point.x + margin) * scale, this.height / 2 - (point.y + margin) * scale, scale, smooth);
  }

  fit(smooth = true): void {
    this.untouched = true;
    this.centre(this.heart, this.smallest, smooth);
  }

  pan(dx: number, dy: number): void {
    this.halt();
    this.put(this.x + dx, this.y + dy, this.scale);
  }

  /** The point of the window stays where it is. */
  zoomAt(point: Place, factor: number): void {
    this.halt();
    const under = this.toSheet(point), scale = Math.min(Math.max(LARGEST, this.smallest * 4), Math.max(this.smallest, this.scale * factor));
    this.put(point.x - (under.x + this.paper.margin) * scale, point.y - (under.y + this.paper.margin) * scale, scale);
  }

  zoom(factor: number, point: Place = { x: this.width / 2, y: this.height / 2 }): void {
    this.untouched = false;
    const under = this.toSheet(point), scale = Math.min(Math.max(LARGEST, this.smallest * 4), Math.max(this.smallest, this.scale * factor));
    this.glide(point.x - (under.x + this.paper.margin) * scale, point.y - (under.y + this.paper.margin) * scale, scale, true);
  }

  private halt(): void {
    this.untouched = false;
    cancelAnimationFrame(this.gliding);
    this.gliding = 0;
  }

  /** Bring a box of the sheet into view, with as little movement as will do, and at this scale at least. */
  look(box: Box, least = 0): void {
    if (this.scale < least) {
      this.untouched = false;
      this.centre({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }, least, true);
      return;
    }
    const low = this.toWindow({ x: box.left, y: box.top }), high = this.toWindow({ x: box.right, y: box.bottom }), { room } = this;
    if (low.x >= room && low.y >= room && high.x <= this.width - room && high.y <= this.height - room) return;
    const fits = this.fitting(box);
    this.untouched = false;
    if (fits < this.scale) {
      this.centre({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }, fits, true);
      return;
    }
    const dx = low.x < room ? room - low.x : Math.min(0, this.width - room - high.x);
    const dy = low.y < room ? room - low.y : Math.min(0, this.height - room - high.y);
    this.glide(this.x + dx, this.y + dy, this.scale, true);
  }

  /**
   * The same for a box with what lies around it, at the wanted scale if that shows all of it, else at a smaller one down to the least; where
   * even that does not, as much of it as there is room for beside the box.
   */
  lookAround(box: Box, around: Box, wanted: number, least: number): void {
    const scale = Math.max(least, Math.min(this.fitting(around), Math.max(this.scale, wanted))), { room } = this;
    const middle = (low: number, high: number, first: number, last: number, size: number): number => {
      const half = (size / 2 - room) / scale;
      return Math.max(last - half, Math.min(first + half, (low + high) / 2));
    };
    const x = middle(around.left, around.right, box.left, box.right, this.width), y = middle(around.top, around.bottom, box.top, box.bottom, this.height);
    if (scale === this.scale) {
      this.look(this.fitting(around) >= scale ? around : { left: x, right: x, top: y, bottom: y });
      return;
    }
    this.untouched = false;
    this.centre({ x, y }, scale, true);
  }

  /* Pixels that are left free around what is looked at. */
  private get room(): number {
    return Math.min(60, this.width / 8, this.height / 8);
  }

  /* The largest scale at which all of a box is seen. */
  private fitting({ left, right, top, bottom }: Box): number {
    return Math.min((this.width - 2 * this.room) / (right - left), (this.height - 2 * this.room) / (bottom - top));
  }

  destroy(): void {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    cancelAnimationFrame(this.gliding);
  }
}
