import type { Advice, Alert, GameResult, Sheet, View } from "./api";
import { changeText, wholeText } from "./clock";
import { indexOf, moveName, movesOf, owner, placement } from "./position";
import { ordinal, type Words } from "./words";

/** What an alert is seen against: the position that stands on its board. */
export type Ground = Pick<View, "fen" | "ply" | "rules">;

/** The ground of an alert: the position it was raised in, where the sheet still has it. */
export function groundOf(alert: Alert, board: Ground, sheet: Sheet | null): Ground {
  const { ply } = alert;
  const fen = ply === 0 ? sheet?.start_fen : sheet?.moves.find((move) => move.ply === ply)?.fen;
  return ply !== board.ply && fen ? { fen, ply, rules: board.rules } : board;
}

/** Keeps a move on one line. */
const JOINER = "\u2060";

/** `e2e4` as people write it: `e2–e4`, `e7–e8=Q`. */
export function moveText(uci: string): string {
  const piece = uci[4] ? `=${uci[4].toUpperCase()}` : "";
  return `${uci.slice(0, 2)}${JOINER}–${JOINER}${uci.slice(2, 4)}${piece}`;
}

const list = (items: string[] | undefined, text = (item: string) => item) =>
  items?.length ? items.map(text).join(", ") : "none";

/** The sentence of an alert. */
export function alertText(words: Words, alert: Alert, ground: Ground): string {
  const side = alert.side ?? "none";
  const move = alert.uci ? moveText(alert.uci) : "none";
  const name = alert.side
    ? movesOf(alert.side, ground.fen, ground.ply, alert.ply)
    : moveName(ground.fen, ground.ply, alert.ply);
  const piece = pieceOf(alert, ground);
  return words.say(`alert-${alert.kind.replaceAll("_", "-")}`, {
    side,
    severity: alert.severity,
    advised: alert.advice.length > 0 ? "some" : "none",
    touched: touchedText(words, alert),
    squares: list(alert.squares),
    missing: list(alert.missing),
    extra: list(alert.extra),
    required: list(alert.required, moveText),
    candidates: list(alert.candidates, moveText),
    move,
    stood: alert.stood ? moveText(alert.stood) : "none",
    number: ordinal(name.number),
    count: ordinal(alert.count ?? 1),
    by: alert.by ?? "none",
    result: flagResult(alert),
    ruling: alert.ruling ?? "none",
    flaw: alert.flaw ?? "none",
    shown: wholeText(alert.shown_ms ?? 0),
    expected: wholeText(alert.expected_ms ?? 0),
    why: whyText(words, alert, piece),
  });
}

/** Every piece that was touched, once: "the king on e1 and the rook on h1". */
function touchedText(words: Words, { touched, side }: Alert): string {
  const once = touched?.filter(({ square }, at) => touched.findIndex((one) => one.square === square) === at);
  const texts = (once ?? []).map(({ square, piece }) =>
    words.say("touched-piece", {
      piece: piece.toLowerCase(),
      owner: side && owner(piece) !== side ? "other" : "own",
      square,
    }),
  );
  const last = texts.pop() ?? "";
  return texts.length > 0 ? words.say("touched-and", { others: texts.join(", "), last }) : last;
}

/** The piece that made an alert's move, where the position still tells: an illegal move may stand. */
function pieceOf({ uci, side, ply }: Alert, ground: Ground): string {
  if (!uci || ply !== ground.ply) return "none";
  const squares = placement(ground.fen);
  const there = [uci.slice(0, 2), uci.slice(2, 4)].map((square) => squares[indexOf(square)]);
  return there.find((letter) => letter && owner(letter) === side)?.toLowerCase() ?? "none";
}

function flagResult(alert: Alert): string {
  if (!alert.result) return "open";
  return alert.result === "1/2-1/2" ? "half" : "lost";
}

function whyText(words: Words, alert: Alert, piece: string): string {
  if (!alert.reason) return "";
  if (alert.kind === "illegal_move") return words.code("illegal", alert.reason, { piece });
  if (alert.kind === "plays_on") return words.code("reason", alert.reason);
  return words.code("fault", alert.reason);
}

/** `ru-2009 6.9` is an article of another edition than the one in force, `1.2, 1.3` are two of it. */
function articleName(words: Words, article: string): string {
  const [, lender, number] = /^([a-z]+-\d+) (.+)$/.exec(article) ?? [];
  if (!number || !lender) return article;
  return words.say("article-borrowed", { article: number, rules: lender });
}

/** The articles of an alert, or nothing where no article speaks of it. */
export function articleText(words: Words, article: string | null, penalty?: string | null): string {
  if (!article) return "";
  const named = { article: articleName(words, article), several: article.includes(",") ? "more" : "one" };
  if (!penalty || penalty === article) return words.say("article", named);
  return words.say("article-penalty", { ...named, penalty: articleName(words, penalty) });
}

/** What steps will do, as one line that begins with a capital. */
export function stepsText(words: Words, steps: Advice[], ground: Ground): string {
  return capital(steps.map((step) => stepText(words, step, ground)).join(", "), words.language);
}

function stepText(words: Words, step: Advice, ground: Ground): string {
  if ("add_time" in step)
    return words.say("step-add-time", { side: step.add_time.side, time: changeText(step.add_time.ms) });
  if ("reinstate" in step) {
    const { side, number } = moveName(ground.fen, ground.ply, step.reinstate.ply + 1);
    return words.say("step-reinstate", { side, number: ordinal(number) });
  }
  if ("lose" in step) return words.say("step-lose", { side: step.lose.side });
  if ("draw" in step) return words.say("step-draw");
  if ("promote" in step) return words.say("step-promote", { piece: step.promote.piece.toLowerCase() });
  if ("warn" in step) return words.say("step-warn", { side: step.warn.side });
  if ("oblige" in step)
    return words.say("step-oblige", { side: step.oblige.side, required: list(step.oblige.moves, moveText) });
  if ("pause" in step) return words.say("step-pause");
  if ("accept_board" in step) return words.say("step-accept-board");
  return words.say("step-new-game");
}

const RESULTS: Record<GameResult, string> = {
  "1-0": "white-wins",
  "0-1": "black-wins",
  "1/2-1/2": "draw",
  "0-0": "both-lose",
  "1/2-0": "half-to-white",
  "0-1/2": "half-to-black",
  "*": "open",
};

export const resultText = (words: Words, result: GameResult) => words.say(`result-${RESULTS[result]}`);

/** `1–0`, `½–½`: as it is written on a result sheet. */
export const score = (result: GameResult) => result.replaceAll("1/2", "½").replace("-", "–");

export const capital = (text: string, language: string) =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
