/** What the hub's API speaks. One place: every other file takes its types from here. */

export type Side = "white" | "black";
export type Severity = "info" | "attention" | "decision";
export type Phase = "setup" | "ready" | "playing" | "over";
export type GameResult = "1-0" | "0-1" | "1/2-1/2" | "0-0" | "1/2-0" | "0-1/2" | "*";

export type Advice =
  | { add_time: { side: Side; ms: number } }
  | { reinstate: { ply: number } }
  | { lose: { side: Side } }
  | { draw: Record<string, never> }
  | { promote: { piece: string } }
  | { warn: { side: Side } }
  | { oblige: { side: Side; moves: string[] } }
  | { pause: Record<string, never> }
  | { new_game: Record<string, never> };

export interface Choice {
  article: string | null;
  steps: Advice[];
}

export interface Touched {
  square: string;
  piece: string;
  from: number;
  to?: number;
  lifted_ms?: number;
}

/** An alert with the fields of its kind (see the contract's table of alerts). */
export interface Alert {
  id: number;
  rev: number;
  ply: number;
  kind: string;
  severity: Severity;
  for: "arbiter" | "technician";
  side: Side | null;
  squares: string[];
  article: string | null;
  penalty: string | null;
  rules: string;
  hands_off?: boolean;
  advice: Advice[];
  choices: Choice[];
  uci?: string;
  stood?: string;
  touched?: Touched[];
  required?: string[];
  candidates?: string[];
  reason?: string;
  count?: number;
  hint?: string;
  by?: Side;
  missing?: string[];
  extra?: string[];
  result?: GameResult | null;
  after?: number;
}

/** An alert with the trace time at which it was last told. */
export type OpenAlert = Alert & { t: number };

export type PastAlert = OpenAlert & { why: Cleared; cleared_t: number };

export type Cleared = "restored" | "applied" | "dismissed" | "moot";

export interface Clocks {
  white_ms: number;
  black_ms: number;
  running: Side | null;
  period: number;
  moves: number;
  /** Trace time at which the two times were read. */
  t: number;
}

export interface Outcome {
  result: GameResult;
  reason: string;
  article: string | null;
  t: number;
}

/** One board as the hall sees it. */
export interface View {
  board: string;
  game: string;
  white: string;
  black: string;
  event: string;
  round: string;
  rules: string;
  play: string;
  supervision: string;
  time_control: string;
  clock: string;
  phase: Phase;
  fen: string;
  turn: Side;
  ply: number;
  last: { uci: string; san: string } | null;
  seq: number;
  t: number;
  clocks: Clocks | null;
  alerts: OpenAlert[];
  result: Outcome | null;
  /** What stands on the board now, 16 hex digits. */
  occupied: string;
  /** Trace time when this was sent. */
  t_now: number;
  /** How fast trace time runs: 1, but in a sped-up demo. */
  speed: number;
  /** False while the disk does not take what is shown. */
  saved: boolean;
}

export interface Move {
  ply: number;
  uci: string;
  san: string;
  fen: string;
  sure: boolean;
  state: "made" | "completed";
  t: number;
  white_ms?: number | null;
  black_ms?: number | null;
  leg: number;
}

export interface Touch {
  t: number;
  square: string;
  piece: string;
  by: Side | null;
  returned_to?: string | null;
  lifted_ms?: number | null;
}

/** One board with all that its own page shows. */
export interface Sheet extends View {
  moves: Move[];
  start_fen: string;
  legs: { n: number; fen: string; ply: number }[];
  setup: { missing: string[]; extra: string[]; wrong_color: string[] } | null;
  obligation: { side: Side; moves: string[]; touched: string[] } | null;
  touches: Touch[];
  past_alerts: PastAlert[];
  signalled: GameResult | null;
}

export interface Hall {
  name: string;
  now_ms: number;
  boards: View[];
}

/** One line of the hall's alert stream. */
export interface AlertEntry {
  cursor: number;
  board: string;
  game: string;
  seq: number;
  t: number;
  what: "raised" | "changed" | "cleared";
  alert?: Alert;
  cleared?: { id: number; kind: string; why: Cleared };
}

export interface Hello {
  server: string;
  version: string;
  cursor: number;
}

/** An order of the arbiter, as in the trace format. */
export type Order =
  | { do: "decide"; alert: number; verdict: "apply" | "dismiss" | "postpone"; choice?: number; seen: number }
  | { do: "result"; result: GameResult; reason: string }
  | { do: "reopen" }
  | { do: "pause" }
  | { do: "resume"; running: Side }
  | { do: "start" };

export type Answer = { done: true } | { refused: string };

/** Reads the whole hall. */
export const readHall = () => read<Hall>("api/hall");

/** Reads one board. */
export const readBoard = (board: string) => read<Sheet>(`api/boards/${encodeURIComponent(board)}`);

/** Reads what the alert stream said after a cursor. */
export const readAlerts = (after: number) => read<AlertEntry[]>(`api/alerts?after=${after}`);

/** How long an answer may take, ms: a server that is gone without a word must not hold the page up. */
const PATIENCE = 8_000;

async function read<T>(path: string): Promise<T> {
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
      body: JSON.stringify({ ...order, id: orderId() }),
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (response.ok) return { done: true };
    if (response.status === 503) return { refused: "unreachable" };
    if (response.status === 504) return { refused: "late" };
    const body = await response.json().catch(() => ({}));
    return { refused: typeof body.refused === "string" ? body.refused : "other" };
  } catch (error) {
    const late = error instanceof DOMException && error.name === "TimeoutError";
    return { refused: late ? "late" : "unreachable" };
  }
}

/** Names an order, so that a repeated one is carried out once. `randomUUID` needs a secure context. */
function orderId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
