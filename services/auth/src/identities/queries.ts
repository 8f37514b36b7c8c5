import type { Row } from "@jst/db";
import { emailSpellings } from "@jst/values/email";
import type {
  KnownHost,
  KnownMember,
  MemberCalled,
  NamedMember,
  RuleApprovers,
  TeamName,
  TeamRules,
} from "../../gen/rpc.ts";
import { approves, TEAM_RULES } from "../approval-rules/queries.ts";
import { knownToken, type KnownToken } from "../check/known-token.ts";
import type { Operator } from "../operator.ts";
import { HAS_PASSKEY } from "../passkeys/step-up-guard.ts";
import { EXPIRES_AT, IS_FRESH, IS_STEPPED_UP } from "../sessions/session-life.ts";
import { NEEDS_STEP_UP } from "../teams/trust-keys.ts";
import { GRANT_FACTS, sessionFacts, TOKEN_FACTS } from "../tokens/token-facts.ts";

/** A session that was signed out speaks for what it began; one that its member has ended from elsewhere does not. */
const DISOWNED = "coalesce(s.end_reason in ('ended', 'member_removed'), false)";

/**
 * Finds the token or session with its team and member as they are now, past the memory of Check; undefined without one.
 */
export async function findTokenById(
  operator: Operator,
  teamId: string,
  tokenId: string,
): Promise<KnownToken | undefined> {
  const [row] = await operator.query<{ facts: string }>({
    name: "auth_find_token_by_id",
    text: `${TOKEN_FACTS} where token.team_id = $1 and token.id = $2
      union all ${sessionFacts(EXPIRES_AT, DISOWNED)} where s.team_id = $1 and s.id = $2`,
    values: [teamId, tokenId],
  });
  return row === undefined ? findGrantById(operator, teamId, tokenId) : knownToken(row.facts);
}

/** A token or session that decides, and what else the decision depends on. */
export interface DecidingToken {
  token: KnownToken;
  /** It is a session whose sign-in is fresh. */
  isFresh: boolean;
  /** It is a session in which a passkey was used in the last ten minutes. */
  isSteppedUp: boolean;
  /** Its member has a passkey. */
  hasPasskey: boolean;
  /** In the team, only a session that is stepped up approves. */
  needsStepUp: boolean;
  /** No other active member is an owner or an admin. */
  isAlone: boolean;
  /** Ids of the active members who are among the approvers asked about. */
  approvers: string[];
  rules: TeamRules | null;
}

/**
 * Finds the token or session that decides: as findTokenById, but a signed-out session does not count. A connected app
 * decides nothing, so no grant is looked for.
 */
export async function findDecidingToken(
  operator: Operator,
  teamId: string,
  tokenId: string,
  { roles = [], members = [] }: RuleApprovers = {},
): Promise<DecidingToken | undefined> {
  const [row] = await operator.query<DecidingRow>({
    name: "auth_find_deciding_token",
    text: `select known.facts, coalesce(${IS_FRESH}, false) as is_fresh, ${IS_STEPPED_UP} as is_stepped_up,
        ${HAS_PASSKEY} as has_passkey,
        exists (select from auth.teams t where t.team_id = $1 and ${NEEDS_STEP_UP}) as needs_step_up,
        not exists (
          select from auth.members m
          where m.team_id = $1 and m.role in ('owner', 'admin') and m.suspended_at is null
            and m.id::text is distinct from known.facts::json ->> 'member_id'
        ) as is_alone,
        array(
          select m.id::text from auth.members m where m.team_id = $1 and ${approves("$3", "$4")} order by m.id
        ) as approvers,
        (${TEAM_RULES}) as rules
      from (
        ${TOKEN_FACTS} where token.team_id = $1 and token.id = $2
        union all ${sessionFacts(EXPIRES_AT)} where s.team_id = $1 and s.id = $2
      ) known left join auth.sessions s on s.team_id = $1 and s.id = $2`,
    values: [teamId, tokenId, roles, members],
  });
  if (row === undefined) return undefined;
  return {
    token: knownToken(row.facts),
    isFresh: row.is_fresh,
    isSteppedUp: row.is_stepped_up,
    hasPasskey: row.has_passkey,
    needsStepUp: row.needs_step_up,
    isAlone: row.is_alone,
    approvers: row.approvers,
    rules: row.rules,
  };
}

interface DecidingRow extends Row {
  facts: string;
  is_fresh: boolean;
  is_stepped_up: boolean;
  has_passkey: boolean;
  needs_step_up: boolean;
  is_alone: boolean;
  approvers: string[];
  rules: TeamRules | null;
}

/** Reads the enabled rules of the team; undefined for an unknown team, null without rules. */
export async function findRules(operator: Operator, teamId: string): Promise<TeamRules | null | undefined> {
  const [row] = await operator.query<{ rules: TeamRules | null }>({
    name: "auth_find_rules",
    text: `select (${TEAM_RULES}) as rules from auth.teams t where t.team_id = $1 and t.deleted_at is null`,
    values: [teamId],
  });
  return row?.rules;
}

/** Finds a connected app by its grant, which outlives its tokens: the log names the app by it (oauth.attribution). */
async function findGrantById(
  operator: Operator,
  teamId: string,
  grantId: string,
): Promise<KnownToken | undefined> {
  const [row] = await operator.query<{ facts: string }>({
    name: "auth_find_grant_by_id",
    text: `${GRANT_FACTS} where token.team_id = $1 and token.id = $2`,
    values: [teamId, grantId],
  });
  return row === undefined ? undefined : knownToken(row.facts);
}

/** Finds which of the ids are members of the team, each once. */
export function findMembers(operator: Operator, teamId: string, ids: readonly string[]) {
  return operator.query<KnownMember & Record<string, unknown>>({
    name: "auth_find_members",
    text: `select id, role, suspended_at is not null as suspended
      from auth.members
      where team_id = $1 and id = any ($2::uuid[]) and removed_at is null`,
    values: [teamId, ids],
  });
}

/** Reads the members of the team who have one of the roles. */
export function findMembersByRole(operator: Operator, teamId: string, roles: readonly string[]) {
  return operator.query<KnownMember & Record<string, unknown>>({
    name: "auth_find_members_by_role",
    text: `select id, role, suspended_at is not null as suspended
      from auth.members
      where team_id = $1 and role = any ($2::text[]) and removed_at is null
      order by id`,
    values: [teamId, roles],
  });
}

/** Finds names and emails of the team's members, removed ones too. */
export function findHosts(operator: Operator, teamId: string, ids: readonly string[]) {
  return operator.query<KnownHost & Record<string, unknown>>({
    name: "auth_find_hosts",
    text: `select id, email, coalesce(name, email) as name
      from auth.members
      where team_id = $1 and id = any ($2::uuid[])`,
    values: [teamId, ids],
  });
}

/** A living team, and as much of its settings as others are told. */
export interface FoundTeam {
  team_id: string;
  slug: string;
  display_name: string;
  timezone: string;
  settings: Readonly<Record<string, unknown>>;
}

/** Finds the living team by id or slug; undefined without one. */
export async function findTeam(
  operator: Operator,
  { team_id: id, slug }: TeamName,
): Promise<FoundTeam | undefined> {
  const [row] = await operator.query<FoundTeam & Record<string, unknown>>({
    name: "auth_find_team",
    text: `select t.team_id, t.slug, t.display_name, t.timezone, coalesce((
        select json_object_agg(s.key, s.value) from auth.settings s
        where s.team_id = t.team_id and (s.key like 'modules.%' or s.key like 'brand.%' or s.key = 'team.country')
      ), '{}') as settings
      from auth.teams t
      where (t.team_id = $1 or ($1::uuid is null and t.slug = $2)) and t.deleted_at is null`,
    values: [id ?? null, slug ?? null],
  });
  return row;
}

/** Finds the members of the team by their e-mail addresses. */
export function findMembersByEmail(operator: Operator, teamId: string, emails: readonly string[]) {
  return operator.query<NamedMember & Record<string, unknown>>({
    name: "auth_find_members_by_email",
    text: "select id, email from auth.members where team_id = $1 and email = any ($2::text[]) and removed_at is null",
    values: [teamId, emails.flatMap((email) => emailSpellings(email.trim()))],
  });
}

/** Finds the active members of the team by their full names: one of each name, and how many have it. */
export function findMembersByName(operator: Operator, teamId: string, names: readonly string[]) {
  return operator.query<MemberCalled & Record<string, unknown>>({
    name: "auth_find_members_by_name",
    text: `select n.name, min(m.id::text) as id, count(*)::int as count
      from (select distinct unnest($2::text[])) as n (name)
      join auth.members m on m.team_id = $1 and lower(m.name) = lower(n.name) and m.suspended_at is null
      group by n.name`,
    values: [teamId, names],
  });
}
