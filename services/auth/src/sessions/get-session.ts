import { roleScopes } from "@jst/caller";
import { AppError } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { findSessionById } from "./queries.ts";
import { signedInMember } from "./signed-in-member.ts";

/** Answers who is signed in, of which team, and what the session may do now (sessions.own). */
export const getSession: Handler<"GetSession"> = async (_request, { caller, deps }) => {
  const { teamId, sessionId } = signedInMember(caller);
  const found = await findSessionById(deps.operator, { teamId, id: sessionId });
  if (found === undefined) throw new AppError("invalid_token", "There is no such session. Sign in again.");
  const { id, member_id, email, role, slug, timezone, expires_at } = found;
  return {
    body: {
      id,
      member: { id: member_id, email, role },
      team: { id: teamId, slug, timezone },
      scopes: roleScopes(role),
      expires_at,
    },
    headers: { "cache-control": "no-store" },
  };
};
