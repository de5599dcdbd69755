import { effect, signal } from "@preact/signals";

const REMEMBERED = "touchmove.arbiter";

function remembered(): string {
  try {
    return localStorage.getItem(REMEMBERED) ?? "";
  } catch {
    return "";
  }
}

/** The arbiter's name as he gave it on this device; empty where he did not. */
export const arbiter = signal(remembered());

effect(() => {
  try {
    localStorage.setItem(REMEMBERED, arbiter.value);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
});
