/*
 * labels.ts: labels that do not run into each other. Where there is no room for the whole one the piece is called by its id, as in texts, and
 * where there is none for that either, by nothing: what is chosen or pointed at has its whole label again.
 */
import type { PieceView } from './pieces';
import { boxOf, type Box } from './sheet';
import type { Form } from './tag';

const meet = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const isKnown = ({ tag }: PieceView): boolean => tag.element.classList.contains('known');

/* Single men and things, which a label would hide. */
function singles(views: readonly PieceView[]): { readonly view: PieceView; readonly box: Box }[] {
  return views.filter(view => view.present && view.tag.single).map(view => {
    const { left, right, top, bottom } = boxOf(view.corners(view.target)), inset = (right - left) * 0.12;
    return { view, box: { left: left + inset, right: right - inset, top: top + inset, bottom: bottom - inset } };
  });
}

/* Men in ranks go by the name of all of them, and a thing has one when it is asked for or when points are to be won by it. */
function isNamed(view: PieceView): boolean {
  const named = isKnown(view) || (view.piece.seat === 'nobody' ? view.piece.prize : view.look?.ranked === undefined);
  if (!named) view.tag.shape('none');
  return named;
}

/** Give each label the form that there is room for: those that are wanted first, the others in their order. Nobody's takes the room of another's id. */
export function tidyLabels(views: readonly PieceView[]): void {
  const shown = views.filter(view => view.present && !view.piece.leads && isNamed(view));
  const ids = shown.flatMap(view => { const box = view.tag.labelBox('short'); return box ? [{ view, boxes: box.flag ? [box.flag, box.words] : [box.words] }] : []; });
  const taken: Box[] = [], men = singles(views);
  const isFree = (view: PieceView, form: Form): boolean => {
    const words = view.tag.labelBox(form)?.words;
    if (!words || taken.some(other => meet(words, other))) return false;
    if (view.tag.single && men.some(other => other.view !== view && meet(words, other.box))) return false;
    return form === 'short' || !ids.some(other => other.view !== view && other.boxes.some(box => meet(words, box)));
  };
  for (const view of [...shown.filter(isKnown), ...shown.filter(each => !isKnown(each))]) {
    const form = isKnown(view) ? 'whole' : (['whole', 'short'] as const).find(each => isFree(view, each)) ?? 'none';
    const words = form === 'none' ? undefined : view.tag.labelBox(form)?.words;
    if (words) taken.push(words);
    view.tag.shape(form);
    if (isKnown(view)) view.tag.rise();
  }
}
