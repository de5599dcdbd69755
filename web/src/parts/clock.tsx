import { useEffect, useRef } from "preact/hooks";
import type { Side } from "../api";
import { clockText, left, type Reading } from "../clock";
import { OLD } from "../stream";
import { onTick } from "../ticker";

/** A clock that runs on between the readings, and stands where stream or board fell silent. */
export function Clock({
  reading,
  side,
  heard,
  away,
}: {
  reading: Reading | null;
  side: Side;
  heard: () => number | undefined;
  /** Whether the board is away. */
  away: boolean;
}) {
  const shown = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!reading) return;
    return onTick((now) => {
      const face = shown.current;
      if (!face) return;
      const last = heard() ?? now;
      const until = away ? reading.received : now - last > OLD ? last : now;
      const ms = left(reading, side, until);
      const text = clockText(ms);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("down", ms === 0);
      face.classList.toggle("short", ms > 0 && ms < 60_000);
    });
  }, [reading, side, heard, away]);
  if (!reading) return null;
  const running = reading.clocks.running === side;
  return (
    <span class={running ? "clock running" : "clock"}>
      <svg class="pointer" viewBox="0 0 6 10" aria-hidden="true">
        <path d="M0 0 6 5 0 10z" />
      </svg>
      <span class="face" ref={shown} />
    </span>
  );
}
