import { describe, expect, it } from "vitest";
import type { Alert, AlertEntry, View } from "../src/api";
import { calling, Store } from "../src/store";

const alert = (id: number, rev = 1): Alert => ({
  id,
  rev,
  ply: 3,
  kind: "illegal_move",
  severity: "decision",
  for: "arbiter",
  side: "white",
  squares: [],
  article: null,
  penalty: null,
  rules: "fide-2023",
  advice: [],
  choices: [],
});

const view = (seq: number, alerts: View["alerts"] = [], game = "g1"): View => ({
  board: "1",
  presence: "here",
  game,
  white: "?",
  black: "?",
  event: "?",
  round: "?",
  rules: "fide-2023",
  play: "standard",
  supervision: "full",
  time_control: "-",
  clock: "lever",
  phase: "playing",
  fen: "8/8/8/8/8/8/8/8 w - - 0 1",
  turn: "white",
  ply: 3,
  last: null,
  seq,
  t: 0,
  clocks: null,
  alerts,
  result: null,
  occupied: "0000000000000000",
  t_now: 0,
  speed: 1,
  white_at: "left",
  saved: true,
  unsaved: null,
  colours: "as_paired",
});

const raised = (cursor: number, id: number, seq: number, rev = 1): AlertEntry => ({
  cursor,
  board: "1",
  game: "g1",
  seq,
  t: 100,
  at_ms: 0,
  came: "live",
  what: rev > 1 ? "changed" : "raised",
  alert: alert(id, rev),
});

const cleared = (cursor: number, id: number, seq: number): AlertEntry => ({
  cursor,
  board: "1",
  game: "g1",
  seq,
  t: 200,
  at_ms: 0,
  came: "live",
  what: "cleared",
  cleared: { id, kind: "illegal_move", why: "applied" },
});

const open = (store: Store) => store.boards.value.get("1")?.value.alerts.map(({ id, rev }) => `${id}.${rev}`);
const log = (store: Store) =>
  store.log.value.map((line) => `${line.alert.id}.${line.alert.rev} ${line.cleared?.why ?? "open"}`);

describe("alerts", () => {
  it("show at once and are not lost to a view that is older than they are", () => {
    const store = new Store();
    store.view(view(5), 0);
    store.entry(raised(1, 1, 7));
    expect(open(store)).toEqual(["1.1"]);
    store.view(view(6), 0);
    expect(open(store)).toEqual(["1.1"]);
    store.view(view(7, [{ ...alert(1), t: 100 }]), 0);
    expect(open(store)).toEqual(["1.1"]);
    store.entry(cleared(2, 1, 8));
    expect(open(store)).toEqual([]);
    store.view(view(8), 0);
    expect(open(store)).toEqual([]);
  });

  it("come once, however often they are told", () => {
    const store = new Store();
    store.view(view(5), 0);
    for (const entry of [
      raised(1, 1, 6),
      raised(2, 2, 7),
      raised(1, 1, 6),
      raised(2, 2, 7),
      raised(3, 1, 8, 2),
    ])
      store.entry(entry);
    expect(log(store)).toEqual(["1.2 open", "2.1 open"]);
    store.entry(cleared(4, 2, 9));
    expect(log(store)).toEqual(["1.2 open", "2.1 applied"]);
    expect(store.cursor.value).toBe(4);
  });

  it("that the view already shows are not shown twice", () => {
    const store = new Store();
    store.view(view(9, [{ ...alert(1), t: 100 }]), 0);
    store.entry(raised(1, 1, 6));
    expect(open(store)).toEqual(["1.1"]);
    expect(log(store)).toEqual(["1.1 open"]);
  });

  it("of another game of the board leave this one alone", () => {
    const store = new Store();
    store.view(view(2, [], "g2"), 0);
    store.entry(raised(1, 1, 60));
    expect(open(store)).toEqual([]);
    expect(log(store)).toEqual(["1.1 open"]);
  });

  it("call by gravity, then by age, and never as mere information", () => {
    const told = (id: number, severity: Alert["severity"], t: number) => ({ ...alert(id), severity, t });
    const alerts = [
      told(1, "attention", 1),
      told(2, "info", 0),
      told(3, "decision", 9),
      told(4, "decision", 5),
    ];
    expect(calling(alerts).map(({ id }) => id)).toEqual([4, 3, 1]);
  });
});

describe("what the hall heard of too late", () => {
  const late = (entry: AlertEntry): AlertEntry => ({ ...entry, came: "missed", at_ms: 1_000 });
  const missed = (store: Store) => store.boards.value.get("1")?.value.alerts.map((alert) => alert.missed);
  const hall = (store: Store) => [store.hall.value.called.length, store.hall.value.missed];

  it("is missed whichever comes first, the view or the alert", () => {
    for (const viewFirst of [true, false]) {
      const store = new Store();
      const told = view(7, [{ ...alert(1), t: 100 }]);
      if (viewFirst) store.view(told, 0);
      store.entry(late(raised(1, 1, 7)));
      if (!viewFirst) store.view(told, 0);
      expect(missed(store)).toEqual([1_000]);
      expect(store.log.value.map((line) => line.missed)).toEqual([1_000]);
      expect(hall(store)).toEqual([1, 1]);
      store.view({ ...told, seq: 9 }, 0);
      expect(missed(store)).toEqual([1_000]);
    }
  });

  it("calls as soon as it changes before the hall's eyes, and is no more missed after that", () => {
    const store = new Store();
    store.view(view(5), 0);
    store.entry(late(raised(1, 1, 6)));
    store.entry(late(raised(2, 1, 7, 2)));
    expect(missed(store)).toEqual([1_000]);
    store.entry(raised(3, 1, 8, 3));
    expect([missed(store), hall(store)]).toEqual([[undefined], [1, 0]]);
    store.entry(late(raised(4, 1, 9, 4)));
    expect([missed(store), hall(store)]).toEqual([[undefined], [1, 0]]);
  });

  it("stays in the log as missed when it is settled, and is forgotten with its server", () => {
    const store = new Store();
    store.view(view(5), 0);
    store.entry(late(raised(1, 1, 6)));
    store.entry(cleared(2, 1, 7));
    expect(store.log.value.map((line) => line.missed)).toEqual([1_000]);
    store.entry(late(raised(3, 2, 8)));
    store.begin({ server: "another", cursor: 0 } as Parameters<Store["begin"]>[0]);
    store.view(view(9, [{ ...alert(2), t: 100 }]), 0);
    expect(missed(store)).toEqual([undefined]);
  });

  it("comes after all that calls now, however grave it is", () => {
    const told = (board: string, severity: Alert["severity"]): View => ({
      ...view(1, [{ ...alert(1), severity, t: 0 }]),
      board,
    });
    const store = new Store();
    store.view(told("1", "decision"), 0);
    store.view(told("2", "attention"), 0);
    expect(store.hall.value.called).toEqual(["1", "2"]);
    store.entry(late(raised(1, 1, 1)));
    expect(store.hall.value.called).toEqual(["2", "1"]);
    const both = [
      { ...alert(1), t: 0, missed: 1 },
      { ...alert(2), severity: "attention" as const, t: 5 },
    ];
    expect(calling(both).map(({ id }) => id)).toEqual([2, 1]);
  });
});

describe("boards that are away", () => {
  it("are counted, and those not heard since the hub began keep their order", () => {
    const store = new Store();
    // As the hub remembers a board: its time stands still.
    for (const [board, t] of Object.entries({ a: 60_000, b: 20_000, c: 40_000 }))
      store.view(
        { ...view(1, [{ ...alert(1), t }]), board, presence: "away", speed: 0, t_now: 60_000 },
        100_000,
      );
    expect(store.hall.value.called).toEqual(["b", "c", "a"]);
    expect(store.hall.value.away).toBe(3);
    store.view({ ...view(1), board: "a" }, 0);
    expect(store.hall.value.away).toBe(2);
  });
});

describe("views", () => {
  it("replace one another, the latest wins", () => {
    const store = new Store();
    store.view({ ...view(5), ply: 5 }, 0);
    store.view({ ...view(4), ply: 4 }, 0);
    expect(store.boards.value.get("1")?.value.ply).toBe(5);
    store.view({ ...view(1, [], "g2"), ply: 0 }, 0);
    expect(store.boards.value.get("1")?.value.ply).toBe(0);
  });

  it("of a stream that begins anew count, whatever their number", () => {
    const store = new Store();
    store.begin({ server: "a", version: "", cursor: 1 });
    store.view({ ...view(5), ply: 5 }, 0);
    store.begin({ server: "a", version: "", cursor: 1 });
    store.view({ ...view(4), ply: 4 }, 0);
    expect(store.boards.value.get("1")?.value.ply).toBe(4);
  });
});

describe("the hall's order", () => {
  const called = (board: string, severity: Alert["severity"], t: number) => ({
    ...view(1, [{ ...alert(1), severity, t }]),
    board,
    t_now: 60_000,
  });

  it("has the gravest first, then who has waited longest, then the others by number", () => {
    const store = new Store();
    for (const board of ["10", "9"]) store.view({ ...view(1), board }, 0);
    store.view(called("3", "attention", 10_000), 0);
    store.view(called("2", "decision", 40_000), 0);
    store.view(called("11", "decision", 20_000), 0);
    expect(store.hall.value.called).toEqual(["11", "2", "3"]);
    expect(store.hall.value.calm).toEqual(["9", "10"]);
  });

  it("is the same object until it says something else", () => {
    const store = new Store();
    store.view(called("3", "attention", 10_000), 0);
    const before = store.hall.value;
    store.view({ ...called("3", "attention", 10_000), seq: 2, t_now: 61_000 }, 1000);
    expect(store.hall.value).toBe(before);
    store.view({ ...view(3), board: "3" }, 0);
    expect(store.hall.value).not.toBe(before);
  });
});

describe("the log", () => {
  it("goes on with the same run of the server, and begins anew with another", () => {
    const store = new Store();
    store.begin({ server: "a", version: "", cursor: 0 });
    store.view(view(5), 0);
    store.entry(raised(7, 1, 6));
    store.begin({ server: "a", version: "", cursor: 7 });
    expect(log(store)).toEqual(["1.1 open"]);
    store.begin({ server: "b", version: "", cursor: 7 });
    expect(log(store)).toEqual([]);
    for (const entry of [raised(7, 1, 6), raised(8, 2, 7)]) store.entry(entry);
    expect(log(store)).toEqual(["1.1 open", "2.1 open"]);
  });

  it("shows an alert as open again when its decision is taken back", () => {
    const store = new Store();
    for (const entry of [raised(1, 1, 6), cleared(2, 1, 7), raised(3, 1, 8)]) store.entry(entry);
    expect(log(store)).toEqual(["1.1 open"]);
  });
});
