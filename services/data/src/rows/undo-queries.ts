import type { TeamTx } from "@jst/db";

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
