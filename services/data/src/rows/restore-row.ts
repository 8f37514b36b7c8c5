import { isDeepStrictEqual } from "node:util";
import type { TeamTx } from "@jst/db";
import { AppError, notFound } from "@jst/errors";
import type { Reply } from "@jst/rpc";
import { absentLinks, linksOf, type TargetTables } from "../relations/links.ts";
import { StaleSchema } from "../tables/with-table.ts";
import { type CellChanges, hasRequired, requiredCells } from "./cells.ts";
import { rowReply, unchanged } from "./merge-cells.ts";
import { findDeleted, findRowState, lockDeleted, restoreRow, type RowTarget } from "./queries.ts";
import { versionConflict } from "./row-refusals.ts";

/**
 * Makes a deleted row active again, with what it would have had it been active: no links to rows deleted meanwhile where a
 * deletion clears them, and the defaults of what columns became required; without one the restoring is refused.
 */
export async function restore(tx: TeamTx, target: RowTarget, tables: TargetTables): Promise<Reply> {
  const row = await restoreRow(tx, target, await changesOf(tx, target, tables));
  if (row !== undefined) return rowReply(row);
  const state = await findRowState(tx, target);
  if (state === undefined) throw notFound();
  if (target.version !== undefined && target.version !== state.version) throw versionConflict(state.version);
  if (state.deleted === null) return unchanged(state);
  // Deleted between the two statements.
  if (!state.is_gone) throw new StaleSchema();
  throw new AppError("restore_window_passed", "The row was deleted more than 30 days ago.");
}

async function changesOf(tx: TeamTx, target: RowTarget, tables: TargetTables): Promise<CellChanges> {
  const { schema } = target;
  const cleared = schema.relations.filter(({ isCleared }) => isCleared);
  if (cleared.length === 0 && !hasRequired(schema)) return { set: {}, cleared: [] };
  // Links are held before the row is: found without a lock, it is looked at again.
  const found = cleared.length === 0 ? undefined : await findDeleted(tx, target);
  const links = found === undefined ? [] : linksOf({ relations: cleared }, tables, found);
  const ownId = target.rowId.toLowerCase();
  const others = links.filter(({ rowId }) => rowId !== ownId);
  const absent = new Set((await absentLinks(tx, schema, { links: others })).map(({ rowId }) => rowId));
  const cells = await lockDeleted(tx, target);
  if (cells === undefined) return { set: {}, cleared: [] };
  if (found !== undefined && !isDeepStrictEqual(cells, found)) throw new StaleSchema();
  const changes: CellChanges = { set: requiredCells(schema, cells), cleared: [] };
  for (const { name } of cleared) {
    const cell = cells[name];
    const rest = Array.isArray(cell) ? cell.filter((id: string) => !absent.has(id)) : [];
    if (rest.length > 0) changes.set[name] = rest;
    else if (Array.isArray(cell) || (typeof cell === "string" && absent.has(cell)))
      changes.cleared.push(name);
  }
  return changes;
}
