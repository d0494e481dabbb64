/* table_board.ts: a table of free measurement, as a Board. */
import type { Match, Seat } from '../engine/engine';
import type { Board, Laid, Mark, Place, Pose } from './board';
import { poseOf } from './fields';
import { tidyLabels } from './labels';
import { drawLand, nameLand } from './land';
import { outline, Paper } from './paper';
import { BodyView, depthOf, makeRoom, viewOf } from './figures';
import type { PieceView } from './pieces';
import { laidOutline, readScene, terrainAt, type Scene, type Terrain } from './scene';
import { onSheet } from './sheet';
import { SheetBoard, type Looks, type Setting, type Units } from './sheet_board';

class TableSetting implements Setting {
  readonly name = 'table';
  readonly label = 'table.board';
  readonly exact = false;
  readonly levels = [[1, 'near'], [0.37, 'middle'], [0.28, 'small']] as const;
  readonly sheet: Paper;
  private scene: Scene;
  private readonly own: readonly Terrain[];                      /* the terrain of the match, without what was laid in play */
  private views: readonly PieceView[] = [];
  private laidKey = '';
  private named: Element | null = null;                          /* the terrain whose name is shown because the pointer is there */

  constructor(board: Match['board']) {
    this.scene = readScene(board);
    this.own = this.scene.terrain;
    this.sheet = new Paper(this.scene.width, this.scene.depth);
  }

  stand(pieces: SVGGElement, tags: SVGGElement): PieceView[] {
    const order = [...this.scene.pieces].sort((a, b) => depthOf(a) - depthOf(b));
    this.views = order.map(piece => viewOf(piece, pieces, tags));
    return [...this.views];
  }

  tidy(): void {
    makeRoom(this.views);
    tidyLabels(this.views);
  }

  lay(laid: readonly Laid[]): boolean {
    const key = JSON.stringify(laid);
    if (key === this.laidKey || (laid.length === 0 && this.laidKey === '')) return false;
    this.laidKey = key;
    const added = laid.flatMap(({ kind, ...pose }, i): Terrain[] => {
      const ware = this.scene.wares.find(each => each.kind === kind);
      return ware ? [{ id: `laid ${i}`, kind, traits: [], line: ware.line, points: laidOutline(ware, pose), openings: [] }] : [];
    });
    this.scene = { ...this.scene, terrain: [...this.own, ...added] };
    return true;
  }

  drawLand(layer: SVGSVGElement): void {
    drawLand(layer, this.scene, this.sheet);
  }

  nameLand(layer: SVGSVGElement, words: Readonly<Record<string, string>>): void {
    nameLand(layer, this.scene, this.sheet, words, this.own);
  }

  nameAt(at: Place | null, land: SVGSVGElement): void {
    const index = at ? terrainAt(this.scene, at) : -1, name = index < 0 ? null : land.querySelector(`[data-terrain="${index}"]`);
    if (name === this.named) return;
    this.named?.classList.remove('shown');
    name?.classList.add('shown');
    this.named = name;
  }

  poses(units: Units, looks: Looks): Map<string, Pose> {
    const poses = new Map<string, Pose>();
    for (const [id, fields] of Object.entries(units)) {
      const pose = poseOf(fields), look = looks.get(id);
      if (look?.last) poses.set(id, this.sheet.pose({ ...look.last, heading: 0 }));
      else if (pose && look?.present !== false) poses.set(id, this.sheet.pose(pose));
    }
    for (const [id, { within }] of looks) {
      const host = within === undefined ? undefined : poses.get(within), base = this.scene.pieces.find(piece => piece.id === within)?.base;
      if (host && base && poses.has(id) && this.scene.pieces.find(piece => piece.id === id)?.leads) poses.set(id, this.onBase(host, base));
    }
    for (const view of this.views) if (view instanceof BodyView) this.enclose(view, poses, looks);
    return poses;
  }

  /* A body has its frame around those who stand in its ranks; without any it is nowhere. */
  private enclose(view: BodyView, poses: Map<string, Pose>, looks: Looks): void {
    const pose = poses.get(view.id);
    if (!pose) return;
    const men = this.views.filter(other => view.piece.members.includes(other.id) && looks.get(other.id)?.ranked === view.id);
    const points = men.flatMap(man => { const at = poses.get(man.id); return at ? man.corners(at) : []; });
    if (points.length) poses.set(view.id, view.enclose(pose, points));
    else poses.delete(view.id);
  }

  /* Men in ranks stand for the whole body, unless one of them may do something of his own or is meant himself. */
  actorOf(piece: string, marks: ReadonlyMap<string, readonly Mark[]>): string {
    const own = marks.get(piece) ?? [], body = this.views.find(({ id }) => id === piece)?.look?.ranked;
    return body === undefined || own.some(mark => mark === 'may' || mark === 'target' || mark === 'selected') ? piece : body;
  }

  /* At the corner of the front that the order card leaves free. */
  private onBase(host: Pose, base: Scene['pieces'][number]['base']): Pose {
    const o = outline(base);
    return { ...onSheet(host, o.left + o.width - Math.min(10, o.width * 0.12), o.top + Math.min(8, o.height * 0.16)), heading: 0 };
  }

  turnsFor(seat: Seat): boolean {
    return seat === 'B';
  }
}

export function tableBoard(match: Match): Board {
  return new SheetBoard(match, new TableSetting(match.board));
}
