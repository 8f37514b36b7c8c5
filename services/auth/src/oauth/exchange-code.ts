import type { SystemTx } from "@jst/db";
import { required, type Answer } from "./answering.ts";
import { grantAudit } from "./actor.ts";
import { findCode, spendCode, type StoredCode } from "./grant-queries.ts";
import { issue } from "./issue.ts";
import { OAuthError } from "./oauth-error.ts";
import { doorClosed } from "../teams/open-door.ts";
import { requestedAudience } from "./requested-audience.ts";
import { provesChallenge } from "./secret-values.ts";
import { lockFamily, revokeFamily } from "../tokens/revoke.ts";
import type { TokenRequest } from "./token-request.ts";

/**
 * Tokens for a code, once. A presentation that fails leaves the code; one more after it was spent ends the grant, as
 * one of the two who had it is not who they say (oauth.code).
 */
export async function exchangeCode(request: TokenRequest): Promise<Answer> {
  const { operator, parameters } = request;
  const value = required(parameters, "code");
  const redirectUri = required(parameters, "redirect_uri");
  const verifier = required(parameters, "code_verifier");
  const known = await findCode(operator, value);
  if (known === undefined || !isOfRequest(known, request)) throw invalidCode();
  if (!known.is_open) throw doorClosed();
  const outcome = await operator.transaction(async (tx) => {
    await lockFamily(tx, known.id);
    const code = (await findCode(tx, value)) ?? known;
    if (code.is_used) return endGrant(tx, code, request);
    const isProven = provesChallenge(verifier, code.code_challenge) && code.redirect_uri === redirectUri;
    if (!isProven || code.is_expired || code.is_barred || code.is_ended) return invalidCode();
    const audience = requestedAudience(request, code);
    if (!(await spendCode(tx, code))) return invalidCode();
    return issue(tx, code, { request, action: "oauth.token", audience });
  });
  // Thrown only now: the end of the grant must be committed.
  if (outcome instanceof OAuthError) throw outcome;
  return outcome;
}

function isOfRequest(code: StoredCode, { clientId, place }: TokenRequest): boolean {
  return code.client_id === clientId && code.host === place.host;
}

async function endGrant(tx: SystemTx, code: StoredCode, request: TokenRequest): Promise<OAuthError> {
  if (!code.is_ended) {
    await revokeFamily(tx, code.team_id, code.id, "code_replay");
    tx.defer(grantAudit(code, request, "oauth.code_replay", "denied"));
  }
  return invalidCode();
}

function invalidCode(): OAuthError {
  return new OAuthError("invalid_grant", "The code is not valid. Start again at the authorization endpoint.");
}
