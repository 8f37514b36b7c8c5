import { notFound } from "@jst/errors";
import type { Call } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { requireChangesetUuid } from "../access.ts";
import { readChangeset } from "../reading.ts";
import { etagOf, namedChangeset } from "../changeset-json.ts";
import { newestComments, type CountedComment } from "../comments/queries.ts";
import { isDecider } from "../deciding/decider.ts";
import { standingsFor } from "../deciding/standings.ts";
import type { Deps } from "../deps.ts";
import type { NameReader } from "../names.ts";
import { withOffers } from "../offers.ts";
import { OPERATIONS_SHOWN } from "../operations.ts";
import type { StoredChangeset } from "../queries.ts";
import { proposedRequest } from "../proposed-request.ts";
import { withLeft } from "../sets/left.ts";
import { shownChanges } from "../shown-changes.ts";
import { staleAmong } from "../stale.ts";
import { findVersion, type FormerVersion } from "../versions.ts";

/**
 * Shows a change set, or a part of a long one, to callers that may read it (trust.reading); to others it is absent. Its
 * ETag is the version; a changeset moves on without a new one, so If-None-Match has no effect (trust.version).
 */
export const getChangeset: Handler<"GetChangeset"> = async ({ path, query }, call) => {
  const uuid = requireChangesetUuid(path.changeset_id, call.deps.service);
  const present = await readChangeset(call, uuid);
  const former = await formerOf(call, present, query.version);
  const stored = { ...present, ...former };
  const part = { after: query.operations_after ?? 0, limit: OPERATIONS_SHOWN, version: former?.version };
  const [{ changes, ...numbers }, newest, standingOf, stale] = await Promise.all([
    shownChanges(call, stored, part),
    call.read<CountedComment>(newestComments(call.caller.team_id, uuid)),
    standingsFor(call, [stored]),
    staleAmong(call, [stored]),
  ]);
  const isDecidable = stored.status === "queued" && isDecider(call.caller, stored, standingOf(stored));
  const request = isDecidable ? await proposedRequest(call, stored) : undefined;
  const reader: NameReader = {
    teamId: call.caller.team_id,
    read: (statement) => call.read(statement),
  };
  const showing = { ...call.deps, viewer: { rights: call.caller }, standingOf, stale };
  const named = await namedChangeset(showing, stored, changes, reader, numbers);
  const changeset = await withLeft(call, stored, named);
  const operations = isDecidable
    ? await withOffers(call, changes, changeset.operations)
    : changeset.operations;
  const isOffered = operations !== changeset.operations;
  return {
    body: {
      ...changeset,
      operations,
      ...(request === undefined ? {} : { request }),
      comment_count: newest[0]?.count ?? 0,
      comments: newest.map(({ comment }) => comment).reverse(),
    },
    headers: {
      ...etagOf(changeset),
      ...(isOffered ? { "cache-control": "no-store" } : {}),
    },
  };
};

/** The former version that is asked for; undefined for the present one, and 404 for one that there is not. */
async function formerOf(
  call: Call<Deps>,
  { id, version }: StoredChangeset,
  wanted: number | undefined,
): Promise<FormerVersion | undefined> {
  if (wanted === undefined || wanted === version) return undefined;
  const [former] = await call.read<FormerVersion>(findVersion(call.caller.team_id, id, wanted));
  if (version === null || former === undefined) throw notFound();
  return former;
}
