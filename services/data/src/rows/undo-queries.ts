import type { TeamTx } from "@jst/db";
import { ROW_BYTES_MAX } from "./cells.ts";

/** Cells to put into a row, null to take one out. */
export interface PutCells {
  table_id: string;
  id: string;
  cells: Readonly<Record<string, unknown>>;
}

/** Puts cells into rows that the transaction has written already: their versions have moved. */
export async function putCells(tx: TeamTx, rows: readonly PutCells[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query({
    name: "undo_put_cells",
    text: `update data.rows r set data = (r.data || p.cells) - array(
        select c.key from jsonb_each(p.cells) c where c.value = 'null')
      from jsonb_to_recordset($2::jsonb) as p (table_id uuid, id uuid, cells jsonb)
      where r.team_id = $1 and r.table_id = p.table_id and r.id = p.id`,
    values: [tx.context.teamId, JSON.stringify(rows)],
  });
}

/** Ids of those among the rows whose cells are more than a row may hold. */
export async function findTooLarge(
  tx: TeamTx,
  rows: readonly Pick<PutCells, "table_id" | "id">[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const found = await tx.query<{ id: string }>({
    name: "undo_find_too_large",
    text: `select r.id from unnest($2::uuid[], $3::uuid[]) as p (table_id, id)
      join data.rows r on r.team_id = $1 and r.table_id = p.table_id and r.id = p.id
      where octet_length(r.data::text) > ${ROW_BYTES_MAX}`,
    values: [tx.context.teamId, rows.map(({ table_id }) => table_id), rows.map(({ id }) => id)],
  });
  return found.map(({ id }) => id);
}
