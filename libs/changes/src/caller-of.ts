import type { Caller, Door, Role } from "@jst/caller";
import { AppError } from "@jst/errors";
import { InternalRefusal, type InternalClient } from "@jst/rpc";
import type { CallerOf, DeciderFactsOf } from "./deps.ts";

/** The part of gen/internal.ts that changesets use. */
export interface AuthCalls {
  "auth.v1.Identities/CallerFor": {
    request: { team_id: string; token_id: string; door: Door };
    response: { caller_token: string };
    readOnly: true;
  };
  "auth.v1.Identities/DecisionFacts": {
    request: { team_id: string; token_id: string };
    response: { role: Role | null; proves_member: boolean };
    readOnly: true;
  };
}

/** Asks auth who stands behind a token now. A token that speaks for nobody any more is 403 to whoever decides. */
export function callersFrom(
  auth: InternalClient<AuthCalls>,
  verifyCaller: (token: string) => Caller | Promise<Caller>,
): CallerOf {
  return async ({ teamId, tokenId, door }, hop) => {
    try {
      const body = { team_id: teamId, token_id: tokenId, door };
      const { caller_token: token } = await auth.call("auth.v1.Identities/CallerFor", body, hop);
      return await verifyCaller(token);
    } catch (error) {
      if (error instanceof InternalRefusal && error.status < 500) throw proposerGone(error);
      throw error;
    }
  };
}

/** Asks auth what a token or session may decide now. */
export function deciderFactsFrom(auth: InternalClient<AuthCalls>): DeciderFactsOf {
  return async ({ teamId, tokenId }, hop) => {
    try {
      const body = { team_id: teamId, token_id: tokenId };
      const { role, proves_member } = await auth.call("auth.v1.Identities/DecisionFacts", body, hop);
      return { role, provesMember: proves_member };
    } catch (error) {
      if (error instanceof InternalRefusal && error.status < 500) throw deciderGone(error);
      throw error;
    }
  };
}

/** As Check refuses a token or session that is over; its memory may be seconds behind. */
function deciderGone(cause: InternalRefusal): AppError {
  const code = cause.code === "expired_token" ? "expired_token" : "revoked_token";
  return new AppError(code, cause.problem.detail, { cause });
}

function proposerGone(cause: InternalRefusal): AppError {
  const detail = "The proposing token is revoked, or its member suspended; propose it again with another.";
  return new AppError("insufficient_scope", detail, { cause });
}
