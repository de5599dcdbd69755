import { useEffect, useRef, useState } from "preact/hooks";
import { say } from "../language";
import { type Beside, type Imported, sendFile, type Understood } from "./api";
import { Mistakes } from "./mistakes";
import { EDITIONS, PLAYS, SUPERVISIONS } from "./terms";

const NOTHING: Beside = {
  event: "",
  round: "",
  date: "",
  rules: EDITIONS[0],
  play: PLAYS[0],
  supervision: SUPERVISIONS[0],
  time_control: "",
};

/** A pause in typing, ms, after which the file is looked at again. */
const PAUSE = 300;

/** A file is chosen, what is understood of it is shown, and then it is prepared. */
export function Prepare({ done }: { done: () => void }) {
  const [file, setFile] = useState<File>();
  const [beside, setBeside] = useState(NOTHING);
  const [understood, setUnderstood] = useState<Understood>();
  const [busy, setBusy] = useState(false);
  /** How many were prepared here: the next file is chosen anew. */
  const [prepared, setPrepared] = useState(0);
  const asked = useRef(0);
  useEffect(() => {
    if (!file) return;
    const mine = ++asked.current;
    const look = setTimeout(async () => {
      const answer = await sendFile(file, beside, "look");
      if (mine === asked.current) setUnderstood(answer);
    }, PAUSE);
    return () => clearTimeout(look);
  }, [file, beside]);
  const prepare = async () => {
    if (!file || busy) return;
    setBusy(true);
    asked.current++;
    const answer = await sendFile(file, beside, "prepare");
    setBusy(false);
    if (!("imported" in answer)) return setUnderstood(answer);
    setFile(undefined);
    setUnderstood(undefined);
    setPrepared(prepared + 1);
    done();
  };
  const text = (name: "event" | "round" | "date" | "time_control", label: string, hint?: string) => (
    <label>
      {say(label)}
      <input
        type="text"
        maxLength={100}
        value={beside[name]}
        placeholder={hint}
        onInput={(event) => setBeside({ ...beside, [name]: event.currentTarget.value })}
      />
    </label>
  );
  const choice = (
    name: "rules" | "play" | "supervision",
    label: string,
    values: readonly string[],
    own?: boolean,
  ) => (
    <label>
      {say(label)}
      <select
        value={beside[name]}
        translate={!own}
        onChange={(event) => setBeside({ ...beside, [name]: event.currentTarget.value })}
      >
        {values.map((value) => (
          <option key={value} value={value}>
            {own ? value : say(`${name}-${value}`)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <section class="prepare" aria-labelledby="prepare">
      <h2 id="prepare">{say("prepare-round")}</h2>
      <label>
        {say("pairs-file")}
        <input
          key={prepared}
          type="file"
          accept=".csv,.tsv,.txt,.pgn"
          onChange={(event) => setFile(event.currentTarget.files?.[0] ?? file)}
        />
      </label>
      <p class="small">{say("pairs-file-hint")}</p>
      <div class="fields">
        {text("event", "tag-event")}
        {text("round", "tag-round")}
        {text("date", "tag-date", "2026.12.31")}
        {choice("rules", "terms-rules", EDITIONS, true)}
        {choice("play", "terms-play", PLAYS)}
        {beside.play !== "standard" && choice("supervision", "terms-supervision", SUPERVISIONS)}
        {text("time_control", "terms-time-control", "40/5400+30:1800+30")}
      </div>
      <div role="status">
        {understood && "failed" in understood && <p class="refused">{say("file-not-read")}</p>}
        {understood && "mistakes" in understood && <Mistakes mistakes={understood.mistakes} />}
        {file && understood && "imported" in understood && <Summary imported={understood.imported} />}
      </div>
      {file && understood && "imported" in understood && (
        <div class="actions">
          <button type="button" aria-disabled={busy} onClick={prepare}>
            {say("prepare-now")}
          </button>
        </div>
      )}
    </section>
  );
}

function Summary({ imported: { round, ignored, no_board } }: { imported: Imported }) {
  return (
    <>
      <p>
        <strong>{say("understood", { count: round.tables.length })}</strong>{" "}
        <span translate={false}>
          {[round.event, round.round, round.terms.time_control].filter((said) => said !== "?").join(", ")}
        </span>
      </p>
      {round.byes.length > 0 && (
        <p>{say("byes", { players: round.byes.map(({ name }) => name).join(", ") })}</p>
      )}
      {no_board.length > 0 && <p>{say("tables-without-board", { tables: no_board.join(", ") })}</p>}
      {ignored.length > 0 && <p>{say("columns-ignored", { columns: ignored.join(", ") })}</p>}
      <details>
        <summary>{say("tables")}</summary>
        <ul class="pairs" translate={false}>
          {round.tables.map(({ table, white, black }) => (
            <li key={table}>
              <b>{table}</b> {white.name} – {black.name}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
