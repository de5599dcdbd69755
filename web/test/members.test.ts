import { describe, expect, it } from "vitest";
import { found, inOrder, type Member, spelled } from "../src/members/api";

const member = (code: string, table: string | null): Member => ({
  code,
  table,
  joined_ms: 0,
  presence: "here",
  synchronised: "yes",
});
const codes = (members: Member[]) => members.map(({ code }) => code);

describe("boards that have joined", () => {
  it("stand in order: unclaimed ones, then tables as people count", () => {
    const all = [member("C", "10"), member("D", "2"), member("B", null), member("A", null)];
    expect(codes(inOrder(all))).toEqual(["A", "B", "D", "C"]);
  });

  it.each(["0K1M1Z", "0k1m1z", "ok1-m1z", " OKL MIZ ", "o-k-i-m-l-z"])("are known by %s", (typed) => {
    expect(spelled(typed)).toBe("0K1M1Z");
  });

  it("are found by a part of the code, or by the whole name of a table", () => {
    const all = [member("0K1M1Z", null), member("ABCDEF", "12"), member("GHJKMN", "1")];
    expect(codes(found(all, "  "))).toEqual(["0K1M1Z", "ABCDEF", "GHJKMN"]);
    expect(codes(found(all, "okl"))).toEqual(["0K1M1Z"]);
    expect(codes(found(all, "1"))).toEqual(["0K1M1Z", "GHJKMN"]);
    expect(codes(found(all, "12"))).toEqual(["ABCDEF"]);
    expect(codes(found(all, "zzz"))).toEqual([]);
  });
});
