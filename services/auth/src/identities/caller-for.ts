import { AppError } from "@jst/errors";
import type { InternalHandler } from "../../gen/rpc.ts";
import { requireLiving } from "../check/living-token.ts";
import { callerOf } from "../check/known-token.ts";
import { issuerOf } from "../teams/place.ts";
import { findTokenById } from "./queries.ts";

/**
 * Returns the caller as Check would sign it at this moment, with today's scopes, role and team facts. An expired token
 * still speaks for the work that it began (trust.approve). A revoked token and a suspended member do not:
 * revoked_token, as in Check. requireRight decides on a smaller role, because it knows the rpc.
 */
export const callerFor: InternalHandler<"CallerFor"> = async ({ team_id, token_id, door }, { deps }) => {
  const token = await findTokenById(deps.operator, team_id, token_id);
  if (token === undefined)
    throw new AppError("not_found", "The team does not have a token with this id. Check the id.");
  requireLiving(token);
  const issuer = issuerOf(token.stored.app?.host ?? null, deps.baseUrl);
  const signed = await deps.signer.sign(callerOf(token, door, issuer));
  return { body: { caller_token: signed.token, expires_at: new Date(signed.expiresAt).toISOString() } };
};
