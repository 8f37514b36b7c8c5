import type { TeamTx } from "@jst/db";
import { clearReferrers, holdReferrers } from "../relations/clear-links.ts";
import { type ClearingTable, findClearing } from "../tables/queries.ts";
import { isDeleted, type Passage } from "./undo-revived.ts";

/** Rows of one table that an undo deletes, by what that clears. */
export interface LeavingRows {
  table: ClearingTable;
  ids: readonly string[];
}

/** The rows that these changes delete, of tables whose links a deletion clears. */
export async function leavingRows(tx: TeamTx, changes: readonly Passage[]): Promise<LeavingRows[]> {
  const byTable = new Map<string, string[]>();
  for (const { id, before, after } of changes) {
    if (before === null || isDeleted(before) || !(after === null || isDeleted(after))) continue;
    const tableId = String(before["table_id"]);
    byTable.set(tableId, [...(byTable.get(tableId) ?? []), id]);
  }
  if (byTable.size === 0) return [];
  const tables = await findClearing(tx, [...byTable.keys()]);
  return tables.map((table) => ({ table, ids: byTable.get(table.id) ?? [] }));
}

/** Holds the rows that name them, as a deletion does, before the undo begins: nobody links to them any more. */
export async function holdLinksTo(tx: TeamTx, leaving: readonly LeavingRows[]): Promise<void> {
  for (const { table, ids } of leaving) await holdReferrers(tx, table, ids);
}

/** Takes their ids out of the cells that still name them, as part of the undo. */
export async function clearLinksTo(tx: TeamTx, leaving: readonly LeavingRows[]): Promise<void> {
  for (const { table, ids } of leaving) await clearReferrers(tx, await holdReferrers(tx, table, ids));
}
