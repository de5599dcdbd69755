import { wallTime } from "../clock";
import type { Spoken } from "../spoken";
import { Digits } from "./digits";
import type { Face, Shown } from "./faces";
import { Disc, Flag, Lost, Running, Stopped } from "./signs";

/** The whole screen: two faces, and between them what concerns both. */
export function TableClock({ shown, words }: { shown: Shown; words: Spoken }) {
  const { faces, stopped, lost } = shown;
  const [one, other] = faces;
  const since = lost?.since;
  return (
    <div class={lost ? "clock old" : "clock"}>
      <OneFace face={one} words={words} />
      <p class="both">
        {stopped && !lost && <Stopped label={words.say("clocks-stopped")} />}
        {lost && (
          <>
            <Lost
              label={
                since === undefined
                  ? words.say("no-connection")
                  : words.say("no-connection-since", { time: wallTime(since) })
              }
            />
            {since !== undefined && <span aria-hidden="true">{wallTime(since)}</span>}
          </>
        )}
      </p>
      <OneFace face={other} words={words} />
    </div>
  );
}

function OneFace({ face, words }: { face: Face; words: Spoken }) {
  const { side, time, sign, delay, moves, period } = face;
  const player = words.say(`${side}-player`);
  return (
    <section class={sign === "running" ? "face running" : "face"} data-side={side} aria-label={player}>
      <p class="head">
        <Disc side={side} label={player} />
        {period > 1 && (
          <span class="period" role="img" aria-label={words.say("clock-period", { number: period })}>
            {Array.from({ length: period }, (_, n) => (
              <i key={n} />
            ))}
          </span>
        )}
        <span class="moves" role="img" aria-label={words.say("clock-moves", { count: moves })}>
          {moves}
        </span>
      </p>
      <Digits time={time ?? "-:--"} label={time ?? "–"} />
      <p class="foot">
        {sign === "running" && <Running label={words.say("clock-running")} />}
        {sign === "flag" && <Flag label={words.say("clock-flag")} />}
        {delay !== undefined && (
          <span class="delay" role="img" aria-label={words.say("clock-delay", { seconds: delay })}>
            {delay}
          </span>
        )}
      </p>
    </section>
  );
}
