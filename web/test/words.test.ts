import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Entry, type Message, parse, Visitor } from "@fluent/syntax";
import { describe, expect, it } from "vitest";
import { LANGUAGES, type Language } from "../src/spoken";
import { Words } from "../src/words";
import { codes, EVENTS, fields, filesBelow, KINDS, ROOT, refusals, sensing, textOf } from "./rust";

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
  do: ["accept-board", "flip", "swap-colours"],
  "not-saved": codes("health/mod.rs", "DiskFault", "src"),
  withdrawn: codes("event.rs", "Withdrawal"),
  refused: refusals(),
  member: codes("view.rs", "Presence", "src/link"),
  placed: ["taken", "forbidden", "failed"],
  rejected: ["wrong", "often", "unfit", "taken", "unreachable"],
  mistake: codes("mistake.rs", "Wrong", "core/src/tournament"),
  standing: codes("view.rs", "State", "src/hub/round"),
  rule: codes("concept.rs", "Concept", EDITION),
  parameter: [
    ...fields("rules/edition/parameters.rs", "Parameters"),
    ...fields("rules/edition/parameters.rs", "Times"),
    ...sensing(),
  ],
  group: [...codes("group.rs", "Group", EDITION), "sensing"],
  known: codes("group.rs", "Known", EDITION),
  task: codes("task.rs", "Task", "core/src/commission"),
  finding: codes("finding.rs", "FindingKind", "core/src/commission"),
  verdict: codes("report.rs", "Verdict", "core/src/commission"),
  calibrating: codes("calibrating.rs", "Step", "core/src/hall"),
  flaw: codes("calibrating.rs", "FlawKind", "core/src/hall"),
  device: codes("obstacle.rs", "Obstacle", "src/backend"),
  part: codes("mod.rs", "Part", "src/driver"),
  trouble: codes("mod.rs", "Trouble", "src/driver"),
  told: [...codes("mod.rs", "Fault", "src/driver"), "lever", "overflow"],
  found: [
    ...codes("finding.rs", "Finding", "src/technician/selftest"),
    ...codes("watch.rs", "Odd", "src/technician/selftest"),
  ].filter((code) => !["device", "part", "told", "squares"].includes(code)),
};

/** Families whose attributes are named by codes too; a test of the program looks after those. */
const WITH_ATTRIBUTES = ["rule", "parameter", "finding", "flaw", "device", "trouble", "told", "found"];

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
const BUILT = [
  /^phase-(setup|ready|playing|over)$/,
  /^(to-move|resume)-(white|black)$/,
  /^sure-(start|stop|resume)$/,
  /^(start|stop|resume)-all$/,
  /^play-(standard|rapid|blitz)$/,
  /^supervision-(full|limited)$/,
];

it("knows no Latin letter in Russian", () => {
  // A technician's chips, pins and commands have Latin names, each a word of its own.
  const technical = readFileSync(join(ROOT, "words/ru/selftest.ftl"), "utf8");
  const mixed = /[a-z][а-яё]|[а-яё][a-z]/i;
  const latin = [...messages("ru")].flatMap(([id, message]) =>
    find(message).texts.filter((text) => (technical.includes(`\n${id} =`) ? mixed : /[a-z]/i).test(text)),
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
