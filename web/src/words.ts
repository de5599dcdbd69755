import { FluentNumber } from "@fluent/bundle";
import { type Args, type Language, Spoken } from "./spoken";

/** All but the rules, which the program prints and no page shows, and what only the public's page says. */
const files: Record<Language, Record<string, string>> = {
  en: import.meta.glob<string>(["~words/en/*.ftl", "!~words/en/{public,rules,selftest}.ftl"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
  ru: import.meta.glob<string>(["~words/ru/*.ftl", "!~words/ru/{public,rules,selftest}.ftl"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
};

/** All the words of one language. */
export class Words extends Spoken {
  constructor(language: Language) {
    super(language, files[language]);
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
