/* memory.ts: small choices that this browser keeps. A browser that keeps nothing is no error. */
const prefix = 'mestre.';

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    /* The choice then lasts as long as the page. */
  }
}
