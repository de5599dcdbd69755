/** The round, as the hub speaks of it. */
import { type AnyKind, PATIENCE, read, type Schemas } from "../api";

/** One table of the round; what a state alone has may be missing. */
export type TableView = AnyKind<Schemas["TableView"]>;
export type RoundView = Omit<Schemas["RoundView"], "tables"> & { tables: TableView[] };
export type RoundSummary = Schemas["RoundSummary"];
export type Imported = Schemas["Imported"];
export type Mistake = AnyKind<Schemas["Mistake"]>;
export type Carried = Schemas["Carried"];
export type HallOrder = "start" | "stop" | "resume";

/** What is said beside the file; empty is left to the file. */
export interface Beside {
  event: string;
  round: string;
  date: string;
  rules: string;
  play: string;
  supervision: string;
  time_control: string;
}

/** What came of a file. */
export type Understood = { imported: Imported } | { mistakes: Mistake[] } | { failed: true };

export const readRound = () => read<RoundView | null>("api/round");
export const readRounds = () => read<RoundSummary[]>("api/rounds");

/** Sends a file of pairs: to be looked at, or to be played. */
export async function sendFile(file: Blob, beside: Beside, what: "look" | "prepare"): Promise<Understood> {
  const said = Object.entries(beside).filter(([, value]) => value.trim() !== "");
  const query = new URLSearchParams([...said, ["dry_run", String(what === "look")]]);
  try {
    const response = await fetch(`api/round/import?${query}`, {
      method: "POST",
      headers: { "content-type": "text/csv" },
      body: file,
      signal: AbortSignal.timeout(2 * PATIENCE),
    });
    const body = await response.json();
    if (response.ok) return { imported: body };
    return Array.isArray(body.mistakes) ? { mistakes: body.mistakes } : { failed: true };
  } catch {
    return { failed: true };
  }
}

/** Gives an order to the whole hall; nothing where the hall does not answer. */
export async function orderHall(order: HallOrder): Promise<Carried | undefined> {
  try {
    const response = await fetch(`api/round/${order}`, {
      method: "POST",
      signal: AbortSignal.timeout(PATIENCE),
    });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}
