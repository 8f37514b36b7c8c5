import { actorIdOf, hasRight, type Caller } from "@jst/caller";
import { readInstant } from "@jst/query";
import type { ChangesetsWanted, InternalHandler } from "../../gen/rpc.ts";
import { changesetUuidIn, isLeader, personOf } from "../access.ts";
import { contextFor } from "../caller-context.ts";
import { listedJson } from "../changeset-json.ts";
import { isDecider, mayDecide } from "../deciding/decider.ts";
import type { DecidingCall } from "../deciding/decision-rule.ts";
import { openProposals } from "../deciding/open-proposals.ts";
import { isNamed, LEADERS } from "../deciding/standing.ts";
import { standingsFor } from "../deciding/standings.ts";
import { readable } from "../redacted.ts";
import { staleAmong } from "../stale.ts";
import {
  listChangesetsStatement,
  type ChangesetQuery,
  type ListedRow,
  type ListingDecider,
  type Proposer,
} from "../list-statement.ts";

/** Open proposals of which an approver sees those of a list. */
const APPROVABLE_MAX = 10_000;

/**
 * Answers the changesets of this service that the caller may see, newest first: all of the team with audit:read, else
 * its own and those whose rules name it (trust.reading). Agent asks, the caller it signed for is judged here.
 */
export const listChangesets: InternalHandler<"ListChangesets"> = async (wanted, { hop, requestId, deps }) => {
  if (hop.callerToken === undefined) throw new Error("ListChangesets needs a caller.");
  const caller = await deps.verifyCaller(hop.callerToken);
  const context = contextFor(caller, requestId, hop);
  const call: DecidingCall = {
    caller,
    deps,
    hop,
    read: (statement, plan = "generic") => deps.database.read(context, statement, plan),
  };
  const { decidable = false, resource, resource_id: id, set, ...query } = wanted;
  const setUuid = set === undefined ? undefined : changesetUuidIn(set, deps.service);
  // A set of another service has no members here.
  if (set !== undefined && setUuid === undefined) return { body: { changesets: [], has_more: false } };
  if (decidable && !decidesOnAny(caller)) return { body: { changesets: [], has_more: false } };
  const statement = listChangesetsStatement(caller.team_id, {
    ...query,
    set: setUuid,
    ...(resource === undefined || id === undefined ? {} : { record: { resource, id } }),
    since: wanted.since === undefined ? undefined : readInstant(wanted.since),
    ...(decidable ? await decidableFor(call, query) : await visibleTo(call, query)),
  });
  const rows = await deps.database.read<ListedRow>(context, statement, "custom");
  const listed = rows.map(({ changeset }) => changeset);
  const [standingOf, stale] = await Promise.all([standingsFor(call, listed), staleAmong(call, listed)]);
  const showing = { ...deps, viewer: { rights: caller, isListing: true }, standingOf, stale };
  const changesets = await listedJson(showing, rows, { teamId: caller.team_id, read: call.read });
  return { body: { changesets, has_more: changesets.length < (rows[0]?.found ?? 0) } };
};

/** False for who decides on nothing: without rules only owners and admins decide. */
function decidesOnAny(caller: Caller): boolean {
  return mayDecide(caller) && (caller.team.rules !== undefined || isLeader(caller));
}

type Page = Pick<ChangesetsWanted, "before" | "limit">;

/** Returns the part of the query that selects what the caller may decide on now. */
async function decidableFor(
  call: DecidingCall,
  page: Page,
): Promise<Pick<ChangesetQuery, "decider" | "decidable">> {
  if (call.caller.team.rules === undefined) return { decider: await deciderOf(call) };
  return { decidable: await openProposals(call, isDecider, page) };
}

async function deciderOf({ caller, deps, hop }: DecidingCall): Promise<ListingDecider> {
  const [isSignedIn, actorId] = [caller.token_type === "member", actorIdOf(caller)];
  const leaders = isSignedIn ? await deps.membersOf(caller.team_id, LEADERS.roles, hop) : undefined;
  const isAlone = leaders !== undefined && [...leaders.keys()].every((id) => id === actorId);
  return { tokenId: caller.token_id, actorId, isSignedIn, isAlone };
}

/** Returns the part of the query that selects what the caller may read: all with audit:read. */
async function visibleTo(call: DecidingCall, { before }: Page): Promise<{ proposer?: Proposer }> {
  const { caller, deps } = call;
  if (hasRight(caller, "audit", "read")) return {};
  const person = personOf(caller);
  const isJudged = person !== undefined && caller.team.rules !== undefined;
  const approvable = isJudged ? await openProposals(call, isNamed, { before, limit: APPROVABLE_MAX }) : [];
  return {
    proposer: {
      tokenId: caller.token_id,
      familyId: caller.family_id ?? null,
      memberId: actorIdOf(caller),
      signedInId: caller.token_type === "member" ? (caller.member_id ?? null) : null,
      personId: person ?? null,
      approvable,
      readable: readable(deps.resources, caller),
    },
  };
}
