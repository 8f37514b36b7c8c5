import { insufficientScope } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { isProposer, requireChangesetUuid, requireReadable } from "../access.ts";
import { settle } from "../settle.ts";

/** Takes a queued proposal back: any token of the proposing member may, one who can only read it is told so. */
export const withdrawChangeset: Handler<"WithdrawChangeset"> = ({ path }, call) => {
  const uuid = requireChangesetUuid(path.changeset_id, call.deps.service);
  return settle(call, uuid, {
    status: "withdrawn",
    allow: (stored) => {
      requireReadable(call.caller, stored);
      if (!isProposer(call.caller, stored)) throw insufficientScope("audit", "admin");
      return stored;
    },
  });
};
