import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import { kept } from "./kept";

export const LANGUAGES = ["en", "ru"] as const;
export type Language = (typeof LANGUAGES)[number];

export type Args = Record<string, FluentVariable>;

/** Under what name this device keeps the language that was chosen. */
export const REMEMBERED = "touchmove.language";

/** The language that was chosen on this device, or else the first we know of those its owner reads. */
export function firstLanguage(): Language {
  const known = (tag: string | null | undefined) =>
    LANGUAGES.find((language) => tag?.toLowerCase().startsWith(language));
  return known(kept(REMEMBERED)) ?? navigator.languages.map(known).find((found) => found) ?? "en";
}

/** Words of one language, from as many of its files as a page needs. */
export class Spoken {
  private readonly bundle: FluentBundle;

  constructor(
    readonly language: Language,
    files: Record<string, string>,
  ) {
    this.bundle = new FluentBundle(language, { useIsolating: false });
    for (const text of Object.values(files)) this.bundle.addResource(new FluentResource(text));
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
}
