import type { Row, Statement } from "@jst/db";
import { type Instant, PAGE_BYTES_MAX } from "@jst/query";
import type { Change } from "./changes.ts";
import { MENTIONED } from "./comments/queries.ts";
import { OPERATIONS_SHOWN } from "./operations.ts";
import { DERIVED, STATUS, STORED_BRIEFLY, type Status, type StoredChangeset } from "./queries.ts";

/** Operations of one changeset that a list shows: a page holds up to 500 changesets. */
export const OPERATIONS_LISTED = 5;
/** A changeset gets its uuid before its writes wait for locks; none waits this long. */
const UUID_SLACK_MS = 3_600_000;

export interface ChangesetQuery {
  limit: number;
  status?: Status | undefined;
  since?: Instant | undefined;
  /** Uuid of the changeset after which the page starts. */
  before?: string | undefined;
  /** Proposer whose change sets are listed; the whole team's without one. */
  proposer?: Proposer | undefined;
  /** Leaves what this one may decide on now, where the team has no rules; see isDecider. */
  decider?: ListingDecider | undefined;
  /** Leaves these alone: what the caller may decide on now, where the team has rules. */
  decidable?: readonly string[] | undefined;
  /** Uuid of the set whose members are listed; without one, sets are listed and members are not. */
  set?: string | undefined;
  /** Leaves those that changed this record, and proposals that wait and would. */
  record?: { resource: string; id: string } | undefined;
}

/** The caller of a list of what it may decide on. */
export interface ListingDecider {
  tokenId: string;
  actorId: string;
  /** True for a signed-in member, who decides on what an own app has proposed. */
  isSignedIn: boolean;
  /** True for a signed-in member who is the only one that may decide, also on own proposals. */
  isAlone: boolean;
}

/** The caller of a list that has its own changesets alone. */
export interface Proposer {
  tokenId: string;
  familyId: string | null;
  memberId: string | null;
  /** The member whose apps' changesets are listed too; null unless the caller is signed in. */
  signedInId: string | null;
  /** The member who calls, signed in or by a token; null for an app. */
  personId: string | null;
  /** Uuids of open proposals of which the member is an approver. */
  approvable: readonly string[];
  /** Resources of which it sees what other tokens of its member, or its apps, did; all where undefined. */
  readable: readonly string[] | undefined;
}

/**
 * One changeset of a list. The images of changes beyond `shown` are left out; their resources and operations are not.
 */
export interface ListedRow extends Row {
  changeset: StoredChangeset;
  changes: Change[];
  shown: number;
  count: number;
  /** How many changesets there would be if the page were not bounded in bytes. */
  found: number;
}

/**
 * Changesets of the team, newest first: the stored ones, and those nobody proposed, which are their undo records. Both
 * are read backwards along their primary keys, as a uuid v7 is the order of time. The page ends before its changes pass
 * PAGE_BYTES_MAX, though not before the first changeset.
 */
export function listChangesetsStatement(teamId: string, wanted: ChangesetQuery): Statement {
  const values = [...valuesOf(teamId, wanted), ...deciderValues(wanted)];
  const set = wanted.set === undefined ? undefined : `$${values.push(wanted.set)}::uuid`;
  const record = wanted.record === undefined ? undefined : recordAt(values.length + 1, set !== undefined);
  const isByRules = wanted.decidable !== undefined;
  const isDecidable = isByRules || wanted.decider !== undefined;
  const text = `with page as (
  (select c.id, ${STORED_BRIEFLY} as changeset, c.operations, ${SHOWN_ID} as shown_id
    from changesets c
    where c.team_id = $1 and ${within("c.id")} and ${shownTo("c", "c.id", TOUCHED, DECIDED_ON)}
      and ($4::timestamptz is null or c.created_at >= $4)
      and ($3::text is null or $3 = ${STATUS})
      and ${set === undefined ? WHOLE : `c.set_id = ${set}`}
      ${isByRules ? "and c.id = any($14::uuid[])" : isDecidable ? `and ${DECIDABLE}` : ""}
      ${record === undefined ? "" : `and ${record.changed("c.id")}`}
    order by c.id desc limit $2)
  union all
  ${isDecidable || set !== undefined ? NONE : unproposed(record?.recorded("h.changeset_id"))}
  order by id desc limit $2
), listed as (
  select p.id, p.changeset,
    case when x.is_proposed then jsonb_path_query_array(p.operations, '$[0 to ${OPERATIONS_LISTED - 1}]')::text
      else (${RECORDED})::text end as changes,
    case when p.changeset ->> 'kind' = 'set' then (p.changeset ->> 'operation_count')::int
      when x.is_proposed then jsonb_array_length(p.operations)
      else (select count(*)::int from changes h where h.team_id = $1 and h.changeset_id = p.id) end as count
  from page p
  cross join lateral (select p.operations is not null and p.changeset ->> 'status' not in ('executed', 'undone')
    as is_proposed) x
  order by p.id desc limit $2
)
select s.changeset, ${OPERATIONS_LISTED} as shown, s.changes::json as changes, s.count,
  (select count(*)::int from page) as found
from (
  select l.*, row_number() over newest = 1 or sum(octet_length(l.changes)) over newest <= ${PAGE_BYTES_MAX} as fits
  from listed l window newest as (order by l.id desc rows unbounded preceding)
) s
where s.fits
order by s.id desc`;
  if (wanted.record !== undefined) values.push(wanted.record.resource, wanted.record.id);
  return { name: nameOf(wanted, isDecidable), text, values };
}

/** Names the statement by the parts that its text has. */
function nameOf({ decidable, set, record }: ChangesetQuery, isDecidable: boolean): string {
  const parts = [
    isDecidable ? "decidable" : undefined,
    decidable === undefined ? undefined : "by_rules",
    set === undefined ? undefined : "of_set",
    record === undefined ? undefined : "of_record",
  ];
  return ["changeset_list", ...parts.filter((part) => part !== undefined)].join("_");
}

/** Conditions on changesets of a record, or sets of these; its kind and id are the parameters from this number on. */
function recordAt(number: number, areMembers: boolean) {
  const [resource, id] = [`$${number}::text`, `$${number + 1}::uuid`];
  const found = areMembers
    ? "r.changeset_id"
    : `coalesce((select m.set_id from changesets m where m.team_id = $1 and m.id = r.changeset_id), r.changeset_id)`;
  const recorded = (changesetId: string) => `${changesetId} in (select ${found} from changes r
        where r.team_id = $1 and r.resource = ${resource} and r.resource_id = ${id})`;
  const changed = (changesetId: string) => `(${recorded(changesetId)} or (c.status = 'queued'
        and c.operations @> jsonb_build_array(jsonb_build_object('resource', ${resource}, 'id', ${id}))))`;
  return { recorded, changed };
}

function deciderValues({ decider, decidable }: ChangesetQuery): unknown[] {
  if (decidable !== undefined) return [decidable];
  if (decider === undefined) return [];
  return [decider.tokenId, decider.actorId, decider.isSignedIn, decider.isAlone];
}

function valuesOf(teamId: string, { limit, status, since, before, proposer }: ChangesetQuery): unknown[] {
  return [
    teamId,
    limit,
    status ?? null,
    since ?? null,
    before ?? null,
    since === undefined ? null : uuidFloor(since),
    proposer?.tokenId ?? null,
    proposer?.memberId ?? null,
    proposer?.familyId ?? null,
    proposer?.readable ?? null,
    proposer?.signedInId ?? null,
    proposer?.approvable ?? null,
    proposer?.personId ?? null,
  ];
}

/** The first changes that changeset p recorded. */
const RECORDED = `select coalesce(json_agg(json_build_object('resource', r.resource, 'id', r.resource_id, 'op', r.op,
      'before', case when r.place <= ${OPERATIONS_LISTED} then r.before end,
      'after', case when r.place <= ${OPERATIONS_LISTED} then r.after end) order by r.place), '[]')
    from (select h.*, row_number() over (order by h.seq) as place from changes h
      where h.team_id = $1 and h.changeset_id = p.shown_id order by h.seq limit ${OPERATIONS_SHOWN}) r`;

function within(id: string): string {
  return `($5::uuid is null or ${id} < $5) and ($6::uuid is null or ${id} >= $6)`;
}

/** True where changeset c is about a resource that the caller may read. */
const TOUCHED = `(exists (select from jsonb_array_elements(c.operations) o (one) where o.one ->> 'resource' = any($10))
      or exists (select from changes t where t.team_id = $1 and t.changeset_id = c.id and t.resource = any($10))
      or c.resources && $10)`;

/** Changeset of the operations that are shown of changeset c: of a set, those of its first member. */
const SHOWN_ID = `case when c.kind is null then c.id else (select m.id from changesets m
      where m.team_id = $1 and m.set_id = c.id order by m.place limit 1) end`;

/** True for changeset c, unless it is a member of a set, or a set that has no member and was not proposed. */
const WHOLE = "c.set_id is null and (c.member_count is distinct from 0 or c.operations is not null)";

/** No changeset. */
const NONE = "(select null, null, null, null where false)";

/** True if changeset c waits for a decision that the caller may make; see isDecider. $17: the caller decides alone. */
const DECIDABLE = `c.status = 'queued' and c.expires_at > now()
        and ((c.token_id <> $14 and c.actor_id <> $15)
          or ($17 and c.actor_id = $15 and c.token_type in ('member', 'human', 'break_glass')))
        and ($16 or c.token_type <> 'oauth_app' or c.oauth_app ->> 'member_id' <> $15)`;

/**
 * True for what the token, its sign-in, another token of the same member or its app made. Also true if a comment
 * mentions the member, and for what the member decides or has decided on; see requireReadable.
 */
function shownTo(alias: string, id: string, isReadable: string, also = ""): string {
  return `($7::text is null or ${alias}.token_id = $7 or ${alias}.family_id = $9 or ${id} in (${MENTIONED})
      ${also} or ((${alias}.actor_id = $8 or ${alias}.oauth_app ->> 'member_id' = $11) and ($10::text[] is null or ${isReadable})))`;
}

/** Also true for changesets c that the member of parameter $13 has decided on, and for those that $12 names. */
const DECIDED_ON = `or c.id = any($12::uuid[]) or c.decided_by_id = $13 or c.id in (
        select v.changeset_id from changeset_votes v where v.team_id = $1 and v.member_id = $13::uuid)`;

/** The changesets that nobody proposed, of those that meet the condition. */
const unproposed = (condition = "true") => `(select h.changeset_id, ${DERIVED}, null, h.changeset_id
    from changes h
    where h.team_id = $1 and ${within("h.changeset_id")} and ${shownTo("h", "h.changeset_id", "h.resource = any($10)")}
      and ($3::text is null or $3 = 'executed')
      and ${condition}
      and not exists (select from changesets c where c.team_id = $1 and c.id = h.changeset_id)
    group by h.changeset_id
    having $4::timestamptz is null or min(h.at) >= $4
    order by h.changeset_id desc limit $2)`;

/** Below the uuid of every changeset that was made at this time or later. */
export function uuidFloor(since: Instant): string {
  const ms = Math.max(0, Date.parse(since) - UUID_SLACK_MS);
  const hex = ms.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
