import { describe, expect, it } from "vitest";
import type { Clocks, ClockView } from "../src/api";
import { changeText, clockText, delayLeft, left, type Reading, wholeText } from "../src/clock";
import { drawn } from "../src/tabletop/digits";
import { shown } from "../src/tabletop/faces";

const CLOCKS: Clocks = {
  white_ms: 60_000,
  black_ms: 30_000,
  running: "white",
  period: 1,
  moves: 0,
  white: { moves: 41, period: 2 },
  black: { moves: 40, period: 1 },
  t: 1000,
};

const reading = (clocks: Partial<Clocks> = {}): Reading => ({
  clocks: { ...CLOCKS, ...clocks },
  t_now: 3000,
  speed: 2,
  received: 500,
});

describe("a clock", () => {
  it("runs on from the reading at the hall's speed, the other stands", () => {
    expect(left(reading(), "white", 500)).toBe(58_000);
    expect(left(reading(), "white", 1500)).toBe(56_000);
    expect(left(reading(), "black", 1500)).toBe(30_000);
  });

  it("ends at zero", () => expect(left(reading(), "white", 1_000_000)).toBe(0));

  it("stands still during a delay, of which as much is left as was not used", () => {
    const delayed = reading({ delay_ms: 5_000 });
    const at = (now: number) => [left(delayed, "white", now), delayLeft(delayed, now)];
    expect([500, 1500, 2000, 2500].map(at)).toEqual([
      [60_000, 3_000],
      [60_000, 1_000],
      [60_000, 0],
      [59_000, 0],
    ]);
    expect(left(delayed, "black", 2500)).toBe(30_000);
    expect(delayLeft(reading({ delay_ms: 5_000, running: null }), 500)).toBe(0);
  });

  it("is written for the arbiter as a chess clock writes", () => {
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

  it("shows the players whole seconds, and none only when there is none", () => {
    expect([36_000_000, 3_600_000, 3_599_001, 3_599_000, 600_000, 59_001, 999, 1, 0].map(wholeText)).toEqual([
      "10:00:00",
      "1:00:00",
      "1:00:00",
      "59:59",
      "10:00",
      "1:00",
      "0:01",
      "0:01",
      "0:00",
    ]);
  });
});

const view = (rest: Partial<ClockView> = {}, clocks: Partial<Clocks> = {}): ClockView => ({
  board: "7",
  white_at: "left",
  stage: "started",
  clocks: { ...CLOCKS, ...clocks },
  t_now: 1000,
  speed: 1,
  ...rest,
});

/** What is shown so many ms after a view was heard. */
const later = (ms: number, seen: ClockView) => shown({ view: seen, received: 0 }, ms, ms);

describe("the faces", () => {
  it.each([
    ["left", ["white", "black"]],
    ["right", ["black", "white"]],
  ] as const)("stand as the lever does: White at its %s end", (white_at, sides) => {
    for (const running of ["white", "black", null] as const) {
      const { faces } = later(0, view({ white_at }, { running }));
      expect(faces.map(({ side }) => side)).toEqual(sides);
      expect(faces.map(({ side, sign }) => sign && side)).toEqual(
        sides.map((side) => (side === running ? side : undefined)),
      );
    }
  });

  it("show each side's time, moves and period", () => {
    const { faces, stopped, lost } = later(2_500, view());
    expect(faces).toEqual([
      { side: "white", time: "0:58", sign: "running", delay: undefined, moves: 41, period: 2 },
      { side: "black", time: "0:30", sign: undefined, delay: undefined, moves: 40, period: 1 },
    ]);
    expect([stopped, lost]).toEqual([false, undefined]);
  });

  it("show the delay that is left, and the time stands", () => {
    const delayed = view({}, { delay_ms: 3_000 });
    const at = (ms: number) => {
      const { time, delay } = later(ms, delayed).faces[0];
      return [time, delay];
    };
    expect([0, 1, 2_000, 2_999, 3_000, 3_001, 4_000].map(at)).toEqual([
      ["1:00", 3],
      ["1:00", 3],
      ["1:00", 1],
      ["1:00", 1],
      ["1:00", undefined],
      ["1:00", undefined],
      ["0:59", undefined],
    ]);
    expect(later(0, delayed).faces[1].delay).toBeUndefined();
  });

  it("show a flag with the zero, not before, on whichever side it is down", () => {
    const short = view({}, { white_ms: 2_000 });
    expect(later(1_999, short).faces[0]).toMatchObject({ time: "0:01", sign: "running" });
    expect(later(2_000, short).faces[0]).toMatchObject({ time: "0:00", sign: "flag" });
    const both = later(0, view({}, { white_ms: 0, black_ms: 0, running: null }));
    expect(both.faces.map(({ sign }) => sign)).toEqual(["flag", "flag"]);
  });

  it("tell that both were stopped, but not before the start", () => {
    expect(later(0, view({}, { running: null })).stopped).toBe(true);
    expect(later(0, view({ stage: "before" }, { running: null })).stopped).toBe(false);
    expect(later(0, view()).stopped).toBe(false);
  });

  it("show no time where none is known", () => {
    const dashes = [undefined, undefined];
    expect(later(0, view({ clocks: null })).faces.map(({ time }) => time)).toEqual(dashes);
    const nothing = shown(undefined, undefined, 10);
    expect([nothing.faces.map(({ time }) => time), nothing.lost]).toEqual([dashes, { since: undefined }]);
  });

  it("stand where the board was heard last, and say since when, after five seconds", () => {
    const at = (now: number) => shown({ view: view(), received: 0 }, 1_000, now);
    expect(at(6_000)).toMatchObject({ lost: undefined, faces: [{ time: "0:54" }, {}] });
    expect(at(6_001)).toMatchObject({ lost: { since: 1_000 }, faces: [{ time: "0:59" }, {}] });
  });
});

describe("digits", () => {
  it("are all different, and each stands in its own place", () => {
    const paths = [..."0123456789-"].map((digit) => drawn(digit).path);
    expect(new Set(paths).size).toBe(11);
    expect(drawn("11").path).toContain(drawn("1").path);
    expect(drawn("1:29:04").width).toBeGreaterThan(drawn("59:59").width);
    expect(drawn("9:59").width).toBeLessThan(drawn("59:59").width);
  });
});
