import { computed, effect, signal } from "@preact/signals";
import { keep, kept } from "./kept";
import { type Args, LANGUAGES, type Language, Words } from "./words";

const REMEMBERED = "touchmove.language";

function firstLanguage(): Language {
  const known = (tag: string | null | undefined) =>
    LANGUAGES.find((language) => tag?.toLowerCase().startsWith(language));
  return known(kept(REMEMBERED)) ?? navigator.languages.map(known).find((found) => found) ?? "en";
}

export const language = signal<Language>(firstLanguage());
export const words = computed(() => new Words(language.value));

effect(() => {
  document.documentElement.lang = language.value;
});

/** Chooses the language and remembers it. */
export function speak(chosen: Language) {
  language.value = chosen;
  keep(REMEMBERED, chosen);
}

/** Formats a message in the chosen language. */
export const say = (id: string, args?: Args) => words.value.say(id, args);
