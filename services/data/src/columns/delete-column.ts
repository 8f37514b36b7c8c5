import type { TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import { isUuid } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { release } from "../engine/impact/referrers.ts";
import { findDisplaying } from "../engine/links/queries.ts";
import { targetsOf } from "../engine/links/stored-relations.ts";
import { versionConflict } from "../engine/rows/row-refusals.ts";
import type { TableSchema } from "../engine/schema/schema.ts";
import { StaleSchema, withTable } from "../engine/schema/with-table.ts";
import { requireOwn } from "../engine/cells/changed-column.ts";
import { stripCells } from "../engine/cells/rewritten-cells.ts";
import { cellPlace } from "../engine/cells/cell-place.ts";
import {
  announceChange,
  announceTables,
  lockColumns,
  lockSchemas,
  removeColumn,
} from "../engine/schema/stored-columns.ts";

/**
 * Deletes a column with its cells, or nothing; with force what uses it does without it. Undo records hold all of it.
 */
export const deleteColumn: Handler<"DeleteColumn"> = async ({ path, query, body }, call) => {
  const force = query.force === true || body.force === true;
  await call.deps.teams.ensure(call);
  return withTable(call, path.table_id, (schema) =>
    call.write(async (tx) => {
      const id = path.column_id.toLowerCase();
      if (!isUuid(id)) throw notFound();
      const targets = await lockTables(tx, schema, id);
      const columns = await lockColumns(tx, schema.id);
      const column = columns.find((each) => each.id === id);
      if (column === undefined) throw notFound();
      if (call.ifMatch !== undefined && call.ifMatch !== column.version)
        throw versionConflict(column.version, "column");
      requireOwn(schema, column);
      const { timezone } = call.caller.team;
      const impact = await release(tx, { tableId: schema.id, column, columns, timezone }, force);
      await stripCells(tx, await cellPlace(tx, schema.id, column.name), column);
      await removeColumn(tx, id);
      announceChange(tx, schema);
      announceTables(tx, targets);
      return { body: { id, deleted: true, applied_impact: impact } };
    }),
  );
};

/**
 * Holds the columns of every table that the deletion touches; answers the one that a relation points to, if it is one.
 */
async function lockTables(tx: TeamTx, schema: TableSchema, columnId: string): Promise<string[]> {
  const targets = targetsOf(schema, columnId);
  const displaying = async () => (await findDisplaying(tx, columnId)).map((column) => column.table_id);
  const held = new Set([schema.id, ...targets, ...(await displaying())]);
  await lockSchemas(tx, [...held]);
  // One that came while this waited is not held.
  if (!(await displaying()).every((tableId) => held.has(tableId))) throw new StaleSchema();
  return targets;
}
