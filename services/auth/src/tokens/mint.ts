import type { TeamTx } from "@jst/db";
import { validationFailed } from "@jst/errors";
import { recordAudit } from "@jst/events";
import type { TokenCreate } from "../../gen/rpc.ts";
import { lockRole, type Origin } from "./minter.ts";
import { insertToken, type StoredTokenRow } from "./queries.ts";
import { newTokenValue } from "./token-format.ts";

/** A token that was stored, with the values that are shown this once. */
export interface Minted {
  stored: StoredTokenRow;
  value: string;
  refresh_token?: string;
}

/**
 * Stores a token of the team with its entry in the audit log. Throws 422 for a member of another team and for a
 * suspended one. The minter's right to pass on the scopes was checked before. Locks the membership until the
 * transaction ends, so that a removal at the same moment ends this token too.
 */
export async function mint(
  tx: TeamTx,
  { type, name, member_id, reason, scopes = [] }: TokenCreate,
  origin: Origin,
): Promise<Minted> {
  const { teamId } = tx.context;
  if (member_id !== undefined && (await lockRole(tx, teamId, member_id)) === undefined) throw noMember();
  const value = newTokenValue(type);
  const refreshToken = type === "human" ? newTokenValue("refresh") : undefined;
  const stored = await insertToken(tx, {
    teamId,
    memberId: member_id ?? null,
    type,
    name,
    scopes,
    reason: reason ?? null,
    value,
    refreshToken,
    origin,
  });
  recordAudit(tx, {
    action: "mint",
    resource: "tokens",
    resourceId: stored.id,
    outcome: "success",
    reason,
  });
  return { stored, value, ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }) };
}

function noMember(): Error {
  const message = "No active member of your team has this id. Check the id.";
  return validationFailed([{ field: "member_id", code: "not_found", message }]);
}
