import { effect } from "@preact/signals";
import { render } from "preact";
import "./style/page.css";
import "./style/hall.css";
import "./style/table.css";
import "./style/boards.css";
import "./style/round.css";
import { App, live, route } from "./app";

const page = document.getElementById("page");
if (page) render(<App />, page);

effect(() => live.follow(route.value.table));
