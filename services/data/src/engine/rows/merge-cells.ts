import type { TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import type { Reply } from "@jst/rpc";
import { publishLending } from "./lending.ts";
import { StaleSchema } from "../schema/with-table.ts";
import type { CellChanges } from "../cells/cells.ts";
import { requireRowBytes } from "../types/row-bytes.ts";
import { findRowState, mergeRow, type RowAnswer, type RowState, type RowTarget } from "./queries.ts";
import { versionConflict } from "./row-refusals.ts";

/**
 * Merges cells over an active row and answers it; a row that has them already is answered as it is. Throws not_found,
 * version_conflict, or StaleSchema when the row is to be looked at again.
 */
export async function mergeCells(tx: TeamTx, target: RowTarget, changes: CellChanges): Promise<Reply> {
  const row = await mergeRow(tx, target, changes);
  if (row !== undefined) {
    requireRowBytes(row.bytes);
    await publishLending(tx, target.schema);
    return rowReply(row);
  }
  const state = requireActive(await findRowState(tx, target, changes), target);
  // Neither another version nor the same cells: columns or row moved between the two statements.
  if (!state.is_same) throw new StaleSchema();
  return unchanged(state);
}

/** The state of an active row of the version that is wanted, or the refusal. */
export function requireActive(state: RowState | undefined, target: RowTarget): RowState {
  return requirePresent(state?.deleted === null ? state : undefined, target);
}

/** The same of a row that may be deleted. */
export function requirePresent(state: RowState | undefined, { version }: RowTarget): RowState {
  if (state === undefined) throw notFound();
  if (version !== undefined && version !== state.version) throw versionConflict(state.version);
  return state;
}

/** The row as it is: nothing was written, so there is no changeset. */
export function unchanged(row: RowAnswer): Reply {
  return { ...rowReply(row), isUnchanged: true };
}

/** A row as a reply, its version as ETag. */
export function rowReply(row: RowAnswer): Reply {
  return { body: row.body, headers: { etag: `"${row.version}"` } };
}
