import { expect, type Page, test } from "@playwright/test";
import { BINARY, BoardUnderTest, hasBinary } from "./board";
import { CHROMIUM, hasChromium } from "./browser";
import { expectAccessible, latinIn, textsOf } from "./look";

const missing = [!hasChromium() && CHROMIUM, !hasBinary() && BINARY].filter(Boolean);
test.skip(missing.length > 0 && !process.env.CI, `needs ${missing.join(" and ")}`);

/** Screens of a few inches, as they are sold for small machines, and a phone that stands in for one. */
const SCREENS = {
  tiny: { width: 320, height: 240 },
  small: { width: 480, height: 320 },
  usual: { width: 800, height: 480 },
  upright: { width: 480, height: 800 },
  phone: { width: 360, height: 740 },
};
test.use({ viewport: SCREENS.small });

let board: BoardUnderTest;
async function open(page: Page, setUp?: ConstructorParameters<typeof BoardUnderTest>[0]) {
  expect(missing, "what the tests need").toEqual([]);
  board = new BoardUnderTest(setUp);
  await board.start();
  await page.goto(`${board.url}clock`);
}
test.afterEach(() => board?.end());

const face = (page: Page, side: string) => page.locator(`.face[data-side=${side}]`);
const time = (page: Page, side: string) => face(page, side).getByRole("timer");
const sign = (page: Page, side: string, name: string) => face(page, side).locator(`.foot .sign.${name}`);
const stopped = (page: Page) => page.locator(".both .stopped");
const told = (page: Page, side: string) => time(page, side).getAttribute("aria-label");
/** The same as seconds. */
const seconds = async (page: Page, side: string) =>
  ((await told(page, side)) ?? "").split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
const order = (page: Page, data: object) =>
  page.request.post(`${board.url}api/boards/7/command`, { data }).then((answer) => answer.ok());

test("before the start both show the time with which the game begins", async ({ page }) => {
  await open(page);
  await expect(page).toHaveURL(/\/clock\/7$/);
  await expect(page).toHaveTitle("Clock of table 7");
  for (const side of ["white", "black"])
    await expect(time(page, side)).toHaveAttribute("aria-label", "1:30:30");
  await expect(stopped(page)).toHaveCount(0);
  await expect(page.locator(".foot .sign")).toHaveCount(0);
});

test("a press stops its own face and starts the other", async ({ page }) => {
  await open(page);
  await board.begin();
  await expect(sign(page, "white", "running")).toBeVisible();
  await expect(sign(page, "black", "running")).toHaveCount(0);
  await expect.poll(() => seconds(page, "white")).toBeLessThan(5429);
  expect(await told(page, "black")).toBe("1:30:30");

  await board.move("e2", "e4", "white");
  await expect(sign(page, "black", "running")).toBeVisible();
  await expect(sign(page, "white", "running")).toHaveCount(0);
  await expect(face(page, "white").locator(".moves")).toHaveText("1");
  const stands = await told(page, "white");
  await expect.poll(() => seconds(page, "black")).toBeLessThan(5430);
  expect(await told(page, "white")).toBe(stands);

  expect(await order(page, { do: "pause", id: "p" })).toBe(true);
  await expect(stopped(page)).toBeVisible();
  await expect(page.locator(".foot .sign")).toHaveCount(0);
  expect(await order(page, { do: "resume", running: "black", id: "r" })).toBe(true);
  await expect(stopped(page)).toHaveCount(0);
  await expect(sign(page, "black", "running")).toBeVisible();
});

test("a delay is counted down first, and the time stands meanwhile", async ({ page }) => {
  await open(page, { control: "60d5", play: "blitz" });
  await board.begin();
  const delay = face(page, "white").locator(".delay");
  await expect(delay).toHaveText(/^[1-4]$/);
  expect(await told(page, "white")).toBe("1:00");
  await expect(delay).toHaveCount(0, { timeout: 10_000 });
  await expect.poll(() => seconds(page, "white")).toBeLessThan(60);
  await board.move("e2", "e4", "white");
  await expect(face(page, "black").locator(".delay")).toBeVisible();
  expect(await told(page, "black")).toBe("1:00");
});

for (const whiteAt of ["left", "right"] as const)
  test(`White's face is at the ${whiteAt} end of the lever`, async ({ page }) => {
    await open(page, { whiteAt });
    await board.begin();
    await expect(sign(page, "white", "running")).toBeVisible();
    const middle = async (side: string) => {
      const box = await face(page, side).boundingBox();
      return (box?.x ?? 0) + (box?.width ?? 0) / 2;
    };
    const leftOf = (await middle("white")) < (await middle("black"));
    expect(leftOf ? "left" : "right").toBe(whiteAt);
    expect(await order(page, { do: "flip", id: "f" })).toBe(true);
    await expect(sign(page, "white", "running")).toBeVisible();
    expect((await middle("white")) < (await middle("black")), "the lever was not turned").toBe(leftOf);
  });

test("a fallen flag is a sign at zero, and no word of it or of anything else is said", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await open(page, { control: "W3:B60", play: "blitz" });
  await board.begin();
  // An illegal move besides, so that the arbiter is called for it and for the flag.
  await board.move("e2", "e5", "white");
  await board.move("e7", "e6", "black");
  await expect(sign(page, "white", "flag")).toBeVisible({ timeout: 15_000 });
  await expect(time(page, "white")).toHaveAttribute("aria-label", "0:00");
  await expect(sign(page, "white", "running")).toHaveCount(0);
  await expect
    .poll(async () => {
      const hall = await (await page.request.get(`${board.url}api/hall`)).json();
      return hall.boards[0].alerts.map((alert: { kind: string }) => alert.kind);
    })
    .toContain("flag_fall");
  // Digits of moves and seconds at the most.
  expect(((await page.locator("main").textContent()) ?? "").replace(/[\d\s]/g, "")).toBe("");
  const own = asked.filter((path) => !path.startsWith("/assets/"));
  expect([...new Set(own)]).toEqual(["/clock", "/clock/7", "/api/boards/7/clock"]);
});

test("what is old is grey and says since when, and comes back by itself", async ({ page }) => {
  await open(page);
  await board.begin();
  await expect(sign(page, "white", "running")).toBeVisible();
  await expect(page.locator(".clock.old")).toHaveCount(0);
  await board.kill();
  await expect(page.locator(".clock.old")).toBeVisible({ timeout: 15_000 });
  await expect(page.locator(".both")).toHaveText(/^\d\d:\d\d:\d\d$/);
  const stands = await told(page, "white");
  await page.screenshot({ path: "shots/e2e-clock-old.png" });
  await expectAccessible(page);
  await page.waitForTimeout(1_500);
  expect(await told(page, "white")).toBe(stands);
  await board.start();
  await expect(page.locator(".clock.old")).toHaveCount(0, { timeout: 15_000 });
  await expect(stopped(page), "until the arbiter lets it go on").toBeVisible();
});

test("the screen is asked to stay awake, where the browser knows how", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "wakeLock", {
      value: {
        request: (what: string) => {
          document.documentElement.dataset.awake = what;
          return Promise.reject(new Error("not today"));
        },
      },
    });
  });
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  await open(page);
  await expect(page.locator("html")).toHaveAttribute("data-awake", "screen");
  expect(errors).toEqual([]);
});

for (const [screen, viewport] of Object.entries(SCREENS))
  test(`nothing is cut off or hard to read on a ${screen} screen`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await open(page, { control: "1/36000d60:600" });
    const look = async (what: string) => {
      await page.screenshot({ path: `shots/e2e-clock-${screen}-${what}.png` });
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll(".face, .both, .digits, .head > *, .foot > *, .both > *")]
          .filter((element) => {
            const { left, top, right, bottom } = element.getBoundingClientRect();
            return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
          })
          .map((element) => element.outerHTML),
      );
      expect(cut).toEqual([]);
      await expectAccessible(page);
    };
    await expect(time(page, "white")).toHaveAttribute("aria-label", "10:00:00");
    await look("before");
    await board.begin();
    await board.move("e2", "e4", "white");
    await expect(face(page, "white").locator(".period i")).toHaveCount(2);
    await expect(face(page, "black").locator(".delay")).toBeVisible();
    await look("delay");
    expect(await order(page, { do: "set_clock", white: 3_599_000, black: 0, running: null, id: "s" })).toBe(
      true,
    );
    await expect(time(page, "white")).toHaveAttribute("aria-label", "59:59");
    await expect(sign(page, "black", "flag")).toBeVisible();
    await expect(stopped(page)).toBeVisible();
    await look("flag");
  });

test("a browser that speaks Russian is answered in Russian", async ({ browser }) => {
  const context = await browser.newContext({ locale: "ru-RU" });
  const page = await context.newPage();
  await open(page, { control: "900d30", play: "rapid" });
  await board.begin();
  await expect(page).toHaveTitle("Часы стола 7");
  await expect(face(page, "white").locator(".delay")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "ru");
  expect(latinIn(await textsOf(page), [])).toEqual([]);
  await context.close();
});
