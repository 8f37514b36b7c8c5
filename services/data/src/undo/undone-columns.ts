import type { Change, Conflict, Image, NetChange } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { carryCells, countCells, stripCells } from "../columns/rewritten-cells.ts";
import { holdColumns, type StoredColumn } from "../columns/stored-columns.ts";
import { columnTypes } from "../columns/types.ts";
import { endUnique, startUnique } from "../columns/unique-cells.ts";
import { release, usesOf } from "../impact/referrers.ts";
import { leavingTables } from "./undone-tables.ts";
import { useConflict } from "./use-conflict.ts";

/** Answers what has come to use a column that leaves; with force it does without the column, as by a deletion. */
export async function releaseColumns(
  tx: TeamTx,
  undone: readonly NetChange[],
  force: boolean,
): Promise<readonly Conflict[]> {
  const tables = leavingTables(undone);
  const conflicts: Conflict[] = [];
  for (const { resource, id, before, after } of undone) {
    const tableId = String(after?.["table_id"]);
    // What leaves with its table is not used beyond it: see releaseTables.
    if (resource !== "columns" || before !== null || tables.includes(tableId)) continue;
    const columns = await holdColumns(tx, tableId);
    const column = columns.find((each) => each.id === id);
    if (column === undefined) continue;
    const leaving = { tableId, column, columns };
    const uses = force ? await release(tx, leaving, true) : await usesOf(tx, leaving);
    conflicts.push(...uses.map((use) => useConflict(use, `uses the column ${column.name}`)));
  }
  return conflicts;
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
  const conflicts: Conflict[] = [];
  for (const { id, before, after } of changes) {
    const image = after ?? before ?? {};
    const place = { tableId: String(image["table_id"]), name: String(image["name"]) };
    if (after === null) {
      const typed = isTyped(image) ? await countCells(tx, place) : 0;
      const reason = `Cells of ${place.name} written since: ${typed}.`;
      if (typed > 0 && !force) conflicts.push({ resource: "columns", id, fields: [], reason });
      await stripCells(tx, place);
    } else if (before !== null && isOtherType(before, after))
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
  return conflicts;
}

/** True for a column whose cells callers write. */
function isTyped(image: Image): boolean {
  return columnTypes[(image as unknown as StoredColumn).type].filledBy === undefined;
}

function isOtherType(before: Image, after: Image): boolean {
  return (
    before["type"] !== after["type"] || JSON.stringify(before["options"]) !== JSON.stringify(after["options"])
  );
}

function isUnique(image: Image | null): boolean {
  return image?.["is_unique"] === true;
}
