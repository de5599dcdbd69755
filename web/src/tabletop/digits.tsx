/** The signs in strokes, each in a box of 34 by 138. */
const STROKES: Record<string, string> = {
  0: "h34v138h-34z",
  1: "m34 0v138",
  2: "h34v69h-34v69h34",
  3: "h34v138h-34m2-69h32",
  4: "v69h34m0-69v138",
  5: "m34 0h-34v69h34v69h-34",
  6: "m34 0h-34v138h34v-69h-34",
  7: "h34v138",
  8: "h34v138h-34zm0 69h34",
  9: "m34 69h-34v-69h34v138h-34",
  "-": "m3 69h28",
  ":": "m0 45h.1m-.1 48h.1",
};

const WIDTH = 34;
const HEIGHT = 138;
const STROKE = 13;
/** From a sign to the next; past a colon it is less. */
const STEP = 57;
const COLON = 23;

/** The path of a time, and how wide it is. */
export function drawn(time: string): { path: string; width: number } {
  let path = "";
  let x = 0;
  for (const sign of time) {
    path += `M${x} 0${STROKES[sign]}`;
    x += sign === ":" ? COLON : STEP;
  }
  return { path, width: x - STEP + WIDTH };
}

/** Below an hour all are drawn in one size. */
const { width: USUAL } = drawn("59:59");

/** A time as clocks show it: no font is as narrow and as large on every machine. */
export function Digits({ time, label }: { time: string; label: string }) {
  const { path, width } = drawn(time);
  const wide = Math.max(width, USUAL);
  const left = (width - wide - STROKE) / 2;
  return (
    <svg
      class="digits"
      role="timer"
      aria-label={label}
      viewBox={`${left} ${-STROKE / 2} ${wide + STROKE} ${HEIGHT + STROKE}`}
      stroke-width={STROKE}
    >
      <path d={path} />
    </svg>
  );
}
