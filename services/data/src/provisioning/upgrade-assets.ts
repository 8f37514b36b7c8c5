import type { TeamTx } from "@jst/db";
import { carryCells } from "../engine/cells/rewritten-cells.ts";
import { cellPlace } from "../engine/cells/cell-place.ts";
import { announceChange, lockColumns, insertColumn, saveColumn } from "../engine/schema/stored-columns.ts";
import { endUnique, startUnique } from "../engine/cells/unique-cells.ts";
import { outdatedColumns } from "../engine/schema/assets-table.ts";

/**
 * Upgrades a team's table of assets, made by an earlier release, to the columns that the platform relies on. Cells are
 * converted as a change of the column's type does it, and the team's choices (labels, order) stay. A second run changes
 * nothing.
 */
export async function upgradeAssets(tx: TeamTx, tableId: string): Promise<void> {
  const columns = await lockColumns(tx, tableId);
  const outdated = outdatedColumns(columns);
  if (outdated.length === 0) return;
  for (const wanted of outdated) {
    const column = columns.find((each) => each.name === wanted.name);
    if (column === undefined) {
      await insertColumn(tx, tableId, { ...wanted, position: columns.length + wanted.position });
      continue;
    }
    const place = await cellPlace(tx, tableId, wanted.name);
    await carryCells(tx, place, { from: column, to: wanted }, true);
    const { display_name, description, position } = column;
    await saveColumn(tx, column.id, { ...wanted, display_name, description, position });
    if (wanted.is_unique && !column.is_unique) await startUnique(tx, place, column.id);
    if (!wanted.is_unique && column.is_unique) await endUnique(tx, column.id);
  }
  announceChange(tx, { id: tableId });
}
