/* file.ts: a text as a file of the reader's. */
export function save(name: string, content: string, type = 'application/jsonl'): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
