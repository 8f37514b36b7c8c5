import { provesMember } from "@jst/caller";
import { AppError } from "@jst/errors";
import type { InternalHandler } from "../../gen/rpc.ts";
import { callerOf } from "../check/known-token.ts";
import { requireLiving, requireUnexpired } from "../check/living-token.ts";
import { findDecidingToken } from "./queries.ts";

/**
 * Reads role and proof of the token or session from the database, never from the memory of Check, which may be seconds
 * old (trust.decide); with them whether its sign-in is fresh, and its member the only one who leads the team. A session
 * that was signed out decides nothing.
 */
export const decisionFacts: InternalHandler<"DecisionFacts"> = async ({ team_id, token_id }, { deps }) => {
  const found = await findDecidingToken(deps.operator, team_id, token_id);
  if (found === undefined) throw new AppError("invalid_token", "The team has no such token or session.");
  const { token, isFresh, isAlone } = found;
  requireLiving(token);
  requireUnexpired(token, Date.now());
  const caller = callerOf(token, "rest", deps.baseUrl);
  return {
    body: {
      role: caller.role ?? null,
      proves_member: provesMember(caller),
      is_fresh: isFresh,
      is_alone: isAlone,
    },
  };
};
