import {
  compileFilter,
  containsAny,
  type ListRow,
  listStatement,
  pageText,
  Params,
  parseLimit,
  parseSort,
} from "@jst/query";
import type { Handler, ListRowsQuery } from "../../gen/rpc.ts";
import { readUpdatedSince } from "../list-fields.ts";
import type { TableSchema } from "../tables/schema.ts";
import { StaleSchema, withTable } from "../tables/with-table.ts";
import { computeRows, viewpointOf } from "./computed.ts";
import { shownRow } from "./row-json.ts";

/** Rows of a table, filtered, sorted and paged in one statement that also checks the remembered columns. */
export const listRows: Handler<"ListRows"> = ({ path, query }, call) =>
  withTable(call, path.table_id, async (schema) => {
    const { cursors } = call.deps;
    const teamId = call.caller.team_id;
    const sort = parseSort(query.sort, schema.fields, "created_at:desc");
    const scope = {
      teamId,
      route: `data.v1.Rows/ListRows:${schema.id}`,
      sort: sort.text,
      filter: filterText(query),
    };
    const params = new Params();
    const where = conditions(query, schema, { teamId, timezone: call.caller.team.timezone }, params);
    const statement = listStatement(
      {
        from: "data.rows r",
        where,
        item: shownRow(schema, query, params),
        sort,
        limit: parseLimit(query.limit),
        after: query.cursor === undefined ? undefined : cursors.decode(scope, query.cursor, sort.keys.length),
        count: query.count === "exact",
        extra: {
          schema_version: "(select t.schema_version from data.tables t where t.team_id = $1 and t.id = $2)",
        },
      },
      params,
    );
    const [page] = await call.read<ListRow & { schema_version: number | null }>(statement);
    if (page?.schema_version !== schema.version) throw new StaleSchema();
    const items = await computeRows(page.items, schema, query, viewpointOf(call.caller));
    return { body: pageText("rows", { ...page, items }, cursors, scope) };
  });

/** Everything that decides which rows the list holds; a cursor is good for the same again only. */
function filterText({ filter, q, updated_since, include_deleted, deleted }: ListRowsQuery): string {
  return JSON.stringify([
    filter ?? null,
    q ?? null,
    updated_since ?? null,
    include_deleted ?? false,
    deleted ?? null,
  ]);
}

/** The first two parameters are team and table. */
function conditions(
  query: ListRowsQuery,
  schema: TableSchema,
  team: { teamId: string; timezone: string },
  params: Params,
): string[] {
  const where = [
    `r.team_id = ${params.add(team.teamId, "uuid")}`,
    `r.table_id = ${params.add(schema.id, "uuid")}`,
  ];
  if (query.deleted === "only") where.push("r.deleted_at is not null");
  else if (query.include_deleted !== true) where.push("r.deleted_at is null");
  if (query.updated_since !== undefined) {
    where.push(`r.updated_at >= ${params.add(readUpdatedSince(query.updated_since), "timestamptz")}`);
  }
  if (query.q !== undefined) {
    const texts = [...schema.fields.values()]
      .filter((field) => field.kind === "text")
      .map((field) => field.sql);
    where.push(containsAny(texts, query.q, params));
  }
  if (query.filter !== undefined) where.push(compileFilter(query.filter, schema.fields, params, team));
  return where;
}
