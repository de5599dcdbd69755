import { useState } from "preact/hooks";
import { say, words } from "../language";
import { focused } from "../parts/focus";
import { type Carried, type HallOrder, orderHall, type RoundView } from "./api";
import { progress } from "./count";

/** Starts, stops and resumes the hall's clocks; each is asked for once more before it is done. */
export function HallClocks({ round, done }: { round: RoundView | null; done: () => void }) {
  const [asked, setAsked] = useState<HallOrder>();
  const [fate, setFate] = useState<"none" | "sent" | "unreachable" | Carried>("none");
  const counts: Record<HallOrder, number> = {
    start: round ? progress(round).ready : 0,
    stop: 1,
    resume: round?.stopped.length ?? 0,
  };
  const give = async (order: HallOrder) => {
    setAsked(undefined);
    setFate("sent");
    setFate((await orderHall(order)) ?? "unreachable");
    done();
  };
  return (
    <section class="hall-clocks">
      {asked ? (
        <fieldset class="actions sure">
          <legend>{say(`sure-${asked}`, { count: counts[asked] })}</legend>
          <button type="button" class="yes" ref={focused} onClick={() => give(asked)}>
            {say("yes-do-it")}
          </button>
          <button type="button" onClick={() => setAsked(undefined)}>
            {say("no-leave-it")}
          </button>
        </fieldset>
      ) : (
        <div class="actions">
          {(["start", "stop", "resume"] as const).map((order) => (
            <button
              key={order}
              type="button"
              class={order}
              aria-disabled={counts[order] === 0 || fate === "sent"}
              onClick={() => counts[order] > 0 && fate !== "sent" && setAsked(order)}
            >
              {say(`${order}-all`)}
            </button>
          ))}
        </div>
      )}
      <div class="fate" role="status">
        {fate === "sent" && say("order-sent")}
        {fate === "unreachable" && <span class="refused">{say("hall-unreachable")}</span>}
        {typeof fate === "object" && <CarriedOut carried={fate} />}
      </div>
    </section>
  );
}

function CarriedOut({ carried }: { carried: Carried }) {
  return (
    <>
      <p>{say("carried-out", { count: carried.done.length })}</p>
      {carried.not.length > 0 && (
        <div class="refused">
          <p>{say("not-carried-out")}</p>
          <ul>
            {carried.not.map(({ table, refused }) => (
              <li key={table}>
                {say("table-name", { table })}: {words.value.code("refused", refused)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
