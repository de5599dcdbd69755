import type { Side } from "../api";
import type { Store } from "../store";
import { type Board, reading } from "../store";
import { Clock } from "./clock";
import { Disc } from "./icons";

/** A player's line: colour, name, clock. `?` is a name that nobody has entered. */
export function Player({
  store,
  board,
  side,
  unnamed,
}: {
  store: Store;
  board: Board;
  side: Side;
  unnamed: string;
}) {
  const name = board[side];
  const named = name !== "?" && name !== "";
  return (
    <span class={`player ${side}`}>
      <Disc side={side} />
      <span class={named ? "who" : "who unnamed"} translate={!named}>
        {named ? name : unnamed}
      </span>
      <Clock
        reading={board.clocks && reading(board)}
        side={side}
        heard={store.lastHeard}
        away={board.presence === "away"}
      />
    </span>
  );
}
