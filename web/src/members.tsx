import { useCallback, useEffect, useState } from "preact/hooks";
import { say, words } from "./language";
import { dismiss, inOrder, type Member, type Placed, place, readMembers } from "./members/api";

/** How often it is looked who has joined, ms. */
const LOOK = 2_000;

/** The boards of the hall: which have joined, and at which table each stands. */
export function MembersPage() {
  const [members, setMembers] = useState<Member[]>();
  const look = useCallback(async () => {
    try {
      setMembers(await readMembers());
    } catch {
      // The head of the page says that nothing is heard; what was seen last stands.
    }
  }, []);
  useEffect(() => {
    void look();
    const looking = setInterval(look, LOOK);
    return () => clearInterval(looking);
  }, [look]);
  return (
    <main class="members">
      <h1>{say("members-page")}</h1>
      <p class="small">{say("members-how")}</p>
      {members?.length === 0 && <p>{say("no-members", { command: "touchmove join" })}</p>}
      <ul>
        {inOrder(members ?? []).map((member) => (
          <One key={member.code} member={member} done={look} />
        ))}
      </ul>
    </main>
  );
}

function One({ member, done }: { member: Member; done: () => void }) {
  const { code, table, presence, synchronised } = member;
  const [typed, setTyped] = useState<string>();
  const [came, setCame] = useState<Placed>("done");
  const [sure, setSure] = useState(false);
  const give = async (order: Promise<Placed>) => {
    setCame(await order);
    setTyped(undefined);
    setSure(false);
    done();
  };
  const wanted = (typed ?? table ?? "").trim();
  return (
    <li class={presence}>
      <b class="code" translate={false}>
        {code}
      </b>
      <span class="state">
        {words.value.code("member", presence)}
        {synchronised === "no" && <i> {say("clock-not-set")}</i>}
      </span>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted) void give(place(code, wanted));
        }}
      >
        <label>
          {say("its-table")}{" "}
          <input
            value={typed ?? table ?? ""}
            maxLength={40}
            autocomplete="off"
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={!wanted || wanted === table}>
          {say("set-table")}
        </button>
        {table !== null && (
          <button type="button" onClick={() => void give(place(code, null))}>
            {say("take-away")}
          </button>
        )}
        {sure ? (
          <span class="sure" role="alertdialog" aria-label={say("sure-dismiss", { code })}>
            {say("sure-dismiss", { code })}{" "}
            <button type="button" onClick={() => void give(dismiss(code))}>
              {say("yes-do-it")}
            </button>
            <button type="button" onClick={() => setSure(false)}>
              {say("no-leave-it")}
            </button>
          </span>
        ) : (
          <button type="button" class="plain" onClick={() => setSure(true)}>
            {say("dismiss-board")}
          </button>
        )}
      </form>
      <p role="status" class="came">
        {came !== "done" && words.value.code("placed", came)}
      </p>
    </li>
  );
}
