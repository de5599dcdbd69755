import { useEffect } from "preact/hooks";
import { wallTime } from "../clock";
import { language, say, speak } from "../language";
import { joined } from "../members/api";
import { LANGUAGES } from "../spoken";
import type { Store } from "../store";
import { OLD } from "../stream";
import { seconds } from "../ticker";
import { SignedIn } from "./signin";

const OWN_NAMES = { en: ["EN", "English"], ru: ["РУ", "Русский"] } as const;

/** The pages there are. */
export type Page = "hall" | "round" | "boards" | "table";

/** The head of every page: where one is, whether what is shown is new, and the language. */
export function Top({ store, page, table }: { store: Store; page: Page; table: string | undefined }) {
  const name = store.name.value;
  useEffect(() => {
    document.title = [
      table === undefined ? undefined : say("table-name", { table }),
      page === "round" ? say("round-page") : undefined,
      page === "boards" ? say("members-page") : undefined,
      name || say("hall-title"),
    ]
      .filter(Boolean)
      .join(" · ");
  }, [page, table, name, language.value]);
  return (
    <header class="top">
      {page === "hall" ? (
        <h1 class="name" translate={false}>
          {name || say("hall-title")}
        </h1>
      ) : (
        <a class="back" href="#/">
          <span aria-hidden="true">‹</span> {say("all-tables")}
        </a>
      )}
      {page === "hall" && (
        <nav>
          <a class="to-round" href="#/round">
            {say("round-page")}
          </a>
          {/* A board that plays alone shows its table without having joined anything. */}
          {name !== "" && (joined.value || store.boards.value.size === 0) && (
            <a class="to-round" href="#/boards">
              {say("members-page")}
            </a>
          )}
        </nav>
      )}
      <Connection store={store} />
      <SignedIn />
      <fieldset class="languages">
        <legend class="hidden">{say("language")}</legend>
        {LANGUAGES.map((tag) => (
          <button
            key={tag}
            type="button"
            lang={tag}
            aria-pressed={language.value === tag}
            onClick={() => speak(tag)}
          >
            {OWN_NAMES[tag][0]}
            <span class="hidden"> {OWN_NAMES[tag][1]}</span>
          </button>
        ))}
      </fieldset>
    </header>
  );
}

/** Says whether the stream speaks, and since when it has not. */
function Connection({ store }: { store: Store }) {
  const now = Math.max(seconds.value, performance.now());
  const heard = store.heard.value;
  const old = heard === undefined || now - heard > OLD;
  useEffect(() => {
    document.body.classList.toggle("old", old);
  }, [old]);
  let text = say("live");
  if (heard === undefined) text = say("connecting");
  else if (old) text = say("silent-since", { time: wallTime(heard) });
  return (
    <p class={old ? "connection lost" : "connection"} role="status">
      <span class="lamp" aria-hidden="true" />
      <span class="word">{text}</span>
    </p>
  );
}
