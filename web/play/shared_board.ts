/*
 * shared_board.ts: one drawn board for several parts of the screen that do not know each other. Each has a layer: a Board of its own whose
 * marks, chips, ghost and overlays are laid together with those of the others, and whose listeners hear only while the layer is awake.
 */
import type { Board, BoardListener, Chip, Ghost, Mark, Overlay } from '../table/board';

interface Layer {
  readonly name: string;
  marks: ReadonlyMap<string, readonly Mark[]>;
  chips: ReadonlyMap<string, Chip>;
  ghost: Ghost | null;
  overlays: readonly Overlay[];
}

/* The listener as long as the layer is awake; what has been taken is also ended for one that fell asleep meanwhile. */
function gated(listener: BoardListener, awake: () => boolean): BoardListener {
  return {
    tap: (at, piece) => awake() && listener.tap?.(at, piece) === true,
    choose: piece => { if (awake()) listener.choose?.(piece); },
    clear: () => { if (awake()) listener.clear?.(); },
    hover: piece => { if (awake()) listener.hover?.(piece); },
    point: (at, piece) => { if (awake()) listener.point?.(at, piece); },
    press: (at, piece) => awake() && listener.press?.(at, piece) === true,
    drag: (at, done) => listener.drag?.(at, done),
    cancel: () => listener.cancel?.(),
    twist: turn => listener.twist?.(turn),
    wheel: (event, at) => awake() && listener.wheel?.(event, at) === true,
    key: (event, piece) => awake() && listener.key?.(event, piece) === true,
  };
}

export class SharedBoard {
  private readonly layers: Layer[] = [];

  constructor(readonly board: Board) {}

  /** Of two layers with a ghost or with a chip on the same piece, the one that was made later is seen. */
  layer(name: string, awake: () => boolean = () => true): Board {
    const layer: Layer = { name, marks: new Map(), chips: new Map(), ghost: null, overlays: [] };
    const { board } = this;
    this.layers.push(layer);
    return {
      element: board.element,
      listen: listener => board.listen(gated(listener, awake)),
      show: (units, looks, options) => board.show(units, looks, options),
      pose: poses => board.pose(poses),
      mark: marks => { layer.marks = marks; this.layMarks(); },
      chips: chips => { layer.chips = chips; this.layChips(); },
      ghost: ghost => { layer.ghost = ghost; this.layGhost(); },
      overlays: list => { layer.overlays = list; this.layOverlays(); },
      sit: seat => board.sit(seat),
      look: pieces => board.look(pieces),
      fit: () => board.fit(),
      zoom: factor => board.zoom(factor),
      placeAt: (x, y) => board.placeAt(x, y),
      scale: () => board.scale(),
      focus: piece => board.focus(piece),
      destroy: () => this.remove(layer),
    };
  }

  private layMarks(): void {
    const all = new Map<string, Mark[]>();
    for (const { marks } of this.layers)
      for (const [piece, list] of marks) all.set(piece, [...new Set([...(all.get(piece) ?? []), ...list])]);
    this.board.mark(all);
  }

  private layChips(): void {
    this.board.chips(new Map(this.layers.flatMap(layer => [...layer.chips])));
  }

  private layGhost(): void {
    this.board.ghost(this.layers.map(layer => layer.ghost).filter(ghost => ghost !== null).at(-1) ?? null);
  }

  private layOverlays(): void {
    this.board.overlays(this.layers.flatMap(layer => layer.overlays.map(overlay => ({ ...overlay, id: `${layer.name} ${overlay.id}` }))));
  }

  private remove(layer: Layer): void {
    const at = this.layers.indexOf(layer);
    if (at < 0) return;
    this.layers.splice(at, 1);
    this.layMarks();
    this.layChips();
    this.layGhost();
    this.layOverlays();
  }
}
