import { render } from "preact";
import { firstLanguage, type Language, Spoken } from "../spoken";
import { OLD, Stream } from "../stream";
import "../style/boards.css";
import "../style/public.css";
import { Games } from "./page";
import { heard, type PublicHall } from "./tables";

/** The few words there are. */
const files: Record<Language, Record<string, string>> = {
  en: import.meta.glob<string>("~words/en/{clock,public}.ftl", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
  ru: import.meta.glob<string>("~words/ru/{clock,public}.ftl", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
};

const language = firstLanguage();
const words = new Spoken(language, files[language]);
const page = document.getElementById("public");

let hall: PublicHall | undefined;
let last = performance.now();

function draw() {
  const lost = performance.now() - last > OLD;
  if (page) render(<Games hall={hall} lost={lost} words={words} />, page);
  if (hall) document.title = words.say("public-title", { hall: hall.name });
}

document.documentElement.lang = language;
new Stream("api/public/stream", () => undefined, {
  event: (name, data) => {
    hall = heard(hall, name, data);
    draw();
  },
  heard: () => {
    last = performance.now();
  },
  refused: () => {},
});
setInterval(draw, 1000);
draw();
