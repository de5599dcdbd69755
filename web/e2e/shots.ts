/**
 * Pictures of a running hall: `npm run shots -- URL [TABLE] [--docs]`. All sizes and both languages go
 * to `shots/`; with `--docs` only the two pictures of the README are taken, once a table calls for a decision.
 */
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "@playwright/test";
import { CHROMIUM, FLAGS, SIZES } from "./browser";

const [url, table] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
if (!url) throw new Error("which hall? npm run shots -- http://127.0.0.1:8080/ [TABLE] [--docs]");

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });

/** Clocks are drawn ten times a second, pieces glide; then the page stands still enough. */
const SETTLE = 900;

/** Takes the hall, then one table: the one named, or the first that calls. */
async function take(page: Page, path: (what: "hall" | "table") => string, fullPage = false) {
  await page.waitForTimeout(SETTLE);
  await page.screenshot({ path: path("hall") });
  const chosen = table ?? (await page.locator("[data-board]").first().getAttribute("data-board"));
  await page.goto(`${url}#/table/${chosen}`);
  await page.waitForSelector(".moves");
  await page.waitForTimeout(SETTLE);
  await page.screenshot({ path: path("table"), fullPage });
}

if (process.argv.includes("--docs")) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, locale: "en" });
  await page.goto(url);
  await page.waitForSelector(".calls .decision", { timeout: 300_000 });
  mkdirSync(here("../../docs"), { recursive: true });
  await take(page, (what) => here(`../../docs/${what}.png`));
} else {
  mkdirSync(here("../shots"), { recursive: true });
  for (const [size, viewport] of Object.entries(SIZES))
    for (const locale of ["en", "ru"]) {
      const page = await browser.newPage({ viewport, locale, deviceScaleFactor: size === "phone" ? 2 : 1 });
      await page.goto(url);
      await page.waitForSelector(".card");
      await take(page, (what) => here(`../shots/${what}-${size}-${locale}.png`), size === "phone");
      await page.close();
    }
}
await browser.close();
