import { computed, signal } from "@preact/signals";
import { HallPage } from "./hall";
import { Live } from "./live";
import { Top } from "./parts/top";
import { Store } from "./store";
import { TablePage } from "./table";

export const store = new Store();
export const live = new Live(store);

const hash = signal(location.hash);
addEventListener("hashchange", () => {
  hash.value = location.hash;
  scrollTo(0, 0);
});

/** Where the page is: the hall, or one table. */
export const route = computed<{ table: string | undefined }>(() => {
  const table = /^#\/table\/(.+)$/.exec(hash.value)?.[1];
  return { table: table === undefined ? undefined : decodeURIComponent(table) };
});

export function App() {
  const { table } = route.value;
  return (
    <>
      <Top store={store} table={table} />
      {table === undefined ? (
        <HallPage store={store} />
      ) : (
        <TablePage key={table} store={store} name={table} />
      )}
    </>
  );
}
