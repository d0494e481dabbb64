/* profile.tsx: the values of a unit as its options make them, each changed one with its reason. */
import type { JSX } from 'preact';
import type { ProfileValue, UnitOption, UnitType } from '../engine/armies';
import { useArmoury } from './armoury';
import { capital, numeral, say } from './words';

export function shown(value: ProfileValue): string {
  return typeof value === 'number' ? numeral(value) : value.length === 0 ? '–' : value.map(numeral).join('/');
}

export interface Change { readonly set: 'value' | 'defence' | 'gear'; readonly name: string; readonly from: string; readonly to: string; readonly by: string }

export interface Profile {
  readonly values: Readonly<Record<string, ProfileValue>>;
  readonly defence: Readonly<Record<string, number>>;
  readonly weapons: readonly string[];
  readonly special: readonly string[];
  readonly changes: readonly Change[];      /* of gear: from or to is empty */
}

/** What an elite unit has more than others. */
export interface Distinction { readonly gains: readonly string[]; readonly adds: Readonly<Record<string, number>> }

/** What the list says of a type with some of its options. */
export function listed(type: UnitType, options: readonly string[], elite: Distinction | null = null): Profile {
  const values: Record<string, ProfileValue> = { ...type.values }, changes: Change[] = [];
  let weapons = [...type.weapons], special = [...type.special];
  const set = (name: string, value: ProfileValue, by: string): void => {
    changes.push({ set: 'value', name, from: shown(values[name] ?? []), to: shown(value), by });
    values[name] = value;
  };
  for (const { id, values: changed = {}, values_with: together = {}, gains, loses } of (type.options ?? []).filter(option => options.includes(option.id))) {
    const both = Object.entries(together).find(([other]) => options.includes(other))?.[1] ?? {};
    for (const [name, value] of Object.entries({ ...changed, ...both })) set(name, value, id);
    for (const name of loses) changes.push({ set: 'gear', name, from: name, to: '', by: id });
    for (const name of gains) changes.push({ set: 'gear', name, from: '', to: name, by: id });
    weapons = weapons.filter(name => !loses.includes(name));
    special = [...special.filter(name => !loses.includes(name)), ...gains.filter(name => !special.includes(name))];
  }
  for (const name of elite?.gains ?? []) {
    changes.push({ set: 'gear', name, from: '', to: name, by: 'elite' });
    special.push(name);
  }
  for (const [name, more] of Object.entries(elite?.adds ?? {})) {
    const before = values[name];
    if (typeof before === 'number') set(name, before + more, 'drilled');
  }
  return { values, defence: type.defence, weapons, special, changes };
}

function Value({ label, value, was }: { label: string; value: string; was: string | undefined }): JSX.Element {
  return (
    <div class={was === undefined ? 'value-tile' : 'value-tile changed'}>
      <dt>{label}</dt>
      <dd>{was !== undefined && <s><span class="unseen">{say('army.value.was')} </span>{was}</s>} {value}</dd>
    </div>
  );
}

function Reason({ change, unit }: { change: Change; unit: string }): JSX.Element {
  const { words } = useArmoury();
  const by = capital(words.upgrade(unit, change.by));
  if (change.set !== 'gear') return <li>{say('army.reason.value', { name: words.titleOf(change.set, change.name), from: change.from, to: change.to, by })}</li>;
  return <li>{say(change.to === '' ? 'army.reason.loses' : 'army.reason.gains', { name: words.gear(change.name), by })}</li>;
}

export function ProfileView({ unit, profile, base }: { unit: string; profile: Profile; base: UnitType }): JSX.Element {
  const { words } = useArmoury();
  const differs = (now: ProfileValue, before: ProfileValue | undefined): string | undefined => (before === undefined || shown(before) === shown(now) ? undefined : shown(before));
  const gear = [...profile.weapons, ...profile.special.filter(name => !profile.weapons.includes(name))];
  return (
    <div class="profile">
      <dl class="value-tiles">
        {Object.entries(profile.values).map(([name, value]) => <Value key={name} label={words.titleOf('value', name)} value={shown(value)} was={differs(value, base.values[name])} />)}
      </dl>
      <dl class="value-tiles defences">
        {Object.entries(profile.defence).map(([name, value]) => <Value key={name} label={words.titleOf('defence', name)} value={numeral(value)} was={differs(value, base.defence[name])} />)}
      </dl>
      {profile.changes.length > 0 && <ul class="reasons" aria-label={say('army.reasons')}>{profile.changes.map((change, i) => <Reason key={i} change={change} unit={unit} />)}</ul>}
      {gear.length > 0 && (
        <dl class="gear">
          {gear.map(name => <div key={name}><dt>{words.gear(name)}</dt>{words.gearTip(name) !== undefined && <dd>{words.gearTip(name)}</dd>}</div>)}
        </dl>
      )}
    </div>
  );
}

/** What an option would do, in a few words. */
export function effectOf(words: { titleOf(set: string, name: string): string; gear(name: string): string }, option: UnitOption): string {
  return [
    ...Object.entries(option.values ?? {}).map(([name, value]) => say('army.effect.value', { name: words.titleOf('value', name), value: shown(value) })),
    ...option.gains.map(name => words.gear(name)),
    ...option.loses.map(name => say('army.effect.loses', { name: words.gear(name) })),
  ].join(', ');
}
