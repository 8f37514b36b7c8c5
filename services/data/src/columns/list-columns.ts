import { fieldsOf, type ListRow, listStatement, pageText, Params, parseLimit, parseSort } from "@jst/query";
import type { Handler } from "../../gen/rpc.ts";
import { systemFields } from "../list-fields.ts";
import { columnJson } from "../tables/queries.ts";
import { withTable } from "../tables/with-table.ts";

const fields = fieldsOf(
  { name: "position", kind: "number", sql: "c.position", type: "integer", notNull: true },
  { name: "name", kind: "text", sql: "c.name", notNull: true },
  ...systemFields("c"),
);

/** A table's columns, by position unless asked otherwise. */
export const listColumns: Handler<"ListColumns"> = ({ path, query }, call) =>
  withTable(call, path.table_id, async ({ id }) => {
    const { cursors } = call.deps;
    const teamId = call.caller.team_id;
    const sort = parseSort(query.sort, fields, "position:asc");
    const scope = { teamId, route: `data.v1.Columns/ListColumns:${id}`, sort: sort.text, filter: "" };
    const params = new Params();
    const where = [`c.team_id = ${params.add(teamId, "uuid")}`, `c.table_id = ${params.add(id, "uuid")}`];
    const after =
      query.cursor === undefined ? undefined : cursors.decode(scope, query.cursor, sort.keys.length);
    const list = {
      from: "data.columns c",
      where,
      item: columnJson,
      sort,
      limit: parseLimit(query.limit),
      after,
    };
    const [page] = await call.read<ListRow>(listStatement(list, params), "custom");
    if (page === undefined) throw new Error("a list statement answers one row");
    return { body: pageText("columns", page, cursors, scope) };
  });
