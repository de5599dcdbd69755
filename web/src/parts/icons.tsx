import type { Severity } from "../api";

/** A sign for each severity: different in shape, not in colour alone. */
export function SeverityIcon({ severity }: { severity: Severity }) {
  return (
    <svg class={`icon ${severity}`} viewBox="0 0 20 20" aria-hidden="true">
      {severity === "decision" && <path class="fill" d="M6 1h8l5 5v8l-5 5H6l-5-5V6z" />}
      {severity === "attention" && <path class="line" d="M10 2.2 18.6 17.5H1.4z" />}
      {severity === "info" && <circle class="line" cx="10" cy="10" r="8" />}
      {severity === "info" ? (
        <path class="mark" d="M10 9v5.2M10 5.6v.4" />
      ) : (
        <path
          class="mark"
          d={severity === "decision" ? "M10 4.8v6.4M10 14.6v.4" : "M10 7.6v4.6M10 14.8v.2"}
        />
      )}
    </svg>
  );
}

/** The disc that tells White from Black beside a name. */
export const Disc = ({ side }: { side: "white" | "black" }) => (
  <svg class="disc" viewBox="0 0 12 12" aria-hidden="true">
    <circle cx="6" cy="6" r="5" class={side} />
  </svg>
);

/** A clock's hand gone round: this was some time ago. */
export const MissedIcon = () => (
  <svg class="sign" viewBox="0 0 20 20" aria-hidden="true">
    <path d="M3.5 3v4.5H8M3.8 7.3A7.5 7.5 0 1 1 2.5 11M10 6v4.5l3 2" />
  </svg>
);

/** A link that is cut: the board is not heard. */
export const AwayIcon = () => (
  <svg class="sign" viewBox="0 0 20 20" aria-hidden="true">
    <path d="M2.5 8.5a11 11 0 0 1 15 0M5.5 12a6.5 6.5 0 0 1 9 0M10 15.8v.2M3 2.5l14 15" />
  </svg>
);
