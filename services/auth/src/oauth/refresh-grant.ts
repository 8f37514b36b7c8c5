import { presets, scopesOf, wordsOf, type Scope } from "@jst/caller";
import type { SystemTx } from "@jst/db";
import { consumeRefresh } from "../tokens/refresh-queries.ts";
import { lockFamily, revokeFamily } from "../tokens/revoke.ts";
import { isOAuthRefreshValue } from "../tokens/token-format.ts";
import { grantAudit } from "./actor.ts";
import { required, type Answer } from "./answering.ts";
import { findGrantRefresh, type StoredGrant, type StoredGrantRefresh } from "./grant-queries.ts";
import { issue, type Issue } from "./issue.ts";
import { OAuthError } from "./oauth-error.ts";
import { doorClosed } from "../teams/open-door.ts";
import { requestedAudience } from "./requested-audience.ts";
import type { TokenRequest } from "./token-request.ts";

/**
 * New tokens for a refresh token, which works once: of all that try at once one wins, and each use more ends the grant
 * with all its tokens, unless the team forgives it for a moment (oauth.refresh).
 */
export async function refreshGrant(request: TokenRequest): Promise<Answer> {
  const { operator, parameters, clientId, place } = request;
  const value = required(parameters, "refresh_token");
  const known = isOAuthRefreshValue(value) ? await findGrantRefresh(operator, value) : undefined;
  if (known?.client_id !== clientId || known.host !== place.host) throw invalidRefresh();
  if (!known.is_open) throw doorClosed();
  // Before anything is used up: a request that could not be met must leave the client what it has.
  const audience = requestedAudience(request, known);
  const scopes = narrowedScopes(parameters.get("scope"), known);
  const made = { request, action: "oauth.refresh", audience, ...(scopes && { scopes }) } as const;
  const outcome = await operator.transaction(async (tx) => {
    await lockFamily(tx, known.id);
    const stored = (await findGrantRefresh(tx, value)) ?? known;
    if (stored.is_barred || stored.is_ended || stored.is_revoked) return invalidRefresh();
    if (stored.is_used) return repeated(tx, stored, made);
    if (!(await consumeRefresh(tx, { team_id: stored.team_id, id: stored.refresh_id })))
      return invalidRefresh();
    return issue(tx, stored, { ...made, rotates: true });
  });
  // Thrown only now: the end of the grant must be committed.
  if (outcome instanceof OAuthError) throw outcome;
  return outcome;
}

/** A second use: within the grace an access token and no refresh token, else the end of the grant. */
async function repeated(
  tx: SystemTx,
  stored: StoredGrantRefresh,
  made: Omit<Issue, "rotates">,
): Promise<Answer | OAuthError> {
  const isForgiven = !stored.is_expired && stored.used_ago !== null && stored.used_ago < stored.grace;
  if (isForgiven) return issue(tx, stored, { ...made, rotates: false });
  await revokeFamily(tx, stored.team_id, stored.id, "refresh_replay");
  tx.defer(grantAudit(stored, made.request, "oauth.refresh_replay", "denied"));
  return invalidRefresh();
}

/**
 * What `scope` narrows the access token to; nothing narrows it when absent. Throws for what the grant does not hold.
 */
function narrowedScopes(scope: string | undefined, { preset }: StoredGrant): Scope[] | undefined {
  if (scope === undefined) return undefined;
  const words = [...new Set(scope.split(" ").filter((word) => word !== ""))];
  const held = wordsOf(presets[preset]);
  if (words.length === 0 || !words.every((word) => held.includes(word)))
    throw new OAuthError("invalid_scope", "The grant does not hold this scope.");
  return scopesOf(words);
}

function invalidRefresh(): OAuthError {
  return new OAuthError("invalid_grant", "The refresh token is not valid. Connect the app again.");
}
