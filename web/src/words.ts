import { FluentBundle, FluentNumber, FluentResource, type FluentVariable } from "@fluent/bundle";

export const LANGUAGES = ["en", "ru"] as const;
export type Language = (typeof LANGUAGES)[number];

export type Args = Record<string, FluentVariable>;

/** All but the rules, which the program prints and no page shows. */
const files: Record<Language, Record<string, string>> = {
  en: import.meta.glob<string>(["~words/en/*.ftl", "!~words/en/rules.ftl"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
  ru: import.meta.glob<string>(["~words/ru/*.ftl", "!~words/ru/rules.ftl"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
};

/** The words of one language. */
export class Words {
  private readonly bundle: FluentBundle;

  constructor(readonly language: Language) {
    this.bundle = new FluentBundle(language, { useIsolating: false });
    for (const text of Object.values(files[language])) this.bundle.addResource(new FluentResource(text));
  }

  has(id: string): boolean {
    return this.bundle.hasMessage(id);
  }

  /** Formats a message; an unknown one shows its id, and a test sees to it that there is none. */
  say(id: string, args: Args = {}): string {
    const message = this.bundle.getMessage(id);
    if (!message?.value) return id;
    return this.bundle.formatPattern(message.value, args, []);
  }

  /** The message of a code that may be one we have no word for. */
  code(family: string, code: string, args: Args = {}): string {
    const id = `${family}-${code.replaceAll("_", "-")}`;
    return this.say(this.has(id) ? id : `${family}-other`, args);
  }
}

/** A number that is spoken as an ordinal: 1st, 2nd. */
export const ordinal = (value: number) =>
  new FluentNumber(value, { type: "ordinal" } as unknown as Intl.NumberFormatOptions);

/** A span of time as seconds with tenths, in the language's own writing. */
export const tenths = (ms: number) =>
  new FluentNumber(ms / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
