import { dayTime } from "../clock";
import { say, words } from "../language";
import { alertText, articleText, type Ground } from "../say";
import type { Board, Call, Store } from "../store";
import { OLD } from "../stream";
import { seconds } from "../ticker";
import { MissedIcon, SeverityIcon } from "./icons";

/** An alert as one sentence, with its article and its age. */
export function AlertLine({ alert, ground, store }: { alert: Call; ground: Board; store: Store }) {
  const articles = articleText(words.value, alert.article, alert.penalty);
  return (
    <span class={`alert-line ${alert.severity}`} data-alert={alert.id}>
      <SeverityIcon severity={alert.severity} />
      <span class="text">
        <span class="hidden">{say(`severity-${alert.severity}`)}: </span>
        <AlertSentence alert={alert} ground={ground} />{" "}
        <span class="small">
          {articles && <span class="articles">{articles}</span>}
          {alert.for === "technician" && <span class="technician">{say("for-technician")}</span>}
          {alert.hands_off && <span class="hands-off">{say("hands-off")}</span>}
          <When alert={alert} board={ground} store={store} />
        </span>
      </span>
    </span>
  );
}

/** An alert in a word or two, beside a graver one. */
export const AlertName = ({ alert }: { alert: Call }) => (
  <span class="alert-name" data-alert={alert.id}>
    <SeverityIcon severity={alert.severity} />
    <span class="hidden">{say(`severity-${alert.severity}`)}: </span>
    {say(`kind-${alert.kind.replaceAll("_", "-")}`)}
  </span>
);

export const AlertSentence = ({ alert, ground }: { alert: Call; ground: Ground }) => (
  <span class="sentence">{alertText(words.value, alert, ground)}</span>
);

/** How long ago an alert was told; of one that was missed, the time of day at which it was. */
export function When({ alert, board, store }: { alert: Call; board: Board; store: Store }) {
  if (alert.missed === undefined) return <Age since={alert.t} board={board} store={store} />;
  return <Missed at={alert.missed} />;
}

/** Says that the hall heard of something too late, and when it was, ms since 1970. */
export const Missed = ({ at }: { at: number }) => (
  <span class="missed">
    <MissedIcon />
    {say("missed-at", { time: dayTime(at) })}
  </span>
);

/** How long ago something was, counted on while the stream speaks. */
export function Age({
  since,
  board,
  store,
}: {
  since: number;
  board: { t_now: number; speed: number; received: number };
  store: Store;
}) {
  const now = seconds.value;
  const heard = store.lastHeard() ?? now;
  const until = now - heard > OLD ? heard : Math.max(now, board.received);
  const ms = board.t_now - since + (until - board.received) * board.speed;
  return <span class="age">{ageText(ms)}</span>;
}

function ageText(ms: number): string {
  const count = Math.max(0, Math.floor(ms / 1000));
  if (count < 60) return say("ago-seconds", { count });
  if (count < 3600) return say("ago-minutes", { count: Math.floor(count / 60) });
  return say("ago-hours", { count: Math.floor(count / 3600) });
}
