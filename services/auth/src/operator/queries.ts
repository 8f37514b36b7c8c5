import { one, type Row } from "@jst/db";
import { AppError, validationFailed } from "@jst/errors";
import { emailSpellings } from "@jst/values/email";
import { STORED_EMAIL } from "../members/queries.ts";
import type { Operator } from "../operator.ts";

/** Id of the living team with this slug; AppError not_found when there is none. */
export async function findTeam(operator: Operator, slug: string): Promise<string> {
  const [team] = await operator.query<{ id: string }>({
    text: "select team_id as id from auth.teams where slug = $1 and deleted_at is null",
    values: [slug],
  });
  if (team === undefined)
    throw new AppError("not_found", "A team with this slug does not exist. Check the slug.");
  return team.id;
}

/** Id of the team's active member with this address; validation_failed when there is none. */
export async function findMember(operator: Operator, teamId: string, email: string): Promise<string> {
  const [member] = await operator.query<{ id: string }>({
    text: "select id from auth.members where team_id = $1 and email = any ($2::text[]) and suspended_at is null",
    values: [teamId, emailSpellings(email)],
  });
  if (member === undefined) {
    const message = "No active member of the team has this address. Check the address.";
    throw validationFailed([{ field: "member", code: "not_found", message }]);
  }
  return member.id;
}

export interface TeamRow {
  slug: string;
  displayName: string;
  timezone: string;
  isolated: boolean;
}

/** Stores the team; fails on constraint teams_slug_key when the slug is taken. */
export async function insertTeam(operator: Operator, team: TeamRow): Promise<Row[]> {
  return operator.query({
    text: `insert into auth.teams (slug, display_name, timezone, isolated)
      values ($1, $2, $3, $4)
      returning team_id as id, slug`,
    values: [team.slug, team.displayName, team.timezone, team.isolated],
  });
}

/** Member as the operator stored one. */
export interface UpsertedMember extends Row {
  id: string;
  name: string | null;
  email: string;
  role: string;
  /** Null for a member whom the team did not have. */
  former_role: string | null;
}

/** Stores the member, or gives the one of that address the role. */
export async function upsertMember(
  operator: Operator,
  teamId: string,
  email: string,
  role: string,
): Promise<UpsertedMember> {
  const rows = await operator.query<UpsertedMember>({
    text: `insert into auth.members (team_id, email, role)
      values ($1, ${STORED_EMAIL}, $3)
      on conflict (team_id, email) do update set role = excluded.role, removed_at = null,
        accepted_at = case when members.removed_at is null then members.accepted_at end,
        suspended_at = case when members.removed_at is null then members.suspended_at end
      returning new.id, new.name, new.email, new.role,
        case when old.removed_at is null then old.role end as former_role`,
    values: [teamId, emailSpellings(email), role],
  });
  return one(rows);
}

/** Stores the setting; answers whether its value changed. */
export async function upsertSetting(
  operator: Operator,
  teamId: string,
  key: string,
  { value, sealed = null }: { value: unknown; sealed?: Buffer | null },
): Promise<boolean> {
  const [row] = await operator.query<{ is_changed: boolean }>({
    text: `insert into auth.settings (team_id, key, value, sealed)
      values ($1, $2, $3, $4)
      on conflict (team_id, key) do update
      set value = excluded.value, sealed = excluded.sealed, updated_at = now()
      returning old.value is distinct from new.value as is_changed`,
    values: [teamId, key, JSON.stringify(value), sealed],
  });
  return row?.is_changed === true;
}

/** Sets the team's time zone. */
export async function updateTimezone(operator: Operator, teamId: string, timezone: string): Promise<void> {
  await operator.query({
    text: "update auth.teams set timezone = $2 where team_id = $1",
    values: [teamId, timezone],
  });
}

/** Maps the host to the team unless it is another team's; the team that has it now. */
export async function insertHost(
  operator: Operator,
  teamId: string,
  host: string,
): Promise<string | undefined> {
  const [row] = await operator.query<{ team_id: string }>({
    text: `insert into auth.hosts (host, team_id)
      values ($1, $2)
      on conflict (host) do update set team_id = hosts.team_id
      returning team_id`,
    values: [host, teamId],
  });
  return row?.team_id;
}

/** Removes the team's mapping of the host; no row when it had none. */
export async function deleteHost(operator: Operator, teamId: string, host: string): Promise<Row[]> {
  return operator.query({
    text: "delete from auth.hosts where host = $1 and team_id = $2 returning host, team_id",
    values: [host, teamId],
  });
}

/** Finds the next living teams after the slug, at most 500. */
export async function findTeamsAfter(
  operator: Operator,
  after: string,
): Promise<{ slugs: string[]; ids: string[] }> {
  const teams = await operator.query<{ slug: string; id: string }>({
    text: `select slug, team_id as id from auth.teams
      where deleted_at is null and slug > $1
      order by slug
      limit 500`,
    values: [after],
  });
  return { slugs: teams.map(({ slug }) => slug), ids: teams.map(({ id }) => id) };
}
