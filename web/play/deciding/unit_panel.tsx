/* unit_panel.tsx: the selected piece: its values with their reasons, what it may do and what not. */
import type { JSX } from 'preact';
import { EngineFault, type Forbidden, type Match, type Profile, type Value } from '../../engine/engine';
import { isSide } from '../../engine/sides';
import { filled, language, text } from '../../text';
import { useDesk } from '../desk';
import { typeName } from '../looks';
import { sayingOf, tellFields } from '../knowing/pieces';
import { RuleLink } from '../knowing/rule_link';
import { UnitAnswers } from './answers';
import { decidingOf, type Deciding } from './deciding';
import { calledName, kindOf } from './model';
import { AccountTable } from './odds_card';
import { capital, nameIn, pieces, regimentName, seatName, why, word, wordsOf, type Words } from './vocabulary';

/* A piece that the engine has nothing to say about is no mishap. */
function asked<T>(ask: () => T, otherwise: T): T {
  try {
    return ask();
  } catch (error) {
    if (error instanceof EngineFault) return otherwise;
    throw error;
  }
}

function Heading({ deciding, unit }: { deciding: Deciding; unit: string }): JSX.Element {
  const { session } = deciding.desk;
  const all = wordsOf(session);
  const facts = pieces(session.match).get(unit);
  const type = typeName(session.match, all, unit, session.view.value?.state.units[unit]);
  const name = calledName(session.match, unit, language.value);
  const kind = facts?.class === undefined ? undefined : word(all, 'class', facts.class);
  const belongs = [isSide(facts?.seat) ? capital(seatName(session, facts.seat)) : undefined, regimentName(session, unit), kind].filter(part => part !== undefined && part !== name && part !== type);
  return (
    <header class="unit-head">
      <h2><span class={`unit-id seat-${facts?.seat ?? ''}`}>{name}</span> {capital(type)}</h2>
      <p>{belongs.join(' · ')}{name !== unit && <>{' '}<small class="unit-code">{unit}</small></>}</p>
    </header>
  );
}

function State({ deciding, unit }: { deciding: Deciding; unit: string }): JSX.Element | null {
  const { session } = deciding.desk;
  const fields = deciding.desk.planned.value?.[unit] ?? session.view.value?.state.units[unit];
  const told = fields ? tellFields(session.match, wordsOf(session), session.match.fields.unit, fields, undefined, sayingOf(session.match, wordsOf(session), unit)) : [];
  if (told.length === 0) return null;
  return (
    <dl class="unit-state">
      {told.map(({ name, label, value }) => <div key={name}><dt>{label}</dt><dd>{value}</dd></div>)}
    </dl>
  );
}

function ValueLine({ deciding, value }: { deciding: Deciding; value: Value }): JSX.Element {
  const name = word(wordsOf(deciding.desk.session), 'value', value.name) ?? value.name;
  const accounts = [...(value.from ?? []), value];
  const moved = value.total === value.base ? '' : value.total < value.base ? 'lower' : 'higher';
  const turn = moved === '' || value.better === undefined ? '' : (moved === 'higher') === (value.better === 'more') ? 'better' : 'worse';
  return (
    <details class={`value ${moved} ${turn}`}>
      <summary>
        <span class="value-name">{name}</span>
        {moved !== '' && <s class="value-base"><span class="unseen">{text('value.base')} </span>{value.base}</s>}
        <span class="value-total">
          {value.total}
          {moved !== '' && <span class="unseen"> {text(`value.${moved}`)}</span>}
          {turn !== '' && <span class="unseen"> {text(`value.${turn}`)}</span>}
        </span>
      </summary>
      {accounts.map((account, i) => <AccountTable key={i} deciding={deciding} account={account} />)}
    </details>
  );
}

function Values({ deciding, unit }: { deciding: Deciding; unit: string }): JSX.Element | null {
  const { session } = deciding.desk;
  void session.view.value;
  const profile = asked<Profile | null>(() => session.engine.profile(session.eye, unit, language.value), null);
  if (!profile || profile.values.length === 0) return null;
  return (
    <section class="unit-values" aria-label={text('unit.values_of', { unit: calledName(session.match, unit, language.value) })}>
      <h3>{text('unit.values')}</h3>
      {profile.values.map(value => <ValueLine key={value.name} deciding={deciding} value={value} />)}
    </section>
  );
}

interface Gift { readonly name: string; readonly tip: string | undefined }

/* Names with what they mean; those that have no such sentence stand beside each other. */
function Gifts({ title, gifts }: { title: string; gifts: readonly Gift[] }): JSX.Element | null {
  if (gifts.length === 0) return null;
  const told = gifts.filter(({ tip }) => tip !== undefined), bare = gifts.filter(({ tip }) => tip === undefined);
  return (
    <section class="unit-gifts" aria-label={title}>
      <h3>{title}</h3>
      {told.length > 0 && <dl>{told.map(({ name, tip }) => <div key={name}><dt>{capital(name)}</dt><dd>{tip}</dd></div>)}</dl>}
      {bare.length > 0 && <ul>{bare.map(({ name }) => <li key={name}>{capital(name)}</li>)}</ul>}
    </section>
  );
}

function giftIn(all: Words, set: string, name: string): Gift | undefined {
  const found = word(all, set, name);
  return found === undefined ? undefined : { name: found, tip: word(all, set, `${name}.tip`) };
}

/* What a person has of himself: lists of the piece that the catalogue knows, by the singular of their names. */
const ownLists: readonly (readonly [list: 'virtues' | 'traits', set: string])[] = [['virtues', 'virtue'], ['traits', 'trait']];

function OwnGifts({ deciding, unit }: { deciding: Deciding; unit: string }): JSX.Element | null {
  const { session } = deciding.desk;
  const all = wordsOf(session), facts = pieces(session.match).get(unit);
  const gifts = ownLists.flatMap(([list, set]) => (facts?.[list] ?? []).map(name => giftIn(all, set, name) ?? { name, tip: undefined }));
  return <Gifts title={text('unit.gifts')} gifts={gifts} />;
}

/* What a member of a list is called: by itself, or by its id. */
function idOf(item: unknown): string | undefined {
  const id: unknown = typeof item === 'object' && item !== null ? (item as Record<string, unknown>)['id'] : item;
  return typeof id === 'string' ? id : undefined;
}

/* Those that a piece has twice are told once. */
function distinctGifts(gifts: readonly Gift[]): Gift[] {
  return gifts.flatMap((gift, i) => {
    const count = gifts.filter(({ name }) => name === gift.name).length;
    if (gifts.findIndex(({ name }) => name === gift.name) !== i) return [];
    return [count > 1 ? { ...gift, name: text('unit.several', { count: String(count), name: gift.name }) } : gift];
  });
}

/* Words of the profile that the catalogue knows: weapons, special rules. */
function Specials({ deciding, unit }: { deciding: Deciding; unit: string }): JSX.Element | null {
  const { session } = deciding.desk;
  const all = wordsOf(session);
  const profile = pieces(session.match).get(unit)?.profile ?? {};
  const lists = Object.entries(profile).flatMap(([set, list]) => (Array.isArray(list) ? list.flatMap((item: unknown) => ({ set, name: idOf(item) ?? '' })) : []));
  const weapons = lists.flatMap(({ name }) => giftIn(all, 'weapon', name)?.tip === undefined ? [] : giftIn(all, 'weapon', name) ?? []);
  const gifts = lists.flatMap(({ set, name }) => (giftIn(all, 'weapon', name)?.tip !== undefined ? [] : giftIn(all, set, name) ?? giftIn(all, 'special', name) ?? []));
  const armed = giftIn(all, 'weapon', lists[0]?.name ?? '') !== undefined;
  return <Gifts title={text(armed ? 'unit.weapons' : 'unit.specials')} gifts={distinctGifts([...weapons, ...gifts])} />;
}

const FEW = 3;                              /* refusals of one deed for one reason that are all told */

/* That a chance may not be let pass is no news, and what is refused many times over for one reason is told once, whatever the choice. */
function worthTelling(match: Match, list: readonly Forbidden[]): readonly Forbidden[] {
  const rest = list.filter(({ do: name }) => kindOf(match, name)?.declines !== true);
  const alike = (a: Forbidden, b: Forbidden): boolean => a.do === b.do && a.rule === b.rule && a.text === b.text;
  return rest.flatMap(one => {
    const same = rest.filter(other => alike(one, other));
    if (same.length <= FEW) return [one];
    const { choice: _choice, target: _target, ...bare } = one;
    return same[0] === one ? [bare] : [];
  });
}

/* Of one's own pieces only: what another may not do now is his affair. */
function MayNot({ deciding, unit }: { deciding: Deciding; unit: string }): JSX.Element | null {
  const { session } = deciding.desk;
  void session.view.value;
  const seat = pieces(session.match).get(unit)?.seat;
  const list = session.seat !== 'spectator' && seat !== session.seat ? []
    : worthTelling(session.match, asked<readonly Forbidden[]>(() => session.engine.refusals(session.eye, unit, language.value), []));
  if (list.length === 0) return null;
  const all = wordsOf(session);
  const what = ({ do: name, choice, target }: Forbidden): string => {
    const set = session.match.kinds.find(each => each.name === name)?.set;
    const chosen = choice === undefined ? undefined : nameIn(session, set, choice);
    const called = (piece: string | undefined): string => (piece === undefined ? '…' : calledName(session.match, piece, language.value));
    const plain = (word(all, 'do', name) ?? name).replace(/\{(\w+)[:|][^}]*\}/g, '{$1}');
    return capital(filled(plain, { unit: called(unit), target: called(target), choice: chosen ?? '…', value: '…', other: '…', ground: '…', x: '…', y: '…' }));
  };
  return (
    <section class="unit-maynot" aria-label={text('unit.maynot')}>
      <details>
        <summary><h3>{text('unit.maynot')}</h3> <span>{list.length}</span></summary>
        <ul>
          {list.map((forbidden, i) => (
            <li key={i}>
              <span class="maynot-what">{what(forbidden)}</span> <span class="maynot-why">{why(forbidden.text, forbidden.rule)}</span>{' '}
              <RuleLink id={forbidden.rule} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

function May({ deciding, unit }: { deciding: Deciding; unit: string }): JSX.Element | null {
  if (!deciding.asked.value || !deciding.question.value.units.has(unit) || (deciding.orders.layered && deciding.plan.value)) return null;
  return (
    <section class="unit-may" aria-label={text('unit.may')}>
      <h3>{text('unit.may')}</h3>
      <UnitAnswers deciding={deciding} unit={unit} />
    </section>
  );
}

/* A piece without what it may do: it is only weighed. */
function Weighed({ deciding, unit }: { deciding: Deciding; unit: string }): JSX.Element {
  return (
    <>
      <Heading deciding={deciding} unit={unit} />
      <State deciding={deciding} unit={unit} />
      <Values deciding={deciding} unit={unit} />
    </>
  );
}

export function UnitPanel(): JSX.Element | null {
  const deciding = decidingOf(useDesk());
  const pending = deciding.pending.value;
  const weighed = pending?.answers[pending.chosen]?.decision;
  const unit = deciding.desk.selected.value;
  if (weighed?.target !== undefined && deciding.desk.session.view.value) {
    return (
      <div class="unit-panel">
        <Weighed deciding={deciding} unit={weighed.target} />
        {weighed.unit !== undefined && <Weighed deciding={deciding} unit={weighed.unit} />}
      </div>
    );
  }
  if (unit === null || !deciding.desk.session.view.value) return <p class="unit-none">{text('unit.none')}</p>;
  return (
    <div class="unit-panel">
      <Heading deciding={deciding} unit={unit} />
      <State deciding={deciding} unit={unit} />
      <May deciding={deciding} unit={unit} />
      <MayNot deciding={deciding} unit={unit} />
      <OwnGifts deciding={deciding} unit={unit} />
      <Values deciding={deciding} unit={unit} />
      <Specials deciding={deciding} unit={unit} />
    </div>
  );
}
