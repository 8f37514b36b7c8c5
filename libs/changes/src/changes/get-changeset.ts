import type { Handler } from "../../gen/rpc.ts";
import { requireChangesetUuid, requireReadable } from "../access.ts";
import { namedChangeset } from "../changeset-json.ts";
import type { NameReader } from "../names.ts";
import { withOffers } from "../offers.ts";
import { OPERATIONS_SHOWN } from "../operations.ts";
import { changesetOf, findBriefly } from "../queries.ts";
import { shownChanges } from "../shown-changes.ts";

/** Shows a change set, or a part of a long one, to callers that may read it (trust.reading); to others it is absent. */
export const getChangeset: Handler<"GetChangeset"> = async ({ path, query }, call) => {
  const uuid = requireChangesetUuid(path.changeset_id, call.deps.service);
  const found = changesetOf(await call.read(findBriefly(call.caller.team_id, uuid)));
  const stored = await requireReadable(call, found);
  const { changes, ...numbers } = await shownChanges(call, stored, {
    after: query.operations_after ?? 0,
    limit: OPERATIONS_SHOWN,
  });
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
    body: { ...changeset, operations },
    ...(isOffered ? { headers: { "cache-control": "no-store" } } : {}),
  };
};
