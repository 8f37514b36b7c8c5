import type { Handler } from "../../gen/rpc.ts";
import { readChangeset, requireChangesetUuid } from "../access.ts";
import { namedChangeset } from "../changeset-json.ts";
import { newestComments, type CountedComment } from "../comments/queries.ts";
import type { NameReader } from "../names.ts";
import { withOffers } from "../offers.ts";
import { OPERATIONS_SHOWN } from "../operations.ts";
import { shownChanges } from "../shown-changes.ts";

/** Shows a change set, or a part of a long one, to callers that may read it (trust.reading); to others it is absent. */
export const getChangeset: Handler<"GetChangeset"> = async ({ path, query }, call) => {
  const uuid = requireChangesetUuid(path.changeset_id, call.deps.service);
  const stored = await readChangeset(call, uuid);
  const part = { after: query.operations_after ?? 0, limit: OPERATIONS_SHOWN };
  const [{ changes, ...numbers }, newest] = await Promise.all([
    shownChanges(call, stored, part),
    call.read<CountedComment>(newestComments(call.caller.team_id, uuid)),
  ]);
  const reader: NameReader = {
    teamId: call.caller.team_id,
    read: (statement) => call.read(statement),
  };
  const changeset = await namedChangeset(
    { ...call.deps, viewer: { rights: call.caller } },
    stored,
    changes,
    reader,
    numbers,
  );
  const operations = await withOffers(call, stored, changes, changeset.operations);
  const isOffered = operations !== changeset.operations;
  return {
    body: {
      ...changeset,
      operations,
      comment_count: newest[0]?.count ?? 0,
      comments: newest.map(({ comment }) => comment).reverse(),
    },
    ...(isOffered ? { headers: { "cache-control": "no-store" } } : {}),
  };
};
