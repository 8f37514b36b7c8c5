import { provesMember } from "@jst/caller";
import { AppError } from "@jst/errors";
import type { InternalHandler } from "../../gen/rpc.ts";
import { callerOf, type KnownToken } from "../check/known-token.ts";
import { requireLiving, requireUnexpired } from "../check/living-token.ts";
import { findDecidingToken } from "./queries.ts";

/**
 * Reads role and proof of the token or session from the database, never from the memory of Check, which may be seconds
 * old (trust.decide); with them whether its sign-in is fresh, its member the only one who leads the team, and a passkey
 * needed and used (passkeys.trust). Adds the rules of the team, and the active ones of the approvers asked about. A
 * session that was signed out decides nothing.
 */
export const decisionFacts: InternalHandler<"DecisionFacts"> = async (
  { team_id, token_id, approvers: named },
  { deps },
) => {
  const found = await findDecidingToken(deps.operator, team_id, token_id, named);
  if (found === undefined)
    throw new AppError(
      "invalid_token",
      "The token or session is not valid. Sign in again, or use another token.",
    );
  const { token, approvers, rules, ...facts } = found;
  requireLiving(token);
  requireUnexpired(token, Date.now());
  const caller = callerOf(token, "rest", deps.baseUrl);
  return {
    body: {
      role: caller.role ?? null,
      proves_member: provesMember(caller),
      is_fresh: facts.isFresh,
      is_alone: facts.isAlone,
      ...(named === undefined ? {} : approverFacts(token, approvers)),
      rules,
      needs_step_up: facts.needsStepUp,
      is_stepped_up: facts.isSteppedUp,
      has_passkey: facts.hasPasskey,
    },
  };
};

function approverFacts({ stored: { member_id: member } }: KnownToken, approvers: string[]) {
  return { is_approver: member !== null && approvers.includes(member), active_approvers: approvers };
}
