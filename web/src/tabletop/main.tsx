import { render } from "preact";
import type { ClockView } from "../api";
import { firstLanguage, type Language, Spoken } from "../spoken";
import { Stream } from "../stream";
import "../style/tabletop.css";
import { type Heard, shown } from "./faces";
import { TableClock } from "./page";
import { keepAwake } from "./wake";

/** The few words there are. */
const files: Record<Language, Record<string, string>> = {
  en: import.meta.glob<string>("~words/en/clock.ftl", { query: "?raw", import: "default", eager: true }),
  ru: import.meta.glob<string>("~words/ru/clock.ftl", { query: "?raw", import: "default", eager: true }),
};

/** How often the faces are drawn, ms. */
const DRAW = 100;

const language = firstLanguage();
const words = new Spoken(language, files[language]);
const page = document.getElementById("clock");
const board = decodeURIComponent(/\/clock\/([^/]+)$/.exec(location.pathname)?.[1] ?? "");

let heard: Heard | undefined;
let last: number | undefined;

function draw() {
  if (page) render(<TableClock shown={shown(heard, last, performance.now())} words={words} />, page);
}

document.documentElement.lang = language;
document.title = words.say("clock-of-table", { table: board });
new Stream(`api/boards/${encodeURIComponent(board)}/clock`, () => undefined, {
  event: (name, data) => {
    if (name !== "clock") return;
    heard = { view: JSON.parse(data) as ClockView, received: performance.now() };
    draw();
  },
  heard: () => {
    last = performance.now();
  },
  refused: () => {},
});
setInterval(draw, DRAW);
draw();
keepAwake();
