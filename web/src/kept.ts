/** What this device keeps under a name; nothing in a browser that keeps nothing. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps something on this device, where the browser lets it. */
export function keep(name: string, value: string) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It holds until the page is closed.
  }
}
