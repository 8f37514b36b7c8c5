import {
  compileFilter,
  compileFilterNode,
  containsAny,
  type FilterContext,
  type ListRow,
  listStatement,
  pageText,
  Params,
  parseLimit,
  parseSort,
  type Sort,
} from "@jst/query";
import type { Call } from "@jst/rpc";
import type { ListRowsQuery } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { readUpdatedSince } from "../list-fields.ts";
import { areCurrent, expandedColumns, expansionsOf, staleSchemas } from "../relations/expand.ts";
import type { TableSchema } from "../tables/schema.ts";
import { formatSql } from "../views/formats.ts";
import { ofView, type ViewQuery } from "../views/view-query.ts";
import { computeRows, viewpointOf } from "./computed.ts";
import { shownRow } from "./row-json.ts";

/** The newest rows first. */
const DEFAULT_SORT = "created_at:desc";

/**
 * One page of a table's rows, filtered, sorted and paged in one statement that also checks the remembered columns. A
 * view adds its filter, and its order where the caller asks for none.
 */
export async function rowPage(
  call: Call<Deps>,
  schema: TableSchema,
  query: ListRowsQuery,
  view?: ViewQuery,
): Promise<string> {
  const { cursors } = call.deps;
  const { team_id: teamId, team } = call.caller;
  const sort = sortOf(query, schema, view);
  const scope = {
    teamId,
    route: `data.v1.Rows/ListRows:${schema.id}`,
    sort: sort.text,
    filter: filterText(query, view),
  };
  const expansions = await expansionsOf(call, schema, query);
  const params = new Params();
  const where = conditions(query, schema, { teamId, timezone: team.timezone }, params);
  if (view !== undefined) where.push(...viewConditions(view, schema, params, team));
  const tail = view === undefined ? undefined : viewTail(view, schema, params, team);
  const statement = listStatement(
    {
      from: "data.rows r",
      where,
      item: shownRow(schema, { ...query, tail, expansions }, params),
      sort,
      limit: parseLimit(query.limit),
      after: query.cursor === undefined ? undefined : cursors.decode(scope, query.cursor, sort.keys.length),
      count: query.count === "exact",
      extra: {
        schema_version: `(select t.schema_version from data.tables t
          where t.team_id = $1 and t.id = $2 and ${areCurrent(expansions, "$1", params)})`,
      },
    },
    params,
  );
  const [page] = await call.read<ListRow & { schema_version: number | null }>(statement);
  if (page?.schema_version !== schema.version) throw staleSchemas(expansions);
  const items = await computeRows(page.items, schema, query, viewpointOf(call.caller));
  return pageText("rows", { ...page, items }, cursors, scope);
}

/** Refuses what the caller's own filter, sort and since would be refused for, before a view is looked for (contract R15). */
export function requireQuery(query: ListRowsQuery, schema: TableSchema, call: Call<Deps>): void {
  sortOf(query, schema, undefined);
  parseLimit(query.limit);
  expandedColumns(schema, query);
  conditions(query, schema, { teamId: "", timezone: call.caller.team.timezone }, new Params());
}

function sortOf(query: ListRowsQuery, schema: TableSchema, view: ViewQuery | undefined): Sort {
  if (query.sort !== undefined || view?.sort === undefined)
    return parseSort(query.sort, schema.fields, DEFAULT_SORT);
  return ofView(view, () => parseSort(view.sort, schema.fields, DEFAULT_SORT));
}

function viewConditions(view: ViewQuery, schema: TableSchema, params: Params, team: FilterContext): string[] {
  const { filters } = view.settings;
  if (filters === null) return [];
  return [ofView(view, () => compileFilterNode(filters, schema.fields, params, team))];
}

function viewTail(view: ViewQuery, schema: TableSchema, params: Params, team: FilterContext) {
  return ofView(view, () => formatSql(view.formats, schema, params, team));
}

/** Everything that decides which rows the list holds; a cursor is good for the same again only. */
function filterText(
  { filter, q, updated_since, include_deleted, deleted }: ListRowsQuery,
  view: ViewQuery | undefined,
): string {
  return JSON.stringify([
    filter ?? null,
    q ?? null,
    updated_since ?? null,
    include_deleted ?? false,
    deleted ?? null,
    ...(view === undefined ? [] : [view.id, view.settings.filters]),
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
