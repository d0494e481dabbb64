/* motion.ts: does the reader want things to move? */
import { signal, type ReadonlySignal } from '@preact/signals';

const query = matchMedia('(prefers-reduced-motion: reduce)');
const reduced = signal(query.matches);
query.addEventListener('change', () => { reduced.value = query.matches; });

export const reducedMotion: ReadonlySignal<boolean> = reduced;
