/* verdict.tsx: what the check of the dice has found, in words and numbers. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { loadJournal } from '../engine/load';
import { verifyJournal, type Verification } from '../engine/verify';
import { text } from '../text';

/** Every roll of a journal derived again, in an engine of its own. */
export async function verify(journal: string): Promise<Verification> {
  const { engine } = await loadJournal(journal);
  return verifyJournal(engine, journal);
}

/** The finding in one sentence. */
export function sentenceOf(found: Verification): string {
  const count = String(found.rolls);
  if (found.ok) return text('verify.ok', { count });
  switch (found.doubt) {
    case 'wrong_roll': return text('verify.wrong_roll', { roll: String(found.firstWrong?.roll ?? 0), faces: found.firstWrong?.faces.join(' ') ?? '', derived: found.firstWrong?.derived.join(' ') ?? '' });
    case 'damaged': return text('verify.damaged', { line: String(found.damage?.line ?? 0), reason: found.damage?.text ?? '' });
    case undefined: return text('verify.no_commitment', { count });
    default: return text(`verify.${found.doubt}`, { count });
  }
}

function Pledge({ found }: { found: Verification }): JSX.Element | null {
  const { pledge } = found;
  if (!pledge) return null;
  return (
    <details class="pledge">
      <summary>{text('verify.details')}</summary>
      <dl>
        <div><dt>{text('verify.game')}</dt><dd><code>{pledge.game}</code></dd></div>
        <div><dt>{text('verify.commitment')}</dt><dd><code>{pledge.commitment}</code></dd></div>
      {pledge.seeds.map((seed, i) => (
        <div key={i}><dt>{text('verify.seed', { seat: 'ABCD'.charAt(i) })}</dt><dd><code>{seed || text('verify.seed.none')}</code></dd></div>
      ))}
      {found.journal.reveal !== undefined && <div><dt>{text('verify.reveal')}</dt><dd><code>{found.journal.reveal}</code></dd></div>}
      </dl>
    </details>
  );
}

export function Verdict({ journal }: { journal: string }): JSX.Element {
  const found = useSignal<Verification | null>(null);
  const busy = useSignal(false);
  const trouble = useSignal('');
  const check = async (): Promise<void> => {
    busy.value = true;
    try {
      found.value = await verify(journal);
    } catch (error) {
      trouble.value = error instanceof Error ? error.message : String(error);
    }
    busy.value = false;
  };
  return (
    <div class="verdict">
      <button type="button" class="act" disabled={busy.value} onClick={() => void check()}>{text('verify.button')}</button>
      <p role="status" class={found.value ? (found.value.ok ? 'good' : 'doubt') : ''}>
        {busy.value ? text('verify.busy') : trouble.value || (found.value ? sentenceOf(found.value) : '')}
      </p>
      {found.value && <Pledge found={found.value} />}
      {found.value?.ok && <p class="verify-note">{text('verify.note')}</p>}
    </div>
  );
}
