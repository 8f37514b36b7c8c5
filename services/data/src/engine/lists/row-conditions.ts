import type { TextLocale } from "@jst/db";
import { AppError } from "@jst/errors";
import {
  compileFilter,
  compileFilterNode,
  conjuncts,
  containsAny,
  fieldsIn,
  type Params,
  parseFilter,
  parseSort,
  type Sort,
} from "@jst/query";
import type { ListRowsQuery } from "../../../gen/rpc.ts";
import { mayContain } from "../storage/storage.ts";
import type { TableSchema } from "../schema/schema.ts";
import type { RelationOrder } from "./relation-order.ts";
import { ofView, type ViewQuery } from "../views/view-query.ts";

/** A list of rows as it is asked for. */
export interface AskedList {
  teamId: string;
  /** IANA zone of the team. */
  timezone: string;
  /** Country of its telephone numbers. */
  country?: string | undefined;
  /** The order of its texts; undefined of a list that goes on by bytes. */
  locale: TextLocale | undefined;
  schema: TableSchema;
  query: ListRowsQuery;
  view: ViewQuery | undefined;
  /** Joined rows whose names decide the order. */
  order: RelationOrder;
}

/** Number of rows that the list leaves out before its page. */
export function skipped({ skip = 0 }: ListRowsQuery): number {
  return skip;
}

/** Refuses a list that is to begin at two places; `skip` does not bind a cursor, which goes on from its row. */
export function requireOnePlace({ skip, cursor }: ListRowsQuery): void {
  if (skip === undefined || cursor === undefined) return;
  const message = "skip and cursor cannot be sent together. Leave out one of them.";
  throw new AppError("invalid_parameter", message, {
    errors: [{ field: "skip", code: "conflict", message }],
  });
}

/** The newest rows first. */
const DEFAULT_SORT = "created_at:desc";

/** The order asked for, or that of the view. */
export function sortOf({ query, order: { fields }, view, locale }: AskedList): Sort {
  if (query.sort !== undefined || view?.sort === undefined)
    return parseSort(query.sort, fields, DEFAULT_SORT, locale);
  return ofView(view, () => parseSort(view.sort, fields, DEFAULT_SORT, locale));
}

/** SQL for everything the rows of the list have to fulfil; the first two parameters are team and table. */
export function conditions(list: AskedList, params: Params): string[] {
  const { query, schema, view } = list;
  const where = ofRows(list, params);
  if (query.filter !== undefined) where.push(compileFilter(query.filter, schema.fields, params, list));
  const filters = view?.settings.filters ?? null;
  if (view !== undefined && filters !== null)
    where.push(ofView(view, () => compileFilterNode(filters, schema.fields, params, list)));
  return where;
}

/** As many of the conditions as need no formula. */
export function conditionsWithoutFormulas(list: AskedList, params: Params): string[] {
  const { schema } = list;
  const isStored = (node: unknown) => [...fieldsIn(node)].every((name) => !isFormula(schema, name));
  const nodes = filtersOf(list).flatMap(conjuncts).filter(isStored);
  return [
    ...ofRows(list, params),
    ...nodes.map((node) => compileFilterNode(node, schema.fields, params, list)),
  ];
}

/** Returns the filters of caller and view; `conditions` refuses one that is not JSON. */
export function filtersOf({ query, view }: AskedList): unknown[] {
  const own = query.filter === undefined ? [] : parsed(query.filter);
  const filters = view?.settings.filters ?? null;
  return filters === null ? own : [...own, filters];
}

function parsed(filter: string): unknown[] {
  try {
    return [parseFilter(filter)];
  } catch {
    return [];
  }
}

function ofRows({ query, schema, teamId }: AskedList, params: Params): string[] {
  const where = [
    `r.team_id = ${params.add(teamId, "uuid")}`,
    `r.table_id = ${params.add(schema.id, "uuid")}`,
  ];
  if (query.deleted === "only") where.push("r.deleted_at is not null");
  else if (query.include_deleted !== true) where.push("r.deleted_at is null");
  if (query.updated_since !== undefined)
    where.push(`r.updated_at >= ${params.addInstant(query.updated_since)}`);
  if (query.q !== undefined) {
    const texts = [...schema.fields.values()]
      .filter(({ kind, name }) => kind === "text" && !isFormula(schema, name))
      .map((field) => field.sql);
    where.push(...searching(texts, query.q, schema, params));
  }
  return where;
}

/**
 * Builds the condition for rows with the text in one of these. On a physical table of its own, an index over all cells
 * finds them if all texts are cells. Its statistics say how many they are, so PostgreSQL reads the newest rows instead
 * if that fills the page sooner. The exact condition stands in a CASE, which the planner expects to hold for half of
 * the rows; it expects a chain of ILIKE to hold for almost none.
 */
function searching(texts: readonly string[], q: string, schema: TableSchema, params: Params): string[] {
  const exact = containsAny(texts, q, params);
  if (!schema.storage.isPromoted || !texts.every((sql) => sql.includes("r.data"))) return [exact];
  return [mayContain(q, params), `case when ${exact} then true else false end`];
}

function isFormula(schema: TableSchema, name: string): boolean {
  return schema.columns.get(name)?.type === "formula";
}

/** Everything that decides which rows the list holds; a cursor is good for the same again only. */
export function filterText({ query, view }: AskedList): string {
  const { filter, q, updated_since, include_deleted, deleted } = query;
  return JSON.stringify([
    filter ?? null,
    q ?? null,
    updated_since ?? null,
    include_deleted ?? false,
    deleted ?? null,
    ...(view === undefined ? [] : [view.id, view.settings.filters]),
  ]);
}
