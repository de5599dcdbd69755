import { say, words } from "../language";
import type { Store } from "../store";
import { Missed } from "./alert";
import { SeverityIcon } from "./icons";

/** Every alert since the page was opened, once each, the newest first, with what became of it. */
export function Log({ store, board }: { store: Store; board?: string }) {
  const lines = store.log.value.filter((line) => board === undefined || line.board === board);
  if (lines.length === 0) return null;
  return (
    <details class="log">
      <summary>{say("log", { count: lines.length })}</summary>
      <ol reversed>
        {lines.toReversed().map(({ cursor, board: table, alert, cleared, game, missed }) => (
          <li key={cursor} data-cursor={cursor} data-alert={`${table}/${game}/${alert.id}`}>
            <SeverityIcon severity={alert.severity} />
            <span class="number" translate={false}>
              {table}
            </span>
            <span>{say(`kind-${alert.kind.replaceAll("_", "-")}`)}</span>
            <span class="small">
              {missed !== undefined && <Missed at={missed} />}{" "}
              {cleared ? words.value.say(`cleared-${cleared.why}`) : say("still-open")}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
