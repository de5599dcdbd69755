import { describe, expect, it } from "vitest";
import { every } from "../dev/scenes";
import type { Alert } from "../src/api";
import { alertText, articleText, score, stepsText } from "../src/say";
import { Words } from "../src/words";

const en = new Words("en");
const ru = new Words("ru");
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const ground = { fen: START, ply: 0, rules: "fide-2023" };
const plain = (text: string) => text.replaceAll("\u2060", "");

const alert = (fields: Partial<Alert> & { kind: string }): Alert => ({
  id: 1,
  rev: 1,
  ply: 0,
  severity: "decision",
  for: "arbiter",
  side: "white",
  squares: [],
  article: null,
  penalty: null,
  rules: "fide-2023",
  advice: [],
  choices: [],
  ...fields,
});

describe("sentences", () => {
  const illegal = alert({ kind: "illegal_move", uci: "f1c4", reason: "path_blocked", count: 2 });
  it("name piece, move and count", () => {
    expect(plain(alertText(en, illegal, ground))).toBe(
      "White’s illegal move f1–c4 (2nd of the game): the bishop cannot jump over pieces.",
    );
    expect(plain(alertText(ru, illegal, ground))).toBe(
      "Невозможный ход белых f1–c4 (2-й в партии): слон не перепрыгивает через фигуры.",
    );
  });

  it("name the piece also of an illegal move that stands", () => {
    const stands = { fen: "rnbqkbnr/pppppppp/8/8/2B5/8/PPPPPPPP/RNBQK1NR b KQkq - 0 1", ply: 1, rules: "" };
    expect(plain(alertText(en, { ...illegal, ply: 1 }, stands))).toContain("the bishop cannot jump");
  });

  it("name no piece that may be gone from its square", () => {
    const later = { ...ground, ply: 2 };
    expect(plain(alertText(en, illegal, later))).toContain("the piece cannot jump");
  });

  it("tell whose piece was touched", () => {
    const touched = alert({
      kind: "touch_move",
      uci: "e2e4",
      touched: [{ square: "g8", piece: "n", from: 0 }],
    });
    expect(plain(alertText(en, touched, ground))).toBe(
      "White touched the opponent’s knight on g8, then played e2–e4.",
    );
    expect(plain(alertText(ru, touched, ground))).toBe(
      "Белые тронули коня соперника на g8, затем сделали ход e2–e4.",
    );
  });

  it("leave nothing unsaid for any kind", () => {
    for (const words of [en, ru])
      for (const scene of every) {
        const text = alertText(words, alert(scene), ground);
        expect(text).not.toMatch(/\{|\$|undefined|\bnone\b|alert-/);
        expect(text).toMatch(/\S.*[.…]$/s);
      }
  });

  it("have no Latin letter in Russian but in squares and moves", () => {
    for (const scene of every) {
      const text = plain(alertText(ru, alert(scene), ground));
      expect(text.replace(/\b[a-h][1-8](–[a-h][1-8](=[QRBN])?)?/g, "")).not.toMatch(/[a-z]/i);
    }
  });
});

describe("advice", () => {
  it("speaks of moves, never of plies", () => {
    const steps = [{ add_time: { side: "black", ms: 120_000 } }, { reinstate: { ply: 14 } }] as const;
    const at = { fen: "8/8/8/8/8/8/8/8 w - - 0 8", ply: 14, rules: "fide-2023" };
    expect(stepsText(en, [...steps], at)).toBe("Black +2:00, back to before White’s 8th move");
    expect(stepsText(ru, [...steps], at)).toBe("Чёрным +2:00, восстановить позицию перед 8-м ходом белых");
  });

  it("says whose article it is", () => {
    expect(articleText(en, "7.5.1", "7.5.5")).toBe("Article 7.5.1, penalty 7.5.5");
    expect(articleText(en, "ru-2009 6.9")).toBe("Article 6.9 (Russian rules, edition of 2009)");
    expect(articleText(en, "1.2, 1.3")).toBe("Articles 1.2, 1.3");
    expect(articleText(ru, "ru-2009 5.2.2, 9.6")).toBe(
      "Статьи 5.2.2, 9.6 (Правила вида спорта «шахматы», редакция 2009\u00a0г.)",
    );
    expect(articleText(en, null)).toBe("");
  });
});

it("writes results as a result sheet does", () => {
  expect(["1-0", "1/2-1/2", "0-1/2", "*"].map((result) => score(result as "1-0"))).toEqual([
    "1–0",
    "½–½",
    "0–½",
    "*",
  ]);
});
