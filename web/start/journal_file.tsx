/* journal_file.tsx: a game out of a file, to be replayed: chosen, or dropped on the page. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { keepJournal } from '../replay/kept_journal';
import { go } from '../route';
import { text } from '../text';

const mostBytes = 32 * 1024 * 1024;

export function JournalFile(): JSX.Element {
  const trouble = useSignal('');
  const over = useSignal(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > mostBytes) {
      trouble.value = text('lobby.file.large');
      return;
    }
    keepJournal(file.name, await file.text());
    go('#/replay/file');
  };
  return (
    <section class={over.value ? 'today dropping' : 'today'} aria-labelledby="file-title"
      onDragOver={event => { event.preventDefault(); over.value = true; }} onDragLeave={() => { over.value = false; }}
      onDrop={event => { event.preventDefault(); over.value = false; void take(event.dataTransfer?.files[0]); }}>
      <h2 id="file-title">{text('lobby.file')}</h2>
      <p>{text('lobby.file.text')}</p>
      <p>
        <label class="file">
          <span>{text('lobby.file.choose')}</span>
          <input type="file" accept=".journal,.jsonl,.txt,application/json" onChange={event => void take(event.currentTarget.files?.[0])} />
        </label>
      </p>
      <p class="lobby-trouble" role="alert">{trouble.value}</p>
    </section>
  );
}
