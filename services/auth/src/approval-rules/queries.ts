import type { Row, Statement, TeamTx } from "@jst/db";
import { decidingDefaults } from "./deciding.ts";

/** Most rules of a team (limits.rules). */
export const RULES_MAX = 50;

/** Place of a rule that may come last; its creation order decides between rules that share it. */
export const LAST_POSITION = 1_000_000;

/** Locks the list of rules until the transaction ends, so that rules are counted and placed one by one. */
export function lockRules(teamId: string): Statement {
  return {
    name: "approval_rules.lock_list",
    text: "select pg_advisory_xact_lock(hashtextextended('auth.approval_rules ' || $1, 0))",
    values: [teamId],
  };
}

/** Returns how many rules the team has, and the position after the last one. */
export async function readList(tx: TeamTx): Promise<{ count: number; next: number }> {
  const [row] = await tx.query<{ count: number; next: number }>({
    name: "approval_rules.read_list",
    text: `select count(*)::int as count, least(coalesce(max(r.position), 0) + 1, ${LAST_POSITION}) as next
      from auth.approval_rules r
      where r.team_id = $1 and r.deleted_at is null`,
    values: [tx.context.teamId],
  });
  if (row === undefined) throw new Error("A count has no row.");
  return row;
}

/** Runs one statement: in the transaction of a team, or of the operator. */
export type Query = <Of extends Row>(statement: Statement) => Promise<Of[]>;

/** Finds which of the ids are tokens or connected apps of the team. */
export async function knownTokens(
  query: Query,
  teamId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await query<{ id: string }>({
    name: "approval_rules.tokens",
    text: `select t.id from auth.tokens t where t.team_id = $1 and t.id = any ($2::uuid[])
      union select g.id from auth.grants g where g.team_id = $1 and g.id = any ($2::uuid[])`,
    values: [teamId, ids],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Finds the roles of those of the ids that are active members of the team. */
export async function activeMembers(
  query: Query,
  teamId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await query<{ id: string; role: string }>({
    name: "approval_rules.members",
    text: `select m.id, m.role from auth.members m
      where m.team_id = $1 and m.id = any ($2::uuid[]) and m.removed_at is null and m.suspended_at is null`,
    values: [teamId, ids],
  });
  return new Map(rows.map(({ id, role }) => [id, role]));
}

/** SQL of the condition that the member `m` is active and among the approvers `$roles` and `$members`. */
export const approves = (roles: string, members: string): string =>
  `m.removed_at is null and m.suspended_at is null and m.role <> 'viewer'
        and (m.role = any (${roles}::text[]) or m.id = any (${members}::uuid[]))`;

/** Counts the active members who are among the approvers. */
export async function countApprovers(
  query: Query,
  teamId: string,
  { roles, members }: { roles: readonly string[]; members: readonly string[] },
): Promise<number> {
  const [row] = await query<{ count: number }>({
    name: "approval_rules.count_approvers",
    text: `select count(*)::int as count from auth.members m where m.team_id = $1 and ${approves("$2", "$3")}`,
    values: [teamId, roles, members],
  });
  return row?.count ?? 0;
}

/** SQL of the tokens that rule `r` names. */
const NAMED = `jsonb_array_elements_text(r."when" -> 'token_ids') named(id)`;

/**
 * SQL of the conditions of rule `r` of team `$1`. Its tokens are named with their sign-ins, so that a rule concerns the
 * tokens that a refresh brings later (rules.conditions).
 */
const WHEN = `case when r."when" ? 'token_ids' then jsonb_set(r."when", '{token_ids}', (
              select jsonb_agg(t.id) from (
                select named.id from ${NAMED}
                union all
                select distinct t.family_id::text from auth.tokens t
                where t.team_id = $1 and t.family_id is not null and t.id in (select named.id::uuid from ${NAMED})
              ) t)) else r."when" end`;

/**
 * SQL of the enabled rules of the team `$1` in the order in which they are tried, with the version by which services
 * remember them; null while no rule is enabled. A rule that does not queue has the defaults of deciding.
 */
export const TEAM_RULES = `select json_build_object('version', own.rules_version, 'timezone', own.timezone, 'rules', (
          select json_agg(json_build_object(
            'id', r.id, 'name', r.name, 'when', ${WHEN}, 'outcome', r.outcome, 'message', r.message,
            'approvers', coalesce(r.approvers, '${JSON.stringify(decidingDefaults.approvers)}'),
            'needed', coalesce(r.needed, ${decidingDefaults.needed}),
            'allow_self', coalesce(r.allow_self, ${decidingDefaults.allow_self}),
            'timeout_hours', coalesce(r.timeout_hours, ${decidingDefaults.timeout_hours})
          ) order by r.position, r.id)
          from auth.approval_rules r
          where r.team_id = $1 and r.enabled and r.deleted_at is null
        ))
        from auth.teams own
        where own.team_id = $1 and own.rules_version is not null`;
