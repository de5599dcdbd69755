import { signal } from "@preact/signals";

const shown = new Set<(now: number) => void>();

/** Page time in whole seconds, for what need not move faster. */
export const seconds = signal(performance.now());

/** Calls `show` ten times a second until the returned function is called. */
export function onTick(show: (now: number) => void): () => void {
  shown.add(show);
  show(performance.now());
  return () => shown.delete(show);
}

setInterval(() => {
  const now = performance.now();
  for (const show of shown) show(now);
  if (now - seconds.peek() >= 1000) seconds.value = now;
}, 100);
