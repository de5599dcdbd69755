import { computed, effect } from "@preact/signals";
import { render } from "preact";
import "./style/page.css";
import "./style/hall.css";
import "./style/table.css";
import "./style/boards.css";
import "./style/round.css";
import "./style/members.css";
import { App, live, route } from "./app";
import { askSession, locked } from "./session";

const page = document.getElementById("page");
if (page) render(<App />, page);

void askSession();

// Who is not signed in is told nothing. Whether one must be is known a moment later.
const table = computed(() => route.value.table);
effect(() => (locked.value ? live.stop() : live.follow(table.value)));
