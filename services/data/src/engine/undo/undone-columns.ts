import {
  type Change,
  changesetConflict,
  type Conflict,
  type Image,
  type NetChange,
  type UndoOptions,
} from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { saveResultTypes } from "../schema/dependent-formulas.ts";
import { countTyped, stripCells } from "../cells/rewritten-cells.ts";
import { cellPlace } from "../cells/cell-place.ts";
import {
  announceTables,
  COLUMNS_MAX,
  columnsOfTables,
  lockColumns,
  type StoredColumn,
  type TableColumn,
} from "../schema/stored-columns.ts";
import { isTooLarge, tooLargeReason } from "../schema/table-bytes.ts";
import { columnTypes } from "../types/types.ts";
import { endUnique } from "../cells/unique-cells.ts";
import { brokenUses } from "../impact/changed-uses.ts";
import { release, usesOf } from "../impact/referrers.ts";
import { outdatedColumns } from "../schema/assets-table.ts";
import { lockRelatedTables, targetsOf } from "./held-tables.ts";
import { settleColumn } from "./settled-column.ts";
import { leavingTables } from "./undone-tables.ts";
import { asUseConflict, useConflict } from "./use-conflict.ts";

/** Holds what columns need that are taken back; none comes back beside another of its name, whatever is forced. */
export async function requireNames(tx: TeamTx, undone: readonly NetChange[]): Promise<void> {
  await lockRelatedTables(tx, undone);
  const returning = undone.flatMap(({ before, after }) => (after === null ? (columnOf(before) ?? []) : []));
  if (returning.length === 0) return;
  const tables = returning.map(({ table_id }) => table_id);
  const ids = new Set(undone.map(({ id }) => id));
  const others = (await columnsOfTables(tx, tables)).filter(({ id }) => !ids.has(id));
  const conflicts = returning.flatMap(({ id, table_id, name }): Conflict[] => {
    const isTaken = others.some((other) => other.table_id === table_id && other.name === name);
    const reason = `The table now has another column named ${name}. Delete or rename that column first.`;
    return isTaken ? [{ resource: "columns", id, fields: ["name"], reason }] : [];
  });
  if (conflicts.length === 0) return;
  throw changesetConflict(
    "The undo is not possible, not even with force: another column has the name of a restored column. See conflicts, and delete or rename that column first.",
    conflicts,
  );
}

/** Answers what has come to use a column that leaves; with force it does without the column, as by a deletion. */
export async function releaseColumns(
  tx: TeamTx,
  undone: readonly NetChange[],
  { force, team: { timezone } }: UndoOptions,
): Promise<readonly Conflict[]> {
  const tables = leavingTables(undone);
  const conflicts: Conflict[] = [];
  for (const { resource, id, before, after } of undone) {
    const tableId = String(after?.["table_id"]);
    // Uses within a table that is deleted as well do not count: see releaseTables.
    if (resource !== "columns" || before !== null || tables.includes(tableId)) continue;
    const columns = await lockColumns(tx, tableId);
    const column = columns.find((each) => each.id === id);
    if (column === undefined) continue;
    const leaving = { tableId, column, columns, timezone };
    const uses = await (force ? release(tx, leaving, true).catch(asUseConflict) : usesOf(tx, leaving));
    conflicts.push(...uses.map((use) => useConflict(use, `uses the column ${column.name}`)));
  }
  return conflicts;
}

/**
 * Judges every table whose columns an undo took back, as it is now, as changes of its columns are judged; cells, unique
 * values and formulas follow. What services remember of the tables, and of those that relations lead to, is out of
 * date.
 */
export async function afterUndoneColumns(
  tx: TeamTx,
  changes: readonly Change[],
  how: Settling,
): Promise<readonly Conflict[]> {
  const tables = Map.groupBy(changes, ({ before, after }) => String((after ?? before)?.["table_id"]));
  const conflicts: Conflict[] = [];
  for (const [tableId, own] of tables) conflicts.push(...(await settleTable(tx, tableId, own, how)));
  const announced = await tx.query<{ id: string; is_system: boolean }>({
    name: "undo_announce",
    text: `update data.tables t
      set schema_version = t.schema_version + 1, version = t.version + 1, updated_at = clock_timestamp()
      where t.team_id = $1 and t.id = any($2::uuid[])
      returning t.id, t.is_system`,
    values: [tx.context.teamId, [...tables.keys()]],
  });
  for (const { id, is_system } of announced)
    if (is_system && outdatedColumns(await lockColumns(tx, id)).length > 0)
      throw new AppError(
        "not_undoable",
        "The platform uses this column as it is, so this change cannot be undone. Create a column of your own instead.",
      );
  announceTables(tx, targetsOf(changes.flatMap(({ before, after }) => [before, after])));
  return conflicts;
}

/** How undone columns are settled. */
interface Settling {
  force: boolean;
  /** True to set the cells of deleted rows aside, however few: those of a set, which its undo has deleted. */
  leavesDeleted: boolean;
}

async function settleTable(
  tx: TeamTx,
  tableId: string,
  changes: readonly Change[],
  how: Settling,
): Promise<Conflict[]> {
  const { force, leavesDeleted } = how;
  const conflicts: Conflict[] = [];
  for (const { id, after, before } of changes)
    if (after === null)
      conflicts.push(...(await settleRemoved(tx, tableId, { id, column: columnOf(before) }, how)));
  const columns = await lockColumns(tx, tableId);
  for (const { id, before } of changes) {
    const after = columns.find((each) => each.id === id);
    if (after === undefined) continue;
    if (before === null && columns.length > COLUMNS_MAX) {
      const reason = `A table can have at most ${COLUMNS_MAX} columns. Delete one first.`;
      conflicts.push({ resource: "columns", id, fields: [], reason });
    }
    const undone = { tableId, before: columnOf(before), after, columns, leavesDeleted };
    conflicts.push(...(await settleColumn(tx, undone, force)));
  }
  const settled = await lockColumns(tx, tableId);
  const former = columnsBefore(settled, changes);
  if (isTooLarge(settled, former))
    conflicts.push({ resource: "tables", id: tableId, fields: [], reason: tooLargeReason });
  if (!force)
    for (const use of await brokenUses(tx, tableId, former, settled))
      conflicts.push(
        useConflict(use, use.kind === "view" ? "needs its state column" : "can no longer be evaluated"),
      );
  await saveResultTypes(tx, settled);
  return conflicts;
}

/** The cells of a column go with it; what callers have written into them since, beside its default, only with force. */
async function settleRemoved(
  tx: TeamTx,
  tableId: string,
  { id, column }: { id: string; column: StoredColumn | undefined },
  { force, leavesDeleted }: Settling,
): Promise<Conflict[]> {
  if (column === undefined) return [];
  const place = { ...(await cellPlace(tx, tableId, column.name)), leavesDeleted };
  const isTyped = columnTypes[column.type].filledBy === undefined;
  const typed = isTyped && !force ? await countTyped(tx, place, column) : 0;
  await stripCells(tx, place, column);
  await endUnique(tx, id);
  const reason = `Cells of ${column.name} that were written after this change: ${typed}.`;
  return typed === 0 ? [] : [{ resource: "columns", id, fields: [], reason }];
}

/** The columns of a table before the undo changed these. */
function columnsBefore(columns: readonly StoredColumn[], changes: readonly Change[]): StoredColumn[] {
  const changed = new Set(changes.map(({ id }) => id));
  return [
    ...columns.filter(({ id }) => !changed.has(id)),
    ...changes.flatMap(({ before }) => columnOf(before) ?? []),
  ];
}

function columnOf(image: Image | null): TableColumn | undefined {
  return image === null ? undefined : (image as unknown as TableColumn);
}
