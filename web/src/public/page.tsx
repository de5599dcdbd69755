import { BoardPattern, MiniBoard } from "../board/mini";
import { placement } from "../position";
import type { Spoken } from "../spoken";
import { firstMover, numbered, type PublicHall, type PublicTable, standing, time } from "./tables";

/** A player with the time he had after the last move. */
const Player = ({ name, ms }: { name: string; ms: number | null | undefined }) => (
  <p class="player">
    <span>{name}</span>
    <span class="time">{time(ms)}</span>
  </p>
);

function Table({ table, words }: { table: PublicTable; words: Spoken }) {
  const { fen, last, moves, result } = table;
  const clocks = moves.at(-1);
  const sans = moves.map(({ san }) => san);
  return (
    <article>
      <h2>
        {words.say("public-table", { table: table.table })}
        {result && <b>{result.score}</b>}
      </h2>
      <Player name={table.black} ms={clocks?.black_ms} />
      <MiniBoard fen={fen} last={last?.uci} occupied={standing(placement(fen))} called="" />
      <Player name={table.white} ms={clocks?.white_ms} />
      <details>
        <summary>{last ? `${words.say("public-moves")}: … ${last.san}` : words.say("public-moves")}</summary>
        <p>{numbered(sans, firstMover(fen, moves.length))}</p>
      </details>
    </article>
  );
}

/** The games of a hall, for whoever looks on. */
export function Games({
  hall,
  lost,
  words,
}: {
  hall: PublicHall | undefined;
  /** Nothing was heard for a while. */
  lost: boolean;
  words: Spoken;
}) {
  const minutes = Math.ceil((hall?.delay_s ?? 0) / 60);
  return (
    <>
      <BoardPattern />
      <header>
        <h1>{hall?.name}</h1>
        {hall && <p>{words.say("public-delay", { minutes })}</p>}
        {lost && <p role="status">{words.say("no-connection")}</p>}
        <a href="api/public/round.pgn">{words.say("public-games")}</a>
      </header>
      {hall?.tables.length === 0 && <p>{words.say("public-empty")}</p>}
      <div class="games">
        {hall?.tables.map((table) => (
          <Table key={table.table} table={table} words={words} />
        ))}
      </div>
    </>
  );
}
