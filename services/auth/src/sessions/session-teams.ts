import type { Role } from "@jst/caller";
import type { Operator } from "../operator.ts";
import { HAS_OWN_PROVIDER } from "../teams/sign-in-keys.ts";

/** A team that a session may speak for, and who its member is there. */
export interface SessionTeam {
  id: string;
  slug: string;
  name: string;
  memberId: string;
  role: Role;
}

/** Member whose teams are asked for. */
export interface SessionMember {
  team: { id: string; slug: string; name: string };
  member: { id: string; email: string; role: Role };
  /** The address is proved for other teams too. */
  speaksForAddress: boolean;
}

/** Most teams that are offered at once. */
const TEAMS_MAX = 100;

/**
 * Teams that who is signed in may switch to, that of the session first. Further teams of the same address are among
 * them only where the sign-in proved the address; never one that is isolated or has a provider of its own
 * (sessions.switch). `filter` is SQL over the team `t` that narrows these further.
 */
export async function teamsOfSession(
  operator: Operator,
  { team, member, speaksForAddress }: SessionMember,
  filter: { name: string; sql: string } = { name: "all", sql: "true" },
): Promise<[SessionTeam, ...SessionTeam[]]> {
  const own = { ...team, memberId: member.id, role: member.role };
  if (!speaksForAddress) return [own];
  const others = await operator.query<SessionTeam & Record<string, unknown>>({
    name: `sessions.teams_${filter.name}`,
    text: `select t.team_id as id, t.slug, t.display_name as name, m.id as "memberId", m.role
      from auth.members m join auth.teams t on t.team_id = m.team_id
      where m.email = $1 and m.suspended_at is null and t.team_id <> $2
        and t.deleted_at is null and not t.isolated and not ${HAS_OWN_PROVIDER} and ${filter.sql}
      order by t.display_name collate platform.und, t.team_id limit ${TEAMS_MAX}`,
    values: [member.email, team.id],
  });
  return [own, ...others];
}
