import type { Clocks, Side } from "./api";

/** What a clock is counted on from: a reading, and when it was received. */
export interface Reading {
  clocks: Clocks;
  /** Trace time when it was sent. */
  t_now: number;
  speed: number;
  /** Page time (`performance.now`) when it came. */
  received: number;
}

/** Time left of a side at page time `now`, ms; never below 0. */
export function left(reading: Reading, side: Side, now: number): number {
  const { clocks } = reading;
  const at = side === "white" ? clocks.white_ms : clocks.black_ms;
  if (clocks.running !== side) return Math.max(0, at);
  const since = reading.t_now - clocks.t + (now - reading.received) * reading.speed;
  return Math.max(0, at - Math.max(0, since));
}

/** As a chess clock shows it: `1:29:04`, `4:09`, and tenths in the last twenty seconds. */
export function clockText(ms: number): string {
  if (ms < 20_000) {
    const tenths = Math.floor(ms / 100);
    return `0:${String(Math.floor(tenths / 10)).padStart(2, "0")}.${tenths % 10}`;
  }
  const seconds = Math.ceil(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** A change of time, with its sign: `+2:00`. */
export function changeText(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  return `${ms < 0 ? "−" : "+"}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
