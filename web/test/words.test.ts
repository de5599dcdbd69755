import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Entry, type Message, parse, Visitor } from "@fluent/syntax";
import { describe, expect, it } from "vitest";
import { LANGUAGES, type Language, Words } from "../src/words";

const ROOT = join(import.meta.dirname, "../..");

const filesBelow = (folder: string, end: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name));

const textOf = (paths: string[]) => paths.map((path) => readFileSync(path, "utf8")).join("\n");

/** Variables and messages (`id` or `id.attribute`) that something refers to, and its plain text. */
class Finder extends Visitor {
  readonly variables = new Set<string>();
  readonly references = new Set<string>();
  readonly texts: string[] = [];
  override visitVariableReference(node: { id: { name: string } }) {
    this.variables.add(node.id.name);
  }
  override visitMessageReference(node: { id: { name: string }; attribute: { name: string } | null }) {
    this.references.add(node.attribute ? `${node.id.name}.${node.attribute.name}` : node.id.name);
  }
  override visitTextElement(node: { value: string }) {
    this.texts.push(node.value);
  }
}

const find = (node: Parameters<Finder["visit"]>[0] | null) => {
  const finder = new Finder();
  if (node) finder.visit(node);
  return finder;
};

function entries(language: Language): Entry[] {
  return filesBelow(join(ROOT, "words", language), ".ftl").flatMap(
    (path) => parse(readFileSync(path, "utf8"), {}).body as Entry[],
  );
}

const messages = (language: Language) =>
  new Map(
    entries(language)
      .filter((entry): entry is Message => entry.type === "Message")
      .map((message) => [message.id.name, message]),
  );

/** All variables a message asks for, also through the messages it is made of. */
function variables(all: Map<string, Message>, id: string, attribute?: string): Set<string> {
  const message = all.get(id);
  const pattern = attribute
    ? message?.attributes.find(({ id }) => id.name === attribute)?.value
    : message?.value;
  const found = find(pattern ?? null);
  for (const reference of found.references) {
    const [other, attribute] = reference.split(".");
    for (const name of variables(all, other ?? "", attribute)) found.variables.add(name);
  }
  return found.variables;
}

/** The variants of a Rust enum, as their codes with dashes. */
function codes(file: string, name: string, folder = "core/src/board"): string[] {
  const source = readFileSync(join(ROOT, folder, file), "utf8");
  const body = new RegExp(`\\npub(?:\\(crate\\))? enum ${name} \\{\\n([\\s\\S]*?)\\n\\}`).exec(source)?.[1];
  if (!body) throw new Error(`no enum ${name} in ${file}`);
  const variants = [...body.matchAll(/^ {4}([A-Z]\w*)/gm)].map((match) => match[1] ?? "");
  return variants.map((variant) => variant.replace(/\B[A-Z]/g, "-$&").toLowerCase());
}

const KINDS = codes("alert.rs", "Matter");
const EVENTS = codes("event.rs", "Event");

/** The codes by which an order is refused. */
function refusals(): string[] {
  const game = textOf(filesBelow(join(ROOT, "core/src/game"), ".rs"));
  const daemon = textOf(filesBelow(join(ROOT, "src/daemon"), ".rs"));
  const found = [
    ...game.matchAll(/(?:Err\(|ok_or\(|map_err\(\|_\| )"([a-z_]+)"/g),
    ...daemon.matchAll(/Refused\("([a-z_]+)"/g),
  ];
  return [...new Set(found.map((match) => (match[1] ?? "").replaceAll("_", "-")))];
}

/** The fields of a Rust struct, as codes with dashes. */
function fields(file: string, name: string): string[] {
  const source = readFileSync(join(ROOT, "core/src", file), "utf8");
  const body = new RegExp(`\\npub struct ${name} \\{\\n([\\s\\S]*?)\\n\\}`).exec(source)?.[1];
  if (!body) throw new Error(`no struct ${name} in ${file}`);
  return [...body.matchAll(/^ {4}pub (\w+):/gm)].map((match) => (match[1] ?? "").replaceAll("_", "-"));
}

/** The parameters by which a board takes samples. */
function sensing(): string[] {
  const source = readFileSync(join(ROOT, "core/src/intake/settings.rs"), "utf8");
  const body = /KEYS: \[&str; \d+\] =\s*\[([^\]]*)\]/.exec(source)?.[1] ?? "";
  return [...body.matchAll(/"(\w+)"/g)].map((match) => (match[1] ?? "").replaceAll("_", "-"));
}

const EDITION = "core/src/rules/edition";

/** Messages by code: the family, and the codes there are. */
const FAMILIES: Record<string, string[]> = {
  alert: KINDS,
  kind: KINDS,
  illegal: codes("alert.rs", "IllegalReason"),
  cleared: codes("alert.rs", "Cleared"),
  severity: codes("alert.rs", "Severity"),
  reason: codes("outcome.rs", "Reason"),
  result: codes("outcome.rs", "GameResult"),
  event: [...EVENTS, "touch-returned", "obligation-free"],
  "not-saved": codes("health.rs", "DiskFault", "src"),
  withdrawn: codes("event.rs", "Withdrawal"),
  refused: [...refusals(), "unreachable", "late", "other"],
  rule: codes("concept.rs", "Concept", EDITION),
  parameter: [
    ...fields("rules/edition/parameters.rs", "Parameters"),
    ...fields("rules/edition/parameters.rs", "Times"),
    ...sensing(),
  ],
  group: [...codes("group.rs", "Group", EDITION), "sensing"],
  known: codes("group.rs", "Known", EDITION),
};

/** Families whose attributes are named by codes too; a test of the program looks after those. */
const WITH_ATTRIBUTES = ["rule", "parameter"];

/** Messages by codes that scanners bring; there is one for those we do not know. */
const OPEN_FAMILIES = ["fault"];

describe.each(LANGUAGES)("%s", (language) => {
  const all = messages(language);

  it("has no line that cannot be read", () => {
    expect(entries(language).filter((entry) => entry.type === "Junk")).toEqual([]);
  });

  it("has no message twice", () => {
    const ids = entries(language).flatMap((entry) => (entry.type === "Message" ? entry.id.name : []));
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it.each(Object.keys(FAMILIES))("has a word for each %s, and for no other", (family) => {
    const said = [...all.keys()].filter((id) => id.startsWith(`${family}-`));
    const wanted = (FAMILIES[family] ?? []).map((code) => `${family}-${code}`);
    expect(said.filter((id) => !notOfAFamily.has(id)).sort()).toEqual(wanted.sort());
  });

  it.each(OPEN_FAMILIES)("has a word for a %s that it does not know", (family) => {
    expect(all.has(`${family}-other`)).toBe(true);
  });

  it("refers only to what there is", () => {
    const references = new Set([...all.values()].flatMap((message) => [...find(message).references]));
    const known = [...all].flatMap(([id, message]) => [
      id,
      ...message.attributes.map((attribute) => `${id}.${attribute.id.name}`),
    ]);
    expect([...references].filter((reference) => !known.includes(reference))).toEqual([]);
  });

  it("has nothing that is not used", () => {
    const references = new Set([...all.values()].flatMap((message) => [...find(message).references]));
    const source = textOf([
      ...filesBelow(join(ROOT, "web/src"), ".ts"),
      ...filesBelow(join(ROOT, "web/src"), ".tsx"),
      ...filesBelow(join(ROOT, "src"), ".rs"),
    ]);
    const inFamily = (id: string) =>
      (!notOfAFamily.has(id) &&
        [...Object.keys(FAMILIES), ...OPEN_FAMILIES].some((family) => id.startsWith(`${family}-`))) ||
      BUILT.some((pattern) => pattern.test(id));
    const unused = [...all].flatMap(([id, message]) => [
      ...(references.has(id) || source.includes(`"${id}"`) || inFamily(id) ? [] : [id]),
      ...(WITH_ATTRIBUTES.some((family) => id.startsWith(`${family}-`)) ? [] : message.attributes)
        .map((attribute) => `${id}.${attribute.id.name}`)
        .filter((name) => !references.has(name)),
    ]);
    expect(unused).toEqual([]);
  });

  it("asks for what the other language asks for", () => {
    const asked = (language: Language) => {
      const all = messages(language);
      const names = [...all].flatMap(([id, message]) => [
        id,
        ...(WITH_ATTRIBUTES.some((family) => id.startsWith(`${family}-`)) ? message.attributes : []).map(
          (attribute) => `${id}.${attribute.id.name}`,
        ),
      ]);
      return Object.fromEntries(
        names.sort().map((name) => {
          const [id, attribute] = name.split(".");
          return [name, [...variables(all, id ?? "", attribute)].sort()];
        }),
      );
    };
    const own = asked(language);
    const english = asked("en");
    expect(Object.keys(own)).toEqual(Object.keys(english));
    const differing = Object.keys(own).filter((id) => own[id]?.join() !== english[id]?.join());
    expect(differing).toEqual([]);
  });
});

/** Begins like a family but is a word of its own. */
const notOfAFamily = new Set(["result-and-clocks"]);

/** Ids that the page builds from a code of its own. */
const BUILT = [/^phase-(setup|ready|playing|over)$/, /^(to-move|resume)-(white|black)$/];

it("knows no Latin letter in Russian", () => {
  const latin = [...messages("ru").values()].flatMap((message) =>
    find(message).texts.filter((text) => /[a-z]/i.test(text)),
  );
  expect(latin).toEqual([]);
});

describe("plural forms", () => {
  const russian = new Words("ru");
  it.each([
    [0, "Вызовов нет"],
    [1, "Зовёт 1 стол"],
    [3, "Зовут 3 стола"],
    [5, "Зовут 5 столов"],
    [11, "Зовут 11 столов"],
    [21, "Зовёт 21 стол"],
    [112, "Зовут 112 столов"],
  ])("%d", (count, text) => expect(russian.say("count-calls", { count })).toBe(text));
});
