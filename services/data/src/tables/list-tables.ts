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
import { tableJson } from "./queries.ts";

const fields = fieldsOf(
  { name: "name", kind: "text", sql: "t.name", notNull: true },
  {
    name: "display_name",
    kind: "text",
    sql: "t.display_name",
    sort: sortText("t.display_name"),
    notNull: true,
  },
  { name: "system", kind: "boolean", sql: "t.is_system", notNull: true },
  ...systemFields("t"),
);

/** The team's tables, without their columns. */
export const listTables: Handler<"ListTables"> = async ({ query }, call) => {
  const teamId = call.caller.team_id;
  const sort = parseSort(query.sort, fields, "created_at:desc");
  const scope = {
    teamId,
    route: "data.v1.Tables/ListTables",
    sort: sort.text,
    filter: JSON.stringify([query.q ?? null, query.updated_since ?? null, query.filter ?? null]),
  };
  const params = new Params();
  const where = [`t.team_id = ${params.add(teamId, "uuid")}`];
  if (query.q !== undefined) where.push(containsAny(["t.name", "t.display_name"], query.q, params));
  if (query.updated_since !== undefined) {
    where.push(`t.updated_at >= ${params.add(readUpdatedSince(query.updated_since), "timestamptz")}`);
  }
  if (query.filter !== undefined) where.push(compileFilter(query.filter, fields, params, call.caller.team));
  const statement = listStatement(
    {
      from: "data.tables t",
      where,
      item: tableJson,
      sort,
      limit: parseLimit(query.limit),
      after:
        query.cursor === undefined
          ? undefined
          : call.deps.cursors.decode(scope, query.cursor, sort.keys.length),
      count: query.count === "exact",
    },
    params,
  );
  const [page] = await call.read<ListRow>(statement, "custom");
  if (page === undefined) throw new Error("a list statement answers one row");
  return { body: pageText("tables", page, call.deps.cursors, scope) };
};
