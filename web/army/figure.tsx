/* figure.tsx: a unit as it stands on its base, seen from above. Decoration. */
import type { JSX } from 'preact';
import { armOf, formation, type Words } from '../draw/formation';
import type { UnitType } from '../engine/armies';

const FIREARM = /musk|arqueb|pistol|bow|cannon|gun/;

/* Bases by the words that games use for classes; the usual for any other. */
const bases: Readonly<Record<string, readonly [width: number, depth: number]>> = { squadron: [96, 48], company: [64, 32], cavalry: [64, 32], artillery: [40, 40] };

export function wordsFor({ id, class: kind, weapons }: UnitType): Words {
  return { type: id, kind, firearms: weapons.filter(name => FIREARM.test(name)), melee: weapons.filter(name => !FIREARM.test(name)) };
}

export function Figure({ type }: { type: UnitType }): JSX.Element {
  const [width, depth] = bases[type.class] ?? [64, 32];
  const { dots, bodies, fine, solid } = formation(armOf(wordsFor(type)), width, depth, 0, 0);
  return (
    <svg class="figure" aria-hidden="true" viewBox={`${-50} ${(depth - 52) / 2} 100 52`}>
      <path class="figure-base" d={`M${-width / 2} 0h${width}v${depth}h${-width}Z`} />
      <path class="figure-solid" d={solid} />
      <path class="figure-fine" d={fine} />
      <path class="figure-fine" d={bodies} />
      <path class="figure-dots" d={dots} />
    </svg>
  );
}
