import { cappedWords, presets, type Audience, type Scope } from "@jst/caller";
import type { SystemTx } from "@jst/db";
import { grantAudit } from "./actor.ts";
import type { Answer } from "./answering.ts";
import { ACCESS_SECONDS, insertTokens, type StoredGrant } from "./grant-queries.ts";
import { newPair } from "./secret-values.ts";
import type { TokenRequest } from "./token-request.ts";

/** Facts of the tokens to issue under a grant. */
export interface Issue {
  request: TokenRequest;
  /** As the log names it. */
  action: "oauth.token" | "oauth.refresh";
  audience: Audience;
  /** Narrower than the grant; its own when absent. */
  scopes?: readonly Scope[];
}

/** Stores an access token and a refresh token of the grant, and answers them (oauth.tokens). */
export async function issue(tx: SystemTx, grant: StoredGrant, made: Issue): Promise<Answer> {
  const { access, refresh } = newPair();
  const scopes = made.scopes ?? presets[grant.preset];
  await insertTokens(tx, grant, {
    access,
    refresh,
    scopes,
    audience: made.audience,
  });
  tx.defer(grantAudit(grant, made.request, made.action));
  return {
    body: {
      access_token: access,
      token_type: "Bearer",
      expires_in: ACCESS_SECONDS,
      refresh_token: refresh,
      scope: cappedWords(scopes, grant.role).join(" "),
    },
  };
}
