import type { Sheet } from "../api";
import { say } from "../language";
import type { Board } from "../store";
import { FateLine, useOrders } from "./order";

/** The last order, by whom, and the way back as long as nobody has touched a piece or pressed. */
export function Undo({ board, sheet }: { board: Board; sheet: Sheet | null }) {
  const last = sheet?.ordered;
  const { fate, ready, give } = useOrders(board.board, `${last?.t} ${last?.do}`);
  if (!last) return null;
  return (
    <section class="undo" aria-label={say("last-order")}>
      <p>
        {say("event-done", { order: last.do })}
        {last.by && <span class="small">{say("ordered-by", { by: last.by })}</span>}
      </p>
      <div class="actions">
        <button type="button" aria-disabled={!ready} onClick={() => give({ do: "undo" })}>
          {say("undo")}
        </button>
      </div>
      <FateLine fate={fate} />
    </section>
  );
}
