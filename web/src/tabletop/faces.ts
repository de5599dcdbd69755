import type { ClockView, Side } from "../api";
import { delayLeft, left, type Reading, wholeText } from "../clock";
import { OLD } from "../stream";

/** A view of the board's clock, and the page time (`performance.now`) at which it came. */
export interface Heard {
  view: ClockView;
  received: number;
}

/** One player's face. */
export interface Face {
  side: Side;
  /** As the clock writes it; none where no time is known. */
  time: string | undefined;
  sign: "running" | "flag" | undefined;
  /** Seconds of the delay that are left, while there are any. */
  delay: number | undefined;
  moves: number;
  period: number;
}

/** What the screen shows. */
export interface Shown {
  /** The left one first; above on a screen that is higher than wide. */
  faces: [Face, Face];
  /** Both stand, and the game has begun. */
  stopped: boolean;
  /** Page time since which nothing was heard, where that is long; none if nothing ever was. */
  lost: { since: number | undefined } | undefined;
}

/** What is shown at page time `now`, the stream having been heard at `last`. */
export function shown(heard: Heard | undefined, last: number | undefined, now: number): Shown {
  const silent = last === undefined || now - last > OLD;
  const lost = silent ? { since: last } : undefined;
  // Nobody knows how the clock went on, so what is shown is what was known then.
  const at = silent ? (last ?? now) : now;
  const white = face(heard, "white", at);
  const black = face(heard, "black", at);
  const view = heard?.view;
  return {
    faces: view?.white_at === "right" ? [black, white] : [white, black],
    stopped: view?.stage === "started" && view.clocks?.running === null,
    lost,
  };
}

function face(heard: Heard | undefined, side: Side, now: number): Face {
  const clocks = heard?.view.clocks;
  if (!clocks) return { side, time: undefined, sign: undefined, delay: undefined, moves: 0, period: 1 };
  const { t_now, speed, stage } = heard.view;
  const reading: Reading = { clocks, t_now, speed, received: heard.received };
  const ms = left(reading, side, now);
  const running = clocks.running === side;
  const delay = running ? Math.ceil(delayLeft(reading, now) / 1000) : 0;
  const down = ms === 0 && stage === "started";
  return {
    side,
    time: wholeText(ms),
    sign: down ? "flag" : running ? "running" : undefined,
    delay: delay > 0 ? delay : undefined,
    ...clocks[side],
  };
}
