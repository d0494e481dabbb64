/*
 * labels.ts: labels that do not run into each other. Where there is no room for the whole one the piece is called by its id, as in texts, and
 * where there is none for that either, by nothing: what is chosen or pointed at has its whole label again.
 */
import type { PieceView } from './pieces';
import type { Box } from './sheet';
import type { Form } from './tag';

const meet = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const isKnown = ({ tag }: PieceView): boolean => tag.element.classList.contains('known');

/** Give each label the form that there is room for: those that are wanted first, the others in their order. Nobody's takes the room of another's id. */
export function tidyLabels(views: readonly PieceView[]): void {
  const shown = views.filter(view => view.present && !view.piece.leads);
  const ids = shown.flatMap(view => { const box = view.tag.labelBox('short'); return box ? [{ view, boxes: box.flag ? [box.flag, box.words] : [box.words] }] : []; });
  const taken: Box[] = [];
  const isFree = (view: PieceView, form: Form): boolean => {
    const words = view.tag.labelBox(form)?.words;
    if (!words || taken.some(other => meet(words, other))) return false;
    return form === 'short' || !ids.some(other => other.view !== view && other.boxes.some(box => meet(words, box)));
  };
  for (const view of [...shown.filter(isKnown), ...shown.filter(each => !isKnown(each))]) {
    const form = isKnown(view) ? 'whole' : (['whole', 'short'] as const).find(each => isFree(view, each)) ?? 'none';
    const words = form === 'none' ? undefined : view.tag.labelBox(form)?.words;
    if (words) taken.push(words);
    view.tag.shape(form);
  }
}
