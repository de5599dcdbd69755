/** The boards that have joined over the network, as the hub speaks of them. */
import { signal } from "@preact/signals";
import { PATIENCE, read, type Schemas } from "../api";

export type Member = Schemas["MemberView"];

/** What came of setting a board to a table. */
export type Placed = "done" | "taken" | "forbidden" | "failed";

export const readMembers = () => read<Member[]>("api/members");

/** Whether any board has joined, as far as is known. */
export const joined = signal(false);

/** Asks whether any board has joined. A hall that does not answer leaves it as it was. */
export async function askJoined() {
  const members = await readMembers().catch(() => undefined);
  if (members) joined.value = members.length > 0;
}

/** Sets a board to a table; without one it is taken away from its table. */
export const place = (code: string, table: string | null) =>
  send(code, { method: "PUT", body: JSON.stringify({ table }) });

/** Forgets a board, so that another may come with its code. */
export const dismiss = (code: string) => send(code, { method: "DELETE" });

async function send(code: string, request: RequestInit): Promise<Placed> {
  try {
    const { ok, status } = await fetch(`api/members/${encodeURIComponent(code)}`, {
      ...request,
      headers: { "content-type": "application/json" },
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (ok) return "done";
    return status === 409 ? "taken" : status === 403 ? "forbidden" : "failed";
  } catch {
    return "failed";
  }
}

/** Those first that stand nowhere yet, then by their tables as people count. */
export function inOrder(members: Member[]): Member[] {
  const place = ({ table }: Member) => table ?? "";
  const count = new Intl.Collator("en", { numeric: true });
  return [...members].sort((a, b) => count.compare(place(a), place(b)) || count.compare(a.code, b.code));
}

/** A code as it was meant: Crockford's base32 has no I, L and O, and may be divided (src/meet/base32.rs). */
export const spelled = (text: string) =>
  text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");

/** Those whose code has what was typed in it, or that stand at a table of that name; all, where nothing was. */
export function found(members: Member[], typed: string): Member[] {
  const code = spelled(typed);
  return members.filter((member) => member.code.includes(code) || member.table === typed.trim());
}
