import { fieldsOf, type Params, resourcePage, sortText } from "@jst/query";
import type { Handler } from "../../gen/rpc.ts";
import { systemFields } from "../engine/sql/list-fields.ts";
import { tableJson } from "../engine/schema/stored-tables.ts";

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
  const list = {
    plural: "tables",
    route: "data.v1.Tables/ListTables",
    from: "data.tables t",
    item: tableJson,
    fields,
    texts: ["t.name", "t.display_name"],
    where: (params: Params) => [`t.team_id = ${params.add(call.caller.team_id, "uuid")}`],
    // A team has 500 tables at most.
    plan: "generic" as const,
  };
  return { body: await resourcePage(list, query, call) };
};
