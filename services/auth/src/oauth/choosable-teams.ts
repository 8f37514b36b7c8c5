import type { Operator } from "../operator.ts";
import type { PageSession } from "../sessions/page-session.ts";
import { teamsOfSession, type SessionTeam } from "../sessions/session-teams.ts";
import { LETS_APPS_IN } from "../teams/open-door.ts";

/** A team that an app can be connected to, and who its member is there. */
export interface ChoosableTeam extends Pick<SessionTeam, "id" | "name" | "memberId" | "role"> {
  /** Whether the writes of all its apps wait for approval. */
  proposes: boolean;
}

/**
 * Teams to which who is signed in can connect an app: those of the session, on the host that all share, that let apps
 * connect (oauth.teams). The team of the session is the first.
 */
export async function choosableTeams(
  operator: Operator,
  { team, member, speaksForAddress }: PageSession,
  host: string | null,
): Promise<[ChoosableTeam, ...ChoosableTeam[]]> {
  const { id, slug, name } = team;
  const who = { team: { id, slug, name }, member, speaksForAddress: speaksForAddress && host === null };
  const [own, ...others] = await teamsOfSession(operator, who, {
    name: "letting_apps_in",
    sql: LETS_APPS_IN,
  });
  const proposing = await proposingOf(operator, [own, ...others]);
  const withMode = (team: SessionTeam) => ({ ...team, proposes: proposing.has(team.id) });
  return [withMode(own), ...others.map(withMode)];
}

/** Finds those of the teams whose apps have their writes approved first. */
async function proposingOf(operator: Operator, teams: readonly SessionTeam[]): Promise<ReadonlySet<string>> {
  const rows = await operator.query<{ id: string }>({
    name: "oauth.proposing",
    text: `select team_id as id from auth.settings
      where team_id = any($1) and key = 'modules.agent_connect.write_mode' and value = '"propose"'`,
    values: [teams.map(({ id }) => id)],
  });
  return new Set(rows.map(({ id }) => id));
}
