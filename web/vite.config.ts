import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/** Where the words lie: beside the page, since the binary speaks them too. */
const words = fileURLToPath(new URL("../words", import.meta.url));

/** The pages: the arbiter's, the players' clock, and the public's. */
const pages = ["index.html", "clock.html", "public.html"].map((page) =>
  fileURLToPath(new URL(page, import.meta.url)),
);

export default defineConfig(async ({ mode }) => ({
  base: "./",
  resolve: { alias: { "~words": words } },
  plugins: mode === "mock" ? [(await import("./dev/mock.ts")).mock()] : [],
  server: {
    fs: { allow: [".", words] },
    proxy: mode === "mock" ? {} : { "/api": process.env.TOUCHMOVE_URL ?? "http://127.0.0.1:8080" },
  },
  // The screen on the table may have a browser of 2020.
  build: { target: "chrome80", chunkSizeWarningLimit: 300, rollupOptions: { input: pages } },
  test: { include: ["test/**/*.test.ts"] },
}));
