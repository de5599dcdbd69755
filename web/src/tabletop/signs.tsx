import type { ComponentChildren } from "preact";
import type { Side } from "../api";

/** A sign, with its word for who cannot see it. */
function Sign({ name, label, children }: { name: string; label: string; children: ComponentChildren }) {
  return (
    <svg class={`sign ${name}`} role="img" aria-label={label} viewBox="0 0 20 20">
      {children}
    </svg>
  );
}

/** Whose face it is: a full disc is White's, a ring Black's. */
export const Disc = ({ side, label }: { side: Side; label: string }) => (
  <Sign name={`disc ${side}`} label={label}>
    <circle cx="10" cy="10" r="7.5" />
  </Sign>
);

/** This side's time runs. */
export const Running = ({ label }: { label: string }) => (
  <Sign name="running" label={label}>
    <path d="M10 3 18 17H2z" />
  </Sign>
);

/** This side's flag is down. */
export const Flag = ({ label }: { label: string }) => (
  <Sign name="flag" label={label}>
    <path class="pole" d="M4 2v17" />
    <path d="M5 3l13 4.5L5 12z" />
  </Sign>
);

/** Both clocks were stopped. */
export const Stopped = ({ label }: { label: string }) => (
  <Sign name="stopped" label={label}>
    <path d="M4 3h4v14H4zM12 3h4v14h-4z" />
  </Sign>
);

/** The board is not heard. */
export const Lost = ({ label }: { label: string }) => (
  <Sign name="lost" label={label}>
    <path d="M3 8.5a10 10 0 0 1 14 0M6 12a6 6 0 0 1 8 0M10 15.5h.1M3 17 17 3" />
  </Sign>
);
