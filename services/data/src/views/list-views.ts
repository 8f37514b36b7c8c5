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
} from "@jst/query";
import type { Handler } from "../../gen/rpc.ts";
import { readUpdatedSince, systemFields } from "../list-fields.ts";
import { StaleSchema, withTable } from "../tables/with-table.ts";
import { shownView, type StoredView, viewJson } from "./stored-views.ts";

const fields = fieldsOf(
  { name: "name", kind: "text", sql: "v.name", notNull: true },
  { name: "kind", kind: "select", sql: "v.kind", notNull: true },
  { name: "favorite", kind: "boolean", sql: "v.is_favorite", notNull: true },
  ...systemFields("v"),
);

/** A table's views, without their rows. */
export const listViews: Handler<"ListViews"> = ({ path, query }, call) =>
  withTable(call, path.table_id, async (schema) => {
    const { cursors } = call.deps;
    const { team_id: teamId, team } = call.caller;
    const sort = parseSort(query.sort, fields, "created_at:desc");
    const filter = JSON.stringify([query.filter ?? null, query.q ?? null, query.updated_since ?? null]);
    const scope = { teamId, route: `data.v1.Views/ListViews:${schema.id}`, sort: sort.text, filter };
    const params = new Params();
    const where = [
      `v.team_id = ${params.add(teamId, "uuid")}`,
      `v.table_id = ${params.add(schema.id, "uuid")}`,
    ];
    if (query.q !== undefined) where.push(containsAny(["v.name"], query.q, params));
    if (query.updated_since !== undefined)
      where.push(`v.updated_at >= ${params.add(readUpdatedSince(query.updated_since), "timestamptz")}`);
    if (query.filter !== undefined) where.push(compileFilter(query.filter, fields, params, team));
    const after =
      query.cursor === undefined ? undefined : cursors.decode(scope, query.cursor, sort.keys.length);
    const extra = {
      schema_version: "(select t.schema_version from data.tables t where t.team_id = $1 and t.id = $2)",
    };
    const list = {
      from: "data.views v",
      where,
      item: viewJson,
      sort,
      limit: parseLimit(query.limit),
      after,
      extra,
    };
    const statement = listStatement(list, params);
    const [page] = await call.read<ListRow & { schema_version: number | null }>(statement, "custom");
    if (page?.schema_version !== schema.version) throw new StaleSchema();
    const views = (JSON.parse(page.items) as StoredView[]).map((view) => shownView(view, schema));
    return { body: pageText("views", { ...page, items: JSON.stringify(views) }, cursors, scope) };
  });
