import type { Sheet } from "../api";
import { say, words } from "../language";
import { alertText, groundOf } from "../say";
import { gameTime } from "./evidence";
import { SeverityIcon } from "./icons";

/** Alerts that are settled, folded away. */
export function PastAlerts({ sheet }: { sheet: Sheet }) {
  const past = sheet.past_alerts;
  if (past.length === 0) return null;
  return (
    <details class="past">
      <summary>{say("past-alerts", { count: past.length })}</summary>
      <ul>
        {past.toReversed().map((alert) => (
          <li key={alert.id}>
            <SeverityIcon severity={alert.severity} />
            <span>
              {alertText(words.value, alert, groundOf(alert, sheet, sheet))}{" "}
              <span class="small">
                <span>{say(`cleared-${alert.why}`)}</span>
                {alert.decided_by && <span>{say("ordered-by", { by: alert.decided_by })}</span>}
                <span class="time">{gameTime(alert.cleared_t)}</span>
              </span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
