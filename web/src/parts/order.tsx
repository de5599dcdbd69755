import { useEffect, useRef, useState } from "preact/hooks";
import { command, type Order } from "../api";
import { say, words } from "../language";

/** How long a button that has changed under the finger does nothing, ms. */
const STEADY = 300;

/** Whether `key` has stood unchanged long enough to be what the finger meant. */
function useSteady(key: string): () => boolean {
  const changed = useRef({ key, at: Number.NEGATIVE_INFINITY });
  if (changed.current.key !== key) changed.current = { key, at: performance.now() };
  return () => performance.now() - changed.current.at >= STEADY;
}

/** What became of the last order given here. */
export type Fate = "none" | "sent" | "done" | { refused: string };

/** Gives orders to a board, one at a time, and keeps what became of the last. */
export function useOrders(board: string, key: string) {
  const [fate, setFate] = useState<Fate>("none");
  const steady = useSteady(key);
  const here = useRef(true);
  useEffect(
    () => () => {
      here.current = false;
    },
    [],
  );
  const give = async (order: Order) => {
    if (fate === "sent" || !steady()) return;
    setFate("sent");
    const answer = await command(board, order);
    if (here.current) setFate("done" in answer ? "done" : answer);
  };
  return { fate, give };
}

/** Says that an order is under way or was refused, and why. */
export function FateLine({ fate }: { fate: Fate }) {
  return (
    <p class="fate" role="status">
      {fate === "sent" && say("order-sent")}
      {typeof fate === "object" && (
        <span class="refused">
          {say("order-refused")} {words.value.code("refused", fate.refused)}
        </span>
      )}
    </p>
  );
}
