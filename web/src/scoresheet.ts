import type { Move, Sheet } from "./api";
import { moveName } from "./position";

/** One row of a scoresheet. */
export interface Row {
  number: number;
  white?: Move;
  black?: Move;
}

/** The record goes on from a position that no legal move reaches. */
export interface Break {
  leg: number;
}

/** The moves as rows of a scoresheet, and where the record breaks off and goes on. */
export function rows(sheet: Pick<Sheet, "moves" | "legs" | "start_fen">): (Row | Break)[] {
  const rows: (Row | Break)[] = [];
  const legs = [...sheet.legs];
  const breakBefore = (ply: number) => {
    for (let leg = legs[0]; leg && leg.ply < ply; leg = legs[0]) {
      rows.push({ leg: leg.n });
      legs.shift();
    }
  };
  for (const move of sheet.moves) {
    breakBefore(move.ply);
    const { side, number } = moveName(sheet.start_fen, 0, move.ply);
    const row = rows.at(-1);
    if (row && "number" in row && row.number === number && !row[side]) row[side] = move;
    else rows.push({ number, [side]: move });
  }
  breakBefore(Number.POSITIVE_INFINITY);
  return rows;
}
