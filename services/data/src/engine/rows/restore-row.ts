import { isDeepStrictEqual } from "node:util";
import { zoneOf } from "../cells/rewritten-cells.ts";
import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import type { Reply } from "@jst/rpc";
import { absentLinks, linksOf, type TargetTables } from "../links/links.ts";
import { StaleSchema } from "../schema/with-table.ts";
import { keepCells } from "../cells/kept-cells.ts";
import { cellsOfToday } from "../cells/revived-cells.ts";
import { forgetGiven, leftStates } from "../cells/set-aside.ts";
import type { TableSchema } from "../schema/schema.ts";
import { type CellChanges, hasRequired, requiredCells } from "../cells/cells.ts";
import { type DeletedRow, findDeleted, lockDeleted, restoreRow } from "./deleted-rows.ts";
import { requirePresent, rowReply, unchanged } from "./merge-cells.ts";
import { takeNumbers } from "./new-row.ts";
import { findRowState, type RowTarget } from "./queries.ts";
import { resumeMovesOf } from "../cells/state-moves.ts";

/**
 * Restores a deleted row as if it had been active meanwhile. It has no links to rows that were deleted meanwhile if
 * deletions clear them. It has the defaults of columns that became required; without a default, the restore is refused.
 * Its cells follow today's columns, even if it was left out of their change.
 */
export async function restore(tx: TeamTx, target: RowTarget, tables: TargetTables): Promise<Reply> {
  const row = await restoreRow(tx, target, await changesOf(tx, target, tables));
  if (row !== undefined) return rowReply(row);
  const state = requirePresent(await findRowState(tx, target), target);
  if (state.deleted === null) return unchanged(state);
  // Deleted between the two statements.
  if (!state.is_gone) throw new StaleSchema();
  throw new AppError(
    "restore_window_passed",
    "The row was deleted more than 30 days ago, so it cannot be restored. Create a new one if you need it.",
  );
}

async function changesOf(tx: TeamTx, target: RowTarget, tables: TargetTables): Promise<CellChanges> {
  const { schema } = target;
  const cleared = schema.relations.filter(({ isCleared }) => isCleared);
  const isAlike = cleared.length + schema.numbered.length + schema.setAside.length === 0;
  if (isAlike && !hasRequired(schema)) return { set: {}, cleared: [] };
  // Links are held before the row is: found without a lock, it is looked at again.
  const found = cleared.length === 0 ? undefined : await findDeleted(tx, target);
  const links =
    found === undefined ? [] : linksOf({ relations: cleared }, tables, cellsOf(schema, found, zoneOf(tx)));
  const ownId = target.rowId.toLowerCase();
  const others = links.filter(({ rowId }) => rowId !== ownId);
  const absent = new Set((await absentLinks(tx, schema, { links: others })).map(({ rowId }) => rowId));
  const row = await lockDeleted(tx, target);
  if (row === undefined) return { set: {}, cleared: [] };
  if (found !== undefined && !isDeepStrictEqual(row, found)) throw new StaleSchema();
  const cells = cellsOf(schema, row, zoneOf(tx));
  await keepCells(tx, [
    { id: ownId, setAside: row.set_aside, stored: row.data, cells, columns: schema.columns },
  ]);
  await forgetGiven(tx, row.set_aside);
  for (const { name, id } of leftStates(row.set_aside, schema.columns))
    resumeMovesOf(tx, { tableId: schema.id, name, storage: schema.storage }, id, [ownId]);
  Object.assign(cells, requiredCells(schema, cells), await missingNumbers(tx, schema, cells));
  for (const { name } of cleared) cells[name] = withoutAbsent(cells[name], absent);
  return changesBetween(row.data, cells);
}

/** Its cells under today's columns, null for one that it has no longer. */
function cellsOf(
  schema: TableSchema,
  { data, set_aside: setAside }: DeletedRow,
  zone: string,
): Record<string, unknown> {
  return { ...data, ...cellsOfToday(setAside, data, schema.columns, zone) };
}

/** Numbers of the columns that came to number rows while this one was deleted, among too many to be numbered then. */
async function missingNumbers(tx: TeamTx, schema: TableSchema, cells: Record<string, unknown>) {
  const numbered = schema.numbered.filter(({ name }) => (cells[name] ?? null) === null);
  return numbered.length === 0 ? {} : takeNumbers(tx, { ...schema, numbered });
}

function withoutAbsent(cell: unknown, absent: ReadonlySet<unknown>): unknown {
  if (!Array.isArray(cell)) return absent.has(cell) ? null : cell;
  const rest = cell.filter((id) => !absent.has(id));
  return rest.length === 0 ? null : rest;
}

function changesBetween(stored: Record<string, unknown>, cells: Record<string, unknown>): CellChanges {
  const changed = Object.entries(cells).filter(([name, cell]) => !isDeepStrictEqual(cell, stored[name]));
  const isEmpty = ([, cell]: [string, unknown]) => cell === null || cell === undefined;
  return {
    set: Object.fromEntries(changed.filter((entry) => !isEmpty(entry))),
    cleared: changed.filter(isEmpty).map(([name]) => name),
  };
}
