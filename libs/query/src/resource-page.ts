import type { Statement } from "@jst/db";
import type { CursorCodec, CursorScope } from "./cursor.ts";
import type { Fields } from "./field.ts";
import { compileFilter } from "./filter.ts";
import { parseLimit } from "./limit.ts";
import { listStatement } from "./list.ts";
import { containsAny, Params } from "./params.ts";
import { parseSort } from "./sort.ts";
import { readUpdatedSince } from "./updated-since.ts";

/** The parameters that every list takes (contract 1). */
export interface ListParameters {
  limit?: number;
  cursor?: string;
  sort?: string;
  q?: string;
  filter?: string;
  updated_since?: string;
}

/** What a service says of a list of one of its resources. */
export interface ResourceList {
  /** Where a cursor is good; it names what the path names too. */
  route: string;
  /** Table and alias of the statement. */
  from: string;
  /** SQL of an item, over the alias. */
  item: string;
  /** What may be named in `filter` and `sort`; `updated_at` among them. */
  fields: Fields;
  /** SQL of the texts that `q` looks into. */
  texts: readonly string[];
  /** Order of a list that names none; newest first when absent. */
  order?: string;
  /** Which of the table's rows these are at all: the team's first. */
  where: (params: Params) => string[];
  /** See ListQuery. */
  extra?: Readonly<Record<string, string>>;
  count?: boolean;
}

/** Who asks. */
export interface Reader {
  teamId: string;
  /** IANA zone of the team. */
  timezone: string;
  cursors: CursorCodec;
}

/** Compiles a page of a list, and what its cursor is bound to; throws a 400 for a bad filter, sort, time or cursor. */
export function resourcePage(
  list: ResourceList,
  query: ListParameters,
  { teamId, timezone, cursors }: Reader,
): { statement: Statement; scope: CursorScope } {
  const { route, from, item, fields, extra, count } = list;
  const { q, filter, updated_since: since } = query;
  const sort = parseSort(query.sort, fields, list.order ?? "created_at:desc");
  const scope = { teamId, route, sort: sort.text, filter: JSON.stringify([q, since, filter]) };
  const after =
    query.cursor === undefined ? undefined : cursors.decode(scope, query.cursor, sort.keys.length);
  const params = new Params();
  const where = list.where(params);
  if (q !== undefined) where.push(containsAny(list.texts, q, params));
  if (since !== undefined) {
    where.push(`${updatedAt(fields)} >= ${params.add(readUpdatedSince(since), "timestamptz")}`);
  }
  if (filter !== undefined) where.push(compileFilter(filter, fields, params, { timezone }));
  const page = { from, where, item, sort, after, limit: parseLimit(query.limit) };
  const options = { ...(extra === undefined ? {} : { extra }), ...(count === undefined ? {} : { count }) };
  return { statement: listStatement({ ...page, ...options }, params), scope };
}

function updatedAt(fields: Fields): string {
  const field = fields.get("updated_at");
  if (field === undefined) throw new Error("A list that takes updated_since has a field updated_at.");
  return field.sql;
}
