import type { RoundView, TableView } from "./api";

/** How far a round is, in numbers. */
export interface Progress {
  count: number;
  ready: number;
  playing: number;
  over: number;
  /** Tables with a board at which no game can start. */
  waiting: number;
}

export function progress({ tables }: Pick<RoundView, "tables">): Progress {
  const count = (...states: TableView["state"][]) =>
    tables.filter((table) => states.includes(table.state)).length;
  return {
    count: tables.length,
    ready: count("ready"),
    playing: count("playing"),
    over: count("over"),
    waiting: count("away", "other_game", "setting_up"),
  };
}

/** Those that somebody must look after first; within them the order of the tables. */
export function byNeed(tables: TableView[]): TableView[] {
  const rank = ({ state, refused }: TableView) => {
    if (refused || state === "away" || state === "other_game") return 0;
    return state === "setting_up" ? 1 : 2;
  };
  return tables.toSorted((a, b) => rank(a) - rank(b));
}

/** Squares on which something is wrong. */
export const wrongSquares = ({ missing, extra, wrong_color }: TableView): string[] => [
  ...new Set([...(missing ?? []), ...(extra ?? []), ...(wrong_color ?? [])]),
];
