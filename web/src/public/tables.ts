/** One table as the public sees it. */
export interface PublicTable {
  table: string;
  white: string;
  black: string;
  event: string;
  round: string;
  result: { code: string; score: string } | null;
  fen: string;
  last: { san: string; uci: string } | null;
  moves: { san: string; white_ms: number | null; black_ms: number | null }[];
}

/** What the stream has told so far. */
export interface PublicHall {
  name: string;
  delay_s: number;
  tables: PublicTable[];
}

const order = new Intl.Collator("en", { numeric: true }).compare;

/** The hall after one more event of the stream; the same where it says nothing about tables. */
export function heard(hall: PublicHall | undefined, name: string, data: string): PublicHall | undefined {
  if (name === "hall") return JSON.parse(data) as PublicHall;
  if (!hall || (name !== "table" && name !== "gone")) return hall;
  const told = JSON.parse(data) as PublicTable;
  const others = hall.tables.filter(({ table }) => table !== told.table);
  const tables = name === "gone" ? others : [...others, told];
  return { ...hall, tables: tables.sort((a, b) => order(a.table, b.table)) };
}

/** The time a player has, as clocks show it. */
export function time(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return "";
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** The squares of a position on which something stands: 16 hex digits, a1 the lowest bit. */
export function standing(pieces: (string | undefined)[]): string {
  const bits = pieces.reduce((all, piece, index) => (piece ? all | (1n << BigInt(index)) : all), 0n);
  return bits.toString(16).padStart(16, "0");
}

/** Whose move the first one of a game with so many moves was, by who moves now: 0 White, 1 Black. */
export const firstMover = (fen: string, moves: number) => ((fen.split(" ")[1] === "b" ? 1 : 0) + moves) % 2;

/** The moves with their numbers. */
export function numbered(sans: string[], first: number): string {
  return sans
    .map((san, index) => {
      const ply = index + first;
      if (ply % 2 === 0) return `${ply / 2 + 1}. ${san}`;
      return index === 0 ? `${(ply + 1) / 2}… ${san}` : san;
    })
    .join(" ");
}
