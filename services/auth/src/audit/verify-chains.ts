import { chainStart, type ChainPlace } from "@jst/events";
import type { CursorScope } from "@jst/query";
import type { Call } from "@jst/rpc";
import type { AuditVerification, Handler } from "../../gen/rpc.ts";
import type { AccountDeps } from "../deps.ts";
import { isAway, looksUnavailable } from "./looks-away.ts";
import { verifiedPart } from "./verified-part.ts";

type Log = AuditVerification["log"];
type Part = Omit<Awaited<ReturnType<typeof verifiedPart>>, "broken"> & Pick<AuditVerification, "broken">;

/**
 * Verifies one part of the team's logs: its audit log, then the record of looks at health data. What breaks a log ends
 * it, and the next part is of the other one (operation.audit-verify).
 */
export const verifyChains: Handler<"VerifyChains"> = async ({ query }, call) => {
  const scope = scopeOf(call.caller.team_id);
  const { cursors } = call.deps;
  const { log, after } =
    query.cursor === undefined
      ? { log: "audit" as const, after: chainStart }
      : placeIn(cursors.decode(scope, query.cursor, 3));
  const part = await verified(log, after, call);
  const next = nextOf(log, part);
  const next_cursor =
    next === undefined ? null : cursors.encode(scope, [next.log, String(next.after.seq), next.after.hash]);
  const { place, complete, broken } = part;
  const body = { log, entries: place.seq, complete, broken, next_cursor, has_more: next !== undefined };
  return { body, headers: { "cache-control": "no-store" } };
};

function scopeOf(teamId: string): CursorScope {
  return { teamId, route: "auth.v1.Audit/VerifyChains", sort: "", filter: "" };
}

/** Reads the place that one of our cursors names; only we can make one. */
function placeIn([log, seq, hash]: readonly (string | null)[]): { log: Log; after: ChainPlace } {
  return { log: log as Log, after: { seq: Number(seq), hash: hash ?? "" } };
}

async function verified(
  log: Log,
  after: ChainPlace,
  { deps, caller, hop }: Call<AccountDeps>,
): Promise<Part> {
  const { team_id } = caller;
  if (log === "audit") return verifiedPart(deps, team_id, after);
  try {
    return await deps.emr.verifyAccesses({ team_id, after }, hop);
  } catch (cause) {
    throw isAway(cause) ? looksUnavailable(cause) : cause;
  }
}

function nextOf(log: Log, { place, complete }: Part): { log: Log; after: ChainPlace } | undefined {
  if (!complete) return { log, after: place };
  return log === "audit" ? { log: "phi", after: chainStart } : undefined;
}
