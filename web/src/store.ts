import { batch, computed, type Signal, signal } from "@preact/signals";
import type { Alert, AlertEntry, Cleared, Hello, OpenAlert, Sheet, View } from "./api";
import type { Reading } from "./clock";

/** A board as last heard of, with the alerts that came faster than its view. */
export interface Board extends View {
  alerts: Call[];
  /** Page time at which the view came. */
  received: number;
}

/** An open alert. One that the hall heard of too late to call anybody has the hall's time of it, ms since 1970. */
export type Call = OpenAlert & { missed?: number | undefined };

/** One line of the log: an alert once, with what became of it. */
export interface LogLine {
  /** Cursor of the entry that raised it. */
  cursor: number;
  board: string;
  game: string;
  t: number;
  alert: Alert;
  /** When it was, where the hall heard of it too late, ms since 1970. */
  missed?: number | undefined;
  cleared?: { why: Cleared; t: number };
}

/** Table 9 comes before table 10. */
const NUMBERS = new Intl.Collator(undefined, { numeric: true });

/** As many log lines as are kept; the boards keep all. */
const KEPT = 500;

/**
 * Everything the page knows. Views replace one another, the latest wins; alerts come once each,
 * known by their cursor, and show at once even if their board's view is still on its way.
 */
export class Store {
  readonly name = signal("");
  readonly boards: Signal<ReadonlyMap<string, Signal<Board>>> = signal(new Map());
  readonly sheet: Signal<(Sheet & { received: number }) | null> = signal(null);
  readonly log: Signal<readonly LogLine[]> = signal([]);
  readonly cursor: Signal<number | undefined> = signal(undefined);
  /** Page time at which the stream was last heard; none before the first word. */
  readonly heard: Signal<number | undefined> = signal(undefined);

  /** Alert entries that are newer than their board's view. */
  private readonly ahead = new Map<string, AlertEntry[]>();
  /** When that was which the hall heard of too late, by board, game and alert; of the newest `KEPT`. */
  private readonly late = new Map<string, number>();
  /** Boards whose next view counts whatever its number: the server may have come back with less. */
  private stale = new Set<string>();
  private server: string | undefined;

  /** The same without following it, for what is drawn ten times a second. */
  readonly lastHeard = () => this.heard.peek();

  /** The tables in the order of their numbers. */
  private readonly byNumber = computed(() =>
    [...this.boards.value.keys()].sort(NUMBERS.compare).flatMap((name) => this.boards.value.get(name) ?? []),
  );

  private before: HallOrder | undefined;

  /**
   * The hall in order. Boards change many times a second and this seldom does: as long as it says
   * the same it is the same object, so that nothing else is drawn anew.
   */
  readonly hall = computed<HallOrder>(() => {
    const next = inOrder(this.byNumber.value.map((board) => board.value));
    if (JSON.stringify(next) !== JSON.stringify(this.before)) this.before = next;
    return this.before ?? next;
  });

  /** Takes a view; one that is older than what is known is dropped. */
  view(view: View, now: number) {
    const known = this.boards.value.get(view.board);
    const before = known?.peek();
    const stale = this.stale.delete(view.board);
    if (!stale && before && before.game === view.game && before.seq > view.seq) return;
    const ahead = (this.ahead.get(view.board) ?? []).filter(
      (entry) => entry.game === view.game && entry.seq > view.seq,
    );
    this.ahead.set(view.board, ahead);
    const alerts = this.marked(view, ahead.reduce(withEntry, view.alerts));
    const board = { ...view, alerts, received: now };
    if (known) known.value = board;
    else this.boards.value = new Map(this.boards.value).set(view.board, signal(board));
  }

  /** Takes one board's whole sheet. */
  wholeSheet(sheet: Sheet, now: number) {
    this.sheet.value = { ...sheet, received: now };
  }

  /** Takes an alert entry; one that has been taken before does nothing. */
  entry(entry: AlertEntry) {
    if (entry.cursor <= (this.cursor.peek() ?? -1)) return;
    batch(() => {
      this.cursor.value = entry.cursor;
      this.log.value = logged(this.log.peek(), entry, this.note(entry));
      const board = this.boards.peek().get(entry.board);
      const view = board?.peek();
      if (view && view.game !== entry.game) return;
      const shown = view !== undefined && view.seq >= entry.seq;
      if (!shown) this.ahead.set(entry.board, [...(this.ahead.get(entry.board) ?? []), entry]);
      if (!board || !view) return;
      const alerts = shown ? view.alerts : withEntry(view.alerts, entry);
      board.value = { ...view, alerts: this.marked(view, alerts) };
    });
  }

  /** Notes when an alert was that the hall heard of too late. Heard of in time once, it has called. */
  private note(entry: AlertEntry): number | undefined {
    const key = keyOf(entry, entry.alert?.id ?? entry.cleared?.id);
    if (entry.cleared || entry.came === "live") this.late.delete(key);
    else if (entry.what === "raised") this.late.set(key, entry.at_ms);
    const [oldest] = this.late.keys();
    if (this.late.size > KEPT && oldest !== undefined) this.late.delete(oldest);
    return this.late.get(key);
  }

  private marked(view: View, alerts: Call[]): Call[] {
    if (this.late.size === 0 && alerts.every(({ missed }) => missed === undefined)) return alerts;
    return alerts.map((alert) => ({ ...alert, missed: this.late.get(keyOf(view, alert.id)) }));
  }

  /**
   * A stream has begun: what it shows first counts, whatever its number, for the server may have
   * come back with less. Another run of the server tells its log anew: the old one is forgotten.
   */
  begin(hello: Hello) {
    this.stale = new Set(this.boards.peek().keys());
    if (this.knows(hello)) return;
    this.server = hello.server;
    this.log.value = [];
    this.cursor.value = undefined;
    this.ahead.clear();
    this.late.clear();
  }

  /** Whether this run of the server has been heard before. */
  readonly knows = (hello: Hello) => this.server === hello.server;

  /** Boards that are no more (a hall read anew does not name them) go. */
  keepOnly(names: Iterable<string>) {
    const keep = new Set(names);
    const kept = [...this.boards.peek()].filter(([name]) => keep.has(name));
    if (kept.length !== this.boards.peek().size) this.boards.value = new Map(kept);
  }
}

/** Names an alert among those of all boards. */
const keyOf = ({ board, game }: { board: string; game?: string | null }, id: number | undefined) =>
  `${board}/${game}/${id}`;

/** Open alerts after an entry. */
function withEntry(alerts: Call[], entry: AlertEntry): Call[] {
  if (entry.cleared) return alerts.filter((alert) => alert.id !== entry.cleared?.id);
  const told = entry.alert;
  if (!told) return alerts;
  const at = alerts.findIndex((alert) => alert.id === told.id);
  const known = alerts[at];
  if (!known) return [...alerts, { ...told, t: entry.t }];
  return known.rev >= told.rev ? alerts : alerts.with(at, { ...told, t: known.t });
}

/** The log after an entry: an alert has one line, whatever becomes of it. */
function logged(log: readonly LogLine[], entry: AlertEntry, missed: number | undefined): readonly LogLine[] {
  const id = entry.alert?.id ?? entry.cleared?.id;
  const at = log.findLastIndex(
    (line) => line.board === entry.board && line.game === entry.game && line.alert.id === id,
  );
  const line = log[at];
  if (line && entry.cleared)
    return log.with(at, { ...line, cleared: { why: entry.cleared.why, t: entry.t } });
  if (!entry.alert) return log;
  const { cursor, board, game, t, alert } = entry;
  // Told again, it is open again: a decision has been taken back.
  if (line) return log.with(at, { cursor: line.cursor, board, game, t: line.t, alert, missed });
  return [...log, { cursor, board, game, t, alert, missed }].slice(-KEPT);
}

/** What a board's clocks are counted on from. */
export function reading(board: Board | (Sheet & { received: number })): Reading | null {
  const { clocks, t_now, speed, received } = board;
  return clocks && { clocks, t_now, speed, received };
}

const RANK = { decision: 2, attention: 1, info: 0 } as const;

/** How much an alert calls: what was missed comes after all that the hall heard of in time. */
const rank = (alert: Call) => RANK[alert.severity] - (alert.missed === undefined ? 0 : 3);

/** The alerts that call the arbiter, the gravest first, then the oldest. */
export function calling(alerts: Call[]): Call[] {
  return alerts.filter((alert) => alert.severity !== "info").sort((a, b) => rank(b) - rank(a) || a.t - b.t);
}

/** Squares that the calls name, as long as the position is the one they are about. */
export function calledSquares(board: Board): string[] {
  const current = calling(board.alerts).filter((alert) => alert.ply >= board.ply - 1);
  return [...new Set(current.flatMap((alert) => alert.squares))];
}

/** The hall's tables by name, and how many are doing what. */
export interface HallOrder {
  /** Those that call the arbiter, the gravest first, then those that have waited longest. */
  called: string[];
  /** How many of them call for what was missed only. */
  missed: number;
  /** The others, by number. */
  calm: string[];
  /** How many boards are away. */
  away: number;
  playing: number;
  waiting: number;
  over: number;
}

function inOrder(byNumber: Board[]): HallOrder {
  const called: { board: string; rank: number; since: number }[] = [];
  const calm: string[] = [];
  const phases = { setup: 0, ready: 0, playing: 0, over: 0 };
  let missed = 0;
  let away = 0;
  for (const board of byNumber) {
    phases[board.phase] += 1;
    if (board.presence === "away") away += 1;
    const first = calling(board.alerts)[0];
    if (!first) {
      calm.push(board.board);
      continue;
    }
    if (first.missed !== undefined) missed += 1;
    called.push({ board: board.board, rank: rank(first), since: toldAt(first, board) });
  }
  called.sort((a, b) => b.rank - a.rank || a.since - b.since);
  return {
    called: called.map(({ board }) => board),
    missed,
    calm,
    away,
    playing: phases.playing,
    waiting: phases.setup + phases.ready,
    over: phases.over,
  };
}

/**
 * Page time at which an alert was told, in whole seconds: one view and the next differ by little.
 * The time of a board that was not heard since the hub began stands still: its speed is 0.
 */
const toldAt = (alert: OpenAlert, board: Board) =>
  Math.round((board.received - (board.t_now - alert.t) / (board.speed || 1)) / 1000);
