import type { TeamTx } from "@jst/db";
import { AppError, notFound, validationFailed } from "@jst/errors";
import type { Reply } from "@jst/rpc";
import { isUuid } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { unknownCells } from "../engine/links/references.ts";
import { lockTargets, linksOf, type NamedThings, targetTables } from "../engine/links/links.ts";
import { withTable } from "../engine/schema/with-table.ts";
import { type CellChanges, changedCells } from "../engine/cells/cells.ts";
import { mergeCells } from "../engine/rows/merge-cells.ts";
import { lockCells, type RowTarget } from "../engine/rows/queries.ts";
import { asUniqueViolation } from "../engine/rows/row-refusals.ts";
import { restoreWithLinks } from "../engine/undo/returned-links.ts";
import { guardedColumns, requireTransitions } from "../engine/cells/transitions.ts";

/** Merges cells over an active row, or restores a deleted one; never both. */
export const updateRow: Handler<"UpdateRow"> = async ({ path, body }, call) => {
  const { data, action } = body;
  if (data !== undefined && action !== undefined) {
    throw new AppError("invalid_parameter", "data and action cannot be sent together. Send one of them.");
  }
  if (data === undefined && action === undefined) {
    throw validationFailed([
      {
        field: "data",
        code: "required",
        message: 'The request does not change anything. Send data, or the action "restore".',
      },
    ]);
  }
  await call.deps.teams.ensure(call);
  return withTable(call, path.table_id, async (schema) => {
    const changes = data === undefined ? undefined : changedCells(schema, data, call.caller.team.country);
    if (!isUuid(path.row_id)) throw notFound();
    const target: RowTarget = { schema, rowId: path.row_id, version: call.ifMatch };
    const cells = changes?.set ?? {};
    const tables = await targetTables(call, schema);
    const links = linksOf(schema, tables, cells);
    const unknown = await unknownCells(call, schema, [{ cells, at: "data" }]);
    return call
      .write((tx) =>
        changes === undefined
          ? restoreWithLinks(tx, target, tables)
          : merge(tx, target, changes, { links, unknown }),
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
  await lockTargets(tx, schema, { ...named, own: [rowId.toLowerCase()] });
  const guarded = guardedColumns(schema, changes);
  const present = guarded.length === 0 ? undefined : await lockCells(tx, target, guarded);
  if (present !== undefined) requireTransitions(schema, present, changes);
  return mergeCells(tx, target, changes);
}
