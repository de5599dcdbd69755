import type { Words } from "../words";
import type { Mistake } from "./api";

/** The sentence of a mistake. */
export function mistakeText(words: Words, mistake: Mistake): string {
  const { heading, first, headings, player, table, text, most, name, key } = mistake;
  return words.code("mistake", mistake.wrong, {
    heading: heading ?? "",
    first: first ?? 0,
    headings: headings ?? 0,
    player: player ?? "",
    table: table ?? "",
    text: text ?? "",
    most: most ?? 0,
    name: name ?? "",
    key: key ?? "",
  });
}

/** Where it is; empty where it concerns the whole. */
export function placeText(words: Words, { line, column }: Mistake): string {
  if (line == null) return "";
  if (column == null) return words.say("place-line", { line });
  return words.say("place-line-column", { line, column });
}
