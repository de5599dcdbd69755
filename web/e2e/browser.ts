import { existsSync } from "node:fs";

/** The system's Chromium; no browser is ever downloaded. */
export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

export const hasChromium = () => existsSync(CHROMIUM);

/** Flags for a machine that may have no sandbox and no way out. */
export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const SIZES = {
  phone: { width: 360, height: 740 },
  tablet: { width: 1024, height: 768 },
  desktop: { width: 1600, height: 1000 },
} as const;
