import { useEffect, useRef, useState } from "preact/hooks";
import { command, type DecidedBy, type Order, type View } from "../api";
import { say, words } from "../language";

/** How long a button that has changed under the finger does nothing, ms. */
const STEADY = 300;

/** Whether `key` has stood unchanged long enough to be what the finger meant. */
function useSteady(key: string): boolean {
  const [steady, setSteady] = useState<string>();
  useEffect(() => {
    const settle = setTimeout(() => setSteady(key), STEADY);
    return () => clearTimeout(settle);
  }, [key]);
  return steady === key;
}

/** What became of the last order given here. */
export type Fate = "none" | "sent" | "done" | { refused: string; by?: DecidedBy };

/**
 * Gives orders to a board, one at a time, and keeps what became of the last. `layout` says what lies
 * on the page: when that changes, another button may have come under the finger. Until `ready` an
 * order is not given; the buttons say so with `aria-disabled`, for `disabled` would lose the focus
 * of whoever works by keyboard.
 */
export function useOrders(board: string, layout: string) {
  const [fate, setFate] = useState<Fate>("none");
  const ready = useSteady(layout) && fate !== "sent";
  const here = useRef(true);
  useEffect(
    () => () => {
      here.current = false;
    },
    [],
  );
  const give = async (order: Order) => {
    if (!ready) return;
    setFate("sent");
    const answer = await command(board, order);
    if (here.current) setFate("done" in answer ? "done" : answer);
  };
  return { fate, ready, give };
}

/** What lies on a table's page. */
export const layoutOf = (board: View) =>
  [board.phase, board.clocks?.running, ...board.alerts.map(({ id, rev }) => `${id}.${rev}`)].join();

/** Says that an order is under way or was refused, and why. */
export function FateLine({ fate }: { fate: Fate }) {
  return (
    <p class="fate" role="status">
      {fate === "sent" && say("order-sent")}
      {typeof fate === "object" && (
        <span class="refused">
          {say("order-refused")} {words.value.code("refused", fate.refused)}
          {fate.by?.user &&
            ` ${say("decided-by", { name: fate.by.user, time: new Date(fate.by.at_ms).toLocaleTimeString() })}`}
        </span>
      )}
    </p>
  );
}
