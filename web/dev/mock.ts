/**
 * A hall for work on the page alone: `npm run mock`. It plays old games on eight boards. With
 * `MOCK_ALL=1` there is a table 99 on which every kind of alert is open, to look at all the words.
 * The program itself knows nothing of this; `npm run dev` shows a real hub (`TOUCHMOVE_URL`).
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Chess, type Position } from "chessops/chess";
import { makeFen } from "chessops/fen";
import { makeSan, parseSan } from "chessops/san";
import type { SquareSet } from "chessops/squareSet";
import { makeUci } from "chessops/util";
import type { Plugin } from "vite";
import type { Alert, AlertEntry, Move, OpenAlert, Order, Sheet, Side, Touch, View } from "../src/api";
import { GAMES } from "./games.ts";
import { every, scenes } from "./scenes.ts";

const STARTED = Date.now();
const OPENED = 1_500_000;
const half = (bits: number) => (bits >>> 0).toString(16).padStart(8, "0");
const squares = (set: SquareSet) => half(set.hi) + half(set.lo);

const now = () => Date.now() - STARTED + OPENED;

/** One board that plays a game from its move text. */
class Table {
  private position: Position = Chess.default();
  private readonly todo: string[];
  private readonly moves: Move[] = [];
  private readonly touches: Touch[] = [];
  private occupied = squares(this.position.board.occupied);
  private time = { white: 5_430_000, black: 5_430_000 };
  private since = OPENED;
  private seq = 1;
  alerts: OpenAlert[] = [];
  past: Sheet["past_alerts"] = [];
  private over: View["result"] = null;
  private next = 0;

  constructor(
    readonly name: string,
    private readonly game: (typeof GAMES)[number],
    played: number,
    private readonly hall: MockHall,
    private readonly still = false,
  ) {
    this.todo = game.moves.split(" ");
    const spend = [41_000, 27_000, 95_000, 12_000, 63_000];
    for (let ply = 0; ply < played && this.todo.length; ply++) {
      this.time[this.position.turn] -= spend[(ply * 7 + name.length) % 5] ?? 0;
      this.play(OPENED - (played - ply) * 9_000);
    }
    if (name === "5") this.time = { white: 63_000, black: 14_200 };
    this.next = Date.now() + 1500 + Math.random() * 6000;
  }

  private play(t: number) {
    const san = this.todo.shift();
    if (!san) return;
    const move = parseSan(this.position, san);
    if (!move) throw new Error(`${this.name}: ${san}`);
    const by: Side = this.position.turn;
    const from = makeUci(move).slice(0, 2);
    const piece = "from" in move ? this.position.board.get(move.from) : undefined;
    const letter = { pawn: "p", knight: "n", bishop: "b", rook: "r", queen: "q", king: "k" }[
      piece?.role ?? "pawn"
    ];
    this.touches.push({
      t: t - 900,
      square: from,
      piece: by === "white" ? letter.toUpperCase() : letter,
      by,
    });
    const text = makeSan(this.position, move);
    this.position.play(move);
    this.time[by] += 30_000;
    this.moves.push({
      ply: this.moves.length + 1,
      uci: makeUci(move),
      san: text,
      fen: makeFen(this.position.toSetup()),
      sure: true,
      state: "completed",
      t,
      leg: 1,
      white_ms: by === "white" ? this.time.white : null,
      black_ms: by === "black" ? this.time.black : null,
    });
    this.since = t;
    this.occupied = squares(this.position.board.occupied);
    this.seq += 3;
    if (this.position.isCheckmate() || !this.todo.length) {
      const mate = this.position.isCheckmate();
      this.over = {
        result: by === "white" ? "1-0" : "0-1",
        reason: mate ? "checkmate" : "resignation",
        article: mate ? "5.1.1" : "5.1.2",
        t,
      };
    }
  }

  /** A hand lifts, carries, sets down, presses. */
  tick() {
    if (this.still || this.over || Date.now() < this.next || this.alerts.some((a) => a.severity !== "info"))
      return;
    const san = this.todo[0];
    const move = san && parseSan(this.position, san);
    if (!move) return;
    const lifted = squares(this.position.board.occupied.without("from" in move ? move.from : 0));
    if (this.occupied !== lifted) {
      this.occupied = lifted;
      this.next = Date.now() + 700;
    } else {
      this.time[this.position.turn] = Math.max(1000, this.time[this.position.turn] - (now() - this.since));
      this.play(now());
      this.next = Date.now() + 2500 + Math.random() * 7000;
    }
    this.hall.changed(this);
  }

  raise(alert: Partial<Alert> & { kind: string }, t = now()) {
    const full: OpenAlert = {
      id: this.alerts.length + this.past.length + 1,
      rev: 1,
      ply: this.moves.length,
      severity: "attention",
      for: "arbiter",
      side: this.position.turn,
      squares: [],
      article: null,
      penalty: null,
      rules: "fide-2023",
      advice: [],
      choices: [],
      t,
      ...alert,
    };
    this.alerts.push(full);
    this.seq += 1;
    const came = { at_ms: Date.now(), came: "live" } as const;
    this.hall.say({
      ...came,
      board: this.name,
      game: this.name,
      seq: this.seq,
      t,
      what: "raised",
      alert: full,
    });
    this.hall.changed(this);
  }

  order(order: Order): string | undefined {
    if (order.do === "decide") {
      const alert = this.alerts.find((open) => "alert" in order && open.id === order.alert);
      if (!alert) return "already_decided";
      const why = order.verdict === "apply" ? "applied" : "dismissed";
      this.alerts = this.alerts.filter((open) => open !== alert);
      this.past.push({ ...alert, why, cleared_t: now() });
      this.seq += 1;
      const cleared = { id: alert.id, kind: alert.kind, why } as const;
      const came = { at_ms: Date.now(), came: "live" } as const;
      this.hall.say({
        ...came,
        board: this.name,
        game: this.name,
        seq: this.seq,
        t: now(),
        what: "cleared",
        cleared,
      });
    } else if (order.do === "result") {
      if (this.over) return "game_over";
      this.over = { result: order.result, reason: order.reason, article: null, t: now() };
    } else if (order.do === "reopen") this.over = null;
    else return "not_available";
    this.seq += 1;
    this.hall.changed(this);
    return undefined;
  }

  view(): View {
    const last = this.moves.at(-1);
    const stopped = this.over || this.still;
    return {
      board: this.name,
      game: this.name,
      presence: "here",
      white: this.game.white,
      black: this.game.black,
      event: "Memorial Tournament",
      round: "3",
      rules: "fide-2023",
      play: "standard",
      supervision: "full",
      time_control: "5400+30",
      clock: "lever",
      phase: this.over ? "over" : this.moves.length ? "playing" : "ready",
      fen: makeFen(this.position.toSetup()),
      turn: this.position.turn,
      ply: this.moves.length,
      last: last ? { ply: last.ply, uci: last.uci, san: last.san } : null,
      seq: this.seq,
      t: this.since,
      clocks: {
        white_ms: this.time.white,
        black_ms: this.time.black,
        running: stopped || !this.moves.length ? null : this.position.turn,
        period: 1,
        moves: 0,
        white: { moves: Math.ceil(this.moves.length / 2), period: 1 },
        black: { moves: Math.floor(this.moves.length / 2), period: 1 },
        t: this.since,
      },
      alerts: this.alerts,
      result: this.over,
      occupied: this.occupied,
      t_now: now(),
      speed: 1,
      white_at: "left",
      saved: true,
      unsaved: null,
      colours: "as_paired",
    };
  }

  sheet(): Sheet {
    return {
      ...this.view(),
      moves: this.moves,
      start_fen: makeFen(Chess.default().toSetup()),
      legs: [],
      setup: null,
      obligation: this.name === "3" ? { side: "white", moves: ["g1f3", "g1h3"], touched: ["g1"] } : null,
      touches: this.touches.slice(-50),
      past_alerts: this.past,
      site: "?",
      date: "?",
      tags: {},
      claims: [],
      offers: [],
      ordered: null,
      signalled: null,
    };
  }
}

type Client = { response: ServerResponse; board: string | null };

class MockHall {
  private readonly clients = new Set<Client>();
  private readonly said: AlertEntry[] = [];
  readonly tables: Table[];

  constructor() {
    const played = [18, 24, 40, 0, 37, 34, 9, 45];
    this.tables = GAMES.map((game, index) => new Table(String(index + 1), game, played[index] ?? 10, this));
    const first = GAMES[0];
    if (first && process.env.MOCK_ALL) this.tables.push(new Table("99", first, 16, this, true));
    for (const [name, alerts] of Object.entries(scenes))
      for (const alert of alerts) this.table(name)?.raise(alert, now() - (alert.age ?? 4000));
    for (const alert of every) this.table("99")?.raise(alert);
    setInterval(() => {
      for (const table of this.tables) table.tick();
    }, 200);
    setInterval(() => {
      for (const { response } of this.clients) response.write(": still here\n\n");
    }, 2000);
  }

  table(name: string) {
    return this.tables.find((table) => table.name === name);
  }

  say(entry: Omit<AlertEntry, "cursor">) {
    const full = { cursor: this.said.length + 1, ...entry };
    this.said.push(full);
    for (const { response } of this.clients) send(response, "alert", full, full.cursor);
  }

  changed(table: Table) {
    for (const { response, board } of this.clients) {
      send(response, "view", table.view());
      if (board === table.name) send(response, "sheet", table.sheet());
    }
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const url = new URL(request.url ?? "/", "http://mock");
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      return true;
    };
    const [, api, what, name, verb] = url.pathname.split("/");
    if (api !== "api") return false;
    if (what === "hall")
      return answer(200, {
        name: "Memorial Tournament",
        now_ms: now(),
        boards: this.tables.map((t) => t.view()),
      });
    if (what === "alerts")
      return answer(
        200,
        this.said.filter((entry) => entry.cursor > Number(url.searchParams.get("after") ?? 0)),
      );
    if (what === "stream") {
      const client = { response, board: url.searchParams.get("board") };
      const after = Math.min(Number(request.headers["last-event-id"] ?? this.said.length), this.said.length);
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      send(response, "hello", { server: String(STARTED), version: "mock", cursor: after });
      for (const entry of this.said) if (entry.cursor > after) send(response, "alert", entry, entry.cursor);
      this.clients.add(client);
      request.on("close", () => this.clients.delete(client));
      return true;
    }
    const table = this.table(decodeURIComponent(name ?? ""));
    if (what !== "boards" || !table) return answer(404, {});
    if (verb !== "command") return answer(200, table.sheet());
    let body = "";
    for await (const chunk of request) body += chunk;
    const refused = table.order(JSON.parse(body));
    return refused ? answer(409, { refused }) : answer(200, { done: true });
  }
}

function send(response: ServerResponse, event: string, data: unknown, id?: number) {
  response.write(
    `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
  );
}

export function mock(): Plugin {
  return {
    name: "touchmove-mock",
    configureServer(server) {
      const hall = new MockHall();
      server.middlewares.use((request, response, next) => {
        hall.serve(request, response).then((served) => served || next(), next);
      });
    },
  };
}
