import type { Row, Statement } from "@jst/db";
import type { Change } from "./changes.ts";
import type { Mentions } from "./resource.ts";

/** Recorded change, with its changeset or the set of that. */
export interface RecordedChange extends Change, Row {
  changeset_id: string;
}

/**
 * Reads the changes of these change sets, and of members of these sets, to these resources. They are in order, with
 * these fields of their images alone.
 */
export function findRecorded(
  teamId: string,
  uuids: readonly string[],
  { resource, fields }: Pick<Mentions, "resource" | "fields">,
  ids: readonly string[],
): Statement {
  const part = (image: "before" | "after") =>
    `(select jsonb_object_agg(field, ${image} -> field) from unnest($5::text[]) field where ${image} ? field)`;
  return {
    name: "changes_of_mentioned",
    text: `select coalesce(m.set_id, h.changeset_id) as changeset_id, resource, resource_id as id, op,
        ${part("before")} as before, ${part("after")} as after
      from changes h
        left join changesets m on m.team_id = $1 and m.id = h.changeset_id and m.set_id = any($2::uuid[])
      where h.team_id = $1 and h.resource = $3 and h.resource_id = any($4::uuid[])
        and (h.changeset_id = any($2::uuid[]) or m.set_id is not null)
      order by seq`,
    values: [teamId, uuids, resource, ids, fields],
  };
}
