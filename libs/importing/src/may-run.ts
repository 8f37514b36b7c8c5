import type { Caller } from "@jst/caller";
import { AppError } from "@jst/errors";
import { decide, type Hop } from "@jst/rpc";
import type { ImportParts } from "./work.ts";

type RulesPart = Pick<ImportParts<never>, "isRuled">;

/** Reports whether what the caller imports takes effect without an approval, by the matrix and the team's rules. */
export async function mayRun({ isRuled }: RulesPart, caller: Caller, hop: Hop): Promise<boolean> {
  if (decide(caller, { readOnly: false, trust: "matrix" }) !== "execute") return false;
  return !(await isRuled(caller, hop));
}

/** Rejects with 403 proposals_unavailable unless what the caller imports takes effect at once (imports.run). */
export async function requireRun(parts: RulesPart, caller: Caller, hop: Hop): Promise<void> {
  if (await mayRun(parts, caller, hop)) return;
  throw new AppError(
    "proposals_unavailable",
    "An import cannot wait for an approval, and writes of this caller may need one. Ask a member whose writes take effect at once to run it.",
  );
}

const QUIET_ROLES: readonly (string | undefined)[] = ["owner", "admin"];

/** Rejects with 403 insufficient_scope a caller who may not write without events (imports.events). */
export function requireQuiet({ token_type: type, role }: Caller, { events }: { events?: boolean }): void {
  if (events !== false || type === "service" || QUIET_ROLES.includes(role)) return;
  const detail =
    "Only service tokens, owners and admins import without events. Leave out options.events, or ask one of them.";
  throw new AppError("insufficient_scope", detail);
}
