/*
 * zone_hand.ts: deciding with the pointer and the keys on zones. As on hexes, and each zone that a piece may go to has its price; a zone at
 * which something may be done is lit, with the chance on the border, and a click on it chooses that.
 */
import { text } from '../../text';
import type { Chip, Overlay, Place } from '../../table/board';
import { poseOf } from '../measure/measure';
import type { Aim } from './aim';
import { worst } from './chance_mark';
import { HexHand, costText } from './hex_hand';
import { isLive } from './hold';
import { harmOf } from './lit';
import { percentText } from './measure';
import { placeKey, type Answer } from './model';
import { pieceName, pieces } from './vocabulary';

const placeOf = ({ decision: { at } }: Answer): Place => ({ x: at?.[0] ?? 0, y: at?.[1] ?? 0 });

export class ZoneHand extends HexHand {
  override tap(at: Place, piece: string | null): boolean {
    const { deciding } = this;
    if (this.mayAct() && !deciding.pending.peek() && !deciding.aim.peek() && !this.mayBeChosen(piece) && deciding.takeSite(at)) return true;
    return super.tap(at, this.mayBeChosen(piece) ? piece : null);             // a comrade with nothing left to do is no more than his zone
  }

  override point(at: Place, piece: string | null): void {
    const { pointed, sites } = this.deciding;
    const key = this.mayAct() && sites.peek().has(placeKey(at)) && !this.mayBeChosen(piece) ? placeKey(at) : null;
    if (pointed.peek() !== key) pointed.value = key;
    super.point(at, piece);
  }

  /* Another piece that may act, or a target, is meant itself and not the zone where it stands. */
  private mayBeChosen(piece: string | null): boolean {
    const { question, desk } = this.deciding;
    return piece !== null && piece !== desk.selected.peek() && question.peek().answers.some(({ decision }) => decision.unit === piece || decision.target === piece);
  }

  protected override label(aim: Aim): string {
    const harm = harmOf(aim, aim.pose, this.deciding.chances) ?? 0;
    const risk = harm > 0 ? text('aim.harm', { percent: percentText(harm) }) : '';
    return [costText(aim), risk].filter(Boolean).join(' · ');
  }

  protected override lights(): Overlay[] {
    const { deciding } = this;
    const lit = deciding.pending.value ? [] : deciding.lit.value;
    const reach: Overlay[] = lit.length > 0 ? [{ kind: 'places', id: 'reach', tone: 'reach', places: lit }] : [];
    return isLive(this.desk) ? [...reach, ...this.siteLights()] : reach;
  }

  /* What is pondered alone, or everything that may be done at some zone. */
  private siteLights(): Overlay[] {
    const { deciding } = this;
    const pending = deciding.pending.value, chosen = pending?.answers[pending.chosen];
    const answers = chosen ? [chosen].filter(({ decision }) => decision.at) : [...deciding.sites.value.values()].flat();
    if (answers.length === 0) return [];
    const tone = deciding.reaction.value ? 'react' : deciding.answering.value ? 'reach' : 'attack';
    const places = [...new Map(answers.map(answer => [placeKey(placeOf(answer)), { at: placeOf(answer) }])).values()];
    return [{ kind: 'places', id: 'sites', tone, places }, ...this.borderChips(answers)];
  }

  /* Between two zones the best of what goes from one to the other. */
  private borderChips(answers: readonly Answer[]): Overlay[] {
    const { deciding } = this;
    const units = deciding.ground.value?.units ?? {};
    const found = new Map<string, { from: Place; to: Place; answer: Answer; harm: number }>();
    for (const answer of answers) {
      const from = poseOf(units[answer.decision.unit ?? '']), to = placeOf(answer);
      if (!from || from.x === to.x) continue;
      const key = `${from.x} ${to.x}`, harm = deciding.harmTo(answer) ?? -1, known = found.get(key);
      if (!known || known.harm < harm) found.set(key, { from: { x: from.x, y: 0 }, to, answer, harm });
    }
    return [...found].flatMap(([key, { from, to, answer }]): Overlay[] => {
      const chip = this.chipOf(answer);
      return chip ? [{ kind: 'border', id: `${key} ${chip.text}`, from, to, chip }] : [];
    });
  }

  private chipOf({ decision }: Answer): Chip | null {
    const { session } = this.desk;
    const odds = this.deciding.chances.of(decision, 'decline').value;
    if (odds === undefined) return { text: '…', label: text('odds.working'), kind: 'plain' };
    const facts = pieces(session.match), isOurs = (unit: string): boolean => facts.get(unit)?.seat === session.seat;
    const theirs = odds && worst(odds, unit => !isOurs(unit)), ours = odds && worst(odds, isOurs), most = theirs ?? ours;
    if (!most) return null;
    const percent = percentText(most.millionths), kind = theirs && theirs.millionths >= (ours?.millionths ?? 0) ? 'chance' : 'warning';
    return { text: text('odds.percent', { percent }), label: text('chip.worse', { unit: pieceName(session, most.unit), percent }), kind };
  }
}
