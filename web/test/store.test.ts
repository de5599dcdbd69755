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
});

const raised = (cursor: number, id: number, seq: number, rev = 1): AlertEntry => ({
  cursor,
  board: "1",
  game: "g1",
  seq,
  t: 100,
  what: rev > 1 ? "changed" : "raised",
  alert: alert(id, rev),
});

const cleared = (cursor: number, id: number, seq: number): AlertEntry => ({
  cursor,
  board: "1",
  game: "g1",
  seq,
  t: 200,
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

describe("views", () => {
  it("replace one another, the latest wins", () => {
    const store = new Store();
    store.view({ ...view(5), ply: 5 }, 0);
    store.view({ ...view(4), ply: 4 }, 0);
    expect(store.boards.value.get("1")?.value.ply).toBe(5);
    store.view({ ...view(1, [], "g2"), ply: 0 }, 0);
    expect(store.boards.value.get("1")?.value.ply).toBe(0);
  });

  it("of a server that came back count, whatever their number", () => {
    const store = new Store();
    store.hello({ server: "a", version: "", cursor: 1 });
    store.view({ ...view(5), ply: 5 }, 0);
    store.hello({ server: "a", version: "", cursor: 1 });
    store.view({ ...view(4), ply: 4 }, 0);
    expect(store.boards.value.get("1")?.value.ply).toBe(4);
  });

  it("are forgotten with the cursor when another server answers", () => {
    const store = new Store();
    store.hello({ server: "a", version: "", cursor: 0 });
    store.view(view(5), 0);
    store.entry(raised(7, 1, 6));
    store.hello({ server: "b", version: "", cursor: 0 });
    expect(store.boards.value.size).toBe(0);
    expect(store.log.value).toEqual([]);
    expect(store.cursor.value).toBeUndefined();
  });
});
