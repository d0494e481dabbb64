/* pace.ts: how fast the reader wants to see what happened. */
import { signal, type Signal } from '@preact/signals';
import { recall, remember } from '../memory';

export const speeds = ['slow', 'normal', 'fast', 'once'] as const;
export type Speed = (typeof speeds)[number];

/** What a time at normal pace is multiplied by. */
export const pace: Readonly<Record<Speed, number>> = { slow: 2, normal: 1, fast: 0.4, once: 0 };

const kept = recall('speed');
export const speed: Signal<Speed> = signal(speeds.find(name => name === kept) ?? 'normal');

export function choosePace(choice: Speed): void {
  speed.value = choice;
  remember('speed', choice);
}
