import { computed, effect } from "@preact/signals";
import { render } from "preact";
import "./style/page.css";
import "./style/hall.css";
import "./style/table.css";
import "./style/boards.css";
import "./style/round.css";
import "./style/members.css";
import { App, live, route, store } from "./app";
import { askJoined } from "./members/api";
import { askSession, locked } from "./session";

const page = document.getElementById("page");
if (page) render(<App />, page);

void askSession();

// Who is not signed in is told nothing. Whether one must be is known a moment later.
const table = computed(() => route.value.table);
effect(() => (locked.value ? live.stop() : live.follow(table.value)));

// The first table that is seen may be of a board that joined, or of one that is alone.
effect(() => {
  if (!locked.value && store.boards.value.size > 0) void askJoined();
});
