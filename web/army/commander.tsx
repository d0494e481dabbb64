/* commander.tsx: who commands: his name, his rank, and what he has of himself. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { type Commander, type StructuredArmy, type StructuredList } from '../engine/armies';
import { fold } from '../play/knowing/fold';
import { language } from '../text';
import { useArmoury, type Armoury } from './armoury';
import { useBench } from './bench';
import { renamed, toggled } from './edits';
import { NameField, Select, Sheet, SignButton } from './fields';
import { regimentName } from './names';
import { counted, numeral, points, say } from './words';

type Gifts = 'virtues' | 'traits';
const sets: Readonly<Record<Gifts, 'virtue' | 'trait'>> = { virtues: 'virtue', traits: 'trait' };

/* Who else has a trait: a side has each of them once, and what is taken is not offered again. */
function takenElsewhere(armoury: Armoury, army: StructuredArmy, own: Commander): ReadonlyMap<string, string> {
  const others: readonly (readonly [Commander | undefined, string])[] =
    [[army.chief, say('army.chief')], ...army.regiments.map(({ commander }, i) => [commander, regimentName(armoury, army, i)] as const)];
  return new Map(others.flatMap(([commander, who]) => (commander && commander !== own ? commander.traits.map(trait => [trait, who] as const) : [])));
}

interface PickerProps { kind: Gifts; list: StructuredList; commander: Commander; wanted: number; change: (commander: Commander) => void; close: () => void; who: string }

function Picker({ kind, list, commander, wanted, change, close, who }: PickerProps): JSX.Element {
  const armoury = useArmoury(), bench = useBench();
  const search = useSignal('');
  const army = bench.army.value as StructuredArmy, set = sets[kind], chosen = commander[kind];
  const taken = kind === 'traits' ? takenElsewhere(armoury, army, commander) : new Map<string, string>();
  const ids = kind === 'traits' ? list.traits.map(({ id }) => id) : list.virtues;
  const rows = ids.map(id => ({ id, name: armoury.words.titleOf(set, id), tip: armoury.words.tip(set, id) ?? '' }))
    .sort((a, b) => a.name.localeCompare(b.name, language.value));
  const found = rows.filter(({ name, tip }) => fold(`${name} ${tip}`).includes(fold(search.value.trim())));
  return (
    <Sheet title={say(`army.${kind}.of`, { who })} close={close}>
      <p class="picker-count" role="status">{say('army.chosen', { count: numeral(chosen.length), wanted: numeral(wanted) })}</p>
      {ids.length > 20 && (
        <input type="search" class="picker-search" aria-label={say('army.search')} placeholder={say('army.search')} value={search.value}
          onInput={event => { search.value = event.currentTarget.value; }} />
      )}
      <ul class="picker">
        {found.map(({ id, name, tip }) => {
          const holder = taken.get(id), isOn = chosen.includes(id);
          return (
            <li key={id}>
              <button type="button" class="gift" aria-pressed={isOn} disabled={holder !== undefined && !isOn}
                onClick={() => change({ ...commander, [kind]: toggled(chosen, id) })}>
                <span class="gift-name">{name}</span>
                {holder !== undefined && <span class="gift-taken">{say('army.taken', { who: holder })}</span>}
                <span class="gift-tip">{tip}</span>
              </button>
            </li>
          );
        })}
      </ul>
      <button type="button" class="act main-act" onClick={close}>{say('army.done')}</button>
    </Sheet>
  );
}

function GiftRow({ kind, wanted, ...props }: Omit<PickerProps, 'close'>): JSX.Element | null {
  const { words } = useArmoury();
  const open = useSignal(false);
  const { commander, change, who } = props, chosen = commander[kind], set = sets[kind];
  if (wanted === 0 && chosen.length === 0) return null;
  return (
    <div class="gift-row">
      <span class={chosen.length === wanted ? 'gift-count' : 'gift-count lacking'}>
        {say(`army.${kind}`)} {say('army.of', { count: numeral(chosen.length), wanted: numeral(wanted) })}
      </span>
      <ul class="gifts">
        {chosen.map((id, i) => (
          <li key={`${id}${i}`} class="gift-chip">
            <span><b>{words.titleOf(set, id)}</b> <span class="gift-tip">{words.tip(set, id)}</span></span>
            <SignButton sign="×" label={say('army.remove', { name: words.titleOf(set, id) })} act={() => change({ ...commander, [kind]: chosen.filter((_, k) => k !== i) })} />
          </li>
        ))}
        <li>
          <button type="button" class="chip" aria-haspopup="dialog" aria-label={say(`army.${kind}.choose`, { who })} onClick={() => { open.value = true; }}>
            <span aria-hidden="true">{say('army.choose')}</span>
          </button>
        </li>
      </ul>
      {open.value && <Picker kind={kind} wanted={wanted} {...props} close={() => { open.value = false; }} />}
    </div>
  );
}

export function CommanderFields({ commander, list, role, who, at, change }: {
  commander: Commander; list: StructuredList; role: 'chief' | 'regiment'; who: string; at: string; change: (commander: Commander) => void;
}): JSX.Element {
  const { words } = useArmoury();
  const row = list.ranks.find(({ rank }) => rank === commander.rank);
  const cost = role === 'chief' ? 'chief_points' : 'points';
  const open = list.ranks.filter(each => each[role] || each.rank === commander.rank);
  const shared = { list, commander, change, who };
  return (
    <div class="commander">
      <div class="commander-line">
        <NameField label={say('army.commander.name', { who })} value={commander.name} otherwise={say('army.commander.placeholder')}
          change={name => change(renamed(commander, name))} />
        <Select label={say('army.rank', { who })} shows={false} at={`${at}.rank`} value={String(commander.rank)} choose={rank => change({ ...commander, rank: Number(rank) })}
          choices={open.map(each => [String(each.rank), [
            words.titleOf('rank', String(each.rank)), points(each[cost]),
            ...(each.virtues > 0 ? [counted(each.virtues, 'army.virtue.one', 'army.virtue.many')] : []),
            ...(each.traits > 0 ? [counted(each.traits, 'army.trait.one', 'army.trait.many')] : []),
          ].join(' · ')])} />
      </div>
      <GiftRow kind="virtues" wanted={row?.virtues ?? 0} {...shared} />
      <GiftRow kind="traits" wanted={row?.traits ?? 0} {...shared} />
    </div>
  );
}
