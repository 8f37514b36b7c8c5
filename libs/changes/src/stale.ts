import type { Row, Statement } from "@jst/db";
import type { DecidingCall } from "./deciding/decision-rule.ts";
import type { StoredChangeset } from "./queries.ts";

/** Operations of a proposal that are compared. */
const COMPARED_MAX = 1_000;

interface StaleRow extends Row {
  id: string;
}

/**
 * Selects the queued ones of these changesets whose approval conflicts by what is on record: a resource that one of
 * them changes has been changed since (trust.stale). Versions only grow, so a greater one is a later one; without
 * versions, the images tell.
 */
function findStale(teamId: string, uuids: readonly string[]): Statement {
  return {
    name: "changeset_stale",
    text: `select c.id from changesets c
      where c.team_id = $1 and c.id = any($2::uuid[]) and c.status = 'queued' and exists (
        select from (
          select distinct on (o.one -> 'resource', o.one -> 'id')
            o.one ->> 'resource' as resource, (o.one ->> 'id')::uuid as id, o.one -> 'before' as before
          from jsonb_array_elements(jsonb_path_query_array(c.operations, '$[0 to ${COMPARED_MAX - 1}]'))
            with ordinality o (one, place)
          order by o.one -> 'resource', o.one -> 'id', o.place
        ) p
        cross join lateral (
          select h.after, h.at from changes h
          where h.team_id = $1 and h.resource = p.resource and h.resource_id = p.id
          order by h.seq desc limit 1
        ) latest
        where jsonb_typeof(p.before) = 'object'
          and case when p.before ? 'version' and latest.after ? 'version'
            then (latest.after ->> 'version')::bigint > (p.before ->> 'version')::bigint
            else latest.at >= c.created_at and latest.after is distinct from p.before end)`,
    values: [teamId, uuids],
  };
}

/**
 * Returns the ids of the open ones among these changesets whose approval would conflict by what is known now. A set
 * skips what has changed since.
 */
export async function staleAmong(
  { caller, read }: Pick<DecidingCall, "caller" | "read">,
  listed: readonly StoredChangeset[],
): Promise<ReadonlySet<string>> {
  const queued = listed
    .filter(({ status, kind }) => status === "queued" && kind === null)
    .map(({ id }) => id);
  if (queued.length === 0) return new Set();
  const rows = await read<StaleRow>(findStale(caller.team_id, queued));
  return new Set(rows.map(({ id }) => id));
}
