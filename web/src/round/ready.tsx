import { say, words } from "../language";
import { score } from "../say";
import type { RoundView, TableView } from "./api";
import { byNeed, progress, wrongSquares } from "./count";

/** How far each table is, those that need somebody first. */
export function Readiness({ round }: { round: RoundView }) {
  const { count, ready, playing, over, waiting } = progress(round);
  return (
    <section aria-labelledby="readiness">
      <h2 id="readiness" translate={false}>
        {say("round-of", { event: round.event, round: round.round })}
      </h2>
      <p class="counts" role="status">
        <strong>{say("count-ready", { ready, count })}</strong>
        {waiting > 0 && <strong>{say("count-not-ready", { count: waiting })}</strong>}
        <span>{say("count-in-play", { count: playing })}</span>
        <span>{say("count-with-result", { count: over })}</span>
      </p>
      {round.unpaired.length > 0 && (
        <p class="small">{say("boards-without-pairing", { tables: round.unpaired.join(", ") })}</p>
      )}
      <ul class="standings">
        {byNeed(round.tables).map((table) => (
          <li key={table.table} class={table.state.replace("_", "-")}>
            <a href={`#/table/${encodeURIComponent(table.table)}`}>
              <b class="number" translate={false}>
                {table.table}
              </b>
              <span class="pair" translate={false}>
                {table.white} – {table.black}
              </span>
              <Standing table={table} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Standing({ table }: { table: TableView }) {
  const { missing = [], extra = [], wrong_color: wrong = [] } = table;
  const few = wrongSquares(table).length <= 8;
  return (
    <span class="state">
      {table.result ? <b translate={false}>{score(table.result)} </b> : null}
      {words.value.code("standing", table.state, {
        white: table.has_white ?? "",
        black: table.has_black ?? "",
      })}
      {few && missing.length > 0 && <i>{say("stands-nothing", { squares: missing.join(", ") })}</i>}
      {few && extra.length > 0 && <i>{say("stands-something", { squares: extra.join(", ") })}</i>}
      {few && wrong.length > 0 && <i>{say("stands-wrong-colour", { squares: wrong.join(", ") })}</i>}
      {table.refused && table.state !== "no_board" && (
        <i>
          {say("pairing-not-taken")} {words.value.code("refused", table.refused)}
        </i>
      )}
    </span>
  );
}
