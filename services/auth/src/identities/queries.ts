import type { KnownMember, NamedMember } from "../../gen/rpc.ts";
import { knownToken, type KnownToken } from "../check/known-token.ts";
import type { Operator } from "../operator.ts";
import { TOKEN_FACTS } from "../tokens/token-facts.ts";

/** The token with its team and member as they are now, whatever the memory of Check holds; undefined without one. */
export async function findTokenById(
  operator: Operator,
  teamId: string,
  tokenId: string,
): Promise<KnownToken | undefined> {
  const [row] = await operator.query<{ facts: string }>({
    name: "auth_find_token_by_id",
    text: `${TOKEN_FACTS} where token.team_id = $1 and token.id = $2`,
    values: [teamId, tokenId],
  });
  return row === undefined ? undefined : knownToken(row.facts);
}

/** Those of the ids that are members of the team, each once. */
export function findMembers(operator: Operator, teamId: string, ids: readonly string[]) {
  return operator.query<KnownMember & Record<string, unknown>>({
    name: "auth_find_members",
    text: `select id, role, suspended_at is not null as suspended
      from auth.members
      where team_id = $1 and id = any ($2::uuid[])`,
    values: [teamId, ids],
  });
}

/** The settings of modules that a living team has stored; undefined without such a team. */
export async function findTeamSettings(
  operator: Operator,
  teamId: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const [row] = await operator.query<{ settings: Record<string, unknown> }>({
    name: "auth_find_team_settings",
    text: `select coalesce((
        select json_object_agg(s.key, s.value) from auth.settings s
        where s.team_id = t.team_id and s.key like 'modules.%'
      ), '{}') as settings
      from auth.teams t where t.team_id = $1 and t.deleted_at is null`,
    values: [teamId],
  });
  return row?.settings;
}

/** The members of the team who have these e-mail addresses. */
export function findMembersByEmail(operator: Operator, teamId: string, emails: readonly string[]) {
  return operator.query<NamedMember & Record<string, unknown>>({
    name: "auth_find_members_by_email",
    text: "select id, email from auth.members where team_id = $1 and email = any ($2::text[])",
    values: [teamId, emails.map((email) => email.trim().toLowerCase())],
  });
}
