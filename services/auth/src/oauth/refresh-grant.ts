import { presets, scopesOf, wordsOf, type Scope } from "@jst/caller";
import type { SystemTx } from "@jst/db";
import { consumeRefresh } from "../tokens/refresh-queries.ts";
import { lockFamily, revokeFamily } from "../tokens/revoke.ts";
import { isOAuthRefreshValue } from "../tokens/token-format.ts";
import { grantAudit } from "./actor.ts";
import { required, type Answer } from "./answering.ts";
import {
  countForgiven,
  findGrantRefresh,
  type StoredGrant,
  type StoredGrantRefresh,
} from "./grant-queries.ts";
import { issue, type Issue } from "./issue.ts";
import { OAuthError } from "./oauth-error.ts";
import { doorClosed } from "../teams/open-door.ts";
import { askedWords } from "./scope.ts";
import { requestedAudience } from "./requested-audience.ts";
import type { TokenRequest } from "./token-request.ts";

/** Further uses of one refresh token that are forgiven. */
const FORGIVEN_MAX = 32;

/**
 * Answers new tokens for a refresh token, which works once. Several processes of an app share one: a further use within
 * the grace gets tokens beside those of the first. A later use ends the grant with all its tokens (oauth.refresh).
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
    return issue(tx, stored, made);
  });
  // Thrown only now: the end of the grant must be committed.
  if (outcome instanceof OAuthError) throw outcome;
  return outcome;
}

/**
 * Answers a further use. Within the grace it gets tokens of its own. A token that was forgiven once never ends the
 * grant: its app may have stored nothing newer.
 */
async function repeated(tx: SystemTx, stored: StoredGrantRefresh, made: Issue): Promise<Answer | OAuthError> {
  if (stored.used_ago !== null && stored.used_ago < stored.grace) {
    if (stored.is_expired || stored.forgiven >= FORGIVEN_MAX) return invalidRefresh();
    await countForgiven(tx, stored);
    return issue(tx, stored, made);
  }
  if (stored.forgiven > 0) {
    tx.defer(grantAudit(stored, made.request, "oauth.refresh_stale", "denied"));
    return invalidRefresh();
  }
  await revokeFamily(tx, stored.team_id, stored.id, "refresh_replay");
  tx.defer(grantAudit(stored, made.request, "oauth.refresh_replay", "denied"));
  return invalidRefresh();
}

/** Reads what `scope` narrows the access token to; undefined for nothing. Throws for what the grant does not hold. */
function narrowedScopes(scope: string | undefined, { preset }: StoredGrant): Scope[] | undefined {
  const words = [...new Set(askedWords(scope))];
  if (words.length === 0) return undefined;
  const held = wordsOf(presets[preset]);
  if (!words.every((word) => held.includes(word)))
    throw new OAuthError(
      "invalid_scope",
      "The connection does not include this scope. Ask for fewer scopes, or connect the app again.",
    );
  return scopesOf(words);
}

function invalidRefresh(): OAuthError {
  return new OAuthError("invalid_grant", "The refresh token is not valid. Connect the app again.");
}
