import type { Move, Sheet } from "./api";
import { moveName } from "./position";

/** One row of a scoresheet. */
export interface Row {
  number: number;
  leg: number;
  white?: Move;
  black?: Move;
}

/** The moves as rows of a scoresheet; a new leg (a position set) begins a new row. */
export function rows(sheet: Pick<Sheet, "moves" | "start_fen">): Row[] {
  const rows: Row[] = [];
  for (const move of sheet.moves) {
    const { side, number } = moveName(sheet.start_fen, 0, move.ply);
    const row = rows.at(-1);
    if (row && row.number === number && row.leg === move.leg && !row[side]) row[side] = move;
    else rows.push({ number, leg: move.leg, [side]: move });
  }
  return rows;
}
