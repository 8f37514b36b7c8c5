import type { TeamTx } from "@jst/db";
import { AppError, notFound, validationFailed } from "@jst/errors";
import type { Reply } from "@jst/rpc";
import { isUuid } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { unknownCells } from "../references/references.ts";
import { holdTargets, linksOf, type NamedThings, targetTables } from "../relations/links.ts";
import { StaleSchema, withTable } from "../tables/with-table.ts";
import { type CellChanges, changedCells, hasRequired, requiredCells } from "./cells.ts";
import { mergeCells, rowReply, unchanged } from "./merge-cells.ts";
import { findRowState, lockCells, lockDeleted, restoreRow, type RowTarget } from "./queries.ts";
import { asUniqueViolation, versionConflict } from "./row-refusals.ts";
import { guardedColumns, requireTransitions } from "./transitions.ts";

/** Merges cells over an active row, or restores a deleted one; never both. */
export const updateRow: Handler<"UpdateRow"> = async ({ path, body }, call) => {
  const { data, action } = body;
  if (data !== undefined && action !== undefined) {
    throw new AppError("invalid_parameter", "Send either data or action, not both.");
  }
  if (data === undefined && action === undefined) {
    throw validationFailed([
      { field: "data", code: "required", message: "Send data, or the action restore." },
    ]);
  }
  await call.deps.teams.ensure(call);
  return withTable(call, path.table_id, async (schema) => {
    const changes = data === undefined ? undefined : changedCells(schema, data);
    if (!isUuid(path.row_id)) throw notFound();
    const target: RowTarget = { schema, rowId: path.row_id, version: call.ifMatch };
    const cells = changes?.set ?? {};
    const links = linksOf(schema, await targetTables(call, schema), cells);
    const unknown = await unknownCells(call, schema, [{ cells, at: "data" }]);
    return call
      .write((tx) =>
        changes === undefined ? restore(tx, target) : merge(tx, target, changes, { links, unknown }),
      )
      .catch((error: unknown) => {
        throw asUniqueViolation(error);
      });
  });
};

async function merge(
  tx: TeamTx,
  target: RowTarget,
  changes: CellChanges,
  named: NamedThings,
): Promise<Reply> {
  const { schema, rowId } = target;
  await holdTargets(tx, schema, { ...named, own: [rowId.toLowerCase()] });
  const guarded = guardedColumns(schema, changes);
  const present = guarded.length === 0 ? undefined : await lockCells(tx, target, guarded);
  if (present !== undefined) requireTransitions(schema, present, changes);
  return mergeCells(tx, target, changes);
}

/** What columns became required meanwhile comes from their defaults; without one the restoring is refused. */
async function restore(tx: TeamTx, target: RowTarget): Promise<Reply> {
  const deleted = hasRequired(target.schema) ? await lockDeleted(tx, target) : undefined;
  const cells = deleted === undefined ? {} : requiredCells(target.schema, deleted);
  const row = await restoreRow(tx, target, cells);
  if (row !== undefined) return rowReply(row);
  const state = await findRowState(tx, target);
  if (state === undefined) throw notFound();
  if (target.version !== undefined && target.version !== state.version) throw versionConflict(state.version);
  if (state.deleted === null) return unchanged(state);
  // Deleted between the two statements.
  if (!state.is_gone) throw new StaleSchema();
  throw new AppError("restore_window_passed", "The row was deleted more than 30 days ago.");
}
