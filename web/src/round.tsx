import { useCallback, useEffect, useState } from "preact/hooks";
import { say } from "./language";
import { type RoundSummary, type RoundView, readRound, readRounds } from "./round/api";
import { HallClocks } from "./round/clocks";
import { Prepare } from "./round/prepare";
import { Readiness } from "./round/ready";

/** How often the round is looked at, ms. */
const LOOK = 2_000;

/** The round: who is ready, the hall's clocks, the games, and the next one from a file. */
export function RoundPage() {
  const [round, setRound] = useState<RoundView | null>();
  const [rounds, setRounds] = useState<RoundSummary[]>([]);
  const look = useCallback(async () => {
    try {
      setRound(await readRound());
    } catch {
      // The head of the page says that nothing is heard; what was seen last stands.
    }
  }, []);
  useEffect(() => {
    void look();
    const looking = setInterval(look, LOOK);
    return () => clearInterval(looking);
  }, [look]);
  const n = round?.n;
  useEffect(() => {
    readRounds().then(setRounds, () => {});
  }, [n]);
  return (
    <main class="round">
      <h1 class="hidden">{say("round-page")}</h1>
      {round === null && <p>{say("no-round")}</p>}
      {round !== undefined && <HallClocks round={round} done={look} />}
      {round && <Readiness round={round} />}
      {rounds.length > 0 && (
        <section aria-labelledby="rounds">
          <h2 id="rounds">{say("rounds-until-now")}</h2>
          <ul class="past-rounds">
            {rounds.map((one) => (
              <li key={one.n}>
                <span translate={false}>{say("round-of", { event: one.event, round: one.round })}</span>{" "}
                <a class="file" href={`api/rounds/${one.n}/pgn`} download={`round-${one.n}.pgn`}>
                  {say("download-pgn")}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Prepare done={look} />
    </main>
  );
}
