import type { OpenAlert, Touched } from "../api";
import { say } from "../language";
import { moveText } from "../say";
import { tenths } from "../words";

/** What the alert rests on, field by field. */
export function Evidence({ alert }: { alert: OpenAlert }) {
  const moves = (list: string[] | undefined) => list?.map(moveText).join(", ");
  const rows: [string, string | undefined][] = [
    ["evidence-move", alert.uci && moveText(alert.uci)],
    ["evidence-stood", alert.stood && moveText(alert.stood)],
    ["evidence-required", moves(alert.required)],
    ["evidence-candidates", moves(alert.candidates)],
    ["evidence-squares", alert.squares.join(", ")],
  ];
  return (
    <dl class="evidence">
      {rows.map(
        ([id, text]) =>
          text && (
            <div key={id}>
              <dt>{say(id)}</dt>
              <dd class="chess" translate={false}>
                {text}
              </dd>
            </div>
          ),
      )}
      {alert.touched && alert.touched.length > 0 && (
        <div>
          <dt>{say("evidence-touched")}</dt>
          <dd>
            {alert.touched.map((touch) => (
              <span class="touched" key={`${touch.square}/${touch.from}`}>
                {touchText(touch)}
              </span>
            ))}
          </dd>
        </div>
      )}
      <div>
        <dt>{say("evidence-at")}</dt>
        <dd>{gameTime(alert.t)}</dd>
      </div>
    </dl>
  );
}

function touchText(touch: Touched): string {
  const args = { piece: touch.piece.toLowerCase(), square: touch.square, at: gameTime(touch.from) };
  const lifted = touch.lifted_ms ?? (touch.to == null ? null : touch.to - touch.from);
  if (lifted === null) return say("touched-for-good", args);
  return say("touched-and-back", { ...args, lifted: tenths(lifted) });
}

/** Time since the board began to be watched: `1:04:27`. */
export function gameTime(t: number): string {
  const seconds = Math.floor(t / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
