/* hex_sheet.ts: the sheet of a field of hexes. A place is a column and a row, a heading is a vertex. */
import type { Place, Pose } from '../board';
import type { Sheet } from '../sheet';
import { closed } from '../svg';
import { SIDE, WIDE, hexAt, middleOf, onPaper, ringsOf, vertexOf, type Node } from './geometry';

export class HexSheet implements Sheet {
  turned = false;
  readonly unit = WIDE;
  readonly width: number;
  readonly height: number;
  readonly margin: number;

  constructor(readonly cols: number, readonly rows: number) {
    this.width = (cols + 0.5) * WIDE;
    this.height = (1.5 * rows + 0.5) * SIDE;
    this.margin = Math.max(18, Math.min(this.width, this.height) * 0.035);
  }

  has({ x, y }: Place): boolean {
    return x >= 0 && y >= 0 && x < this.cols && y < this.rows;
  }

  private lie(point: Place): Place {
    return this.turned ? { x: this.width - point.x, y: this.height - point.y } : point;
  }

  /** A corner of the lattice. */
  node(node: Node): Place {
    return this.lie(onPaper(node));
  }

  point(hex: Place): Place {
    return this.node(middleOf(hex));
  }

  /** The hex of a point of the sheet, which need not be on the map. */
  place(point: Place): Place {
    return hexAt(this.lie(point));
  }

  pose(pose: Pose): Pose {
    return { ...this.point(pose), heading: pose.heading * 60 + (this.turned ? 180 : 0) };
  }

  /** The six corners of a hex, drawn in by a part of its size. */
  corners(hex: Place, size = 1): Place[] {
    const centre = this.point(hex);
    return [0, 1, 2, 3, 4, 5].map(v => this.node(vertexOf(hex, v)))
      .map(p => ({ x: centre.x + (p.x - centre.x) * size, y: centre.y + (p.y - centre.y) * size }));
  }

  /* On hexes an area is a list of hexes. */
  area(hexes: readonly Place[]): string {
    return ringsOf(hexes).map(ring => closed(ring.map(node => this.node(node)))).join('');
  }

  cells(cells: readonly Place[]): string {
    return cells.map(hex => closed(this.corners(hex, 0.94))).join('');
  }

  /* Above the highest hex, but on the map. */
  crest(hexes: readonly Place[]): Place | null {
    const top = hexes.map(hex => this.point(hex)).reduce<Place | null>((best, p) => (best === null || p.y < best.y ? p : best), null);
    return top && { x: top.x, y: Math.max(8, top.y - SIDE * 0.72) };
  }
}
