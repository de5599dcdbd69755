import { effect, signal } from "@preact/signals";
import { keep, kept } from "./kept";

const REMEMBERED = "touchmove.arbiter";

/** The arbiter's name as he gave it on this device; empty where he did not. */
export const arbiter = signal(kept(REMEMBERED) ?? "");

effect(() => keep(REMEMBERED, arbiter.value));
