import { language, say, words } from "../language";
import type { Mistake } from "./api";
import { mistakeText, placeText } from "./say";

/** So many are shown; whoever mends them sees the others. */
const MOST = 50;

/** Everything that is wrong with a file. */
export function Mistakes({ mistakes }: { mistakes: Mistake[] }) {
  return (
    <div class="refused">
      <p>{say("wrong-in-file", { count: mistakes.length })}</p>
      <ol class="mistakes">
        {mistakes.slice(0, MOST).map((mistake, index) => (
          <li key={index}>
            <b>{placeText(words.value, mistake)}</b> {mistakeText(words.value, mistake)}
            {language.value === "en" && mistake.reason && <i class="small"> {mistake.reason}</i>}
          </li>
        ))}
      </ol>
    </div>
  );
}
