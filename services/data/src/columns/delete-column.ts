import { notFound } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { versionConflict } from "../rows/row-refusals.ts";
import { withTable } from "../tables/with-table.ts";
import { requireOwn } from "./changed-column.ts";
import { stripCells } from "./rewritten-cells.ts";
import { announceChange, holdColumns, removeColumn } from "./stored-columns.ts";

/** Deletes a column with its cells; undo records hold both. */
export const deleteColumn: Handler<"DeleteColumn"> = async ({ path }, call) => {
  await call.deps.teams.ensure(call);
  return withTable(call, path.table_id, (schema) =>
    call.write(async (tx) => {
      const columns = await holdColumns(tx, schema.id);
      const column = columns.find((each) => each.id === path.column_id.toLowerCase());
      if (column === undefined) throw notFound();
      if (call.ifMatch !== undefined && call.ifMatch !== column.version)
        throw versionConflict(column.version, "column");
      requireOwn(schema, column);
      await stripCells(tx, { tableId: schema.id, name: column.name });
      await removeColumn(tx, column.id);
      announceChange(tx, schema);
      return { body: { id: column.id, deleted: true, applied_impact: [] } };
    }),
  );
};
