import { computed, effect, signal } from "@preact/signals";
import { keep } from "./kept";
import { type Args, firstLanguage, type Language, REMEMBERED } from "./spoken";
import { Words } from "./words";

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
