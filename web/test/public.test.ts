import { expect, test } from "vitest";
import { placement } from "../src/position";
import { firstMover, heard, numbered, type PublicTable, standing, time } from "../src/public/tables";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const table = (name: string): PublicTable => ({
  table: name,
  white: "A",
  black: "B",
  event: "?",
  round: "1",
  result: null,
  fen: START,
  last: null,
  moves: [],
});

test("tables come, change and go in the order of their numbers", () => {
  const tables = (names: string[]) =>
    JSON.stringify({ name: "Hall", delay_s: 900, tables: names.map(table) });
  let hall = heard(undefined, "table", JSON.stringify(table("1")));
  expect(hall).toBeUndefined();
  hall = heard(hall, "hall", tables(["2", "10"]));
  hall = heard(hall, "table", JSON.stringify(table("3")));
  hall = heard(hall, "table", JSON.stringify({ ...table("2"), white: "C" }));
  expect(hall?.tables.map(({ table, white }) => table + white)).toEqual(["2C", "3A", "10A"]);
  hall = heard(hall, "gone", JSON.stringify({ table: "3" }));
  hall = heard(hall, "bye", JSON.stringify({ reason: "slow" }));
  expect(hall?.tables.map(({ table }) => table)).toEqual(["2", "10"]);
});

test("moves have their numbers, whoever began", () => {
  expect(numbered(["e4", "e5", "Nf3"], 0)).toBe("1. e4 e5 2. Nf3");
  expect(numbered(["e5", "Nf3"], 1)).toBe("1… e5 2. Nf3");
  expect(firstMover(START, 0)).toBe(0);
  expect(firstMover(START, 3)).toBe(1);
  expect(firstMover(START.replace(" w ", " b "), 3)).toBe(0);
});

test("times are as on a clock, and a position covers its squares", () => {
  expect([time(5_400_000), time(61_999), time(null)]).toEqual(["1:30:00", "0:01:01", ""]);
  expect(standing(placement(START))).toBe("ffff00000000ffff");
});
