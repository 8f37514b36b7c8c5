import type { Operator } from "../operator.ts";
import type { PageSession } from "../sessions/page-session.ts";
import { teamsOfSession, type SessionTeam } from "../sessions/session-teams.ts";
import { LETS_APPS_IN } from "../teams/open-door.ts";

/** A team that an app can be connected to, and who its member is there. */
export type ChoosableTeam = Pick<SessionTeam, "id" | "name" | "memberId" | "role">;

/**
 * Teams to which who is signed in can connect an app: those of the session, on the host that all share, that let apps
 * connect (oauth.teams). The team of the session is the first.
 */
export function choosableTeams(
  operator: Operator,
  { team, member, speaksForAddress }: PageSession,
  host: string | null,
): Promise<[ChoosableTeam, ...ChoosableTeam[]]> {
  const { id, slug, name } = team;
  const who = { team: { id, slug, name }, member, speaksForAddress: speaksForAddress && host === null };
  return teamsOfSession(operator, who, { name: "letting_apps_in", sql: LETS_APPS_IN });
}
