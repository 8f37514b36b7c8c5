import type { SystemDatabase } from "@jst/db";
import type { Request } from "express";
import { hashBytes } from "../tokens/queries.ts";
import { revokeFamily, revokeToken } from "../tokens/revoke.ts";
import { grantAudit } from "./actor.ts";
import { formOf, required, type Answer } from "./answering.ts";
import { findGrantRefresh } from "./grant-queries.ts";
import { requireOpen } from "../teams/open-door.ts";
import { placeOf } from "../teams/place.ts";
import { tracedOf } from "./token.ts";
import type { TokenParts } from "./token-request.ts";

/** An access token of a grant. */
interface Access extends Record<string, unknown> {
  team_id: string;
  id: string;
  grant_id: string;
  client_id: string;
}

/**
 * POST /oauth/revoke (RFC 7009, oauth.revoke): a refresh token ends its grant, an access token itself alone. What is
 * unknown, or another client's, is answered the same, and nothing happens.
 */
export async function revoke(request: Request, { operator, baseUrl }: TokenParts): Promise<Answer> {
  const place = await placeOf(request.get("host") ?? "", operator, baseUrl);
  await requireOpen(operator, place);
  const parameters = await formOf(request);
  const value = required(parameters, "token");
  const clientId = parameters.get("client_id");
  const isOf = (found: { client_id: string }) => clientId === undefined || clientId === found.client_id;
  const traced = tracedOf(request);
  const grant = await findGrantRefresh(operator, value);
  if (grant !== undefined) {
    if (isOf(grant) && !grant.is_ended)
      await operator.transaction(async (tx) => {
        await revokeFamily(tx, grant.team_id, grant.id, "revoked_by_client");
        tx.defer(grantAudit(grant, traced, "oauth.revoke"));
      });
    return {};
  }
  const access = await findAccess(operator, value);
  if (access !== undefined && isOf(access))
    await operator.transaction(async (tx) => {
      await revokeToken(tx, access.team_id, access.id);
      tx.defer(grantAudit({ team_id: access.team_id, id: access.grant_id }, traced, "oauth.revoke"));
    });
  return {};
}

async function findAccess(operator: SystemDatabase, value: string): Promise<Access | undefined> {
  const [row] = await operator.query<Access>({
    name: "oauth.access",
    text: `select t.team_id, t.id, g.id as grant_id, g.client_id
      from auth.tokens t join auth.grants g on g.team_id = t.team_id and g.id = t.family_id
      where t.hash = $1 and t.type = 'oauth_app' and t.revoked_at is null`,
    values: [hashBytes(value)],
  });
  return row;
}
