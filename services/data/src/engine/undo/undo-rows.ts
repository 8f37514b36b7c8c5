import type { Change, Conflict, Image, NetChange } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { publishUndoneLending } from "../rows/lending.ts";
import { type KeptCell, storeKept } from "../cells/kept-cells.ts";
import { lockSchemas } from "../schema/stored-columns.ts";
import { clearReferrers, lockReferrers } from "../links/clear-links.ts";
import { lockActiveRows } from "../links/queries.ts";
import { type ClearingTable, findClearing } from "../schema/stored-tables.ts";
import { storageIn, storagesOf } from "../storage/places.ts";
import { ROW_BYTES_MAX } from "../types/row-bytes.ts";
import { type RestoredCell, recordRestored } from "./restored-cells.ts";
import { joinMoves } from "../cells/state-moves.ts";
import { changedNames, formerCell, type UndoContext } from "./undo-cells.ts";
import { undoContextOf, linksOf } from "./undo-context.ts";
import { findTooLarge, putCells, type PutCells } from "./undo-queries.ts";
import { cellsOf, isDeleted, isRevived, type Passage, revivedCells, tableOf } from "./undo-revived.ts";
import { deleteLater, keepHeld, numberRevived, refittedRow } from "./undo-set-aside.ts";

/**
 * Locks what an undo of rows needs: the columns of their tables, and the rows that returning links name. A deletion of
 * one of those waits, or is waited for, as with any write that links. Rows that the undo deletes, and those that name
 * them, are locked as by a deletion. All tables are locked in one step, in the order of all writers.
 */
export async function holdRowsAndTargets(tx: TeamTx, changes: readonly NetChange[]): Promise<void> {
  // An undo takes changes back from after to before.
  const undone = changes.map(({ id, before, after }) => ({ id, before: after, after: before }));
  const from = (await leavingRows(tx, undone)).flatMap(({ table }) => table.clearedBy);
  const own = changes.map(({ before, after }) => tableOf(before ?? after));
  const targets = (await linksOf(tx, undone)).map(({ tableId }) => tableId);
  await lockSchemas(tx, [...new Set([...own, ...from.map((column) => column.table_id), ...targets])]);
  // Read again: what was found before the columns were held may have changed.
  await lockLinksTo(tx, await leavingRows(tx, undone));
  await lockActiveRows(tx, await linksOf(tx, undone));
}

/** The physical table that each of these rows is in, their tables being held. */
export async function relationsOf(tx: TeamTx, rows: readonly Image[]): Promise<readonly string[]> {
  const ids = rows.map(tableOf);
  const storages = await storagesOf(tx, ids);
  return ids.map((id) => storageIn(storages, id).relation);
}

/**
 * Judges the returning cells as a write would: each is converted to the present column. A cell that does not fit, a
 * link to a deleted row and an empty cell of a required column are conflicts. So are all cells of a row that they make
 * too large. With force, the cell stays as it was before the undo. A cell of a deleted column does not return. A
 * deleted row becomes what its restore makes of it; if that is refused, force does not help.
 */
export async function afterUndoneRows(
  tx: TeamTx,
  changes: readonly Change[],
  force: boolean,
  madeAt: string,
): Promise<readonly Conflict[]> {
  const contextFor = await undoContextOf(tx, changes, madeAt);
  const conflicts: Conflict[] = [];
  const refused: Conflict[] = [];
  const puts: PutCells[] = [];
  const kept: KeptCell[] = [];
  const given: RestoredCell[] = [];
  for (const change of changes) {
    const { id, before, after } = change;
    if (before === null || after === null) continue;
    const context = contextFor(change);
    const refit = refittedRow(change, context);
    const revived = isRevived(change)
      ? revivedCells(context, { ...cellsOf(after), ...refit.cells })
      : { cells: {}, misfits: [] };
    const cells = { ...refit.cells, ...revived.cells };
    if (Object.keys(cells).length > 0) puts.push({ tableId: tableOf(after), id, cells });
    kept.push(...refit.kept);
    given.push(...refit.given);
    if (refit.misfits.length > 0) conflicts.push(ofCells(id, refit.misfits));
    if (revived.misfits.length > 0) refused.push(ofCells(id, revived.misfits));
  }
  await putCells(tx, puts);
  const leftOut = await leaveOutTooLarge(tx, changes, contextFor);
  conflicts.push(...leftOut);
  const revived = changes.filter(isRevived).map(({ id, after }) => ({ tableId: tableOf(after), id }));
  refused.push(...(await findTooLarge(tx, revived)).map(tooLarge));
  if (refused.length > 0 || (conflicts.length > 0 && !force)) return [...refused, ...conflicts];
  await deleteLater(tx, changes, contextFor);
  await keepHeld(tx, changes, contextFor);
  await storeKept(tx, kept);
  await recordRestored(
    tx,
    given.filter(({ row }) => leftOut.every(({ id }) => id !== row.id)),
  );
  await numberRevived(tx, changes, contextFor);
  await clearLinksTo(tx, await leavingRows(tx, changes));
  joinMoves(tx);
  await publishUndoneLending(tx, new Set(changes.map(({ before, after }) => tableOf(after ?? before))));
  return [];
}

function ofCells(id: string, names: readonly string[]): Conflict {
  return { resource: "rows", id, fields: names.map((name) => `data.${name}`) };
}

function tooLarge(id: string): Conflict {
  return {
    resource: "rows",
    id,
    fields: [],
    reason: `The cells of the row are larger than ${ROW_BYTES_MAX} bytes together.`,
  };
}

/** Gives rows that the undo made too large the cells they had before it; answers which. */
async function leaveOutTooLarge(
  tx: TeamTx,
  changes: readonly Change[],
  contextFor: (change: Change) => UndoContext,
): Promise<Conflict[]> {
  const former = changes.flatMap((change): PutCells[] => {
    const { id, before, after } = change;
    if (before === null || after === null) return [];
    const { columns, zone } = contextFor(change);
    const names = changedNames(cellsOf(before), cellsOf(after));
    const cells = names.map((name): [string, unknown] => [
      name,
      formerCell(columns.get(name), cellsOf(before)[name], zone),
    ]);
    return names.length === 0 ? [] : [{ tableId: tableOf(after), id, cells: Object.fromEntries(cells) }];
  });
  const tooLarge = new Set(await findTooLarge(tx, former));
  const left = former.filter(({ id }) => tooLarge.has(id));
  await putCells(tx, left);
  return left.map(({ id, cells }) => ofCells(id, Object.keys(cells)));
}

/** Rows of one table that an undo deletes, by what that clears. */
interface LeavingRows {
  table: ClearingTable;
  ids: readonly string[];
}

/** The rows that these changes delete, of tables whose links a deletion clears. */
async function leavingRows(tx: TeamTx, changes: readonly Passage[]): Promise<LeavingRows[]> {
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
async function lockLinksTo(tx: TeamTx, leaving: readonly LeavingRows[]): Promise<void> {
  for (const { table, ids } of leaving) await lockReferrers(tx, table, ids);
}

/** Takes their ids out of the cells that still name them, as part of the undo. */
async function clearLinksTo(tx: TeamTx, leaving: readonly LeavingRows[]): Promise<void> {
  for (const { table, ids } of leaving) await clearReferrers(tx, await lockReferrers(tx, table, ids));
}
