import { actorIdOf, hasRight, type Caller } from "@jst/caller";
import type { TeamContext } from "@jst/db";
import { readInstant } from "@jst/query";
import type { Hop } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import type { InternalHandler } from "../../gen/rpc.ts";
import { mayDecide } from "../access.ts";
import { listedJson } from "../changeset-json.ts";
import { decidersFor } from "../deciders.ts";
import { readable } from "../redacted.ts";
import { listChangesetsStatement, type ListedRow, type ListingDecider } from "../list-statement.ts";

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
  const { decidable = false, ...query } = wanted;
  if (decidable && !mayDecide(caller)) return { body: { changesets: [], has_more: false } };
  const statement = listChangesetsStatement(caller.team_id, {
    ...query,
    ...(decidable ? { decider: await deciderOf(caller, deps, hop) } : {}),
    since: wanted.since === undefined ? undefined : readInstant(wanted.since),
    ...(decidable || hasRight(caller, "audit", "read") ? {} : { proposer: own }),
  });
  const context = contextOf(caller, requestId, hop);
  const rows = await deps.database.read<ListedRow>(context, statement, "custom");
  const stored = rows.map(({ changeset }) => changeset);
  const deciders = await decidersFor(deps, caller.team_id, stored, hop);
  const showing = { ...deps, viewer: { rights: caller, isListing: true }, deciders };
  const changesets = await listedJson(showing, rows, {
    teamId: caller.team_id,
    read: (statement) => deps.database.read(context, statement),
  });
  return { body: { changesets, has_more: changesets.length < (rows[0]?.found ?? 0) } };
};

async function deciderOf(
  caller: Caller,
  { decidersOf }: Pick<Deps, "decidersOf">,
  hop: Hop,
): Promise<ListingDecider> {
  const [isSignedIn, actorId] = [caller.token_type === "member", actorIdOf(caller)];
  const deciders = isSignedIn ? await decidersOf(caller.team_id, hop) : undefined;
  const isAlone = deciders !== undefined && deciders.every((id) => id === actorId);
  return { tokenId: caller.token_id, actorId, isSignedIn, isAlone };
}

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
