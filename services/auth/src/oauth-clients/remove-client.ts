import { AppError } from "@jst/errors";
import type { InternalHandler } from "../../gen/rpc.ts";
import { grantAudit } from "../oauth/actor.ts";
import { revokeFamily } from "../tokens/revoke.ts";

/**
 * Removes a client and ends its grants in every team; the client learns that it must register again (oauth.clients).
 */
export const removeClient: InternalHandler<"RemoveClient"> = async ({ client_id }, call) => {
  const { operator } = call.deps;
  return operator.transaction(async (tx) => {
    const grants = await tx.query<{ team_id: string; id: string }>({
      name: "oauth_clients.grants",
      text: "select team_id, id from auth.grants where client_id = $1 and ended_at is null order by id",
      values: [client_id],
    });
    const removed = await tx.query({
      name: "oauth_clients.remove",
      text: "delete from auth.oauth_clients where client_id = $1 returning client_id",
      values: [client_id],
    });
    if (removed.length + grants.length === 0)
      throw new AppError("not_found", "A client with this id does not exist. Check the id.");
    for (const grant of grants) {
      await revokeFamily(tx, grant.team_id, grant.id, "disconnected");
      tx.defer(grantAudit(grant, call, "oauth.disconnect"));
    }
    return { body: { client_id, grants_ended: grants.length } };
  });
};
