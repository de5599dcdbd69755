import type { Advice, Sheet } from "../api";
import { say, words } from "../language";
import { articleText, groundOf, stepsText } from "../say";
import type { Board, Call, Store } from "../store";
import { AlertSentence, When } from "./alert";
import { Evidence } from "./evidence";
import { SeverityIcon } from "./icons";
import { FateLine, layoutOf, useOrders } from "./order";

/** An open alert with its evidence, what the edition prescribes, and the arbiter's choice. */
export function Decide({
  alert,
  board,
  sheet,
  store,
}: {
  alert: Call;
  board: Board;
  sheet: Sheet | null;
  store: Store;
}) {
  const { fate, ready, give } = useOrders(board.board, layoutOf(board));
  const busy = !ready || fate === "done";
  const decide = (verdict: "apply" | "dismiss" | "postpone", choice?: number) => {
    if (busy) return;
    give({
      do: "decide",
      alert: alert.id,
      verdict,
      seen: alert.rev,
      ...(choice === undefined ? {} : { choice }),
    });
  };
  const articles = articleText(words.value, alert.article, alert.penalty);
  const ruled = (ruling: string, steps: Advice[] | undefined) =>
    steps?.length ? `${say(ruling)}: ${stepsText(words.value, steps, board)}` : say(ruling);
  return (
    <article class={`decide ${alert.severity}`} data-alert={alert.id} data-kind={alert.kind}>
      <header>
        <SeverityIcon severity={alert.severity} />
        <h3>{say(`kind-${alert.kind.replaceAll("_", "-")}`)}</h3>
        <span class="small">
          {say(`severity-${alert.severity}`)} · <When alert={alert} board={board} store={store} />
        </span>
      </header>
      <p>
        <AlertSentence alert={alert} ground={groundOf(alert, board, sheet)} />
      </p>
      <p class="small">
        <span class="articles">{articles || say("article-none")}</span>
        {articles && <span>{say("edition", { rules: alert.rules })}</span>}
        {alert.for === "technician" && <span class="technician">{say("for-technician")}</span>}
      </p>
      {alert.hands_off && <p class="hands-off">{say("hands-off")}</p>}
      <Evidence alert={alert} />
      {alert.hint === "swapped_pieces" && <p class="hint">{say("hint-swapped-pieces")}</p>}
      <div class="actions">
        {alert.advice.length > 0 && (
          <button type="button" class="main" aria-disabled={busy} onClick={() => decide("apply")}>
            {stepsText(words.value, alert.advice, board)}
          </button>
        )}
        {alert.choices.map((choice, index) => (
          <button
            key={`${choice.article}/${JSON.stringify(choice.steps)}`}
            type="button"
            aria-disabled={busy}
            onClick={() => decide("apply", index + 1)}
          >
            {choice.steps.length > 0 ? stepsText(words.value, choice.steps, board) : say("nobody-punished")}
            {choice.article && <span class="small">{articleText(words.value, choice.article)}</span>}
          </button>
        ))}
        {alert.ruling === "asked" && (
          <button type="button" aria-disabled={busy} onClick={() => decide("postpone")}>
            {ruled("quickplay-postpone", alert.postponed)}
          </button>
        )}
        <button type="button" aria-disabled={busy} onClick={() => decide("dismiss")}>
          {alert.ruling
            ? ruled("quickplay-refuse", alert.refused)
            : say(alert.kind === "game_seems_over" ? "still-playing" : "no-action")}
        </button>
      </div>
      <FateLine fate={fate} />
    </article>
  );
}
