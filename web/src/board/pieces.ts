/**
 * Silhouettes for the small boards, on a square of 45 × 45. Each part begins at a point and goes on
 * in relative steps, so that all pieces of a side are one path: a board costs a handful of nodes.
 */
type Part = readonly [x: number, y: number, steps: string];

const BASE: Part = [9, 40, "h27c.3-2.6-1-4-3-5h-21c-2 1-3.3 2.4-3 5z"];

const SILHOUETTES: Record<string, readonly Part[]> = {
  p: [
    [
      22.5,
      8,
      "c-3.3 0-6 2.7-6 6 0 1.8.8 3.4 2 4.5-2.3 1.4-3.8 3.8-3.8 6.5 0 1 .2 1.9.6 2.8-3.6 2.2-6.3 6.2-6.3 12.2h27c0-6-2.7-10-6.3-12.2.4-.9.6-1.8.6-2.8 0-2.7-1.5-5.1-3.8-6.5 1.2-1.1 2-2.7 2-4.5 0-3.3-2.7-6-6-6z",
    ],
  ],
  n: [
    [
      13,
      35,
      "c0-6 2.5-9.5 6-12.5 1.5-1.3 2.3-2.8 2.5-4.5-2.5 2.5-5 3.5-7 5.5-1.5 1.5-2 4.5-4.5 4.5-3 0-4.2-2.5-3.5-5 1.5-4.5 4.5-7.5 6-11 .3-.8 0-2 0-3.5l.5-3.5 4 3.2 3.5-3.7 1.8 4c9.7 1.5 14.2 9 13.7 20.5l-.5 6z",
    ],
    BASE,
  ],
  b: [
    [
      22.5,
      4,
      "c-1.9 0-3.4 1.5-3.4 3.4 0 .8.3 1.6.8 2.2-4.9 3-8.4 7.9-8.4 13 0 2.6.9 4.7 2.5 6.4-.6 1.5-1 3-1 4.5h19c0-1.5-.4-3-1-4.5 1.6-1.7 2.5-3.8 2.5-6.4 0-5.1-3.5-10-8.4-13 .5-.6.8-1.4.8-2.2 0-1.9-1.5-3.4-3.4-3.4z",
    ],
    BASE,
  ],
  r: [[10, 7, "v9l4 3.5v11l-2 3.5h21l-2-3.5v-11l4-3.5v-9h-5v3.5h-5v-3.5h-5v3.5h-5v-3.5z"], BASE],
  q: [
    [
      22.5,
      4.5,
      "l-4.5 13.5-7-11-.5 12.5-7.5-8 5.5 16.5c.8 2.2 3 3.2 3.5 6.5h21c.5-3.3 2.7-4.3 3.5-6.5l5.5-16.5-7.5 8-.5-12.5-7 11z",
    ],
    BASE,
  ],
  k: [
    [
      20.8,
      2.5,
      "v3h-3v3.4h3v3.6c-.9.8-1.6 1.9-1.8 3.2-3.8-2.4-9.4-2-12 1.8-3.1 4.6-.4 9 5 12.5v3.5h21v-3.5c5.4-3.5 8.1-7.9 5-12.5-2.6-3.8-8.2-4.2-12-1.8-.2-1.3-.9-2.4-1.8-3.2v-3.6h3v-3.4h-3v-3z",
    ],
    BASE,
  ],
};

/** The path of a piece on a square; (0, 0) is a8, one square is 45 wide. */
export function silhouette(letter: string, column: number, row: number): string {
  let path = "";
  for (const [x, y, steps] of SILHOUETTES[letter.toLowerCase()] ?? [])
    path += `M${column * 45 + x} ${row * 45 + y}${steps}`;
  return path;
}
