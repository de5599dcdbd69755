import type { Sheet, Touch } from "../api";
import { say } from "../language";
import { tenths } from "../words";
import { gameTime } from "./evidence";

/** As many touches as are shown at once; the rest are folded away. */
const SHOWN = 6;

/** What left its square and what came back, the newest first. */
export function Touches({ sheet }: { sheet: Sheet }) {
  const touches = sheet.touches.toReversed();
  if (touches.length === 0) return null;
  return (
    <section class="touches" aria-labelledby="touches">
      <h2 id="touches">{say("touches")}</h2>
      <TouchList touches={touches.slice(0, SHOWN)} />
      {touches.length > SHOWN && (
        <details>
          <summary>{say("earlier-touches", { count: touches.length - SHOWN })}</summary>
          <TouchList touches={touches.slice(SHOWN)} />
        </details>
      )}
    </section>
  );
}

const TouchList = ({ touches }: { touches: Touch[] }) => (
  <ul>
    {touches.map((touch) => (
      <li key={`${touch.t}/${touch.square}/${touch.lifted_ms ?? ""}`}>
        <span class="time">{gameTime(touch.t)}</span>
        <span>{touchText(touch)}</span>
      </li>
    ))}
  </ul>
);

function touchText(touch: Touch): string {
  const args = { side: touch.by ?? "none", piece: touch.piece.toLowerCase(), square: touch.square };
  if (touch.returned_to == null) return say("event-touch", args);
  return say("event-touch-returned", {
    ...args,
    returned: touch.returned_to,
    time: tenths(touch.lifted_ms ?? 0),
  });
}
