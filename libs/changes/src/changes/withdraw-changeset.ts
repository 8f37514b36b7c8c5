import { insufficientScope } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { isProposer, requireChangesetUuid } from "../access.ts";
import { requireReadable } from "../reading.ts";
import { settle } from "../settle.ts";

/** Takes a queued proposal back: a token of its member that may read it may; one that may only read it is 403. */
export const withdrawChangeset: Handler<"WithdrawChangeset"> = ({ path }, call) => {
  const uuid = requireChangesetUuid(path.changeset_id, call.deps.service);
  return settle(call, uuid, {
    status: "withdrawn",
    allow: async (found) => {
      const stored = await requireReadable(call, found);
      if (!isProposer(call.caller, stored)) throw insufficientScope("audit", "admin");
      return { stored };
    },
  });
};
