/** What the program's own sources list: codes that there must be words for, with dashes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

export const filesBelow = (folder: string, end: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name));

export const textOf = (paths: string[]) => paths.map((path) => readFileSync(path, "utf8")).join("\n");

/** The variants of a Rust enum, as their codes with dashes. */
export function codes(file: string, name: string, folder = "core/src/board"): string[] {
  const source = readFileSync(join(ROOT, folder, file), "utf8");
  const body = new RegExp(`\\npub(?:\\(crate\\))? enum ${name} \\{\\n([\\s\\S]*?)\\n\\}`).exec(source)?.[1];
  if (!body) throw new Error(`no enum ${name} in ${file}`);
  const variants = [...body.matchAll(/^ {4}([A-Z]\w*)/gm)].map((match) => match[1] ?? "");
  return variants.map((variant) => variant.replace(/\B[A-Z]/g, "-$&").toLowerCase());
}

export const KINDS = codes("alert.rs", "Matter");
export const EVENTS = codes("event.rs", "Event");

/** The codes by which an order is refused, wherever it is that the code says so. */
export function refusals(): string[] {
  const game = textOf(filesBelow(join(ROOT, "core/src/game"), ".rs"));
  const daemon = textOf(filesBelow(join(ROOT, "src/daemon"), ".rs"));
  const found = [
    ...game.matchAll(/(?:Err\(|ok_or\(|map_err\(\|_\| )"([a-z_]+)"/g),
    ...daemon.matchAll(/Refused\("([a-z_]+)"/g),
  ];
  const ours = ["unreachable", "late", "other"]; // said by the page itself
  const said = new Set(found.map((match) => (match[1] ?? "").replaceAll("_", "-")));
  return [...[...said].sort(), ...ours];
}

/** The fields of a Rust struct, as codes with dashes. */
export function fields(file: string, name: string): string[] {
  const source = readFileSync(join(ROOT, "core/src", file), "utf8");
  const body = new RegExp(`\\npub struct ${name} \\{\\n([\\s\\S]*?)\\n\\}`).exec(source)?.[1];
  if (!body) throw new Error(`no struct ${name} in ${file}`);
  return [...body.matchAll(/^ {4}pub (\w+):/gm)].map((match) => (match[1] ?? "").replaceAll("_", "-"));
}

/** The parameters by which a board takes samples. */
export function sensing(): string[] {
  const source = readFileSync(join(ROOT, "core/src/intake/settings.rs"), "utf8");
  const body = /KEYS: \[&str; \d+\] =\s*\[([^\]]*)\]/.exec(source)?.[1] ?? "";
  return [...body.matchAll(/"(\w+)"/g)].map((match) => (match[1] ?? "").replaceAll("_", "-"));
}
