import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Mistake, TableView } from "../src/round/api";
import { byNeed, progress, wrongSquares } from "../src/round/count";
import { mistakeText, placeText } from "../src/round/say";
import { EDITIONS } from "../src/round/terms";
import { LANGUAGES } from "../src/spoken";
import { Words } from "../src/words";
import { codes, ROOT } from "./rust";

const table = (name: string, more: Partial<TableView> & Pick<TableView, "state">): TableView => ({
  table: name,
  white: "Anna",
  black: "Boris",
  ...more,
});

const tables = [
  table("1", { state: "ready" }),
  table("2", { state: "no_board" }),
  table("3", { state: "setting_up", missing: ["e2"], extra: ["e4"], wrong_color: ["e4"] }),
  table("4", { state: "playing", running: "white" }),
  table("5", { state: "other_game", refused: "game_on" }),
  table("6", { state: "over", result: "1-0", reason: "resignation" }),
  table("7", { state: "away", refused: "unreachable" }),
];

it("counts the tables, and leaves out of those not ready where no board stands", () => {
  expect(progress({ tables })).toEqual({ count: 7, ready: 1, playing: 1, over: 1, waiting: 3 });
});

it("shows first who needs somebody", () => {
  expect(byNeed(tables).map(({ table }) => table)).toEqual(["5", "7", "3", "1", "2", "4", "6"]);
});

it("names each wrong square once", () => {
  expect(tables.map(wrongSquares)[2]).toEqual(["e2", "e4"]);
});

it("offers the editions that the program has", () => {
  const files = readdirSync(join(ROOT, "core/editions")).map((name) => name.replace(".toml", ""));
  expect([...EDITIONS].sort()).toEqual(files.sort());
});

describe.each(LANGUAGES)("mistakes in %s", (language) => {
  const words = new Words(language);
  const kinds = codes("mistake.rs", "Wrong", "core/src/tournament").map((code) => code.replaceAll("-", "_"));

  it.each(kinds)("%s is a sentence with what the file says", (wrong) => {
    const mistake = {
      wrong,
      line: 3,
      column: 2,
      heading: "H",
      player: "P",
      table: "T",
      text: "X",
      name: "N",
      key: "time_control",
      first: 5,
      headings: 4,
      most: 200,
    } as unknown as Mistake;
    const text = mistakeText(words, mistake);
    expect(text).toMatch(/^[^{}]+[.?]$/);
    expect(text).not.toMatch(/\?\?|mistake-/);
    expect(placeText(words, mistake)).toMatch(/3.*2/);
    expect(placeText(words, { ...mistake, line: null })).toBe("");
  });
});
