import { computed, signal } from "@preact/signals";
import type { components } from "./openapi";

type Session = components["schemas"]["SessionView"];

/** Who looks at the page, as the hall knows it; null before it has said so. */
export const session = signal<Session | null>(null);

/** Whether somebody must sign in before anything is shown. */
export const locked = computed(() => session.value?.door === "closed" && !session.value.user);

/** Why somebody was not let in: the end of a message's name. */
export type Rejected = "wrong" | "often" | "unfit" | "taken" | "unreachable";

const REJECTED: Record<number, Rejected> = {
  400: "unfit",
  401: "wrong",
  409: "taken",
  429: "often",
  503: "often",
};

/** Asks who is signed in. A hall that cannot be reached leaves it as it was. */
export async function askSession() {
  const answer = await fetch("api/session").catch(() => null);
  if (answer?.ok) session.value = await answer.json();
}

async function come(path: string, body: object): Promise<Rejected | null> {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) return REJECTED[answer.status] ?? "unreachable";
    session.value = await answer.json();
    return null;
  } catch {
    return "unreachable";
  }
}

/** Signs in. */
export const signIn = (name: string, password: string) => come("api/session", { name, password });

/** Makes the chief arbiter by the set-up code, and signs him in. */
export const setUp = (code: string, name: string, password: string) =>
  come("api/setup", { code, name, password });

/** Signs out. */
export async function signOut() {
  await fetch("api/session", { method: "DELETE", headers: { "content-type": "application/json" } }).catch(
    () => null,
  );
  await askSession();
}
