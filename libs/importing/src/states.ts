import { requireTransition } from "@jst/errors";
import type { Status } from "./import.ts";

/** States that a caller can ask for, by the present state (imports.states). */
const ALLOWED: Readonly<Record<Status, readonly Status[]>> = {
  analysing: ["cancelled"],
  analysed: ["analysed", "analysing", "checking", "cancelled"],
  checking: ["cancelled"],
  ready: ["analysed", "analysing", "checking", "running", "cancelled"],
  running: ["cancelled"],
  done: [],
  failed: [],
  cancelled: [],
};

/** States in which a job works on the import. */
export const WORKING: readonly Status[] = ["analysing", "checking", "running"];

/** Final states. */
export const ENDED: readonly Status[] = ["done", "failed", "cancelled"];

/** Throws 409 invalid_state_transition unless the import can come to the state. */
export function requireMove(from: Status, to: Status): void {
  requireTransition("An import", { from, to, allowed: ALLOWED[from] });
}
