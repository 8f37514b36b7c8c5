import { notFound } from "@jst/errors";
import { isUuid } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { StaleSchema, withTable } from "../engine/schema/with-table.ts";
import { clearReferrers, lockReferrers } from "../engine/links/clear-links.ts";
import { softDeleteRow } from "../engine/rows/deleted-rows.ts";
import { findRowState, type RowTarget } from "../engine/rows/queries.ts";
import { requirePresent } from "../engine/rows/merge-cells.ts";

/**
 * Deletes a row softly, and takes its id out of relations that are to be cleared; again, it changes nothing and answers
 * the same.
 */
export const deleteRow: Handler<"DeleteRow"> = async ({ path }, call) => {
  await call.deps.teams.ensure(call);
  return withTable(call, path.table_id, (schema) => {
    if (!isUuid(path.row_id)) throw notFound();
    const target: RowTarget = { schema, rowId: path.row_id, version: call.ifMatch };
    return call.write(async (tx) => {
      const held =
        schema.clearedBy.length === 0
          ? undefined
          : await lockReferrers(tx, schema, [path.row_id.toLowerCase()]);
      const deleted = await softDeleteRow(tx, target);
      if (deleted !== undefined) {
        if (held !== undefined) await clearReferrers(tx, held);
        return { body: deleted.body };
      }
      const state = requirePresent(await findRowState(tx, target), target);
      if (state.deleted !== null) return { body: state.deleted, isUnchanged: true };
      // Restored between the two statements.
      throw new StaleSchema();
    });
  });
};
