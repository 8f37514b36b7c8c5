import { notFound } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { requireChangesetUuid, requireDeciderNow } from "../access.ts";
import { settle } from "../settle.ts";

/** Refuses a queued proposal; a second person does. */
export const rejectChangeset: Handler<"RejectChangeset"> = ({ path, body }, call) => {
  const uuid = requireChangesetUuid(path.changeset_id, call.deps.service);
  return settle(call, uuid, {
    status: "rejected",
    reason: body.reason,
    allow: async (stored) => {
      if (stored === undefined) throw notFound();
      await requireDeciderNow(call, stored);
      return stored;
    },
  });
};
