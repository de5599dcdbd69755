import type { GameResult, Order, Reason } from "../api";
import { say, words } from "../language";
import { resultText, score } from "../say";
import { session } from "../session";
import type { Board } from "../store";
import { arbiter } from "../who";
import { FateLine, layoutOf, useOrders } from "./order";

/** Each result with what it usually comes from, so that one tap enters it. */
const USUAL: readonly Entry[] = [
  ["1-0", "resignation", "enter-black-resigns"],
  ["1/2-1/2", "agreement", "enter-agreed"],
  ["0-1", "resignation", "enter-white-resigns"],
];
const LESS_USUAL: readonly Entry[] = [
  ["1-0", "forfeit", "enter-black-absent"],
  ["0-0", "forfeit", "enter-both-absent"],
  ["0-1", "forfeit", "enter-white-absent"],
  ["1-0", "arbiter", "reason-arbiter"],
  ["1/2-1/2", "arbiter", "reason-arbiter"],
  ["0-1", "arbiter", "reason-arbiter"],
];
type Entry = readonly [result: GameResult, reason: Reason, words: string];

/** The arbiter's hands on the clocks and the result. */
export function Control({ board, signalled }: { board: Board; signalled: GameResult | null }) {
  const { fate, ready, give } = useOrders(board.board, layoutOf(board));
  const busy = !ready;
  return (
    <section class="control" aria-labelledby="control">
      <h2 id="control">{say(board.result ? "result" : "result-and-clocks")}</h2>
      {signalled && !board.result && (
        <p class="signalled">
          {say("kings-in-the-centre")} <b translate={false}>{score(signalled)}</b>
        </p>
      )}
      {board.result ? (
        <div class="actions">
          <button type="button" aria-disabled={busy} onClick={() => give({ do: "reopen" })}>
            {say("reopen")}
          </button>
        </div>
      ) : (
        <>
          <div class="actions results">
            {USUAL.map((entry) => (
              <ResultButton key={entry[2]} entry={entry} busy={busy} give={give} />
            ))}
          </div>
          <details>
            <summary>{say("other-results")}</summary>
            <div class="actions results">
              {LESS_USUAL.map((entry) => (
                <ResultButton key={entry[0] + entry[2]} entry={entry} busy={busy} give={give} />
              ))}
            </div>
          </details>
          <ClockButton board={board} busy={busy} give={give} />
          <AboutTheBoard busy={busy} give={give} />
        </>
      )}
      <FateLine fate={fate} />
      {!session.value?.user && (
        <label class="who">
          {say("your-name")}
          <input
            type="text"
            autocomplete="name"
            maxLength={60}
            value={arbiter.value}
            onInput={(event) => {
              arbiter.value = event.currentTarget.value;
            }}
          />
        </label>
      )}
    </section>
  );
}

interface Giving {
  busy: boolean;
  give: (order: Order) => void;
}

function ResultButton({ entry, busy, give }: { entry: Entry } & Giving) {
  const [result, reason, id] = entry;
  return (
    <button type="button" aria-disabled={busy} onClick={() => give({ do: "result", result, reason })}>
      <b translate={false}>{score(result)}</b>
      <span class="hidden">{resultText(words.value, result)}</span>
      <span class="small">{say(id)}</span>
    </button>
  );
}

/** What stands on the board, how it lies, and who sits where. */
function AboutTheBoard({ busy, give }: Giving) {
  const orders = ["accept_board", "flip", "swap_colours"] as const;
  return (
    <details>
      <summary>{say("board-and-players")}</summary>
      <div class="actions">
        {orders.map((order) => (
          <button key={order} type="button" aria-disabled={busy} onClick={() => give({ do: order })}>
            {words.value.code("do", order)}
          </button>
        ))}
      </div>
    </details>
  );
}

function ClockButton({ board, busy, give }: { board: Board } & Giving) {
  if (!board.clocks || board.clock === "none" || board.clock === "external") return null;
  if (board.phase === "ready")
    return (
      <div class="actions">
        <button type="button" aria-disabled={busy} onClick={() => give({ do: "start" })}>
          {say("start-clocks")}
        </button>
      </div>
    );
  if (board.phase !== "playing") return null;
  return (
    <div class="actions">
      {board.clocks.running ? (
        <button type="button" aria-disabled={busy} onClick={() => give({ do: "pause" })}>
          {say("pause-clocks")}
        </button>
      ) : (
        <button
          type="button"
          aria-disabled={busy}
          onClick={() => give({ do: "resume", running: board.turn })}
        >
          {say(`resume-${board.turn}`)}
        </button>
      )}
    </div>
  );
}
