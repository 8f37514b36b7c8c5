import { notFound } from "@jst/errors";
import { recordAudit } from "@jst/events";
import { isUuid } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { findRevocable, revokeFamily, revokeToken } from "./revoke.ts";

/**
 * Revokes a token; every process of auth forgets it within milliseconds. With an access token its whole sign-in ends,
 * or its refresh token would bring it back. A token that was revoked before stays as it is.
 */
export const deleteToken: Handler<"DeleteToken"> = async ({ path }, call) => {
  const id = path.token_id.toLowerCase();
  if (!isUuid(id)) throw notFound();
  return call.write(async (tx) => {
    const { teamId } = tx.context;
    const token = await findRevocable(tx, teamId, id);
    if (token === undefined) throw notFound();
    if (token.revoked_at !== null) return { body: { id, revoked_at: token.revoked_at } };
    if (token.family_id !== null) await revokeFamily(tx, teamId, token.family_id);
    const revoked_at = await revokeToken(tx, teamId, id);
    recordAudit(tx, { action: "revoke", resource: "tokens", resourceId: id, outcome: "success" });
    return { body: { id, revoked_at } };
  });
};
