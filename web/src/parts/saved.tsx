import { words } from "../language";
import type { Board } from "../store";

/** Says that the board's disk does not take what is shown, and why. */
export function NotSaved({ board }: { board: Board }) {
  if (board.saved) return null;
  return <b class="not-saved">{words.value.code("not-saved", board.unsaved ?? "fails")}</b>;
}
