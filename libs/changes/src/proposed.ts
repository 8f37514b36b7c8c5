import type { Row, Statement } from "@jst/db";
import type { Change } from "./changes.ts";

/** Some of the operations that a changeset proposes. */
export interface FoundProposed extends Row {
  /** Null where it proposed nothing: it ran at once. */
  changes: Change[] | null;
  count: number;
  /** Ids of the objects that it creates. */
  made: string[];
  /** All its operations on the resources that were asked for. */
  mentioned: Change[];
}

/**
 * The operations that a changeset proposes, `limit` of them behind the first `after`, and all those on resources that
 * images mention; of a former version where one is named.
 */
export function findProposed(
  teamId: string,
  uuid: string,
  { after, limit, version }: { after: number; limit: number; version?: number | undefined },
  mentioned: readonly string[],
): Statement {
  const isFormer = version !== undefined;
  const from = isFormer
    ? "changeset_versions where team_id = $1 and changeset_id = $2 and version = $6"
    : "changesets where team_id = $1 and id = $2";
  return {
    name: isFormer ? "changeset_proposed_formerly" : "changeset_proposed",
    text: `select jsonb_path_query_array(operations, '$[$from to $to]',
          jsonb_build_object('from', $3::int, 'to', $4::int)) as changes,
        jsonb_array_length(operations) as count,
        jsonb_path_query_array(operations, '$[*] ? (@.op == "create").id') as made,
        (select coalesce(jsonb_agg(o.one order by o.place), '[]')
          from jsonb_array_elements(operations) with ordinality o (one, place)
          where o.one ->> 'resource' = any($5::text[])) as mentioned
      from ${from}`,
    values: [teamId, uuid, after, after + limit - 1, mentioned, ...(isFormer ? [version] : [])],
  };
}
