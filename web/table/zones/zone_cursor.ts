/*
 * zone_cursor.ts: a frame that goes from zone to zone by the arrow keys, so that whatever a pointer can do on a map of zones the keyboard can
 * too. It begins on the focused board, or with Shift on a piece; Enter is a click there. What it comes to is said to screen readers.
 */
import type { Place } from '../board';
import { ways, type Cursor } from '../keys';
import type { SheetBoard } from '../sheet_board';
import { boxOf } from '../sheet';
import { make } from '../svg';
import type { Zone } from './zone_scene';
import type { ZoneSheet } from './zone_sheet';

export interface CursorGround {
  readonly sheet: ZoneSheet;
  /** Where a piece stands. */
  zoneOf(piece: string): Zone | null;
  /** The pieces in a zone, the one that is chosen first. */
  piecesAt(zone: Zone): readonly string[];
  describe(zone: Zone): string;
}

export class ZoneCursor implements Cursor {
  private at: Zone | null = null;
  private readonly frame: SVGPathElement;
  private readonly said = document.createElement('p');

  constructor(private readonly board: SheetBoard, layer: SVGGElement, private readonly ground: CursorGround) {
    this.frame = make('path', { class: 'cursor absent', 'aria-hidden': 'true' }, layer);
    this.said.className = 'unseen';
    this.said.setAttribute('aria-live', 'polite');
    board.element.append(this.said);
    board.element.addEventListener('pointerdown', () => this.hide());
    board.element.addEventListener('blur', () => this.hide());
  }

  key(event: KeyboardEvent, piece: string | null): boolean {
    const way = ways[event.key];
    if (way && (piece === null || event.shiftKey)) {
      if (piece !== null) {
        this.at = this.ground.zoneOf(piece);
        this.board.element.focus({ preventScroll: true });
      }
      this.go(way);
      return true;
    }
    if (!this.at || piece !== null) return false;
    if (event.key === 'Enter' || event.key === ' ') this.click(this.at);
    else if (event.key === 'Escape') {
      this.hide();
      return false;                       /* Escape means more than that */
    } else return false;
    return true;
  }

  private hide(): void {
    this.at = null;
    this.frame.classList.add('absent');
  }

  /* To the zone that lies best in that direction, first of those that touch this one. */
  private go(way: Place): void {
    const { sheet } = this.ground, { zones } = sheet.scene, from = this.at;
    if (!from) {
      const middle = this.board.camera.middle(), away = (zone: Zone): number => { const p = sheet.anchor(zone); return Math.hypot(p.x - middle.x, p.y - middle.y); };
      const first = sheet.zone(sheet.place(middle)) ?? [...zones].sort((a, b) => away(a) - away(b))[0];
      if (first) this.show(first);
      return;
    }
    const here = sheet.anchor(from), near = sheet.geometry.neighbours(from);
    const cost = (zone: Zone): number => {
      const p = sheet.anchor(zone), dx = p.x - here.x, dy = p.y - here.y, along = dx * way.x + dy * way.y, across = Math.abs(dx * way.y) + Math.abs(dy * way.x);
      return along <= 1 || across > along * 1.2 ? Infinity : along + across * 2 + (near.has(zone.number) ? 0 : 400);
    };
    const next = zones.filter(zone => zone !== from).reduce<Zone | null>((best, zone) => (cost(zone) < (best ? cost(best) : Infinity) ? zone : best), null);
    this.show(next ?? from);
  }

  private show(zone: Zone): void {
    const { sheet } = this.ground, place = { x: zone.number, y: 0 };
    this.at = zone;
    this.frame.setAttribute('d', sheet.area([place]));
    this.frame.classList.remove('absent');
    this.said.textContent = this.ground.describe(zone);
    this.board.camera.look(boxOf(sheet.shape(zone).points));
    const piece = this.ground.piecesAt(zone)[0] ?? null;
    for (const listener of this.board.listeners) listener.point?.(place, piece);
  }

  private click(zone: Zone): void {
    const piece = this.ground.piecesAt(zone)[0] ?? null, place = { x: zone.number, y: 0 }, { listeners } = this.board;
    if (listeners.some(listener => listener.tap?.(place, piece))) return;
    for (const listener of listeners) {
      if (piece !== null) listener.choose?.(piece);
      else listener.clear?.();
    }
  }
}
