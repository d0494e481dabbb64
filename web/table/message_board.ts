/* message_board.ts: in place of a board that this page cannot draw: it says so, and the game can be played by its lists. */
import { effect } from '@preact/signals';
import { text } from '../text';
import type { Board, Place } from './board';

export function messageBoard(kind: string): Board {
  const element = document.createElement('div'), line = document.createElement('p');
  element.className = 'board board-message';
  element.setAttribute('role', 'group');
  element.append(line);
  const end = effect(() => {
    element.setAttribute('aria-label', text('table.board'));
    line.textContent = text('table.unknown', { kind });
  });
  const nothing = (): void => {};
  return {
    element,
    listen: () => nothing,
    pose: () => undefined, show: nothing, mark: nothing, chips: nothing, ghost: nothing, overlays: nothing, sit: nothing, look: nothing, fit: nothing, zoom: nothing,
    scale: () => 1,
    placeAt: (): Place => ({ x: 0, y: 0 }),
    focus: nothing,
    destroy: () => {
      end();
      element.remove();
    },
  };
}
