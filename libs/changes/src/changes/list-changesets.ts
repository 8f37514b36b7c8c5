import { actorIdOf, hasRight, type Caller } from "@jst/caller";
import type { TeamContext } from "@jst/db";
import { readInstant } from "@jst/query";
import type { Hop } from "@jst/rpc";
import type { InternalHandler } from "../../gen/rpc.ts";
import { listedJson } from "../changeset-json.ts";
import { readable } from "../redacted.ts";
import { listChangesetsStatement, type ListedRow } from "../list-statement.ts";

/**
 * Answers the changesets of this service that the caller may see, newest first: all of the team with audit:read, else
 * its own (trust.reading). Agent asks, the caller it signed for is judged here.
 */
export const listChangesets: InternalHandler<"ListChangesets"> = async (wanted, { hop, requestId, deps }) => {
  if (hop.callerToken === undefined) throw new Error("ListChangesets needs a caller.");
  const caller = await deps.verifyCaller(hop.callerToken);
  const own = {
    tokenId: caller.token_id,
    familyId: caller.family_id ?? null,
    memberId: actorIdOf(caller),
    signedInId: caller.token_type === "member" ? (caller.member_id ?? null) : null,
    readable: readable(deps.resources, caller),
  };
  const statement = listChangesetsStatement(caller.team_id, {
    ...wanted,
    since: wanted.since === undefined ? undefined : readInstant(wanted.since),
    ...(hasRight(caller, "audit", "read") ? {} : { proposer: own }),
  });
  const context = contextOf(caller, requestId, hop);
  const rows = await deps.database.read<ListedRow>(context, statement, "custom");
  const changesets = await listedJson({ ...deps, viewer: { rights: caller, isListing: true } }, rows, {
    teamId: caller.team_id,
    read: (statement) => deps.database.read(context, statement),
  });
  return { body: { changesets, has_more: changesets.length < (rows[0]?.found ?? 0) } };
};

function contextOf(
  caller: Caller,
  requestId: string,
  { traceparent, deadline, departure }: Hop,
): TeamContext {
  return {
    teamId: caller.team_id,
    tokenId: caller.token_id,
    actorType: caller.token_type,
    actorId: actorIdOf(caller),
    requestId,
    door: caller.door,
    timeoutMs: Math.max(1, deadline - Date.now()),
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(departure === undefined ? {} : { departure }),
  };
}
