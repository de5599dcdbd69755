import { batch, computed, type Signal, signal } from "@preact/signals";
import type { Alert, AlertEntry, Cleared, Hello, OpenAlert, Sheet, View } from "./api";
import type { Reading } from "./clock";

/** A board as last heard of, with the alerts that came faster than its view. */
export interface Board extends View {
  /** Page time at which the view came. */
  received: number;
}

/** One line of the log: an alert once, with what became of it. */
export interface LogLine {
  /** Cursor of the entry that raised it. */
  cursor: number;
  board: string;
  game: string | null;
  t: number;
  alert: Alert;
  cleared?: { why: Cleared; t: number };
}

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
  /** Boards whose next view counts whatever its number: the server may have come back with less. */
  private readonly stale = new Set<string>();
  private server: string | undefined;

  /** The same without following it, for what is drawn ten times a second. */
  readonly lastHeard = () => this.heard.peek();

  readonly order = computed(() =>
    [...this.boards.value.keys()].sort((a, b) => a.localeCompare(b, undefined, { numeric: true })),
  );

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
    const board = { ...view, alerts: ahead.reduce(withEntry, view.alerts), received: now };
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
      this.log.value = logged(this.log.peek(), entry);
      const board = this.boards.peek().get(entry.board);
      const view = board?.peek();
      if (view && (view.game !== entry.game || view.seq >= entry.seq)) return;
      this.ahead.set(entry.board, [...(this.ahead.get(entry.board) ?? []), entry]);
      if (board && view) board.value = { ...view, alerts: withEntry(view.alerts, entry) };
    });
  }

  /**
   * The stream has begun. A cursor counts within one server's record: if that record is another
   * one, what was known is forgotten.
   */
  hello(hello: Hello) {
    if (this.server !== undefined && this.server !== hello.server) {
      batch(() => {
        this.log.value = [];
        this.cursor.value = undefined;
        this.boards.value = new Map();
        this.sheet.value = null;
        this.ahead.clear();
      });
    }
    this.server = hello.server;
    for (const board of this.boards.peek().keys()) this.stale.add(board);
  }

  /** Boards that are no more (a hall read anew does not name them) go. */
  keepOnly(names: Iterable<string>) {
    const keep = new Set(names);
    const kept = [...this.boards.peek()].filter(([name]) => keep.has(name));
    if (kept.length !== this.boards.peek().size) this.boards.value = new Map(kept);
  }
}

/** Open alerts after an entry. */
function withEntry(alerts: OpenAlert[], entry: AlertEntry): OpenAlert[] {
  if (entry.cleared) return alerts.filter((alert) => alert.id !== entry.cleared?.id);
  const told = entry.alert;
  if (!told) return alerts;
  const at = alerts.findIndex((alert) => alert.id === told.id);
  const known = alerts[at];
  if (!known) return [...alerts, { ...told, t: entry.t }];
  return known.rev >= told.rev ? alerts : alerts.with(at, { ...told, t: known.t });
}

/** The log after an entry: an alert has one line, whatever becomes of it. */
function logged(log: readonly LogLine[], entry: AlertEntry): readonly LogLine[] {
  const id = entry.alert?.id ?? entry.cleared?.id;
  const at = log.findLastIndex(
    (line) => line.board === entry.board && line.game === entry.game && line.alert.id === id,
  );
  const line = log[at];
  if (line && entry.cleared)
    return log.with(at, { ...line, cleared: { why: entry.cleared.why, t: entry.t } });
  if (line && entry.alert) return log.with(at, { ...line, alert: entry.alert });
  if (!entry.alert) return log;
  const { cursor, board, game, t, alert } = entry;
  return [...log, { cursor, board, game, t, alert }].slice(-KEPT);
}

/** What a board's clocks are counted on from. */
export function reading(board: Board | (Sheet & { received: number })): Reading | null {
  const { clocks, t_now, speed, received } = board;
  return clocks && { clocks, t_now, speed, received };
}

const RANK = { decision: 2, attention: 1, info: 0 } as const;

/** The alerts that call the arbiter, the gravest first, then the oldest. */
export function calling(alerts: OpenAlert[]): OpenAlert[] {
  return alerts
    .filter((alert) => alert.severity !== "info")
    .sort((a, b) => RANK[b.severity] - RANK[a.severity] || a.t - b.t);
}

/** How badly a board needs him: 2 he must decide, 1 he may want to look, 0 not. */
export const need = (alerts: OpenAlert[]) =>
  alerts.reduce((worst, alert) => Math.max(worst, RANK[alert.severity]), 0);
