import { notFound } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { findTable, tableKey, type TableRow } from "../engine/schema/stored-tables.ts";

/** One table with its columns, by id or name. */
export const getTable: Handler<"GetTable"> = async ({ path }, call) => {
  const [table] = await call.read<TableRow>(findTable(call.caller.team_id, tableKey(path.table_id)));
  if (table === undefined) throw notFound();
  const headers = { etag: `"${table.version}"` };
  return call.isKnown(table.version) ? { body: "", status: 304, headers } : { body: table.body, headers };
};
