import type { Row, Statement } from "@jst/db";
import type { Instant } from "@jst/query";
import { CHANGES_BYTES_MAX, CHANGES_MAX, type Change } from "../changes.ts";
import { uuidFloor } from "../list-statement.ts";
import { DERIVED, STORED_BRIEFLY, type StoredChangeset } from "../queries.ts";

/** A changeset of the team. */
export interface PastRow extends Row {
  id: string;
}

/**
 * Finds the newest changesets since a time that members, tokens and apps have proposed or executed, newest first. An
 * undo is not one, nor is what the platform does by itself.
 */
export function pastChangesets(teamId: string, since: Instant, limit: number): Statement {
  return {
    name: "rule_trial_past",
    text: `(select c.id from changesets c
        where c.team_id = $1 and c.id >= $2 and c.created_at >= $3 and c.undo_of is null and c.kind is null and c.token_type <> 'system'
        order by c.id desc limit $4)
      union all
      (select h.changeset_id from changes h
        where h.team_id = $1 and h.changeset_id >= $2 and h.actor_type <> 'system'
          and not exists (select from changesets c where c.team_id = $1 and c.id = h.changeset_id)
        group by h.changeset_id having min(h.at) >= $3
        order by h.changeset_id desc limit $4)
      order by id desc limit $4`,
    values: [teamId, uuidFloor(since), since, limit],
  };
}

/** A changeset with what it changed, or proposed to change. */
export interface PastChangeset extends Row {
  changeset: StoredChangeset;
  operations: Change[];
}

/** Reads these changesets with their first operations, newest first: as many of the newest as fit into memory. */
export function pastBatch(teamId: string, uuids: readonly string[]): Statement {
  return {
    name: "rule_trial_batch",
    text: `with wanted as (
        select w.id, coalesce(
            (select ${STORED_BRIEFLY} from changesets c where c.team_id = $1 and c.id = w.id),
            (select ${DERIVED} from changes h where h.team_id = $1 and h.changeset_id = w.id group by h.changeset_id)
          ) as changeset,
          coalesce(
            (select jsonb_agg(jsonb_build_object('resource', r.resource, 'id', r.resource_id, 'op', r.op,
                'before', r.before, 'after', r.after) order by r.seq)
              from (select * from changes h where h.team_id = $1 and h.changeset_id = w.id
                order by h.seq limit ${CHANGES_MAX}) r),
            (select c.operations from changesets c where c.team_id = $1 and c.id = w.id), '[]') as operations
        from unnest($2::uuid[]) w (id)
      )
      select changeset, operations from (
        select w.*, row_number() over newest = 1
          or sum(octet_length(operations::text)) over newest <= ${CHANGES_BYTES_MAX} as fits
        from wanted w where w.changeset is not null
        window newest as (order by w.id desc rows unbounded preceding)
      ) sized
      where fits order by id desc`,
    values: [teamId, uuids],
  };
}
