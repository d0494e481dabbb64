/* table_board.ts: a table of free measurement, as a Board. */
import type { Match, Seat } from '../engine/engine';
import type { Board, Place, Pose } from './board';
import { poseOf } from './fields';
import { drawLand, nameLand } from './land';
import { Paper } from './paper';
import { PieceView } from './pieces';
import { readScene, terrainAt, type Scene } from './scene';
import { SheetBoard, type Looks, type Setting, type Units } from './sheet_board';

class TableSetting implements Setting {
  readonly name = 'table';
  readonly label = 'table.board';
  readonly exact = false;
  readonly levels = [[1, 'near'], [0.4, 'middle'], [0.28, 'small']] as const;
  readonly sheet: Paper;
  private readonly scene: Scene;
  private named: Element | null = null;                          /* the terrain whose name is shown because the pointer is there */

  constructor(board: Match['board']) {
    this.scene = readScene(board);
    this.sheet = new Paper(this.scene.width, this.scene.depth);
  }

  stand(pieces: SVGGElement, tags: SVGGElement): PieceView[] {
    return this.scene.pieces.map(piece => new PieceView(piece, pieces, tags));
  }

  drawLand(layer: SVGSVGElement): void {
    drawLand(layer, this.scene, this.sheet);
  }

  nameLand(layer: SVGSVGElement, words: Readonly<Record<string, string>>): void {
    nameLand(layer, this.scene, this.sheet, words);
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
      const pose = poseOf(fields);
      if (pose && looks.get(id)?.present !== false) poses.set(id, this.sheet.pose(pose));
    }
    return poses;
  }

  turnsFor(seat: Seat): boolean {
    return seat === 'B';
  }
}

export function tableBoard(match: Match): Board {
  return new SheetBoard(match, new TableSetting(match.board));
}
