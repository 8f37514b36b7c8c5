import type { Change, Image, NetChange } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { stripCells } from "./columns/rewritten-cells.ts";
import { lockSchemas } from "./columns/stored-columns.ts";
import { endUnique, startUnique } from "./columns/unique-cells.ts";

/** Before anything of a table is taken back its columns are held, as before any change of them. */
export async function holdTables(tx: TeamTx, changes: readonly NetChange[]): Promise<void> {
  const tables = changes.map(({ before, after }) => String((before ?? after)?.["table_id"]));
  await lockSchemas(tx, [...new Set(tables)]);
}

/** A table is removed with its columns, never with rows. */
export async function requireEmpty(tx: TeamTx, changes: readonly NetChange[]): Promise<void> {
  const made = changes.filter(({ before }) => before === null).map(({ id }) => id);
  await lockSchemas(tx, made);
  const [row] = await tx.query<{ has_rows: boolean }>({
    name: "undo_has_rows",
    text: `select exists (
        select from data.rows r where r.team_id = $1 and r.table_id = any($2::uuid[])
      ) as has_rows`,
    values: [tx.context.teamId, made],
  });
  if (row?.has_rows === true)
    throw new AppError(
      "not_undoable",
      "Rows have been stored in the table; a table with rows is not removed.",
    );
}

/** Cells and unique values follow columns that an undo removed or changed; what services remember of the table is out of date. */
export async function afterUndoneColumns(tx: TeamTx, changes: readonly Change[]): Promise<void> {
  for (const { id, before, after } of changes) {
    const image = after ?? before ?? {};
    const place = { tableId: String(image["table_id"]), name: String(image["name"]) };
    if (after === null) await stripCells(tx, place);
    if (after === null || (isUnique(before) && !isUnique(after))) await endUnique(tx, id);
    else if (before !== null && !isUnique(before) && isUnique(after)) await startUnique(tx, place, id);
  }
  const tables = changes.map(({ before, after }) => (after ?? before)?.["table_id"]);
  await tx.query({
    name: "undo_announce",
    text: `update data.tables t
      set schema_version = t.schema_version + 1, version = t.version + 1, updated_at = clock_timestamp()
      where t.team_id = $1 and t.id = any($2::uuid[])`,
    values: [tx.context.teamId, [...new Set(tables)]],
  });
}

/** A cell of a column that is gone by now does not come back. */
export async function afterUndoneRows(tx: TeamTx, changes: readonly Change[]): Promise<void> {
  await tx.query({
    name: "undo_strip_unknown",
    text: `update data.rows r set data = r.data - unknown.names
      from (
        select w.table_id, w.id, array_agg(cell.name) as names
        from data.rows w, jsonb_object_keys(w.data) as cell (name)
        where w.team_id = $1 and w.table_id = any($2::uuid[]) and w.id = any($3::uuid[])
          and not exists (
            select from data.columns c where c.team_id = $1 and c.table_id = w.table_id and c.name = cell.name
          )
        group by w.table_id, w.id
      ) unknown
      where r.team_id = $1 and r.table_id = unknown.table_id and r.id = unknown.id`,
    values: [tx.context.teamId, tableIdsOf(changes), changes.map(({ id }) => id)],
  });
}

function tableIdsOf(changes: readonly Change[]): string[] {
  return [...new Set(changes.map(({ before, after }) => String((after ?? before)?.["table_id"])))];
}

function isUnique(image: Image | null): boolean {
  return image?.["is_unique"] === true;
}
