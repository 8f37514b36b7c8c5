import type { Role } from "@jst/caller";
import type { Operator } from "../operator.ts";
import type { PageSession } from "../sessions/page-session.ts";
import { LETS_APPS_IN } from "../teams/open-door.ts";
import { HAS_OWN_PROVIDER } from "../teams/sign-in-keys.ts";

/** A team that an app can be connected to, and who its member is there. */
export interface ChoosableTeam {
  id: string;
  name: string;
  memberId: string;
  role: Role;
}

/** Most teams that are offered at once. */
const TEAMS_MAX = 100;

/**
 * Teams to which who is signed in can connect an app, that of the session first. Further teams of the same address are
 * among them only where the provider of the fleet vouches for it, on the host that all share; never one that is
 * isolated, lets no app connect, or has a provider of its own (oauth.teams).
 */
export async function choosableTeams(
  operator: Operator,
  { team, member, isFleets }: PageSession,
  host: string | null,
): Promise<[ChoosableTeam, ...ChoosableTeam[]]> {
  const own = { id: team.id, name: team.name, memberId: member.id, role: member.role };
  if (!isFleets || host !== null) return [own];
  const others = await operator.query<ChoosableTeam & Record<string, unknown>>({
    name: "oauth.teams",
    text: `select t.team_id as id, t.display_name as name, m.id as "memberId", m.role
      from auth.members m join auth.teams t on t.team_id = m.team_id
      where m.email = $1 and m.suspended_at is null and t.team_id <> $2
        and t.deleted_at is null and not t.isolated and not ${HAS_OWN_PROVIDER} and ${LETS_APPS_IN}
      order by t.display_name collate platform.und, t.team_id limit ${TEAMS_MAX}`,
    values: [member.email, team.id],
  });
  return [own, ...others];
}
