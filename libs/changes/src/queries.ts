import type { Row, Statement, TeamContext, TeamTx } from "@jst/db";
import { PAGE_BYTES_MAX } from "@jst/query";
import type { AnyInput, ProposedSet } from "@jst/rpc";
import type { Change } from "./changes.ts";
import type { ApprovalRule, RuleApprovers } from "./rules/rule.ts";
import { SET_OF_NONE, SET_OF_STORED, type SetColumns } from "./sets/set-columns.ts";

/** States (trust.states). */
export type Status =
  | "queued"
  | "executed"
  | "rejected"
  | "withdrawn"
  | "expired"
  | "conflicted"
  | "failed"
  | "undone";

/** A changeset as the database knows it. Times are text, as to_jsonb writes them. */
export interface StoredChangeset extends SetColumns {
  id: string;
  status: Status;
  rpc: string | null;
  /** The input of the rpc, in the form that StoredRequests of the service makes. */
  request: AnyInput | object | null;
  summary: string | null;
  operations: Change[] | null;
  door: string | null;
  token_id: string;
  token_type: string;
  /** Only for a connected app that had a known name when it wrote. */
  oauth_app: NonNullable<TeamContext["oauthApp"]> | null;
  /** Id that the tokens of one sign-in share; null if the maker has none, or the changeset is older than the column. */
  family_id: string | null;
  change_reason: string | null;
  actor_id: string;
  created_at: string;
  expires_at: string | null;
  decided_by_type: string | null;
  decided_by_id: string | null;
  decided_at: string | null;
  reason: string | null;
  executed_at: string | null;
  undone_at: string | null;
  undo_of: string | null;
  /** 1, and one more after each edit; null for what nobody proposed. */
  version: number | null;
  edited_by_type: string | null;
  edited_by_id: string | null;
  /** The rule that queued the proposal, as it was then; it rejects the proposal in time (rules.timeout). */
  timeout_rule: (StoredApproval & Pick<ApprovalRule, "allow_self">) | null;
  /** Approvers who are notified; null for those of `timeout_rule`, until the proposal is judged again. */
  notified: StoredNotified | null;
  /** How it was decided on; null for what has no rule. */
  approval: StoredApproval | null;
  /** Approvals of the present version, in their order. */
  votes: StoredVote[];
}

/** Rule as a changeset stores it; the release before stored no message. */
type StoredRule = Pick<ApprovalRule, "id" | "name"> & Partial<Pick<ApprovalRule, "message">>;

/** Rule that a proposal waits by, or was decided on by. */
export interface StoredApproval {
  rule: StoredRule;
  needed: number;
  approvers: RuleApprovers;
}

/** Approvers who are notified of a proposal, and whether its proposer is one of them. */
export type NotifiedApproval = Pick<ApprovalRule, "approvers" | "allow_self">;

/** The same as a proposal stores them. */
export interface StoredNotified extends NotifiedApproval {
  /** Version that was judged after it was stored; the release before wrote none. */
  version?: number | null;
}

/** Approval of one version of a proposal by one member. */
export interface StoredVote {
  member_id: string;
  actor_type: string;
  at: string;
  counted: boolean;
}

/** True for a proposal over alias `c` that nobody decided on in time. */
const IS_OVERDUE = "c.status = 'queued' and c.expires_at <= now()";

/** State of changeset c: nobody decided on it in time where it has expired, or its rule has rejected it. */
export const STATUS = `case when ${IS_OVERDUE}
    then case when c.timeout_rule is null then 'expired' else 'rejected' end else c.status end`;

/** Reason of the rejection by the rule of changeset c. */
export const TIMEOUT_REASON = `'Nobody decided in the time of the rule "' || (c.timeout_rule #>> '{rule,name}') || '".'`;

/** Members of changeset c that follow from other columns and tables. */
const FOLLOWING = `jsonb_build_object('status', ${STATUS}, 'votes', (
      select coalesce(jsonb_agg(jsonb_build_object('member_id', v.member_id, 'actor_type', v.actor_type, 'at', v.at,
        'counted', v.counted) order by v.at, v.member_id), '[]')
      from changeset_votes v where v.team_id = c.team_id and v.changeset_id = c.id and v.version = c.version))
    || case when ${IS_OVERDUE} and c.timeout_rule is not null
      then jsonb_build_object('decided_by_type', 'system', 'decided_at', c.expires_at, 'reason', ${TIMEOUT_REASON})
      else '{}' end`;

/** A stored changeset over alias `c`: a proposal nobody decided on in time has expired. */
export const STORED = `to_jsonb(c) - 'team_id' || ${FOLLOWING}`;

/** The same without what it asked for and what it proposed, which may be megabytes: not even read. */
export const STORED_BRIEFLY = `jsonb_build_object('id', c.id, 'rpc', c.rpc,
    'request', null, 'summary', c.summary, 'operations', null, 'door', c.door, 'token_id', c.token_id,
    'token_type', c.token_type, 'oauth_app', c.oauth_app, 'family_id', c.family_id,
    'change_reason', c.change_reason, 'actor_id', c.actor_id, 'created_at', c.created_at,
    'expires_at', c.expires_at, 'decided_by_type', c.decided_by_type, 'decided_by_id', c.decided_by_id,
    'decided_at', c.decided_at, 'reason', c.reason, 'executed_at', c.executed_at, 'undone_at', c.undone_at,
    'undo_of', c.undo_of, 'version', c.version, 'edited_by_type', c.edited_by_type, 'edited_by_id', c.edited_by_id,
    'timeout_rule', c.timeout_rule, 'notified', c.notified, 'approval', c.approval, ${SET_OF_STORED}) || ${FOLLOWING}`;

/** A changeset nobody proposed, from its undo records over alias `h`, an aggregate of them. */
export const DERIVED = `jsonb_build_object('id', h.changeset_id, 'status', 'executed', 'rpc', null, 'request', null,
    'summary', null, 'operations', null, 'door', min(h.door), 'token_id', min(h.token_id),
    'token_type', min(h.actor_type), 'oauth_app', min(h.oauth_app::text)::jsonb, 'family_id', min(h.family_id),
    'change_reason', min(h.change_reason), 'actor_id', min(h.actor_id), 'created_at', min(h.at), 'expires_at', null,
    'decided_by_type', null, 'decided_by_id', null, 'decided_at', null, 'reason', null,
    'executed_at', min(h.at), 'undone_at', null, 'undo_of', null, 'version', null, 'edited_by_type', null,
    'edited_by_id', null, 'timeout_rule', null, 'notified', null, 'approval', null, 'votes', '[]'::jsonb, ${SET_OF_NONE})`;

/** The row of a statement that answers a changeset. */
export interface ChangesetRow extends Row {
  changeset: StoredChangeset;
}

/** Selects one changeset, proposed or not; no row if the team has none with this id. */
export function findChangeset(teamId: string, uuid: string): Statement {
  return findAs(STORED, "changeset_find", teamId, uuid);
}

/** Selects one changeset without its request and its operations. */
export function findBriefly(teamId: string, uuid: string): Statement {
  return findAs(STORED_BRIEFLY, "changeset_find_briefly", teamId, uuid);
}

function findAs(stored: string, name: string, teamId: string, uuid: string): Statement {
  return {
    name,
    text: `select coalesce(
        (select ${stored} from changesets c where c.team_id = $1 and c.id = $2),
        (select ${DERIVED} from changes h where h.team_id = $1 and h.changeset_id = $2 group by h.changeset_id)
      ) as changeset`,
    values: [teamId, uuid],
  };
}

/** Tests whether a changeset proposes or made a change to one of these resources. */
export function touchesOf(teamId: string, uuid: string, resources: readonly string[]): Statement {
  return {
    name: "changeset_touches",
    text: `select exists (select from changes where team_id = $1 and changeset_id = $2 and resource = any($3))
      or exists (select from changesets c where c.team_id = $1 and c.id = $2 and c.resources && $3)
      or exists (select from changesets c, jsonb_array_elements(c.operations) o (one)
        where c.team_id = $1 and c.id = $2 and o.one ->> 'resource' = any($3)) as is_readable`,
    values: [teamId, uuid, resources],
  };
}

/** A change with its images, or without them when they are not to be shown. */
export interface FoundChange extends Change, Row {
  is_shown: boolean;
}

/**
 * Selects the recorded changes of a changeset in order, `limit` of them behind the first `after`, without a lock. The
 * first changes have their images: as many as an answer may have, one at least.
 */
export function findChanges(
  teamId: string,
  { id, kind }: Pick<StoredChangeset, "id" | "kind">,
  after: number,
  limit: number,
): Statement {
  const source =
    kind === "set"
      ? `select h.* from changesets m join changes h on h.team_id = $1 and h.changeset_id = m.id
          where m.team_id = $1 and m.set_id = $2 order by m.place, h.seq limit $3 offset $5`
      : "select * from changes where team_id = $1 and changeset_id = $2 order by seq limit $3 offset $5";
  return {
    name: kind === "set" ? "changeset_set_changes" : "changeset_changes",
    text: `select resource, id, op, is_shown,
        case when is_shown then before end as before, case when is_shown then after end as after
      from (
        select resource, resource_id as id, op, before, after, seq,
          row_number() over one_by_one = 1
            or sum(coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0)) over one_by_one <= $4
            as is_shown
        from (${source}) c
        window one_by_one as (order by seq rows unbounded preceding)
      ) sized
      order by seq`,
    values: [teamId, id, limit, PAGE_BYTES_MAX, after],
  };
}

export function changesetOf(rows: readonly Row[]): StoredChangeset | undefined {
  return (rows[0] as { changeset: StoredChangeset | null } | undefined)?.changeset ?? undefined;
}

/** A proposal that is to be stored. */
interface ProposalRow {
  rpc: string;
  request: object;
  summary: string;
  operations: readonly Change[];
  /** The changeset that it would take back. */
  undoOf?: string | undefined;
  /** The set that its approval begins. */
  set?: Pick<ProposedSet, "operations" | "total"> | undefined;
  /** The rule that queues it; undefined where the trust matrix does. */
  rule?: ApprovalRule | undefined;
}

/** Hours for which a proposal without a rule waits (trust.expiry). */
const WAIT_HOURS = 336;

/** Stores a proposal under the transaction's own changeset; answers when it was made and when it expires. */
export async function insertProposal(
  tx: TeamTx,
  uuid: string,
  proposal: ProposalRow,
): Promise<StoredChangeset> {
  const { teamId, tokenId, actorType, actorId, door } = tx.context;
  const { rpc, request, summary, operations, undoOf, set, rule } = proposal;
  const rows = await tx.query<ChangesetRow>({
    name: "changeset_propose",
    text: `insert into changesets as c (team_id, id, status, rpc, request, summary, operations, door, token_id,
        token_type, actor_id, created_at, expires_at, undo_of, timeout_rule, kind, operation_count, progress_total,
        member_count, progress_done, resources)
      values ($1, $2, 'queued', $3, $4, $5, $6, $7, $8, $9, $10, now(), now() + make_interval(hours => $12), $11, $13,
        case when $14::int is not null then 'set' end, $14, $15, $16, $16, $17)
      returning ${STORED} as changeset`,
    values: [
      teamId,
      uuid,
      rpc,
      JSON.stringify(request),
      summary,
      JSON.stringify(operations),
      door,
      tokenId,
      actorType,
      actorId,
      undoOf ?? null,
      rule?.timeout_hours ?? WAIT_HOURS,
      rule === undefined ? null : JSON.stringify(timeoutRule(rule)),
      ...(set === undefined
        ? [null, null, null, null]
        : [set.operations, set.total, 0, [...new Set(operations.map(({ resource }) => resource))]]),
    ],
  });
  return only(changesetOf(rows));
}

/** Reduces a rule to what a proposal stores of it. */
function timeoutRule(rule: ApprovalRule): StoredChangeset["timeout_rule"] {
  const { needed, approvers, allow_self } = rule;
  return { rule: storedRule(rule), needed, approvers, allow_self };
}

/** Reduces a rule to its name and its text for the proposer. */
export function storedRule({ id, name, message }: ApprovalRule): StoredRule {
  return { id, name, message };
}

/** The one value of a statement that answers one. */
export function only<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("A statement that answers one row answered none.");
  return value;
}

/** Counts the recorded changes of a changeset. */
export function countChanges(teamId: string, uuid: string): Statement {
  return {
    name: "changeset_count",
    text: "select count(*)::int as count from changes where team_id = $1 and changeset_id = $2",
    values: [teamId, uuid],
  };
}
