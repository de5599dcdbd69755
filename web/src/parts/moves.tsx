import { useEffect, useRef } from "preact/hooks";
import type { Move, Sheet } from "../api";
import { clockText } from "../clock";
import { say } from "../language";
import { rows } from "../scoresheet";

/** The scoresheet, with each player's time after his move. */
export function Moves({ sheet }: { sheet: Sheet }) {
  const all = rows(sheet);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [sheet.moves.length]);
  return (
    <section class="moves" aria-labelledby="moves">
      <h2 id="moves">{say("moves", { count: all.filter((row) => "number" in row).length })}</h2>
      {/* biome-ignore-start lint/a11y: a box that scrolls must be reachable by keyboard, and have a name */}
      <div class="scroll" ref={end} tabIndex={0} role="group" aria-labelledby="moves">
        {/* biome-ignore-end lint/a11y: see above */}
        <table>
          <thead class="hidden">
            <tr>
              <th scope="col">{say("move-number")}</th>
              <th scope="col">{say("white-player")}</th>
              <th scope="col">{say("black-player")}</th>
            </tr>
          </thead>
          <tbody>
            {all.map((row) =>
              "leg" in row ? (
                <tr key={`leg ${row.leg}`} class="leg">
                  <td colSpan={3}>{say("goes-on-from-here")}</td>
                </tr>
              ) : (
                <tr key={row.white?.ply ?? row.black?.ply}>
                  <th scope="row">{row.number}.</th>
                  <MoveCell move={row.white} time={row.white?.white_ms} />
                  <MoveCell move={row.black} time={row.black?.black_ms} />
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function MoveCell({ move, time }: { move: Move | undefined; time: number | null | undefined }) {
  if (!move) return <td />;
  return (
    <td class={move.state}>
      <span class="san" translate={false}>
        {move.san}
      </span>
      {!move.sure && (
        <abbr class="unsure" title={say("move-unsure")}>
          ?
        </abbr>
      )}
      {move.inferred && (
        <abbr class="unsure" title={say("move-inferred")}>
          *
        </abbr>
      )}
      {typeof time === "number" && <span class="time">{clockText(time)}</span>}
    </td>
  );
}
