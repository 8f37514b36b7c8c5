import { notFound } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { requireChangesetUuid } from "../access.ts";
import { requireDeciderNow } from "../deciding/decider.ts";
import { storedStanding } from "../deciding/standing.ts";
import { settle } from "../settle.ts";

/** Refuses a queued proposal: one of those who may approve it does, by one rejection. */
export const rejectChangeset: Handler<"RejectChangeset"> = ({ path, body }, call) => {
  const uuid = requireChangesetUuid(path.changeset_id, call.deps.service);
  return settle(call, uuid, {
    status: "rejected",
    reason: body.reason,
    allow: async (stored) => {
      if (stored === undefined) throw notFound();
      const { standing } = await requireDeciderNow(call, stored);
      return { stored, approval: storedStanding(standing) };
    },
  });
};
