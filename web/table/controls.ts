/* controls.ts: zooming by buttons, for those who have one finger and no wheel. */
import { effect } from '@preact/signals';
import { text, type Key } from '../text';
import type { Board } from './board';

const signs: readonly (readonly [key: Key, path: string, act: (board: Board) => void])[] = [
  ['table.zoom.in', 'M4 10H16M10 4V16', board => board.zoom(1.5)],
  ['table.zoom.out', 'M4 10H16', board => board.zoom(1 / 1.5)],
  ['table.zoom.fit', 'M4 8V4H8M12 4H16V8M16 12V16H12M8 16H4V12', board => board.fit()],
];

/** The buttons, and what ends them. */
export function boardControls(board: Board): { element: HTMLElement; end: () => void } {
  const ends: (() => void)[] = [];
  const bar = document.createElement('div');
  bar.className = 'board-controls';
  bar.dataset['control'] = '';
  for (const [key, path, act] of signs) {
    const button = document.createElement('button');
    button.type = 'button';
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg'), line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    svg.setAttribute('viewBox', '0 0 20 20');
    svg.setAttribute('aria-hidden', 'true');
    line.setAttribute('d', path);
    svg.append(line);
    button.append(svg);
    button.addEventListener('click', () => act(board));
    ends.push(effect(() => {
      button.setAttribute('aria-label', text(key));
      button.title = text(key);
    }));
    bar.append(button);
  }
  return { element: bar, end: () => ends.forEach(end => end()) };
}
