/**
 * Asks for a screen that does not go dark. A browser lets it only to a page of its own machine or one
 * that came encrypted, and takes it back when the page is hidden.
 */
export function keepAwake() {
  const ask = () => {
    if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
