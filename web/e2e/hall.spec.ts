import { expect, type Page, test } from "@playwright/test";
import { BINARY, hasBinary } from "./board";
import { CHROMIUM, hasChromium, SIZES } from "./browser";
import { HallUnderTest } from "./hall";
import { expectAccessible, latinIn, textsOf } from "./look";

const missing = [!hasChromium() && CHROMIUM, !hasBinary() && BINARY].filter(Boolean);
test.skip(missing.length > 0 && !process.env.CI, `needs ${missing.join(" and ")}`);

let hall: HallUnderTest;
test.beforeEach(async () => {
  expect(missing, "what the tests need").toEqual([]);
  hall = new HallUnderTest();
  await hall.start();
});
test.afterEach(() => hall.end());

const PASSWORD = "ein langer Abend";

async function setUp(page: Page) {
  await page.goto(hall.url);
  await page.getByLabel("Set-up code").fill(hall.code);
  await page.getByLabel("Name").fill("Chief");
  await page.getByLabel("Password").fill(PASSWORD);
  await page
    .getByRole("button")
    .filter({ hasText: /set up/i })
    .click();
  await expect(page.getByRole("button", { name: /Chief/ })).toBeVisible();
}

test("whoever has the set-up code is the chief; others sign in, and nothing is told before", async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) complaints.push(message.text());
  });
  await page.goto(hall.url);
  await expect(page.getByLabel("Set-up code")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Set-up code").fill("0000-0000-0000-0000");
  await page.getByLabel("Name").fill("Mallory");
  await page.getByLabel("Password").fill(PASSWORD);
  await page
    .getByRole("button")
    .filter({ hasText: /set up/i })
    .click();
  await expect(page.getByRole("alert")).not.toBeEmpty();

  await setUp(page);
  await page.reload();
  await page.getByRole("button", { name: /Chief/ }).click();
  await expect(page.getByLabel("Password")).toBeVisible();
  await expect(page.getByLabel("Set-up code")).toHaveCount(0);
  expect((await page.request.get(`${hall.url}api/hall`)).status()).toBe(401);

  await page.getByLabel("Name").fill("Chief");
  await page.getByLabel("Password").fill("something else");
  await page
    .getByRole("button")
    .filter({ hasText: /sign in/i })
    .click();
  await expect(page.getByRole("alert")).not.toBeEmpty();
  await page.getByLabel("Password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /Chief/ })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("boards that join are set to tables, changed, and forgotten", async ({ page }) => {
  await setUp(page);
  await page.getByRole("link", { name: "Boards" }).click();
  await expect(page.getByText("No board has joined yet.")).toBeVisible();
  const [first, second] = [await hall.board("first"), await hall.board("second")];
  const of = (code: string) => page.locator(".members li").filter({ hasText: code });
  await expect(of(first)).toContainText("The board is there");
  await expectAccessible(page);

  const put = async (code: string, table: string) => {
    await of(code).getByLabel("Table").fill(table);
    await of(code).getByRole("button", { name: "Set" }).click();
  };
  await put(first, "12");
  await expect(of(first).getByLabel("Table")).toHaveValue("12");
  await expect(of(first).getByRole("button", { name: "Take away from the table" })).toBeVisible();
  await put(second, "12");
  await expect(of(second).getByRole("status")).toHaveText("Another board stands at that table.");
  await expect(of(second).getByLabel("Table"), "what was refused can be put right").toHaveValue("12");
  await put(second, "2");
  await expect(page.locator(".members li b")).toHaveText([second, first]);

  await of(first).getByRole("button", { name: "Take away from the table" }).click();
  await expect(of(first).getByLabel("Table")).toHaveValue("");
  await expect(page.locator(".members li b"), "nowhere comes first").toHaveText([first, second]);
  await put(first, "12");

  const find = page.getByLabel("Find by code or table");
  // As people type what stands on a label.
  await find.fill(
    `${first.slice(0, 3)}-${first.slice(3)}`.toLowerCase().replaceAll("0", "o").replaceAll("1", "l"),
  );
  await expect(page.locator(".members li b")).toHaveText([first]);
  await find.fill("2");
  await expect(of(second)).toBeVisible();
  await find.fill("nowhere");
  await expect(page.getByText("No board has that code or stands at that table.")).toBeVisible();
  await find.fill("");

  await page.getByRole("link", { name: /All tables/ }).click();
  await expect(page.getByText("12", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Boards" }).click();
  await of(second).getByRole("button", { name: "Forget this board" }).focus();
  await page.keyboard.press("Enter");
  await expect(of(second).getByRole("button", { name: "Yes" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  const no = of(second).getByRole("button", { name: "No" });
  // It is looked twice who has joined: the focus stays where it was put.
  for (const _ of [1, 2]) await page.waitForResponse(/api\/members$/);
  await expect(no).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(of(second).getByRole("button", { name: "Forget this board" })).toBeFocused();
  await page.keyboard.press("Enter");
  await of(second).getByRole("button", { name: "Yes" }).click();
  await expect(of(second)).toHaveCount(0);
});

test("a board that is gone is shown as away, and comes back", async ({ page }) => {
  await setUp(page);
  const code = await hall.board("one");
  const card = page.locator(".card").filter({ hasText: code });
  await expect(card).toBeVisible();
  await expect(card.getByText("Not heard")).toHaveCount(0);
  await hall.pull("one");
  await expect(card.getByText("Not heard")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("1 board not heard")).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath("away-hall.png") });
  await card.click();
  await expect(page.getByText("The board is not heard: what is shown is old")).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath("away-table.png") });
  await hall.board("one");
  await expect(page.getByText("The board is not heard: what is shown is old")).toHaveCount(0);
});

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`the boards' page speaks Russian and is accessible (${size})`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await setUp(page);
    const code = await hall.board("one");
    await page.goto(`${hall.url}#/boards`);
    await page.getByRole("button", { name: /Русский/ }).click();
    await expect(page.getByText("Доска на связи")).toBeVisible();
    expect(latinIn(await textsOf(page), ["Hall Q", "Chief", code])).toEqual([]);
    await expectAccessible(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await page.screenshot({ path: test.info().outputPath("boards.png"), fullPage: true });
  });
}
