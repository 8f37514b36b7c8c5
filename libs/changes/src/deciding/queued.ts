import type { Row, Statement } from "@jst/db";
import { CHANGES_BYTES_MAX, type Change } from "../changes.ts";
import { STORED_BRIEFLY } from "../queries.ts";

/** Operations that a changeset proposes. */
export interface ProposedRow extends Row {
  id: string;
  operations: Change[];
}

/** Finds what these changesets propose: of the first of them, in the order of their ids, what fits into memory. */
export function proposedBatch(teamId: string, uuids: readonly string[]): Statement {
  return {
    name: "changeset_proposed_batch",
    text: `select id, operations from (
        select id, operations, row_number() over in_order = 1
          or sum(octet_length(operations::text)) over in_order <= ${CHANGES_BYTES_MAX} as fits
        from changesets where team_id = $1 and id = any($2::uuid[]) and operations is not null
        window in_order as (order by id rows unbounded preceding)
      ) sized
      where fits order by id`,
    values: [teamId, uuids],
  };
}

/** True for a proposal over alias `c` whose present version nobody has judged since it was stored. */
export const IS_UNJUDGED = "c.notified ->> 'version' is distinct from c.version::text";

/** Finds the proposals of the team that wait for a decision, newest first, behind the one of id `before`. */
export function queuedPage(teamId: string, before: string | undefined, limit: number): Statement {
  return pageOf("changeset_queued_page", "true", [teamId, before ?? null, limit]);
}

/** Finds those of them that nobody has judged since they were stored. */
export function unjudgedPage(teamId: string, before: string | undefined, limit: number): Statement {
  return pageOf("changeset_unjudged_page", IS_UNJUDGED, [teamId, before ?? null, limit]);
}

function pageOf(name: string, condition: string, values: unknown[]): Statement {
  return {
    name,
    text: `select ${STORED_BRIEFLY} as changeset from changesets c
      where c.team_id = $1 and c.status = 'queued' and c.expires_at > now() and ($2::uuid is null or c.id < $2)
        and ${condition}
      order by c.id desc limit $3`,
    values,
  };
}
