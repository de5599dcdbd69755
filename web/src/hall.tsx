import type { Signal } from "@preact/signals";
import { BoardPattern, MiniBoard } from "./board/mini";
import { say, words } from "./language";
import { AlertLine, AlertName } from "./parts/alert";
import { Away } from "./parts/away";
import { SeverityIcon } from "./parts/icons";
import { Log } from "./parts/log";
import { Player } from "./parts/player";
import { NotSaved } from "./parts/saved";
import { moveName } from "./position";
import { score } from "./say";
import { type Board, calledSquares, calling, type Store } from "./store";

/** So few tables are shown larger. */
const FEW = 6;

/** All tables at a glance; those that call the arbiter first. */
export function HallPage({ store }: { store: Store }) {
  const hall = store.hall.value;
  const boards = (names: string[]) => names.flatMap((name) => store.boards.value.get(name) ?? []);
  const called = boards(hall.called);
  return (
    <main class="hall">
      <BoardPattern />
      <p class="counts" role="status">
        <strong>{say("count-calls", { count: called.length - hall.missed })}</strong>
        <span>{say("count-playing", { count: hall.playing })}</span>
        <span>{say("count-waiting", { count: hall.waiting })}</span>
        <span>{say("count-over", { count: hall.over })}</span>
        {hall.away > 0 && <span>{say("count-away", { count: hall.away })}</span>}
      </p>
      {/* Of these nobody is called any more: no status, which would be read out. */}
      {hall.missed > 0 && <p class="counts">{say("count-missed", { count: hall.missed })}</p>}
      {called.length > 0 && (
        <section class="calls" aria-labelledby="calls">
          <h2 id="calls" class="hidden">
            {say("calls")}
          </h2>
          <ul>
            {called.map((board) => (
              <CallCard key={board.peek().board} store={store} board={board} />
            ))}
          </ul>
        </section>
      )}
      <section class="tables" aria-labelledby="tables">
        <h2 id="tables" class="hidden">
          {say("tables")}
        </h2>
        <ul class={called.length + hall.calm.length > FEW ? "grid" : "grid few"}>
          {[...called, ...boards(hall.calm)].map((board) => (
            <BoardCard key={board.peek().board} store={store} board={board} />
          ))}
        </ul>
      </section>
      <Log store={store} />
    </main>
  );
}

/** One table's calls: everything that happens there is on one card, the gravest in full. */
function CallCard({ store, board: signal }: { store: Store; board: Signal<Board> }) {
  const board = signal.value;
  const [first, ...others] = calling(board.alerts);
  if (!first) return null;
  return (
    <li class={first.missed === undefined ? first.severity : `${first.severity} late`}>
      <a class="call" href={tableLink(board)} data-board={board.board}>
        <span class="number" translate={false}>
          {board.board}
        </span>
        <span class="lines">
          <AlertLine alert={first} ground={board} store={store} />
          <Away board={board} at="card" />
          {others.length > 0 && (
            <span class="others small">
              {others.map((alert) => (
                <AlertName key={alert.id} alert={alert} />
              ))}
            </span>
          )}
          <span class="pair" translate={false}>
            {board.white} – {board.black}
          </span>
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
  return (
    <li class={`card ${worst ?? "calm"} ${board.phase} ${board.presence}`}>
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
          <NotSaved board={board} />
          <Away board={board} at="card" />
          <State board={board} />
        </span>
        <MiniBoard
          fen={board.fen}
          last={board.last?.uci}
          occupied={board.occupied}
          called={calledSquares(board).join(" ")}
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
    return (
      <span class="state">
        {stopped && <b>{say("clocks-stopped")} </b>}
        {board.last && <LastMove board={board} last={board.last} />}
      </span>
    );
  }
  return <span class="state">{say(`phase-${board.phase}`)}</span>;
}

function LastMove({ board, last }: { board: Board; last: NonNullable<Board["last"]> }) {
  const { number, side } = moveName(board.fen, board.ply, last.ply);
  return (
    <span class="move" translate={false}>
      {number}
      {side === "white" ? "." : "…"} {last.san}
    </span>
  );
}
