import { notFound } from "@jst/errors";
import { isUuid } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { withTable } from "../tables/with-table.ts";
import { findRowState, type RowTarget, softDeleteRow } from "./queries.ts";
import { versionConflict } from "./row-refusals.ts";

/** Deletes a row softly; deleting it again changes nothing and answers the same. */
export const deleteRow: Handler<"DeleteRow"> = async ({ path }, call) => {
  await call.deps.teams.ensure(call);
  return withTable(call, path.table_id, (schema) => {
    if (!isUuid(path.row_id)) throw notFound();
    const target: RowTarget = { schema, rowId: path.row_id, version: call.ifMatch };
    return call.write(async (tx) => {
      const deleted = await softDeleteRow(tx, target);
      if (deleted !== undefined) return { body: deleted.body };
      const state = await findRowState(tx, target);
      if (state === undefined) throw notFound();
      if (state.deleted === null) throw versionConflict(state.version);
      return { body: state.deleted };
    });
  });
};
