import type { Caller } from "@jst/caller";
import { AppError } from "@jst/errors";
import { decide, hopWithin } from "@jst/rpc";
import type { ImportParts } from "./work.ts";

const ASKING_MS = 5_000;

/** Reports whether what the caller imports takes effect without an approval, by the matrix and the team's rules. */
export async function mayRun(
  { isRuled }: Pick<ImportParts<never>, "isRuled">,
  caller: Caller,
): Promise<boolean> {
  if (decide(caller, { readOnly: false, trust: "matrix" }) !== "execute") return false;
  return !(await isRuled(caller, hopWithin(ASKING_MS, { requestId: "imports" })));
}

/** Rejects with 403 proposals_unavailable unless what the caller imports takes effect at once (imports.run). */
export async function requireRun(parts: Pick<ImportParts<never>, "isRuled">, caller: Caller): Promise<void> {
  if (await mayRun(parts, caller)) return;
  throw new AppError(
    "proposals_unavailable",
    "An import cannot wait for an approval, and writes of this caller may need one. Ask a member whose writes take effect at once to run it.",
  );
}
