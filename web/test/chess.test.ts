import { describe, expect, it } from "vitest";
import { changeText, clockText, left } from "../src/clock";
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

describe("clocks", () => {
  const reading = {
    clocks: { white_ms: 60_000, black_ms: 30_000, running: "white" as const, period: 1, moves: 0, t: 1000 },
    t_now: 3000,
    speed: 2,
    received: 500,
  };

  it("run on from the reading at the hall's speed, the other stands", () => {
    expect(left(reading, "white", 500)).toBe(58_000);
    expect(left(reading, "white", 1500)).toBe(56_000);
    expect(left(reading, "black", 1500)).toBe(30_000);
  });

  it("end at zero", () => expect(left(reading, "white", 1_000_000)).toBe(0));

  it("are written as a chess clock writes", () => {
    expect([5_430_000, 3_600_000, 249_000, 20_000, 19_940, 9_410, 0].map(clockText)).toEqual([
      "1:30:30",
      "1:00:00",
      "4:09",
      "0:20",
      "0:19.9",
      "0:09.4",
      "0:00.0",
    ]);
    expect([120_000, -90_000].map(changeText)).toEqual(["+2:00", "−1:30"]);
  });
});
