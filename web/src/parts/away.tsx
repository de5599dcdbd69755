import { say } from "../language";
import type { Board } from "../store";
import { AwayIcon } from "./icons";

/** Says that a board is not heard; at length, that what is shown of it is old. */
export function Away({ board, at }: { board: Board; at: "card" | "table" }) {
  if (board.presence !== "away") return null;
  return (
    <b class="away-mark">
      <AwayIcon />
      {say(at === "card" ? "away" : "away-and-old")}
    </b>
  );
}
