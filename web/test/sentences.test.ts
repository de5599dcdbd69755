/**
 * All that the page says of alerts, claims, endings and refusals, in a file for each language, so
 * that a change of words or articles is read before it is made: `npx vitest -u`, then the difference.
 */
import { describe, expect, it } from "vitest";
import type { Alert, GameResult } from "../src/api";
import { alertText, articleText, resultText, stepsText } from "../src/say";
import { LANGUAGES } from "../src/spoken";
import { Words } from "../src/words";
import read from "./editions.json";
import { type Edition, FEN, FORMS, type Form, PLY } from "./forms";
import { codes, KINDS, refusals } from "./rust";

const EDITIONS = Object.entries(read as unknown as Record<string, Edition>);

const plain = (text: string) => text.replaceAll("\u2060", "");

function raised(form: Form, rules: string, edition: Edition): Alert {
  const [article, penalty] = edition.articles[form.concept] ?? [];
  if (article === undefined) throw new Error(`no concept ${form.concept}`);
  return {
    id: 1,
    rev: 1,
    ply: PLY,
    severity: "attention",
    for: "arbiter",
    side: null,
    squares: [],
    rules,
    article,
    penalty: penalty ?? null,
    advice: form.advice?.(edition) ?? [],
    choices: form.choices?.(edition) ?? [],
    ...form.alert,
  } as Alert;
}

/** What stands on the buttons beside "no action". */
function buttons(words: Words, alert: Alert, ground: { fen: string; ply: number; rules: string }): string[] {
  const advice = alert.advice.length > 0 ? [stepsText(words, alert.advice, ground)] : [];
  const choices = alert.choices.map(({ article, steps }) => {
    const text = steps.length > 0 ? stepsText(words, steps, ground) : words.say("nobody-punished");
    return article ? `${text} (${articleText(words, article)})` : text;
  });
  return [...advice, ...choices];
}

/** Lines that are the same in several editions stand once, after the editions' names. */
function byEdition(line: (rules: string, edition: Edition) => string): string[] {
  const said = new Map<string, string[]>();
  for (const [rules, edition] of EDITIONS) {
    const text = plain(line(rules, edition));
    said.set(text, [...(said.get(text) ?? []), rules]);
  }
  return [...said].map(([text, rules]) => `    ${rules.join(", ")}: ${text}`);
}

function alertLines(words: Words, form: Form): string[] {
  const ground = { fen: FEN, ply: PLY, rules: "" };
  const sentences = EDITIONS.map(([rules, edition]) =>
    alertText(words, raised(form, rules, edition), { ...ground, rules }),
  );
  const details = byEdition((rules, edition) => {
    const alert = raised(form, rules, edition);
    const articles = articleText(words, alert.article, alert.penalty) || words.say("article-none");
    const hint = alert.hint ? [words.say("hint-swapped-pieces")] : [];
    const quiet = alert.hands_off ? [words.say("hands-off")] : [];
    return [articles, ...hint, ...quiet, ...buttons(words, alert, { ...ground, rules })].join(" | ");
  });
  const title = form.form ? `${form.alert.kind}: ${form.form}` : form.alert.kind;
  return ["", `[${title}]`, ...new Set(sentences.map(plain)), ...details];
}

const CLAIMS = codes("order.rs", "Claim").map((code) => code.replaceAll("-", "_"));
const ANSWERS = codes("event.rs", "ClaimAnswer").map((code) => code.replaceAll("-", "_"));
const REASONS = codes("outcome.rs", "Reason").map((code) => code.replaceAll("-", "_"));

const claimLines = (words: Words) =>
  CLAIMS.flatMap((claim) =>
    ANSWERS.map((answer) => words.say("event-claim", { side: "white", claim, answer })),
  );

const endingLines = (words: Words) =>
  REASONS.flatMap((reason) => {
    const result = ["resignation", "flag_fall", "illegal_moves", "forfeit", "checkmate"].includes(reason)
      ? "0-1"
      : "1/2-1/2";
    return [
      "",
      words.say("event-game-over", {
        result: resultText(words, result as GameResult),
        why: words.code("reason", reason),
      }),
      ...byEdition((_, edition) => {
        const [article] = edition.articles[`ended_by_${reason}`] ?? [];
        return articleText(words, article ?? null) || words.say("article-none");
      }),
    ];
  });

const everything = (words: Words) =>
  [
    "# Alerts: the sentence; by edition the article and what stands on the buttons",
    ...FORMS.flatMap((form) => alertLines(words, form)),
    "",
    "# Claims and their answers",
    "",
    ...claimLines(words),
    "",
    "# Endings",
    ...endingLines(words),
    "",
    "# Refusals",
    "",
    ...refusals().map((code) => `${words.say("order-refused")} ${words.say(`refused-${code}`)}`),
    "",
  ].join("\n");

it("shows every kind of alert", () => {
  const shown = new Set(FORMS.map(({ alert }) => alert.kind.replaceAll("_", "-")));
  expect([...shown].sort()).toEqual([...KINDS].sort());
});

it("shows every reason for which a move is illegal", () => {
  const shown = FORMS.filter(({ alert }) => alert.kind === "illegal_move").map(({ alert }) => alert.reason);
  const known = codes("alert.rs", "IllegalReason").map((code) => code.replaceAll("-", "_"));
  expect([...new Set(shown)].sort()).toEqual(known.sort());
});

describe.each(LANGUAGES)("%s", (language) => {
  const text = everything(new Words(language));

  it("says what it said", async () => {
    await expect(text).toMatchFileSnapshot(`sentences.${language}.txt`);
  });

  it("leaves nothing unsaid", () => {
    expect(text).not.toMatch(/\{|\$|undefined|alert-|refused-/);
    const said = text.split("\n").filter((line) => !/^[#[]/.test(line));
    expect(said.filter((line) => /\bnone\b/.test(line))).toEqual([]);
  });
});
