import { defineConfig } from "@playwright/test";
import { CHROMIUM, FLAGS } from "./e2e/browser";

export default defineConfig({
  testDir: "e2e",
  // The machine under the board has few cores, and so has the one that runs this.
  workers: 1,
  timeout: 60_000,
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: {
    browserName: "chromium",
    launchOptions: { executablePath: CHROMIUM, args: FLAGS },
    locale: "en-GB",
    trace: "retain-on-failure",
  },
});
