import { useState } from "preact/hooks";
import { say } from "../language";
import { type Rejected, session, setUp, signIn, signOut } from "../session";

/** Asks who looks at the page; the first time of all for the code that was shown at the hall's start. */
export function SignIn() {
  const first = session.value?.awaits_setup ?? false;
  const [rejected, setRejected] = useState<Rejected | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy || !(event.currentTarget instanceof HTMLFormElement)) return;
    const form = new FormData(event.currentTarget);
    const text = (field: string) => String(form.get(field) ?? "");
    setBusy(true);
    const { name, password } = { name: text("name"), password: text("password") };
    setRejected(await (first ? setUp(text("code"), name, password) : signIn(name, password)));
    setBusy(false);
  };
  return (
    <main class="sign-in">
      <form onSubmit={send}>
        <h2>{say(first ? "set-up" : "sign-in")}</h2>
        {first && (
          <label>
            {say("set-up-code")}
            <input name="code" autocomplete="one-time-code" required />
          </label>
        )}
        <label>
          {say("user-name")}
          <input name="name" autocomplete="username" maxLength={60} required />
        </label>
        <label>
          {say("password")}
          <input
            name="password"
            type="password"
            autocomplete={first ? "new-password" : "current-password"}
            minLength={first ? 8 : undefined}
            required
          />
        </label>
        <button type="submit" class="main" aria-disabled={busy}>
          {say(first ? "set-up" : "sign-in")}
        </button>
        <p class="fate" role="alert">
          {rejected && <span class="refused">{say(`rejected-${rejected}`)}</span>}
        </p>
      </form>
    </main>
  );
}

/** Who is signed in, and the way out. */
export function SignedIn() {
  const user = session.value?.user;
  if (!user) return null;
  return (
    <button type="button" class="signed-in" onClick={signOut}>
      <span translate={false}>{user.name}</span> · {say("sign-out")}
    </button>
  );
}
