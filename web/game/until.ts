/* until.ts: wait for signals to become as wished. */
import { effect } from '@preact/signals';

/** True as soon as the condition holds, false when it has not within the time. The condition is asked again whenever a signal it read changes. */
export function until(condition: () => boolean, milliseconds: number): Promise<boolean> {
  return new Promise(resolve => {
    let stop: (() => void) | null = null;
    let settled = false;
    const settle = (answer: boolean): void => {
      settled = true;
      clearTimeout(timer);
      stop?.();
      resolve(answer);
    };
    const timer = setTimeout(() => settle(false), milliseconds);
    stop = effect(() => { if (!settled && condition()) queueMicrotask(() => { if (!settled) settle(true); }); });
  });
}
