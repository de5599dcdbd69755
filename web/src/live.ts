import { batch } from "@preact/signals";
import { type AlertEntry, type Hello, readAlerts, readBoard, readHall, type Sheet, type View } from "./api";
import { askSession } from "./session";
import type { Store } from "./store";
import { Stream } from "./stream";

/** As many alert entries as are fetched when the page is opened. */
const HISTORY = 300;

/** How long views are gathered before they are shown together, ms. Alerts never wait. */
const GATHER = 50;

/** Keeps a store up to date from the hub's one stream. */
export class Live {
  private stream: Stream | undefined;
  /** Events are taken one after the other, since the first needs an answer fetched. */
  private turn: Promise<void> = Promise.resolve();

  /** Views that have come and are not shown yet, with the time they came. */
  private readonly gathered = new Map<string, { view: View; now: number }>();

  constructor(private readonly store: Store) {}

  /** Follows nothing. */
  stop() {
    this.stream?.close();
    this.stream = undefined;
  }

  /** Follows the hall and, if one is named, all of one board. */
  follow(board: string | undefined) {
    this.stream?.close();
    this.store.sheet.value = null;
    const url = board === undefined ? "api/stream" : `api/stream?board=${encodeURIComponent(board)}`;
    const stream: Stream = new Stream(url, () => this.store.cursor.peek()?.toString(), {
      event: (name, data) => {
        this.turn = this.turn.then(async () => {
          if (stream === this.stream) await this.take(name, data, board);
        });
      },
      heard: () => {
        this.store.heard.value = performance.now();
      },
      refused: (status) => {
        if (status === 401) void askSession();
        // A table that is not there has no sheet; the hall can still be looked at.
        if (status === 404 && board !== undefined && stream === this.stream) this.follow(undefined);
      },
    });
    this.stream = stream;
  }

  private async take(name: string, data: string, board: string | undefined) {
    const now = performance.now();
    switch (name) {
      case "hello":
        return this.begin(JSON.parse(data), board);
      case "view":
        return this.gather(JSON.parse(data) as View, now);
      case "sheet":
        return this.store.wholeSheet(JSON.parse(data) as Sheet, now);
      case "alert":
        return this.store.entry(JSON.parse(data) as AlertEntry);
      default:
        return;
    }
  }

  private gather(view: View, now: number) {
    if (this.gathered.size === 0) setTimeout(() => this.showGathered(), GATHER);
    this.gathered.set(view.board, { view, now });
  }

  private showGathered() {
    batch(() => {
      for (const { view, now } of this.gathered.values()) this.store.view(view, now);
    });
    this.gathered.clear();
  }

  /** Reads what stands now, and from another run of the server also what was said before. */
  private async begin(hello: Hello, board: string | undefined) {
    try {
      const [hall, said, sheet] = await Promise.all([
        readHall(),
        this.store.knows(hello) ? [] : readAlerts(Math.max(0, hello.cursor - HISTORY)),
        board === undefined ? null : readBoard(board).catch(() => null),
      ]);
      const now = performance.now();
      batch(() => {
        this.store.begin(hello);
        this.store.name.value = hall.name;
        this.store.keepOnly(hall.boards.map((view) => view.board));
        for (const view of hall.boards) this.store.view(view, now);
        for (const entry of said) this.store.entry(entry);
        if (sheet) this.store.wholeSheet(sheet, now);
      });
    } catch {
      // Nothing may be missed between what was read and what the stream says: both begin again.
      this.stream?.again();
    }
  }
}
