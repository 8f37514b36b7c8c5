import { roleScopes } from "@jst/caller";
import { AppError } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import type { Operator } from "../operator.ts";
import { findSessionById, type ShownSession } from "./queries.ts";
import { teamsOfSession, type SessionMember, type SessionTeam } from "./session-teams.ts";
import { signedInMember } from "./signed-in-member.ts";

/**
 * Answers who is signed in, of which team, what the session may do now, and which teams it may switch to
 * (sessions.own).
 */
export const getSession: Handler<"GetSession"> = async (_request, { caller, deps }) => {
  const { teamId, sessionId } = signedInMember(caller);
  const found = await livingSession(deps.operator, { teamId, id: sessionId });
  const teams = await teamsOfSession(deps.operator, memberOf(found));
  return { body: shown(found, teams), headers: { "cache-control": "no-store" } };
};

/** Finds the session of the caller; throws 401 for one that is over, though Check may not know it yet. */
export async function livingSession(
  operator: Operator,
  session: { teamId: string; id: string },
  { isLocked }: { isLocked: boolean } = { isLocked: false },
): Promise<ShownSession> {
  const found = await findSessionById(operator, session, { isLocked });
  if (found === undefined) throw new AppError("invalid_token", "Your session has ended. Sign in again.");
  return found;
}

/** Returns the member and team of the session, whose teams it may switch to. */
export function memberOf(session: ShownSession): SessionMember {
  const { team_id, slug, display_name, member_id, email, role, speaks_for_address } = session;
  return {
    team: { id: team_id, slug, name: display_name },
    member: { id: member_id, email, role },
    speaksForAddress: speaks_for_address,
  };
}

/** The session as its member sees it. */
export function shown(session: ShownSession, teams: readonly SessionTeam[]): Record<string, unknown> {
  const { id, team_id, slug, timezone, member_id, email, role, way, authenticated_at, expires_at } = session;
  return {
    id,
    member: { id: member_id, email, role },
    team: { id: team_id, slug, timezone },
    scopes: roleScopes(role),
    way,
    authenticated_at,
    stepped_up_until: session.stepped_up_until,
    expires_at,
    teams: teams.map((team) => ({
      id: team.id,
      slug: team.slug,
      name: team.name,
      role: team.role,
      current: team.id === team_id,
    })),
  };
}
