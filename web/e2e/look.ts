import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails on anything that axe finds serious or worse. */
export async function expectAccessible(page: Page) {
  // Not as a script of the page, which takes none but its own.
  await page.evaluate(AXE);
  const results = await page.evaluate(() =>
    (window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }).axe.run({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }),
  );
  const grave = results.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(grave.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

/** All that the page says: texts and labels, and whether they are marked as not to be translated. */
export async function textsOf(page: Page): Promise<{ text: string; own: boolean }[]> {
  return page.evaluate(() => {
    const found: { text: string; own: boolean }[] = [{ text: document.title, own: false }];
    const foreign = (element: Element | null) =>
      Boolean(element?.closest('[translate="no"]')) || element?.closest("[lang]")?.tagName !== "HTML";
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of ["aria-label", "title", "alt", "placeholder"]) {
          const text = node.getAttribute(name);
          if (text) found.push({ text, own: foreign(node) });
        }
      } else if (node.textContent?.trim() && !node.parentElement?.closest("script, style")) {
        found.push({ text: node.textContent, own: foreign(node.parentElement) });
      }
    }
    return found;
  });
}

const SQUARE = "[a-h][1-8]";
const MOVE = `(?:O-O(?:-O)?|[KQRBN]?[a-h]?[1-8]?x?${SQUARE}(?:=[QRBN])?|${SQUARE}–${SQUARE}(?:=[QRBN])?)[+#]?`;
const CHESS = new RegExp(`(?<![\\w])(?:${MOVE}|${SQUARE}|[a-h])(?![\\w])`, "g");
/** Numbers of articles and editions: `A.5.4`, `III.3.1`. */
const ARTICLE = /(?<![\w])(?:[AB]|I{1,3})(?:\.\d+)+/g;

/** Latin letters outside names, squares, moves and articles. */
export function latinIn(texts: { text: string; own: boolean }[], names: string[]): string[] {
  return texts.flatMap(({ text, own }) => {
    let rest = text.replaceAll("\u2060", "");
    for (const name of names) rest = rest.replaceAll(name, "");
    rest = rest.replace(CHESS, "").replace(ARTICLE, "");
    // The languages' own names in the switch, and time controls as they are written.
    if (own) rest = rest.replace(/^(EN| ?English)$/, "").replace(/^[\d+:/dWB]+$/, "");
    return /[a-z]/i.test(rest) ? [text] : [];
  });
}
