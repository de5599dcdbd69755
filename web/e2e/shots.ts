/**
 * Pictures of a running hall: `npm run shots -- URL [TABLE] [--docs]`. All sizes and both languages go
 * to `shots/`; with `--docs` the two pictures of the README are taken as well.
 */
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { CHROMIUM, FLAGS, SIZES } from "./browser";

const [url, table] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
if (!url) throw new Error("which hall? npm run shots -- http://127.0.0.1:8080/ [TABLE] [--docs]");

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
mkdirSync(here("../shots"), { recursive: true });

const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
for (const [size, viewport] of Object.entries(SIZES))
  for (const locale of ["en", "ru"]) {
    const page = await browser.newPage({ viewport, locale, deviceScaleFactor: size === "phone" ? 2 : 1 });
    await page.goto(url);
    await page.waitForSelector(".card");
    await page.waitForTimeout(900);
    await page.screenshot({ path: here(`../shots/hall-${size}-${locale}.png`) });
    const chosen = table ?? (await page.locator("[data-board]").first().getAttribute("data-board"));
    await page.goto(`${url}#/table/${chosen}`);
    await page.waitForSelector(".moves");
    await page.waitForTimeout(900);
    await page.screenshot({ path: here(`../shots/table-${size}-${locale}.png`), fullPage: size === "phone" });
    await page.close();
  }
if (process.argv.includes("--docs")) {
  mkdirSync(here("../../docs"), { recursive: true });
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, locale: "en" });
  await page.goto(url);
  await page.waitForSelector(".card");
  await page.waitForTimeout(900);
  await page.screenshot({ path: here("../../docs/hall.png") });
  const chosen = table ?? (await page.locator("[data-board]").first().getAttribute("data-board"));
  await page.goto(`${url}#/table/${chosen}`);
  await page.waitForSelector(".moves");
  await page.waitForTimeout(900);
  await page.screenshot({ path: here("../../docs/table.png") });
}
await browser.close();
