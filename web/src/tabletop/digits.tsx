/** The strokes of a digit, in a box of 46 by 130: above, right above and below, beneath, left below and above, middle. */
const STROKES = {
  a: [9, 6, 37, 6],
  b: [40, 9, 40, 60],
  c: [40, 70, 40, 121],
  d: [9, 124, 37, 124],
  e: [6, 70, 6, 121],
  f: [6, 9, 6, 60],
  g: [10, 65, 36, 65],
} as const;
type Stroke = keyof typeof STROKES;

const DIGITS: Record<string, string> = {
  0: "abcdef",
  1: "bc",
  2: "abged",
  3: "abgcd",
  4: "fgbc",
  5: "afgcd",
  6: "afgedc",
  7: "abc",
  8: "abcdefg",
  9: "abcdfg",
  "-": "g",
};

/** From one digit to the next, and past a colon. */
const STEP = 60;
const COLON = 26;
const HEIGHT = 130;

/** The path of a text of digits, colons and dashes, and how wide it is. */
export function drawn(text: string): { path: string; width: number } {
  let path = "";
  let x = 0;
  for (const sign of text) {
    if (sign === ":") {
      path += dot(x + 6, 43) + dot(x + 6, 87);
      x += COLON;
    } else {
      for (const stroke of DIGITS[sign] ?? "") {
        const [x1, y1, x2, y2] = STROKES[stroke as Stroke];
        path += `M${x + x1} ${y1}L${x + x2} ${y2}`;
      }
      x += STEP;
    }
  }
  return { path, width: x - (STEP - 46) };
}

const dot = (x: number, y: number) => `M${x} ${y}h.1`;

/** As wide as `59:59`, so that nothing shifts below an hour but what must. */
const { width: USUAL } = drawn("59:59");

/** A time in strokes, as clocks show it: no font is as narrow and as large on every machine. */
export function Digits({ text, label }: { text: string; label: string }) {
  const { path, width } = drawn(text);
  const wide = Math.max(width, USUAL);
  return (
    <svg
      class="digits"
      role="timer"
      aria-label={label}
      viewBox={`${(width - wide) / 2 - 2} -2 ${wide + 4} ${HEIGHT + 4}`}
    >
      <path d={path} />
    </svg>
  );
}
