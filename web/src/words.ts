import { FluentBundle, FluentNumber, FluentResource, type FluentVariable } from "@fluent/bundle";
import { computed, effect, signal } from "@preact/signals";

export const LANGUAGES = ["en", "ru"] as const;
export type Language = (typeof LANGUAGES)[number];

type Args = Record<string, FluentVariable>;

const files: Record<Language, Record<string, string>> = {
  en: import.meta.glob<string>("~words/en/*.ftl", { query: "?raw", import: "default", eager: true }),
  ru: import.meta.glob<string>("~words/ru/*.ftl", { query: "?raw", import: "default", eager: true }),
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

const REMEMBERED = "touchmove.language";

function firstLanguage(): Language {
  const known = (tag: string | null | undefined) =>
    LANGUAGES.find((language) => tag?.toLowerCase().startsWith(language));
  return known(remembered()) ?? navigator.languages.map(known).find((found) => found) ?? "en";
}

function remembered(): string | null {
  try {
    return localStorage.getItem(REMEMBERED);
  } catch {
    return null;
  }
}

export const language = signal<Language>(firstLanguage());
export const words = computed(() => new Words(language.value));

effect(() => {
  document.documentElement.lang = language.value;
});

/** Chooses the language and remembers it. */
export function speak(chosen: Language) {
  language.value = chosen;
  try {
    localStorage.setItem(REMEMBERED, chosen);
  } catch {
    // A browser that keeps nothing still speaks the language until it is closed.
  }
}

/** Formats a message in the chosen language. */
export const say = (id: string, args?: Args) => words.value.say(id, args);
