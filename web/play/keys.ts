/* keys.ts: the keys of the screen of play. Boards and forms use theirs first; what they leave comes here. */
import { nextInOrder } from './deciding/model';
import type { Desk, Tool } from './desk';
import { openPanel, panelsOf } from './side';

/** Everything that the help dialog lists: the keys as they are written, and the last part of the text's key. */
export const shortcuts = [
  ['F6', 'regions'], ['1 – 5', 'panels'], ['n', 'next'], ['[ ]', 'turn'], ['Enter', 'confirm'], ['Esc', 'cancel'], ['u', 'undo'], ['t', 'tape'], ['l', 'sight'],
  ['r', 'rings'], ['g', 'group'], ['Space', 'film'], ['+ −', 'zoom'], ['0', 'fit'], ['p', 'playback'], ['?', 'help'],
] as const;

const toolKeys: Readonly<Record<string, Tool>> = { t: 'tape', l: 'sight', r: 'rings' };

function isTyping(target: EventTarget | null): boolean {
  const fields = 'input:not([type=checkbox], [type=radio], [type=range]), textarea, select';
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(fields));
}

/* On the table one wants to be at a piece: the selected one, or the first that may act. */
function goToTable(desk: Desk): boolean {
  const piece = desk.selected.peek() ?? desk.session.view.peek()?.offers.find(({ unit }) => unit !== undefined)?.unit;
  if (piece === undefined) return false;
  desk.board.peek()?.focus(piece);
  return true;
}

function goToNextRegion(desk: Desk, back: boolean): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')];
  const at = regions.findIndex(region => region.contains(document.activeElement));
  const next = regions[(at + (back ? -1 : 1) + regions.length) % regions.length] ?? regions[0];
  if (next?.dataset['region'] !== 'table' || !goToTable(desk)) next?.focus();
}

/* The next piece that has something to decide, after the selected one. */
function selectNext(desk: Desk): void {
  const units = desk.session.view.peek()?.offers.flatMap(({ unit }) => unit ?? []) ?? [];
  const next = nextInOrder(desk.session.match.pieces, units, desk.selected.peek());
  if (next === null) return;
  desk.select(next);
  desk.board.peek()?.look([next]);
  desk.board.peek()?.focus(next);
}

/* The buttons of the prompt say by data-key which of these they are. */
function pressPrompt(name: string): boolean {
  const button = document.querySelector<HTMLButtonElement>(`.play-prompt [data-key="${name}"]:not(:disabled)`);
  button?.click();
  return button !== null;
}

/* A letter that is written on a card in the prompt lays that card, wherever the focus is: it is before the reader's eyes. */
function pressCard(key: string): boolean {
  if (!/^\p{L}$/u.test(key)) return false;
  const button = document.querySelector<HTMLButtonElement>(`.play-prompt .card-button[aria-keyshortcuts~="${key.toLocaleLowerCase()}"]:not(:disabled)`);
  button?.click();
  return button !== null;
}

/** What Escape does before anything else: end a playback, put a tool away. False when there is neither. */
export function putAway(desk: Desk): boolean {
  if (desk.playback.playing.peek()) desk.playback.skip();
  else if (desk.tool.peek() !== 'none') desk.tool.value = 'none';
  else return false;
  return true;
}

function cancel(desk: Desk): boolean {
  if (putAway(desk) || pressPrompt('cancel')) return true;
  if (desk.selected.peek() !== null) desk.select(null);
  else return false;
  return true;
}

function undo(desk: Desk): void {
  if (!pressPrompt('undo') && desk.session.view.peek()?.may_undo) void desk.session.undo();
}

function useLetter(desk: Desk, key: string): boolean {
  const tool = toolKeys[key];
  if (key === 'g' && pressPrompt('group')) return true;
  if (tool) desk.tool.value = desk.tool.peek() === tool ? 'none' : tool;
  else if (key === 'u') undo(desk);
  else if (key === 'n') selectNext(desk);
  else if (key === 'p') desk.playback.again();
  else if (key === '+' || key === '=') desk.board.peek()?.zoom(1.25);
  else if (key === '-' || key === '−') desk.board.peek()?.zoom(0.8);
  else if (key === '0') desk.board.peek()?.fit();
  else if (key === '?') desk.help.value = true;
  else return false;
  return true;
}

function usePanelKey(desk: Desk, key: string): boolean {
  const panel = /^[1-5]$/.test(key) ? panelsOf(desk)[Number(key) - 1] : undefined;
  if (!panel) return false;
  openPanel(desk, panel);
  if (panel !== 'rules') document.getElementById('panel')?.focus();
  return true;
}

/* Enter on a control is that control's. */
function mayConfirm(target: EventTarget | null): boolean {
  return !(target instanceof Element && target.closest('button, a, [role="button"], [role="tab"], summary, input, select'));
}

function use(desk: Desk, event: KeyboardEvent): boolean {
  if (event.key === 'F6') {
    goToNextRegion(desk, event.shiftKey);
    return true;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || document.querySelector('dialog[open]')) return false;
  if (event.key === 'Escape') return cancel(desk);
  if (event.key === ' ' && desk.screening.reel.peek() && mayConfirm(event.target)) {
    desk.screening.toggle();
    return true;
  }
  if (event.key === 'Enter') return mayConfirm(event.target) && pressPrompt('confirm');
  return pressCard(event.key) || useLetter(desk, event.key) || usePanelKey(desk, event.key);
}

/** Listen until the answer is called. */
export function listenToKeys(desk: Desk): () => void {
  const listen = (event: KeyboardEvent): void => {
    if (!event.defaultPrevented && use(desk, event)) event.preventDefault();
  };
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}
