/*
 * hex_cursor.ts: a frame that goes from hex to hex by the arrow keys, so that whatever a pointer can do on a field of hexes the keyboard can
 * too. It begins on the focused board, or with Shift on a piece; Enter is a click there. What it comes to is said to screen readers.
 */
import type { Place } from '../board';
import { ways, type Cursor } from '../keys';
import type { SheetBoard } from '../sheet_board';
import { boxOf } from '../sheet';
import { closed, make } from '../svg';
import type { HexSheet } from './hex_sheet';

export interface CursorGround {
  readonly sheet: HexSheet;
  /** Where a piece stands. */
  hexOf(piece: string): Place | null;
  /** The pieces in a hex, the one that is chosen first. */
  piecesAt(hex: Place): readonly string[];
  describe(hex: Place): string;
}

export class HexCursor implements Cursor {
  private at: Place | null = null;
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
      if (piece !== null) this.at = this.ground.hexOf(piece);
      if (piece !== null) this.board.element.focus({ preventScroll: true });
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

  /* Up and down stay in their column, a little to and fro. */
  private go(way: Place): void {
    const { sheet } = this.ground, turn = sheet.turned ? -1 : 1;
    const from = this.at ?? sheet.place(this.board.camera.middle());
    const step = this.at ? { x: from.x + way.x * turn, y: from.y + way.y * turn } : from;
    this.at = { x: Math.max(0, Math.min(sheet.cols - 1, step.x)), y: Math.max(0, Math.min(sheet.rows - 1, step.y)) };
    this.show(this.at);
  }

  private show(hex: Place): void {
    const { sheet } = this.ground, corners = sheet.corners(hex);
    this.frame.setAttribute('d', closed(corners));
    this.frame.classList.remove('absent');
    this.said.textContent = this.ground.describe(hex);
    this.board.camera.look(boxOf(corners));
    const piece = this.ground.piecesAt(hex)[0] ?? null;
    for (const listener of this.board.listeners) listener.point?.(hex, piece);
  }

  private click(hex: Place): void {
    const piece = this.ground.piecesAt(hex)[0] ?? null, { listeners } = this.board;
    if (listeners.some(listener => listener.tap?.(hex, piece))) return;
    for (const listener of listeners) {
      if (piece !== null) listener.choose?.(piece);
      else listener.clear?.();
    }
  }
}
