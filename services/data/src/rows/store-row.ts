import type { TeamTx } from "@jst/db";
import type { Call, Reply } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import { newCells } from "../engine/cells/cells.ts";
import { unknownCells } from "../engine/links/references.ts";
import { lockTargets, linksOf, targetTables } from "../engine/links/links.ts";
import { publishLending } from "../engine/rows/lending.ts";
import { insertRow, takeNumbers } from "../engine/rows/new-row.ts";
import { asUniqueViolation } from "../engine/rows/row-refusals.ts";
import { isAssets } from "../engine/schema/assets-table.ts";
import type { TableSchema } from "../engine/schema/schema.ts";
import { StaleSchema, withTable } from "../engine/schema/with-table.ts";

/**
 * Stores a row that fits its table's columns, or nothing. A row with a given id is stored once: a second request writes
 * nothing, whatever happened to the row since.
 */
export async function storeRow(
  call: Call<Deps>,
  table: string,
  data: Readonly<Record<string, unknown>>,
  id?: string,
): Promise<Reply> {
  await call.deps.teams.ensure(call);
  return withTable(call, table, async (schema) => {
    const cells = newCells(schema, data, call.caller.team.country);
    const links = linksOf(schema, await targetTables(call, schema), cells);
    const sent = Object.fromEntries(Object.entries(cells).filter(([name]) => Object.hasOwn(data, name)));
    const unknown = await unknownCells(call, schema, [{ cells: sent, at: "data" }]);
    return call
      .write(async (tx) => {
        if (id !== undefined && (await isStored(tx, schema, id))) return { body: { id }, isUnchanged: true };
        await lockTargets(tx, schema, { links, unknown });
        if (isAssets(schema)) tx.keepOpen();
        const numbers = schema.numbered.length === 0 ? {} : await takeNumbers(tx, schema);
        if (numbers === undefined) throw new StaleSchema();
        const row = await insertRow(tx, schema, JSON.stringify({ ...cells, ...numbers }), id);
        if (row === undefined) throw new StaleSchema();
        await publishLending(tx, schema);
        const location = `${call.baseUrl}/api/v1/data/tables/${schema.id}/rows/${row.id}`;
        return { body: row.body, headers: { etag: `"${row.version}"`, location } };
      })
      .catch((error: unknown) => {
        throw asUniqueViolation(error);
      });
  });
}

/** Two concurrent requests with one id do not occur in one caller; the second would violate the key and retry. */
async function isStored(tx: TeamTx, schema: TableSchema, id: string): Promise<boolean> {
  const found = await tx.query({
    text: `select from ${schema.storage.relation} r where r.team_id = $1 and r.table_id = $2 and r.id = $3`,
    values: [tx.context.teamId, schema.id, id],
  });
  return found.length > 0;
}
