import { expect, type Page, test } from "@playwright/test";
import type { AlertEntry } from "../src/api";
import { BINARY, BoardUnderTest, hasBinary, NAMES } from "./board";
import { CHROMIUM, hasChromium, SIZES } from "./browser";
import { expectAccessible, latinIn, textsOf } from "./look";

const missing = [!hasChromium() && CHROMIUM, !hasBinary() && BINARY].filter(Boolean);
test.skip(missing.length > 0 && !process.env.CI, `needs ${missing.join(" and ")}`);

let board: BoardUnderTest;
test.beforeEach(async () => {
  expect(missing, "what the tests need").toEqual([]);
  board = new BoardUnderTest();
  await board.start();
});
test.afterEach(() => board.end());

const face = (page: Page, side: string) => page.locator(`.card .player.${side} .face`);
const running = (page: Page, side: string) => page.locator(`.card .player.${side} .clock.running`);
const calls = (page: Page) => page.locator(".call .alert-line");

/** White pushes a pawn three squares and presses. */
const offend = () => board.move("e2", "e5", "white");

test("an offence at the board is seen in the hall: alert, board and clock", async ({ page }) => {
  await page.goto(board.url);
  await board.begin();
  await expect(running(page, "white")).toBeVisible();
  const before = await face(page, "white").textContent();
  await expect(face(page, "white")).not.toHaveText(before ?? "");

  await board.do({ lift: "e2" });
  await expect(page.locator(".mini .lifted")).toBeAttached();
  await board.do({ place: "e5" });
  await expect(page.locator(".mini .extra")).toBeAttached();
  await page.waitForTimeout(400);
  await board.do({ press: "white" });

  await expect(calls(page)).toContainText(
    "White’s illegal move e2–e5 (1st of the game)".replace("–", "\u2060–\u2060"),
  );
  await expect(calls(page)).toContainText("Article 7.5.1");
  await expect(running(page, "black")).toBeVisible();
  await expect(page.locator(".mini .called")).toBeAttached();

  await page.locator(".call").click();
  await expect(page.locator(".decide[data-kind=illegal_move]")).toBeVisible();
  await expect(page.locator("cg-board square.called")).toHaveCount(2);
  await board.do({ lift: "d2" });
  await board.do({ place: "d6" });
  await expect(page.locator("cg-board square.missing")).toHaveCount(1);
  await expect(page.locator("cg-board square.extra")).toHaveCount(1);
  await expect(page.locator(".differs")).toContainText("Nothing stands on d2");
});

test("what the hall heard of too late is shown as missed, and nobody is called", async ({ page }) => {
  await board.begin();
  await offend();
  const told = async () => (await (await page.request.get(`${board.url}api/alerts?after=0`)).json()).length;
  await expect.poll(told, "the log has it").toBeGreaterThan(0);
  // The hall would have to be cut off for two minutes: it says so here.
  let late = true;
  await page.route(/\/api\/alerts\?/, async (route) => {
    const response = await route.fetch();
    const entries: AlertEntry[] = await response.json();
    const at_ms = new Date(2026, 0, 2, 14, 3, 27).getTime();
    await route.fulfill({
      response,
      json: entries.map((entry) => (late ? { ...entry, came: "missed", at_ms } : entry)),
    });
  });
  await page.goto(board.url);
  await expect(calls(page)).toContainText("Missed, at 14:03");
  await expect(page.locator(".call .age")).toHaveCount(0);
  await expect(page.locator(".counts[role=status]")).toContainText("No open calls");
  await expect(page.getByText("Missed at 1 table")).toBeVisible();
  const announced = page.locator("[role=status], [role=alert], [aria-live]");
  await expect(announced.filter({ hasText: /missed|illegal/i })).toHaveCount(0);
  await expectAccessible(page);
  await page.locator(".log summary").click();
  await expect(page.locator(".log li").first()).toContainText("Missed, at 14:03");
  await page.screenshot({ path: test.info().outputPath("missed.png"), fullPage: true });
  await page.locator(".call").click();
  await expect(page.locator(".decide[data-kind=illegal_move]")).toContainText("Missed, at 14:03");
  await expect(page.locator(".decide .main"), "it can be decided all the same").toBeEnabled();

  late = false;
  await page.goto(board.url);
  await page.reload();
  await expect(page.locator(".counts[role=status]")).toContainText("1 table calls");
  await expect(page.getByText("Missed")).toHaveCount(0);
});

test("a decision is carried out from the page, and one that comes too late is refused", async ({
  page,
  context,
}) => {
  await board.begin();
  await offend();
  const other = await context.newPage();
  for (const arbiter of [page, other]) await arbiter.goto(`${board.url}#/table/7`);
  const apply = (arbiter: Page) => arbiter.locator(".decide[data-kind=illegal_move] .main");
  await expect(apply(page)).toContainText("Black +2:00");
  await expect(apply(page)).toContainText("back to before White’s 1st move");
  await expect(apply(other)).toBeVisible();

  // The second arbiter's page does not hear of the first decision before he taps.
  await other.route("**/api/boards/7/command", async (route) => {
    await page.locator(".decide .main").click();
    await expect(apply(page)).toHaveCount(0);
    await route.continue();
  });
  await apply(other).click();
  await expect(page.locator(".board-side .player.black .face")).toHaveText(/^1:32:/);
  await expect(page.locator(".past summary")).toContainText("1 settled call");
  const answer = await page.request.post(`${board.url}api/boards/7/command`, {
    data: { do: "decide", alert: 1, verdict: "apply", id: "again" },
  });
  expect(answer.status()).toBe(409);
  expect(await answer.json()).toEqual({ refused: "already_decided" });
});

test("a decision is taken back as long as nobody has touched a piece", async ({ page }) => {
  await board.begin();
  await offend();
  await page.goto(`${board.url}#/table/7`);
  const call = page.locator(".decide[data-kind=illegal_move]");
  await expect(call.locator(".main")).toBeEnabled();
  await call.locator(".main").click();
  await expect(call).toHaveCount(0);
  const undo = page.getByRole("button", { name: "Take it back" });
  await expect(page.locator(".undo")).toContainText("decision");
  await page.getByLabel("Arbiter’s name").fill("Anna");
  await expect(undo).toBeEnabled();
  await undo.click();
  await expect(call).toBeVisible();
  await expect(page.locator(".undo")).toHaveCount(0);
  await expect(call.locator(".main")).toBeEnabled();
  await call.locator(".main").click();
  await expect(undo).toBeVisible();
  await expect(page.locator(".undo")).toContainText("by Anna");
  await board.do({ lift: "e5" });
  await expect(undo).toHaveCount(0);
  await page.locator(".past summary").click();
  await expect(page.locator(".past")).toContainText("by Anna");
});

test("what stands on the board is offered, and accepted, as the position", async ({ page }) => {
  await board.begin();
  await board.move("e2", "e4", "white");
  await board.do({ lift: "d1" });
  await board.do({ place: "d3" });
  await page.goto(`${board.url}#/table/7`);
  const offer = page.getByRole("button", { name: "go on from what stands on the board" });
  await expect(offer).toBeEnabled({ timeout: 10_000 });
  await offer.click();
  await expect(page.locator(".differs")).toHaveCount(0);
  await expect(page.locator(".decide")).toHaveCount(0);
});

test("a result is entered in one tap, a wrong one refused, and reopened", async ({ page }) => {
  await board.begin();
  await page.goto(`${board.url}#/table/7`);
  await page.getByRole("button", { name: "draw agreed" }).click();
  await expect(page.locator(".control .fate")).toContainText("A draw cannot be agreed yet");
  await page.getByRole("button", { name: "White resigns" }).click();
  await expect(page.locator(".outcome")).toContainText("0–1 Black won, resignation");
  await page.getByRole("button", { name: "Reopen the game" }).click();
  await expect(page.locator(".outcome")).toHaveText("White to move");
});

test("the server is killed while we look: no alert is missing or doubled", async ({ page }) => {
  test.setTimeout(120_000);
  const connection = page.locator(".connection");
  await board.begin();
  await page.goto(board.url);
  await expect(connection).toHaveText("Live");
  await offend();
  await expect(calls(page)).toHaveCount(1);

  // The plug is pulled at rest, right after an alert, and right before one.
  const order = (data: object) => page.request.post(`${board.url}api/boards/7/command`, { data });
  for (const round of [1, 2, 3]) {
    await board.kill();
    if (round === 1) {
      await expect(connection).toContainText("No data since", { timeout: 15_000 });
      await expect(page.locator("body")).toHaveClass(/old/);
    }
    await board.start();
    expect((await order({ do: "resume", running: "black", id: `resume ${round}` })).ok()).toBe(true);
    await board.do({ stop: true });
    if (round === 2) await expect.poll(() => raised(page).then((all) => all.length)).toBeGreaterThan(round);
  }

  await expect(connection).toHaveText("Live", { timeout: 15_000 });
  await expect.poll(() => raised(page).then((all) => all.length)).toBeGreaterThanOrEqual(4);
  const all = await raised(page);
  expect(new Set(all).size, "the server's own list").toBe(all.length);
  const seen = () =>
    page
      .locator(".log [data-alert]")
      .evaluateAll((lines) => lines.map((line) => line.getAttribute("data-alert")));
  await page.locator(".log summary").click();
  await expect.poll(seen).toEqual(all.toReversed());
  await page.reload();
  await page.locator(".log summary").click();
  await expect.poll(seen, "a page that knows only what the server tells").toEqual(all.toReversed());
});

/** The alerts the server has raised, by table, game and id. */
async function raised(page: Page): Promise<string[]> {
  const said: AlertEntry[] = await (await page.request.get(`${board.url}api/alerts?after=0`)).json();
  return said.flatMap(({ what, board, game, alert }) =>
    what === "raised" && alert ? [`${board}/${game}/${alert.id}`] : [],
  );
}

test("a table that is not there is told so", async ({ page }) => {
  await page.goto(`${board.url}#/table/99`);
  await expect(page.locator("main")).toHaveText("There is no such table.");
});

test("a hall in which nothing happens is not shown as old", async ({ page }) => {
  await page.goto(board.url);
  await expect(page.locator(".connection")).toHaveText("Live");
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.classList.contains("old")) document.title = "old";
    }).observe(document.body, { attributes: true });
  });
  await page.waitForTimeout(8_000);
  await expect(page).not.toHaveTitle("old");
});

test("the language switches, is remembered, and Russian has no Latin letter but in chess", async ({
  page,
}) => {
  await board.begin();
  await offend();
  await page.goto(board.url);
  await expect(calls(page)).toContainText("illegal move");
  await page.getByRole("button", { name: /Русский/ }).click();
  await expect(calls(page)).toContainText("Невозможный ход белых");
  await page.reload();
  await expect(calls(page)).toContainText("Невозможный ход белых");
  await expect(page.locator("html")).toHaveAttribute("lang", "ru");

  const names = Object.values(NAMES);
  await page.locator(".log summary").click();
  expect(latinIn(await textsOf(page), names)).toEqual([]);
  await page.goto(`${board.url}#/table/7`);
  await expect(page.locator(".decide")).toBeVisible();
  await page.locator("details").evaluateAll((all) => {
    for (const folded of all) (folded as HTMLDetailsElement).open = true;
  });
  expect(latinIn(await textsOf(page), names)).toEqual([]);
});

test("a browser that speaks Russian is answered in Russian", async ({ browser }) => {
  const context = await browser.newContext({ locale: "ru-RU" });
  const page = await context.newPage();
  await page.goto(board.url);
  await expect(page.locator(".counts")).toContainText("Вызовов нет");
  await context.close();
});

for (const [size, viewport] of Object.entries(SIZES))
  test(`nothing is hard to use on a ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await board.begin();
    await board.move("e2", "e4", "white");
    await board.move("e7", "e5", "black");
    await board.move("g1", "f4", "white");
    for (const [where, ready] of [
      ["hall", ".call"],
      ["table", ".decide"],
    ] as const)
      for (const language of ["English", "Русский"]) {
        await page.goto(where === "hall" ? board.url : `${board.url}#/table/7`);
        await page.getByRole("button", { name: new RegExp(language) }).click();
        await expect(page.locator(ready)).toBeVisible();
        await expect(page.locator(".connection")).not.toHaveClass(/lost/);
        await page.screenshot({
          path: `shots/e2e-${where}-${size}-${language === "English" ? "en" : "ru"}.png`,
          fullPage: true,
        });
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0);
        await expectAccessible(page);
      }
  });

test("everything can be reached and done by keyboard", async ({ page }) => {
  await board.begin();
  await offend();
  await page.goto(board.url);
  await expect(page.locator(".call")).toBeVisible();
  const focused = () => page.evaluate(() => document.activeElement?.className ?? "");
  const tabTo = async (name: string) => {
    for (let tabs = 0; tabs < 10 && (await focused()) !== name; tabs++) await page.keyboard.press("Tab");
    expect(await focused()).toBe(name);
  };
  await tabTo("call");
  await page.keyboard.press("Enter");
  const apply = page.locator(".decide .main");
  await expect(apply).toBeVisible();
  await tabTo("main");
  await page.request.post(`${board.url}api/boards/7/command`, { data: { do: "pause", id: "meanwhile" } });
  await expect(page.locator(".player .clock.running")).toHaveCount(0);
  expect(await focused(), "what changes on the page leaves the focus where it is").toBe("main");
  await expect(apply).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(page.locator(".decide")).toHaveCount(0);
});
