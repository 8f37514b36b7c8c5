import { fieldsOf, type ListPage, type ListRow, type Params, resourcePage } from "@jst/query";
import type { Handler } from "../../gen/rpc.ts";
import { systemFields } from "../engine/sql/list-fields.ts";
import { StaleSchema, readTable } from "../engine/schema/with-table.ts";
import { shownView, type StoredView, viewJson } from "../engine/views/stored-views.ts";

const fields = fieldsOf(
  { name: "name", kind: "text", sql: "v.name", notNull: true },
  { name: "kind", kind: "select", sql: "v.kind", notNull: true },
  { name: "favorite", kind: "boolean", sql: "v.is_favorite", notNull: true },
  ...systemFields("v"),
);

/** A table's views, without their rows. */
export const listViews: Handler<"ListViews"> = ({ path, query }, call) =>
  readTable(call, path.table_id, async (schema, call) => {
    const list = {
      plural: "views",
      route: `data.v1.Views/ListViews:${schema.id}`,
      from: "data.views v",
      item: viewJson,
      fields,
      texts: ["v.name"],
      where: (params: Params) => [
        `v.team_id = ${params.add(call.caller.team_id, "uuid")}`,
        `v.table_id = ${params.add(schema.id, "uuid")}`,
      ],
      extra: {
        schema_version: "(select t.schema_version from data.tables t where t.team_id = $1 and t.id = $2)",
      },
      shown: (page: ListRow & ListPage) => {
        if (page["schema_version"] !== schema.version) throw new StaleSchema();
        const stored = JSON.parse(`[${page.items.toString()}]`) as StoredView[];
        return Buffer.from(stored.map((view) => JSON.stringify(shownView(view, schema))).join(","));
      },
    };
    return { body: await resourcePage(list, query, call) };
  });
