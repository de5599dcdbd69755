/** What the hub speaks, from its own description of it, and how it is asked. */
import type { components } from "./openapi";
import { arbiter } from "./who";

export type Schemas = components["schemas"];

/** Of many kinds, one that may have the fields of any of them: what all have it has for certain. */
export type AnyKind<Union> = Pick<Union, keyof Union> & {
  [Key in Exclude<KeyOfAny<Union>, keyof Union>]?: FieldOfAny<Union, Key> | undefined;
};
type KeyOfAny<Union> = Union extends Union ? keyof Union : never;
type FieldOfAny<Union, Key extends PropertyKey> = Union extends { [key in Key]?: infer Field }
  ? Field
  : never;

export type Side = Schemas["Side"];
export type Severity = Schemas["Severity"];
export type GameResult = Schemas["GameResult"];
export type Reason = Schemas["Reason"];
export type Cleared = Schemas["Cleared"];
export type Advice = Schemas["Advice"];
export type Touched = Schemas["Touched"];
export type Clocks = Schemas["Clocks"];
export type Move = Schemas["Move"];
export type Touch = Schemas["Touch"];
/** What the screen beside a board shows. */
export type ClockView = Schemas["ClockView"];
export type Hello = Schemas["Hello"];
export type Alert = AnyKind<Schemas["Alert"]>;
export type OpenAlert = AnyKind<Schemas["OpenAlert"]>;
export type PastAlert = AnyKind<Schemas["PastAlert"]>;
/** One board as the hall sees it. */
export type View = Omit<Schemas["View"], "alerts"> & { alerts: OpenAlert[] };
/** One board with all that its own page shows. */
export type Sheet = View &
  Omit<Schemas["SheetView"], "alerts" | "past_alerts"> & { past_alerts: PastAlert[] };
/** One line of the hall's alert stream. */
export type AlertEntry = Omit<AnyKind<Schemas["AlertEntry"]>, "alert"> & { alert?: Alert | undefined };
type Hall = Omit<Schemas["HallView"], "boards"> & { boards: View[] };

/** An order of the arbiter. */
export type Order = Schemas["Order"] & { seen?: number };

/** Who was first, where an order was refused because of that. */
export type DecidedBy = Schemas["DecidedBy"];

export type Answer = { done: true } | { refused: string; by?: DecidedBy };

/** Reads the whole hall. */
export const readHall = () => read<Hall>("api/hall");

/** Reads one board. */
export const readBoard = (board: string) => read<Sheet>(`api/boards/${encodeURIComponent(board)}`);

/** Reads what the alert stream said after a cursor. */
export const readAlerts = (after: number) => read<AlertEntry[]>(`api/alerts?after=${after}`);

/** How long an answer may take, ms: a server that is gone without a word must not hold the page up. */
export const PATIENCE = 8_000;

export async function read<T>(path: string): Promise<T> {
  const response = await fetch(path, {
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

/** Gives an order to a board. A board that cannot be reached refuses. */
export async function command(board: string, order: Order): Promise<Answer> {
  try {
    const response = await fetch(`api/boards/${encodeURIComponent(board)}/command`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...order, id: orderId(), ...by() }),
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (response.ok) return { done: true };
    if (response.status === 503) return { refused: "unreachable" };
    if (response.status === 504) return { refused: "late" };
    const body = await response.json().catch(() => ({}));
    const refused = typeof body.refused === "string" ? body.refused : "other";
    return body.decided_by ? { refused, by: body.decided_by } : { refused };
  } catch (error) {
    const late = error instanceof DOMException && error.name === "TimeoutError";
    return { refused: late ? "late" : "unreachable" };
  }
}

/** Who gives it, if he has said so. */
const by = () => {
  const name = arbiter.value.trim();
  return name ? { by: name } : {};
};

/** Names an order, so that a repeated one is carried out once. `randomUUID` needs a secure context. */
function orderId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
