import { useCallback, useEffect, useState } from "preact/hooks";
import { say, words } from "./language";
import { dismiss, found, inOrder, joined, type Member, type Placed, place, readMembers } from "./members/api";
import { focused } from "./parts/focus";

/** How often it is looked who has joined, ms. */
const LOOK = 2_000;

/** The boards of the hall: which have joined, and at which table each stands. */
export function MembersPage() {
  const [members, setMembers] = useState<Member[]>();
  const [sought, setSought] = useState("");
  const look = useCallback(async () => {
    try {
      const members = await readMembers();
      setMembers(members);
      joined.value = members.length > 0;
    } catch {
      // The head of the page says that nothing is heard; what was seen last stands.
    }
  }, []);
  useEffect(() => {
    void look();
    const looking = setInterval(look, LOOK);
    return () => clearInterval(looking);
  }, [look]);
  const shown = inOrder(found(members ?? [], sought));
  return (
    <main class="members">
      <h1>{say("members-page")}</h1>
      <p class="small">{say("members-how")}</p>
      {members?.length === 0 && <p>{say("no-members", { command: "touchmove join" })}</p>}
      {members !== undefined && members.length > 0 && (
        <label class="find">
          {say("find-board")}{" "}
          <input
            type="search"
            value={sought}
            maxLength={40}
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            onInput={({ currentTarget }) => setSought(currentTarget.value)}
          />
        </label>
      )}
      <p role="status">{sought.trim() !== "" && shown.length === 0 && say("no-board-found")}</p>
      <ul>
        {shown.map((member) => (
          <One key={member.code} member={member} done={look} />
        ))}
      </ul>
    </main>
  );
}

function One({ member, done }: { member: Member; done: () => Promise<void> }) {
  const { code, table, presence, synchronised } = member;
  const [typed, setTyped] = useState<string>();
  const [came, setCame] = useState<Placed>("done");
  const [sure, setSure] = useState<"unasked" | "asked" | "not">("unasked");
  const give = async (order: Promise<Placed>) => {
    const placed = await order;
    setCame(placed);
    setSure("unasked");
    await done();
    // What was refused stands there still, to be put right.
    if (placed === "done") setTyped(undefined);
  };
  const wanted = (typed ?? table ?? "").trim();
  const nothing = wanted === "" || wanted === table;
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
          if (!nothing) void give(place(code, wanted));
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
        <button type="submit" aria-disabled={nothing}>
          {say("set-table")}
        </button>
        {table !== null && (
          <button type="button" onClick={() => void give(place(code, null))}>
            {say("take-away")}
          </button>
        )}
        {sure === "asked" ? (
          <span class="sure" role="alertdialog" aria-label={say("sure-dismiss", { code })}>
            {say("sure-dismiss", { code })}{" "}
            <button type="button" ref={focused} onClick={() => void give(dismiss(code))}>
              {say("yes-do-it")}
            </button>
            <button type="button" onClick={() => setSure("not")}>
              {say("no-leave-it")}
            </button>
          </span>
        ) : (
          <button
            type="button"
            class="plain"
            ref={sure === "not" ? focused : null}
            onClick={() => setSure("asked")}
          >
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
