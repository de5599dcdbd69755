import type { Signal } from "@preact/signals";
import { BoardPattern, MiniBoard } from "./board/mini";
import { say, words } from "./language";
import { AlertLine } from "./parts/alert";
import { SeverityIcon } from "./parts/icons";
import { Log } from "./parts/log";
import { Player } from "./parts/player";
import { moveName } from "./position";
import { score } from "./say";
import { type Board, calling, need, type Store } from "./store";

/** All tables at a glance; those that call the arbiter first. */
export function HallPage({ store }: { store: Store }) {
  const boards = [...store.order.value].flatMap((name) => store.boards.value.get(name) ?? []);
  const called = boards.filter((board) => calling(board.value.alerts).length > 0);
  called.sort((a, b) => need(b.value.alerts) - need(a.value.alerts) || since(a.value) - since(b.value));
  const calm = boards.filter((board) => !called.includes(board));
  return (
    <main class="hall">
      <BoardPattern />
      <Counts boards={boards} called={called.length} />
      {called.length > 0 && (
        <section class="calls" aria-labelledby="calls">
          <h2 id="calls" class="hidden">
            {say("calls")}
          </h2>
          <ul>
            {called.map((board) => (
              <CallCard key={board.value.board} store={store} board={board} />
            ))}
          </ul>
        </section>
      )}
      <section class="tables" aria-labelledby="tables">
        <h2 id="tables" class="hidden">
          {say("tables")}
        </h2>
        <ul class="grid">
          {[...called, ...calm].map((board) => (
            <BoardCard key={board.value.board} store={store} board={board} />
          ))}
        </ul>
      </section>
      <Log store={store} />
    </main>
  );
}

/** Since when the oldest call of a board has been waiting. */
const since = (board: Board) => Math.min(...calling(board.alerts).map((alert) => alert.t - board.t_now));

function Counts({ boards, called }: { boards: Signal<Board>[]; called: number }) {
  const count = (phase: string) => boards.filter((board) => board.value.phase === phase).length;
  return (
    <p class="counts" role="status">
      <strong class={called ? "some" : "none"}>{say("count-calls", { count: called })}</strong>
      <span>{say("count-playing", { count: count("playing") })}</span>
      <span>{say("count-waiting", { count: count("setup") + count("ready") })}</span>
      <span>{say("count-over", { count: count("over") })}</span>
    </p>
  );
}

/** As many calls of one table as its card shows. */
const LINES = 3;

/** One table's calls: everything that happens there is on one card. */
function CallCard({ store, board: signal }: { store: Store; board: Signal<Board> }) {
  const board = signal.value;
  const alerts = calling(board.alerts);
  return (
    <li class={alerts[0]?.severity}>
      <a class="call" href={tableLink(board)} data-board={board.board}>
        <span class="number" translate={false}>
          {board.board}
        </span>
        <span class="lines">
          {alerts.slice(0, LINES).map((alert) => (
            <AlertLine key={alert.id} alert={alert} ground={board} store={store} />
          ))}
          {alerts.length > LINES && (
            <span class="more small">{say("more-calls", { count: alerts.length - LINES })}</span>
          )}
        </span>
        <span class="pair" translate={false}>
          {board.white} – {board.black}
        </span>
      </a>
    </li>
  );
}

const tableLink = (board: Board) => `#/table/${encodeURIComponent(board.board)}`;

function BoardCard({ store, board: signal }: { store: Store; board: Signal<Board> }) {
  const board = signal.value;
  const calls = calling(board.alerts);
  const worst = calls[0]?.severity;
  const unnamed = { white: say("white-player"), black: say("black-player") };
  const squares = calls.flatMap((alert) => alert.squares);
  return (
    <li class={`card ${worst ?? "calm"} ${board.phase}`}>
      <a href={tableLink(board)} data-board={board.board}>
        <span class="head">
          <span class="number">
            <span class="hidden">{say("table")} </span>
            <span translate={false}>{board.board}</span>
          </span>
          {worst && (
            <>
              <SeverityIcon severity={worst} />
              <span class="hidden">{say(`severity-${worst}`)}</span>
            </>
          )}
          <State board={board} />
        </span>
        <MiniBoard
          fen={board.fen}
          last={board.last?.uci}
          occupied={board.occupied}
          called={[...new Set(squares)].join(" ")}
        />
        <Player store={store} board={board} side="black" unnamed={unnamed.black} />
        <Player store={store} board={board} side="white" unnamed={unnamed.white} />
      </a>
    </li>
  );
}

/** What a table is doing, in a word or two; while it plays, the last move. */
function State({ board }: { board: Board }) {
  if (board.result)
    return (
      <span class="state">
        <b translate={false}>{score(board.result.result)}</b>{" "}
        {words.value.code("reason", board.result.reason)}
      </span>
    );
  if (board.phase === "playing") {
    const stopped = board.clocks && board.clocks.running === null;
    const { number, side } = moveName(board.fen, board.ply, board.ply);
    return (
      <span class="state">
        {stopped && <b>{say("clocks-stopped")} </b>}
        {board.last && (
          <span class="move" translate={false}>
            {number}
            {side === "white" ? "." : "…"} {board.last.san}
          </span>
        )}
      </span>
    );
  }
  return <span class="state">{say(`phase-${board.phase}`)}</span>;
}
