import type { ListRowsQuery } from "../../../gen/rpc.ts";
import type { TableSchema } from "../schema/schema.ts";

/**
 * Builds SQL for the table's rows `r` as the API shows them. Cells that a change of columns set aside in deleted rows
 * are empty, because they belong to no present column (ADR 0045).
 */
export function shownRows({ storage, setAside }: Pick<TableSchema, "storage" | "setAside">): string {
  if (setAside.length === 0) return `${storage.rows} r`;
  const hidden = setAside.map(({ name, until }) => `case when m.deleted_at <= '${until}' then '${name}' end`);
  return `(select m.team_id, m.table_id, m.id, m.version, m.created_at, m.updated_at, m.deleted_at, m.created_by_type,
        m.created_by_id, m.updated_by_type, m.updated_by_id, case when m.deleted_at is null then m.data
        else m.data - array_remove(array[${hidden.join(", ")}]::text[], null) end as data
      from ${storage.rows} m) r`;
}

/** The same for a list, which reads the rows as they are stored when it shows no deleted ones: indexes are of those. */
export function listedRows(
  schema: TableSchema,
  { deleted, include_deleted }: Pick<ListRowsQuery, "deleted" | "include_deleted">,
): string {
  const areShown = deleted === "only" || include_deleted === true;
  return areShown ? shownRows(schema) : `${schema.storage.rows} r`;
}
