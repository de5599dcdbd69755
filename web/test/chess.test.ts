import { describe, expect, it } from "vitest";
import { difference, moveName, movesOf, occupancy, squareAt } from "../src/position";
import { rows } from "../src/scoresheet";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const BLACK_23 = "8/8/8/8/8/8/8/8 b - - 0 23";

describe("occupancy", () => {
  it("has a1 lowest and h8 highest", () => {
    const set = (hex: string) => occupancy(hex).flatMap((stands, index) => (stands ? squareAt(index) : []));
    expect(set("8000000000000001")).toEqual(["a1", "h8"]);
    expect(set("0000000010000000")).toEqual(["e4"]);
  });

  it("shows where the board is not the position", () => {
    expect(difference(START, "ffff00000000ffff")).toEqual({ missing: [], extra: [] });
    expect(difference(START, "ffff00001000efff")).toEqual({ missing: ["e2"], extra: ["e4"] });
  });
});

describe("moves", () => {
  it("are named from the position that stands", () => {
    expect(moveName(START, 0, 1)).toEqual({ side: "white", number: 1 });
    expect(moveName("8/8/8/8/8/8/8/8 w - - 0 8", 14, 14)).toEqual({ side: "black", number: 7 });
    expect(moveName("8/8/8/8/8/8/8/8 w - - 0 8", 14, 15)).toEqual({ side: "white", number: 8 });
    expect(moveName(BLACK_23, 0, 1)).toEqual({ side: "black", number: 23 });
  });

  it("of a side are its last or the one it is at", () => {
    const fen = "8/8/8/8/8/8/8/8 b - - 0 8";
    expect(movesOf("white", fen, 15, 15)).toEqual({ side: "white", number: 8 });
    expect(movesOf("black", fen, 15, 15)).toEqual({ side: "black", number: 8 });
  });

  it("fill a scoresheet, also one that begins with Black or goes on after a leg", () => {
    const move = (ply: number) => ({
      ply,
      leg: 1,
      uci: "e2e4",
      san: "e4",
      fen: START,
      sure: true,
      state: "made" as const,
      t: 0,
    });
    const shape = (start_fen: string, plies: number[], legs: number[] = []) =>
      rows({
        start_fen,
        moves: plies.map(move),
        legs: legs.map((ply, index) => ({ n: index + 2, fen: START, ply })),
      }).map((row) => ("leg" in row ? `leg ${row.leg}` : [row.number, row.white?.ply, row.black?.ply]));
    expect(shape(START, [1, 2, 3])).toEqual([
      [1, 1, 2],
      [2, 3, undefined],
    ]);
    expect(shape(BLACK_23, [1, 2])).toEqual([
      [23, undefined, 1],
      [24, 2, undefined],
    ]);
    // White's second move was illegal and stands: it has no line of its own.
    expect(shape(START, [1, 2, 4], [3])).toEqual([[1, 1, 2], "leg 2", [2, undefined, 4]]);
    expect(shape(START, [1], [2])).toEqual([[1, 1, undefined], "leg 2"]);
  });
});
