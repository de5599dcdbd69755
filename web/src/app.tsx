import { computed, signal } from "@preact/signals";
import { HallPage } from "./hall";
import { Live } from "./live";
import { MembersPage } from "./members";
import { SignIn } from "./parts/signin";
import { type Page, Top } from "./parts/top";
import { RoundPage } from "./round";
import { locked } from "./session";
import { Store } from "./store";
import { TablePage } from "./table";

export const store = new Store();
export const live = new Live(store);

const hash = signal(location.hash);
addEventListener("hashchange", () => {
  hash.value = location.hash;
  scrollTo(0, 0);
});

/** Pages that have a name of their own. */
const NAMED = { "#/round": "round", "#/boards": "boards" } as const;
const named = (hash: string) => (hash in NAMED ? NAMED[hash as keyof typeof NAMED] : "hall");

/** Where the page is: the hall, the round, the boards, or one table. */
export const route = computed<{ table: string | undefined; page: Page }>(() => {
  const table = /^#\/table\/(.+)$/.exec(hash.value)?.[1];
  if (table !== undefined) return { page: "table", table: decodeURIComponent(table) };
  return { page: named(hash.value), table: undefined };
});

export function App() {
  const { page, table } = route.value;
  return (
    <>
      <Top store={store} page={page} table={table} />
      {locked.value ? <SignIn /> : <Shown />}
    </>
  );
}

function Shown() {
  const { page, table } = route.value;
  return (
    <>
      {page === "hall" && <HallPage store={store} />}
      {page === "round" && <RoundPage />}
      {page === "boards" && <MembersPage />}
      {table !== undefined && <TablePage key={table} store={store} name={table} />}
    </>
  );
}
