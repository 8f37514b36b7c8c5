import { fieldsOf, type Params, resourcePage, sortText } from "@jst/query";
import type { Handler } from "../../gen/rpc.ts";
import { systemFields } from "../engine/sql/list-fields.ts";
import { columnJson } from "../engine/schema/stored-tables.ts";
import { readTable } from "../engine/schema/with-table.ts";

const fields = fieldsOf(
  { name: "position", kind: "number", sql: "c.position::float8", notNull: true },
  { name: "name", kind: "text", sql: "c.name", notNull: true },
  {
    name: "display_name",
    kind: "text",
    sql: "c.display_name",
    sort: sortText("c.display_name"),
    notNull: true,
  },
  { name: "type", kind: "select", sql: "c.type", notNull: true },
  { name: "required", kind: "boolean", sql: "c.is_required", notNull: true },
  { name: "unique", kind: "boolean", sql: "c.is_unique", notNull: true },
  ...systemFields("c"),
);

/** A table's columns, by position unless asked otherwise. */
export const listColumns: Handler<"ListColumns"> = ({ path, query }, call) =>
  readTable(call, path.table_id, async ({ id }, call) => {
    const list = {
      plural: "columns",
      route: `data.v1.Columns/ListColumns:${id}`,
      from: "data.columns c",
      item: columnJson,
      fields,
      texts: ["c.name", "c.display_name"],
      order: "position:asc",
      where: (params: Params) => [
        `c.team_id = ${params.add(call.caller.team_id, "uuid")}`,
        `c.table_id = ${params.add(id, "uuid")}`,
      ],
    };
    return { body: await resourcePage(list, query, call) };
  });
