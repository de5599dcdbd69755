import { memo } from "preact/compat";
import { indexOf, occupancy, placement } from "../position";
import { silhouette } from "./pieces";

/** One board as six nodes: squares, last move, called squares, both armies, what is in the air. */
function Mini({
  fen,
  last,
  occupied,
  called,
}: {
  fen: string;
  last: string | undefined;
  occupied: string;
  /** Squares that an open alert names, joined by blanks. */
  called: string;
}) {
  const pieces = placement(fen);
  const stands = occupancy(occupied);
  let white = "";
  let black = "";
  let lifted = "";
  let extra = "";
  for (let index = 0; index < 64; index++) {
    const column = index % 8;
    const row = 7 - Math.floor(index / 8);
    const letter = pieces[index];
    if (letter) {
      const path = silhouette(letter, column, row);
      if (!stands[index]) lifted += path;
      else if (letter === letter.toUpperCase()) white += path;
      else black += path;
    } else if (stands[index]) {
      extra += `M${column * 45 + 13} ${row * 45 + 22.5}h19m-9.500-9.500v19`;
    }
  }
  const squares = (names: string[]) =>
    names.map((name) => {
      const index = indexOf(name);
      return `M${(index % 8) * 45} ${(7 - Math.floor(index / 8)) * 45}h45v45h-45z`;
    });
  return (
    <svg class="mini" viewBox="0 0 360 360" aria-hidden="true">
      <rect width="360" height="360" fill="url(#squares)" />
      {last && <path class="last" d={squares([last.slice(0, 2), last.slice(2, 4)]).join("")} />}
      {called && <path class="called" d={squares(called.split(" ")).join("")} />}
      {white && <path class="white" d={white} />}
      {black && <path class="black" d={black} />}
      {lifted && <path class="lifted" d={lifted} />}
      {extra && <path class="extra" d={extra} />}
    </svg>
  );
}

export const MiniBoard = memo(Mini);

/** The pattern all small boards share; once a page. */
export const BoardPattern = () => (
  <svg class="pattern" width="0" height="0" aria-hidden="true">
    <defs>
      <pattern id="squares" width="90" height="90" patternUnits="userSpaceOnUse">
        <rect class="light" width="90" height="90" />
        <path class="dark" d="M45 0h45v45H45zM0 45h45v45H0z" />
      </pattern>
    </defs>
  </svg>
);
