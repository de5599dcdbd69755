import { expect, test } from "@playwright/test";
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

const file = (text: string) => ({ name: "pairs.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

test("a round from its file to its games", async ({ page }) => {
  await board.do({ scan: "ffff00000000ffff" });
  await page.goto(board.url);
  await expect(page.locator(".card")).toBeVisible();
  await expect(page.getByRole("link", { name: "Boards" }), "a board alone has joined nothing").toHaveCount(0);
  await page.getByRole("link", { name: "Round" }).click();
  await expect(page.getByText("No round has been prepared.")).toBeVisible();
  const choose = page.getByLabel("File of the pairs");

  await choose.setInputFiles(file("Table,White,Black\n7,Anna,Anna\n7,Vera,Boris\n"));
  await expect(page.locator(".mistakes li")).toHaveText([
    "Line 2 Anna is his own opponent.",
    "Line 3, column 1 Table 7 is given in line 2 already.",
  ]);
  await choose.setInputFiles(file("Table;White;Black;Pts\n7;Anna;Борис;1\n8;Vera;Gleb;0\n"));
  await expect(page.getByText("2 pairs understood")).toBeVisible();
  await expect(page.getByText("No board stands at: 8")).toBeVisible();
  await page.getByLabel("Time control").fill("180+2");
  await expect(page.locator(".mistakes")).toContainText("does not fit the kind of play");
  await page.getByLabel("Kind of play").selectOption("blitz");
  await page.getByLabel("Event").fill("Open");
  await expect(page.getByText("2 pairs understood")).toBeVisible();
  await page.getByRole("button", { name: "Prepare this round" }).click();

  await expect(page.getByText("1 of 2 ready")).toBeVisible();
  await expect(page.locator(".standings li")).toHaveCount(2);
  await expectAccessible(page);
  const act = async (name: string) => {
    await page.getByRole("button", { name }).click();
    await expect(page.getByRole("button", { name: "Yes" })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Carried out at 1 table.")).toBeVisible();
  };
  await act("Start all clocks that are ready");
  await expect(page.getByText("1 playing")).toBeVisible();
  await act("Stop all clocks");
  await page.getByRole("button", { name: "Let the clocks run again" }).click();
  await page.getByRole("button", { name: "No" }).click();
  await act("Let the clocks run again");

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Games (PGN)" }).click();
  expect((await download).suggestedFilename()).toBe("round-1.pgn");
});

for (const [name, size] of Object.entries(SIZES)) {
  test(`the round's page speaks Russian and is accessible (${name})`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto(`${board.url}#/round`);
    await page.getByRole("button", { name: "Русский" }).click();
    await page.getByLabel("Файл с парами").setInputFiles(file("Стол;Белые;Чёрные\n7;Анна;Борис\n8;Вера\n"));
    await expect(page.getByText("Прочитана 1 пара")).toBeVisible();
    await expectAccessible(page);
    const own = [...Object.values(NAMES), "fide-2023", "fide-2005", "ru-2018", "ru-2009"];
    expect(latinIn(await textsOf(page), own)).toEqual([]);
    const wider = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(wider), "nothing lies beyond the edge").toBeLessThanOrEqual(0);
    await page.screenshot({ path: test.info().outputPath("round.png"), fullPage: true });
  });
}
