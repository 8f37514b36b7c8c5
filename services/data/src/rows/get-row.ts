import { notFound } from "@jst/errors";
import { isUuid } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { readTable } from "../engine/schema/with-table.ts";
import { computeRows } from "../engine/formulas/computed.ts";
import { viewpointOf } from "../engine/formulas/viewpoint.ts";
import { expansionsOf, staleSchemas, tablesOf } from "../engine/rows/expand.ts";
import { findRow, type FoundRow, type ShownRow } from "../engine/rows/queries.ts";
import { areTargetsComputed, formulasShown, requireComputed } from "../engine/rows/shown-row.ts";

/** One row, deleted or not. */
export const getRow: Handler<"GetRow"> = ({ path, query }, call) =>
  readTable(call, path.table_id, async (schema, call) => {
    if (!isUuid(path.row_id)) throw notFound();
    requireComputed(schema, query);
    const expansions = await expansionsOf(call, schema, query);
    const shape = { ...query, expansions };
    const statement = findRow(call.caller.team_id, schema, path.row_id, shape);
    const [row] = await call.read<FoundRow<ShownRow>>(statement);
    if (row?.schema_version !== schema.version) throw staleSchemas(tablesOf(expansions));
    if (row.id === null) throw notFound();
    const headers = { etag: `"${row.version}"` };
    // The value of a formula may change with the day, while the version stays.
    if (formulasShown(schema, query) !== undefined || areTargetsComputed(shape)) {
      const { items } = await computeRows(row.body, schema, shape, viewpointOf(call.caller));
      return { body: [items], headers };
    }
    // So may the rows it is expanded to, and the columns it has.
    return call.isKnown(row.version) && expansions.length === 0 && !row.is_older
      ? { body: "", status: 304, headers }
      : { body: [row.body], headers };
  });
