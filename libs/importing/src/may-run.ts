import type { Caller } from "@jst/caller";
import { AppError } from "@jst/errors";
import { decide } from "@jst/rpc";

/** True if the writes of a caller take effect without an approval. */
export function mayRun(caller: Caller): boolean {
  return (
    decide(caller, { readOnly: false, trust: "matrix" }) === "execute" && caller.team.rules === undefined
  );
}

/** Throws 403 proposals_unavailable unless the writes of the caller take effect without an approval (imports.run). */
export function requireRun(caller: Caller): void {
  if (mayRun(caller)) return;
  throw new AppError(
    "proposals_unavailable",
    "An import cannot wait for an approval, and writes of this caller need one. Ask a member whose writes take effect at once to run it.",
  );
}
