import { useState } from "preact/hooks";
import type { Sheet, Side } from "./api";
import { BigBoard } from "./board/big";
import { say, words } from "./language";
import { Away } from "./parts/away";
import { Control } from "./parts/control";
import { Decide } from "./parts/decide";
import { Moves } from "./parts/moves";
import { PastAlerts } from "./parts/past";
import { Player } from "./parts/player";
import { NotSaved } from "./parts/saved";
import { Touches } from "./parts/touches";
import { Undo } from "./parts/undo";
import { difference } from "./position";
import { capital, moveText, resultText, score } from "./say";
import { type Board, calledSquares, calling, type Store } from "./store";

/** One table: board, moves, touches, and what the arbiter has to decide there. */
export function TablePage({ store, name }: { store: Store; name: string }) {
  const board = store.boards.value.get(name)?.value;
  const whole = store.sheet.value;
  const sheet = whole?.board === name && whole.game === board?.game ? whole : null;
  if (!board)
    return (
      <main class="table-page">
        <p class="empty">{store.heard.value === undefined ? say("connecting") : say("no-such-table")}</p>
      </main>
    );
  const calls = calling(board.alerts);
  const notices = board.alerts.filter((alert) => alert.severity === "info");
  return (
    <main class="table-page">
      <Heading board={board} />
      <BoardSide store={store} board={board} sheet={sheet} />
      {calls.length > 0 && (
        <section class="open" aria-labelledby="open">
          <h2 id="open" class="hidden">
            {say("calls")}
          </h2>
          {calls.map((alert) => (
            <Decide key={alert.id} alert={alert} board={board} sheet={sheet} store={store} />
          ))}
        </section>
      )}
      <div class="case">
        <Obligation sheet={sheet} />
        <Undo board={board} sheet={sheet} />
        <Control board={board} signalled={sheet?.signalled ?? null} />
        {notices.length > 0 && (
          <details class="notices">
            <summary>{say("notices", { count: notices.length })}</summary>
            {notices.map((alert) => (
              <Decide key={alert.id} alert={alert} board={board} sheet={sheet} store={store} />
            ))}
          </details>
        )}
      </div>
      <div class="record">
        {sheet && <Moves sheet={sheet} />}
        {sheet && <Touches sheet={sheet} />}
        {sheet && <PastAlerts sheet={sheet} />}
      </div>
    </main>
  );
}

function Heading({ board }: { board: Board }) {
  return (
    <header class="heading">
      <h1>
        {say("table")} <span translate={false}>{board.board}</span>
      </h1>
      <p class="small">
        {board.event !== "?" && <span translate={false}>{board.event}</span>}
        {board.round !== "?" && <span>{say("round", { round: board.round })}</span>}
        <span>{capital(say("edition", { rules: board.rules }), words.value.language)}</span>
        <span>{say("play", { play: board.play })}</span>
        {board.play !== "standard" && (
          <span>
            {say("supervision", { supervision: board.supervision, play: board.play, rules: board.rules })}
          </span>
        )}
        {board.time_control === "-" ? (
          <span>{say("time-control-none")}</span>
        ) : (
          <span class="chess" translate={false}>
            {board.time_control}
          </span>
        )}
      </p>
    </header>
  );
}

function BoardSide({ store, board, sheet }: { store: Store; board: Board; sheet: Sheet | null }) {
  const [bottom, setBottom] = useState<Side>("white");
  const top = bottom === "white" ? "black" : "white";
  const differs = board.phase === "over" ? { missing: [], extra: [] } : difference(board.fen, board.occupied);
  const unnamed = { white: say("white-player"), black: say("black-player") };
  return (
    <section
      class={`board-side ${board.presence}`}
      aria-label={say("board-of-table", { table: board.board })}
    >
      <Player store={store} board={board} side={top} unnamed={unnamed[top]} />
      <BigBoard
        fen={board.fen}
        last={board.last?.uci}
        bottom={bottom}
        missing={differs.missing}
        extra={differs.extra}
        called={calledSquares(board)}
        label={say(`to-move-${board.turn}`)}
      />
      <Player store={store} board={board} side={bottom} unnamed={unnamed[bottom]} />
      <div class="under">
        <Outcome board={board} />
        <NotSaved board={board} />
        <Away board={board} at="table" />
        <button type="button" class="quiet" onClick={() => setBottom(top)}>
          {say("turn-board")}
        </button>
      </div>
      <Differs missing={differs.missing} extra={differs.extra} wrong={sheet?.setup?.wrong_color ?? []} />
    </section>
  );
}

/** What stands there now, where it is not the position. */
function Differs({ missing, extra, wrong }: { missing: string[]; extra: string[]; wrong: string[] }) {
  if (missing.length + extra.length + wrong.length === 0) return null;
  return (
    <ul class="differs">
      {missing.length > 0 && (
        <li>
          <span class="sample missing" aria-hidden="true" />
          {say("stands-nothing", { squares: missing.join(", ") })}
        </li>
      )}
      {extra.length > 0 && (
        <li>
          <span class="sample extra" aria-hidden="true" />
          {say("stands-something", { squares: extra.join(", ") })}
        </li>
      )}
      {wrong.length > 0 && <li>{say("stands-wrong-colour", { squares: wrong.join(", ") })}</li>}
    </ul>
  );
}

function Outcome({ board }: { board: Board }) {
  if (!board.result)
    return (
      <p class="outcome">
        {board.phase === "playing" ? say(`to-move-${board.turn}`) : say(`phase-${board.phase}`)}
      </p>
    );
  const { result, reason, article } = board.result;
  return (
    <p class="outcome over">
      <b translate={false}>{score(result)}</b> {resultText(words.value, result)},{" "}
      {words.value.code("reason", reason)}
      {article && <span class="small articles">{say("article", { article })}</span>}
    </p>
  );
}

/** What the player to move is bound to by what he touched. */
function Obligation({ sheet }: { sheet: Sheet | null }) {
  const bound = sheet?.obligation;
  if (!bound) return null;
  const squares = bound.touched.join(", ");
  return (
    <p class="obligation">
      {say("obligation-must", { side: bound.side, required: bound.moves.map(moveText).join(", ") })}{" "}
      {squares && <span class="small">{say("obligation-touched", { squares })}</span>}
    </p>
  );
}
