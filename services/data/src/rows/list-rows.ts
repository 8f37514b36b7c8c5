import type { Handler } from "../../gen/rpc.ts";
import { readTable } from "../engine/schema/with-table.ts";
import { loadView, viewQuery } from "../engine/views/view-query.ts";
import { requireComputed } from "../engine/rows/shown-row.ts";
import { requireQuery, rowPage } from "../engine/lists/row-page.ts";
import { rowsFile } from "./rows-file.ts";

/** Rows of a table, filtered, sorted and paged; with view_id those of the view. */
export const listRows: Handler<"ListRows"> = ({ path, query }, call) =>
  readTable(call, path.table_id, async (schema, call) => {
    requireComputed(schema, query);
    if (query.view_id === undefined) return { body: await rowPage(call, schema, query) };
    requireQuery(query, schema, call);
    const view = viewQuery(await loadView(call, schema, query.view_id), schema);
    return { body: await rowPage(call, schema, query, { ...view, formats: [] }) };
  });

listRows.fileShape = rowsFile;
