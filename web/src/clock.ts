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
  return Math.max(0, at - Math.max(0, since(reading, now) - (clocks.delay_ms ?? 0)));
}

/** What is left of the delay, during which the running time stands still, at page time `now`, ms. */
export function delayLeft(reading: Reading, now: number): number {
  const { running, delay_ms } = reading.clocks;
  return running ? Math.max(0, (delay_ms ?? 0) - since(reading, now)) : 0;
}

/** How long ago, by the board's time, the clocks were told, ms. */
const since = (reading: Reading, now: number) =>
  Math.max(0, reading.t_now - reading.clocks.t + (now - reading.received) * reading.speed);

/** As a chess clock shows it: `1:29:04`, `4:09`, and tenths in the last twenty seconds. */
export function clockText(ms: number): string {
  if (ms < 20_000) {
    const tenths = Math.floor(ms / 100);
    return `0:${String(Math.floor(tenths / 10)).padStart(2, "0")}.${tenths % 10}`;
  }
  return wholeText(ms);
}

/** In whole seconds, begun ones counted: `1:29:04`, `4:09`, and `0:00` only when the time is used up. */
export function wholeText(ms: number): string {
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

/** A moment, ms since 1970, as the time of day here: `14:03`. */
export const dayTime = (at_ms: number) => new Date(at_ms).toTimeString().slice(0, 5);

/** The wall clock's time of a page time: `14:03:27`. */
export const wallTime = (at: number) => new Date(performance.timeOrigin + at).toTimeString().slice(0, 8);
