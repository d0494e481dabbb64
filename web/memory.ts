/* memory.ts: small choices that this browser keeps. A browser that keeps nothing is no error. */
const prefix = 'mestre.';

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

/** False: it was not kept, and lasts as long as the page. */
export function remember(name: string, value: string): boolean {
  try {
    localStorage.setItem(prefix + name, value);
    return true;
  } catch {
    return false;
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(prefix + name);
  } catch {
    /* Then it was not there. */
  }
}

/** The names that begin so. */
export function remembered(start: string): string[] {
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(prefix + start)).map(key => key.slice(prefix.length));
  } catch {
    return [];
  }
}

/** Tells of what another page of this browser has kept or forgotten (null). */
export function whenRemembered(start: string, tell: (name: string, value: string | null) => void): void {
  addEventListener('storage', ({ key, newValue }) => { if (key?.startsWith(prefix + start)) tell(key.slice(prefix.length), newValue); });
}
