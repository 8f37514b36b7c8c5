import type { Handler } from "../../gen/rpc.ts";
import { publishLending } from "../engine/rows/lending.ts";
import { isAssets } from "../engine/schema/assets-table.ts";
import { unknownCells } from "../engine/links/references.ts";
import { holdTargets, linksOf, targetTables } from "../engine/links/links.ts";
import { StaleSchema, withTable } from "../engine/schema/with-table.ts";
import { newCells } from "../engine/cells/cells.ts";
import { insertRow, takeNumbers } from "../engine/rows/new-row.ts";
import { asUniqueViolation } from "../engine/rows/row-refusals.ts";

/** Stores a row that fits its table's columns, or nothing. */
export const createRow: Handler<"CreateRow"> = async ({ path, body }, call) => {
  await call.deps.teams.ensure(call);
  return withTable(call, path.table_id, async (schema) => {
    const cells = newCells(schema, body.data);
    const links = linksOf(schema, await targetTables(call, schema), cells);
    const sent = Object.fromEntries(Object.entries(cells).filter(([name]) => Object.hasOwn(body.data, name)));
    const unknown = await unknownCells(call, schema, [{ cells: sent, at: "data" }]);
    return call
      .write(async (tx) => {
        await holdTargets(tx, schema, { links, unknown });
        if (isAssets(schema)) tx.keepOpen();
        const numbers = schema.numbered.length === 0 ? {} : await takeNumbers(tx, schema);
        if (numbers === undefined) throw new StaleSchema();
        const row = await insertRow(tx, schema, JSON.stringify({ ...cells, ...numbers }));
        if (row === undefined) throw new StaleSchema();
        await publishLending(tx, schema);
        const location = `${call.baseUrl}/api/v1/data/tables/${schema.id}/rows/${row.id}`;
        return { body: row.body, headers: { etag: `"${row.version}"`, location } };
      })
      .catch((error: unknown) => {
        throw asUniqueViolation(error);
      });
  });
};
