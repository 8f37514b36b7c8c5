import { notFound } from "@jst/errors";
import { isUuid } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { readTable } from "../engine/schema/with-table.ts";
import { type ColumnAnswer, findColumn } from "../engine/schema/stored-columns.ts";

/** One column, as its creation and the table show it. */
export const getColumn: Handler<"GetColumn"> = ({ path }, call) =>
  readTable(call, path.table_id, async (schema, call) => {
    if (!isUuid(path.column_id)) throw notFound();
    const statement = findColumn(call.caller.team_id, schema.id, path.column_id);
    const [column] = await call.read<ColumnAnswer>(statement);
    if (column === undefined) throw notFound();
    const headers = { etag: `"${column.version}"` };
    return call.isKnown(column.version) ? { body: "", status: 304, headers } : { body: column.body, headers };
  });
