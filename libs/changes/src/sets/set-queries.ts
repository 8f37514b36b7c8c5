import type { Row, Statement, TeamTx } from "@jst/db";
import type { Change } from "../changes.ts";
import type { Conflict } from "../conflicts.ts";
import { changesetOf, findChangeset, type StoredChangeset } from "../queries.ts";

/** SQL that is true for a changeset that is a member of the set. */
const isMember = (changesetId: string, set: string) =>
  `exists (select from changesets m where m.team_id = $1 and m.id = ${changesetId} and m.set_id = ${set})`;

/** Selects the records that a set has made of these resources. */
export function findMade(teamId: string, setId: string, resources: readonly string[]): Statement {
  return {
    name: "changeset_set_made",
    text: `select c.resource_id as id from changes c
      where c.team_id = $1 and c.resource = any($3) and c.op = 'create' and ${isMember("c.changeset_id", "$2")}`,
    values: [teamId, setId, resources],
  };
}

/** Change of a set, with the place of its member. */
export interface PlacedChange extends Change, Row {
  place: number;
}

/** Selects all that a set has changed of these resources, in order. */
export function findOfResources(teamId: string, setId: string, resources: readonly string[]): Statement {
  return {
    name: "changeset_set_of_resources",
    text: `select c.resource, c.resource_id as id, c.op, c.before, c.after, m.place
      from changes c join changesets m on m.team_id = $1 and m.id = c.changeset_id and m.set_id = $2
      where c.team_id = $1 and c.resource = any($3) order by m.place, c.seq`,
    values: [teamId, setId, resources],
  };
}

/** Members of a set from one place to another. */
export interface Stretch {
  from: number;
  to: number;
}

/**
 * Selects all that a set has changed of records that others have written since their first change in it. A record
 * belongs to the stretch that has its last change. `others` are resources that are looked at elsewhere.
 */
export function findTouched(
  teamId: string,
  setId: string,
  { from, to }: Stretch,
  others: readonly string[],
): Statement {
  return {
    name: "changeset_set_touched",
    text: `with page as materialized (
        select m.id from changesets m where m.team_id = $1 and m.set_id = $2 and m.place between $3 and $4
      ), touched as materialized (
        select c.resource, c.resource_id
        from page p join changes c on c.team_id = $1 and c.changeset_id = p.id
        cross join lateral (
          select max(l.seq) filter (where o.is_own) as last_own, min(l.seq) filter (where o.is_own) as first_own,
            max(l.seq) filter (where not o.is_own) as last_other
          from changes l
          cross join lateral (
            select ${isMember("l.changeset_id", "$2")} as is_own
          ) o
          where l.team_id = $1 and l.resource = c.resource and l.resource_id = c.resource_id
        ) h
        where c.resource <> all($5) and c.seq = h.last_own and h.last_other > h.first_own
      )
      select c.resource, c.resource_id as id, c.op, c.before, c.after, m.place
      from touched t
      join changes c on c.team_id = $1 and c.resource = t.resource and c.resource_id = t.resource_id
      join changesets m on m.team_id = $1 and m.id = c.changeset_id and m.set_id = $2
      order by m.place, c.seq`,
    values: [teamId, setId, from, to, others],
  };
}

/** Newest change of a record, with who made it. */
export interface LatestChange extends Change, Row {
  at: string;
  actor_type: string;
  actor_id: string;
}

/** Selects the newest change of each of these records. */
export function findLatest(teamId: string, records: readonly Pick<Conflict, "resource" | "id">[]): Statement {
  return {
    name: "changes_latest",
    text: `select c.resource, c.resource_id as id, c.op, c.before, c.after,
        to_jsonb(c.at) #>> '{}' as at, c.actor_type, c.actor_id
      from unnest($2::text[], $3::uuid[]) as r (resource, id)
      cross join lateral (
        select * from changes l where l.team_id = $1 and l.resource = r.resource and l.resource_id = r.id
        order by l.seq desc limit 1
      ) c`,
    values: [teamId, records.map(({ resource }) => resource), records.map(({ id }) => id)],
  };
}

/** Locks an undo that is under way and reads it; undefined when it has ended. */
export async function lockUndo(tx: TeamTx, undoId: string): Promise<StoredChangeset | undefined> {
  const { teamId } = tx.context;
  const [open] = await tx.query({
    name: "changeset_undo_lock",
    text: `select from changesets where team_id = $1 and id = $2 and kind = 'set' and executed_at is null for update`,
    values: [teamId, undoId],
  });
  return open === undefined ? undefined : changesetOf(await tx.query(findChangeset(teamId, undoId)));
}

/** Member of a set that is to be taken back. */
export interface OpenMember extends Row {
  id: string;
  summary: string;
  executed_at: string;
  operation_count: number;
}

/** Finds the newest member of the set that is not undone. */
export async function newestMember(tx: TeamTx, setId: string): Promise<OpenMember | undefined> {
  const [member] = await tx.query<OpenMember>({
    name: "changeset_set_newest",
    text: `select id, summary, to_jsonb(executed_at) #>> '{}' as executed_at, operation_count from changesets
      where team_id = $1 and set_id = $2 and status = 'executed' order by place desc limit 1`,
    values: [tx.context.teamId, setId],
  });
  return member;
}

/** Selects the members of a set that are not undone, newest first. */
export function findMembers(teamId: string, setId: string): Statement {
  return {
    name: "changeset_set_members",
    text: `select id, summary, to_jsonb(executed_at) #>> '{}' as executed_at, operation_count from changesets
      where team_id = $1 and set_id = $2 and status = 'executed' order by place desc`,
    values: [teamId, setId],
  };
}

/** Marks all members of a set undone. */
export async function markMembersUndone(tx: TeamTx, setId: string): Promise<void> {
  await tx.query({
    name: "changeset_members_undone",
    text: "update changesets set status = 'undone', undone_at = now() where team_id = $1 and set_id = $2",
    values: [tx.context.teamId, setId],
  });
}

/** Leaves the rest of an undo to a worker, from now on. */
export function handOver(teamId: string, undoId: string): Statement {
  return {
    name: "changeset_undo_hand_over",
    text: `update changeset_undos set due_at = clock_timestamp()
      where team_id = $1 and undo_id = $2 and state = 'waiting'`,
    values: [teamId, undoId],
  };
}

/** Marks a member of a set undone. */
export async function markMemberUndone(tx: TeamTx, id: string): Promise<void> {
  await tx.query({
    name: "changeset_member_undone",
    text: "update changesets set status = 'undone', undone_at = now() where team_id = $1 and id = $2",
    values: [tx.context.teamId, id],
  });
}

interface LeftRow extends Row {
  resource: string;
  id: string;
}

/** Reads which of the records that a changeset changed the undo has left as they are. */
function findLeftOf(teamId: string, undoId: string, changesetId: string): Statement {
  return {
    name: "changeset_left_of",
    text: `select distinct l.resource, l.resource_id as id from changeset_left l
      join changes c on c.team_id = $1 and c.changeset_id = $3 and c.resource = l.resource and c.resource_id = l.resource_id
      where l.team_id = $1 and l.undo_id = $2`,
    values: [teamId, undoId, changesetId],
  };
}

/** Returns the key of a record. */
export function keyOf({ resource, id = "" }: { resource: string; id?: string }): string {
  return `${resource} ${id}`;
}

/** Reads the keys of the records of a changeset that the undo has left. */
export async function leftOf(tx: TeamTx, undoId: string, changesetId: string): Promise<ReadonlySet<string>> {
  const rows = await tx.query<LeftRow>(findLeftOf(tx.context.teamId, undoId, changesetId));
  return new Set(rows.map(keyOf));
}

/** Stores records that the undo leaves as they are. */
export async function insertLeft(tx: TeamTx, undoId: string, left: readonly Conflict[]): Promise<void> {
  if (left.length === 0) return;
  await tx.query({
    name: "changeset_left_insert",
    text: `insert into changeset_left (team_id, undo_id, resource, resource_id, fields, reason)
      select $1, $2, l.resource, l.id, array(select jsonb_array_elements_text(l.fields)), l.reason
      from jsonb_to_recordset($3::jsonb) l (resource text, id uuid, fields jsonb, reason text)
      on conflict do nothing`,
    values: [tx.context.teamId, undoId, JSON.stringify(left)],
  });
}

/** Conflict of a record that an undo has left, with the number of all. */
export interface ShownLeft extends Row {
  resource: string;
  id: string;
  fields: string[];
  reason: string | null;
  count: number;
}

/** Selects the first records that an undo has left as they are, each with the number of all. */
export function firstLeft(teamId: string, undoId: string, limit: number): Statement {
  return {
    name: "changeset_left_first",
    text: `select resource, resource_id as id, fields, reason, (count(*) over ())::int as count
      from changeset_left where team_id = $1 and undo_id = $2 order by resource, resource_id limit $3`,
    values: [teamId, undoId, limit],
  };
}
