import type { Side } from "./api";

/** 64 squares, a1 first; a FEN letter or undefined. */
export type Squares = (string | undefined)[];

/** Reads the placement field of a FEN. */
export function placement(fen: string): Squares {
  const squares: Squares = new Array(64).fill(undefined);
  let rank = 7;
  let file = 0;
  for (const letter of fen.split(" ", 1)[0] ?? "") {
    if (letter === "/") {
      rank -= 1;
      file = 0;
    } else if (letter >= "1" && letter <= "8") {
      file += Number(letter);
    } else {
      squares[rank * 8 + file] = letter;
      file += 1;
    }
  }
  return squares;
}

/** Reads 16 hex digits (h8 is the highest bit) as 64 flags, a1 first. */
export function occupancy(hex: string): boolean[] {
  const bits = BigInt(`0x${hex || "0"}`);
  return Array.from({ length: 64 }, (_, index) => ((bits >> BigInt(index)) & 1n) === 1n);
}

export const indexOf = (square: string) => square.charCodeAt(0) - 97 + (square.charCodeAt(1) - 49) * 8;

export const squareAt = (index: number) => String.fromCharCode(97 + (index % 8), 49 + Math.floor(index / 8));

/** Where what stands there and the position differ. */
export function difference(fen: string, occupied: string): { missing: string[]; extra: string[] } {
  const pieces = placement(fen);
  const stands = occupancy(occupied);
  const missing: string[] = [];
  const extra: string[] = [];
  for (let index = 0; index < 64; index++) {
    if (pieces[index] && !stands[index]) missing.push(squareAt(index));
    if (!pieces[index] && stands[index]) extra.push(squareAt(index));
  }
  return { missing, extra };
}

/** Whose piece a FEN letter is. */
export const owner = (letter: string): Side => (letter === letter.toUpperCase() ? "white" : "black");

/** A move by its place in the game as people count: "White's 8th". */
export interface MoveName {
  side: Side;
  number: number;
}

/**
 * Names the move of a ply, from a position known to stand after `at` plies.
 * Arbiters know no plies, and a game may begin with Black's 23rd move.
 */
export function moveName(fen: string, at: number, ply: number): MoveName {
  const fields = fen.split(" ");
  const full = Number(fields[5] ?? 1);
  const halves = 2 * (full - 1) + (fields[1] === "b" ? 1 : 0) - (at - ply) - 1;
  return { side: halves % 2 === 0 ? "white" : "black", number: Math.floor(halves / 2) + 1 };
}

/** The move of `side` that an alert raised after `ply` plies is about: its last, or the one it is at. */
export function movesOf(side: Side, fen: string, at: number, ply: number): MoveName {
  const made = moveName(fen, at, ply);
  return made.side === side ? made : moveName(fen, at, ply + 1);
}
