import type { Change, Conflict, Image, NetChange } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { carryCells, stripCells } from "./columns/rewritten-cells.ts";
import { lockSchemas, type StoredColumn } from "./columns/stored-columns.ts";
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

/**
 * Cells and unique values follow columns that an undo removed or changed: what was written since and does not fit the
 * former column refuses it as a change of the column would, or is emptied with force. What services remember of the table
 * is out of date.
 */
export async function afterUndoneColumns(
  tx: TeamTx,
  changes: readonly Change[],
  force: boolean,
): Promise<readonly Conflict[]> {
  for (const { id, before, after } of changes) {
    const image = after ?? before ?? {};
    const place = { tableId: String(image["table_id"]), name: String(image["name"]) };
    if (after === null) await stripCells(tx, place);
    else if (before !== null && isOtherType(before, after))
      await carryCells(tx, place, after as unknown as StoredColumn, force);
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
  return [];
}

function isOtherType(before: Image, after: Image): boolean {
  return (
    before["type"] !== after["type"] || JSON.stringify(before["options"]) !== JSON.stringify(after["options"])
  );
}

function isUnique(image: Image | null): boolean {
  return image?.["is_unique"] === true;
}
