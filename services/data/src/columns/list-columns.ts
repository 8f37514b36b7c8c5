import {
  compileFilter,
  containsAny,
  fieldsOf,
  type ListRow,
  listStatement,
  pageText,
  Params,
  parseLimit,
  parseSort,
  sortText,
} from "@jst/query";
import type { Handler } from "../../gen/rpc.ts";
import { readUpdatedSince, systemFields } from "../list-fields.ts";
import { columnJson } from "../tables/queries.ts";
import { withTable } from "../tables/with-table.ts";

const fields = fieldsOf(
  { name: "position", kind: "number", sql: "c.position", type: "integer", notNull: true },
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
  withTable(call, path.table_id, async ({ id }) => {
    const { cursors } = call.deps;
    const { team_id: teamId, team } = call.caller;
    const sort = parseSort(query.sort, fields, "position:asc");
    const filter = JSON.stringify([query.filter ?? null, query.q ?? null, query.updated_since ?? null]);
    const scope = { teamId, route: `data.v1.Columns/ListColumns:${id}`, sort: sort.text, filter };
    const params = new Params();
    const where = [`c.team_id = ${params.add(teamId, "uuid")}`, `c.table_id = ${params.add(id, "uuid")}`];
    if (query.q !== undefined) where.push(containsAny(["c.name", "c.display_name"], query.q, params));
    if (query.updated_since !== undefined)
      where.push(`c.updated_at >= ${params.add(readUpdatedSince(query.updated_since), "timestamptz")}`);
    if (query.filter !== undefined) where.push(compileFilter(query.filter, fields, params, team));
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
