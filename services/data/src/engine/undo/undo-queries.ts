import type { TeamTx } from "@jst/db";
import type { CellPlace } from "../cells/cell-place.ts";
import { placed, preparedIn } from "../storage/places.ts";
import { ROW_BYTES_MAX } from "../types/row-bytes.ts";

/** Cells to put into a row of a table whose columns are held, null to take one out. */
export interface PutCells {
  tableId: string;
  id: string;
  cells: Readonly<Record<string, unknown>>;
}

/** Puts cells into rows that the transaction has written already: their versions have moved. */
export async function putCells(tx: TeamTx, rows: readonly PutCells[]): Promise<void> {
  for (const { tableId, storage, rows: own } of await placed(tx, rows)) {
    await tx.query({
      ...preparedIn(storage, "undo_put_cells"),
      text: `update ${storage.rows} r set data = (r.data || p.cells) - array(
          select c.key from jsonb_each(p.cells) c where c.value = 'null')
        from jsonb_to_recordset($3::jsonb) as p (id uuid, cells jsonb)
        where r.team_id = $1 and r.table_id = $2 and r.id = p.id`,
      values: [tx.context.teamId, tableId, JSON.stringify(own)],
    });
  }
}

/** Ids of those among the rows whose cells are more than a row may hold. */
export async function findTooLarge(
  tx: TeamTx,
  rows: readonly Pick<PutCells, "tableId" | "id">[],
): Promise<string[]> {
  const tooLarge: string[] = [];
  for (const { tableId, storage, rows: own } of await placed(tx, rows)) {
    const found = await tx.query<{ id: string }>({
      ...preparedIn(storage, "undo_find_too_large"),
      text: `select r.id from ${storage.rows} r
        where r.team_id = $1 and r.table_id = $2 and r.id = any($3::uuid[])
          and octet_length(r.data::text) > ${ROW_BYTES_MAX}`,
      values: [tx.context.teamId, tableId, own.map(({ id }) => id)],
    });
    tooLarge.push(...found.map(({ id }) => id));
  }
  return tooLarge;
}

/** Ids of all rows of a table that have the column's cell and are larger than a row may be. */
export async function findLargeRows(
  tx: TeamTx,
  { tableId, name, storage }: CellPlace,
): Promise<readonly string[]> {
  const found = await tx.query<{ id: string }>({
    ...preparedIn(storage, "undo_find_large_rows"),
    text: `select r.id from ${storage.rows} r
      where r.team_id = $1 and r.table_id = $2 and r.data ? $3 and octet_length(r.data::text) > ${ROW_BYTES_MAX}
      order by r.id`,
    values: [tx.context.teamId, tableId, name],
  });
  return found.map(({ id }) => id);
}
