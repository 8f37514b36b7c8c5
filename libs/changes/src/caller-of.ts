import type { Caller, Door, Role } from "@jst/caller";
import { AppError } from "@jst/errors";
import { InternalRefusal, type PeerRpc } from "@jst/rpc";
import type { CallerOf, DeciderFactsOf } from "./deps.ts";

/** The rpcs of auth that changesets need. */
export interface ProposerPeer {
  callerFor: PeerRpc<{ team_id: string; token_id: string; door: Door }, { caller_token: string }>;
  decisionFacts: PeerRpc<
    { team_id: string; token_id: string },
    { role: Role | null; proves_member: boolean; is_fresh?: boolean; is_alone?: boolean }
  >;
}

/** Asks auth for the caller behind a token. A token that no longer has one is 403 to the decider. */
export function callersFrom(
  auth: Pick<ProposerPeer, "callerFor">,
  verifyCaller: (token: string) => Caller | Promise<Caller>,
): CallerOf {
  return async ({ teamId, tokenId, door }, hop) => {
    try {
      const body = { team_id: teamId, token_id: tokenId, door };
      const { caller_token: token } = await auth.callerFor(body, hop);
      return await verifyCaller(token);
    } catch (error) {
      if (error instanceof InternalRefusal && error.status < 500) throw proposerGone(error);
      throw error;
    }
  };
}

/** Asks auth what a token or session may decide now. */
export function deciderFactsFrom(auth: Pick<ProposerPeer, "decisionFacts">): DeciderFactsOf {
  return async ({ teamId, tokenId }, hop) => {
    try {
      const body = { team_id: teamId, token_id: tokenId };
      const facts = await auth.decisionFacts(body, hop);
      return {
        role: facts.role,
        provesMember: facts.proves_member,
        // The release before answers neither.
        isFresh: facts.is_fresh === true,
        isAlone: facts.is_alone === true,
      };
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
