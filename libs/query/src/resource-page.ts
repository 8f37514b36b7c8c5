import type { PlanMode, Row, Statement } from "@jst/db";
import { type CursorCodec, listLocale } from "./cursor.ts";
import type { Fields } from "./field.ts";
import { compileFilter } from "./filter.ts";
import { parseLimit } from "./limit.ts";
import { type ListRow, listStatement } from "./list.ts";
import { type ListPage, pageJson, type PagePieces, readPage } from "./page.ts";
import { containsAny, containsIndexed, Params } from "./params.ts";
import { parseSort } from "./sort.ts";

/** The parameters that every list takes (conventions.list-parameters). */
export interface ListParameters {
  limit?: number;
  cursor?: string;
  sort?: string;
  q?: string;
  filter?: string;
  updated_since?: string;
  /** `exact` also counts all items; of a list whose schema has it. */
  count?: string;
}

/** Facts about a list of one of a service's resources, which has the parameters of `Query`. */
export interface ResourceList<Query extends ListParameters = ListParameters> {
  /** Member of the reply that holds the items. */
  plural: string;
  /** Where a cursor is good; it names what the path names too. */
  route: string;
  /** Table and alias of the statement. */
  from: string;
  /** SQL of an item, over the alias. */
  item: string;
  /** Fields that `filter` and `sort` may name. */
  fields: Fields;
  /** SQL of the texts that `q` looks into, or of the one that has an index of platform.contains_ops. */
  texts?: readonly string[] | string;
  /** Texts of which an item may hold any in place of `q`; `q` alone when absent. */
  sought?: (q: string) => readonly string[];
  /** SQL of the time that `updated_since` looks at; the field `updated_at` when absent. */
  updatedAt?: string;
  /** Parameters of this list alone: which of its rows each leaves. */
  filters?: { readonly [Name in keyof Query]?: (value: NonNullable<Query[Name]>, params: Params) => string };
  /** Order of a list that names none; newest first when absent. */
  order?: string;
  /** Items of the largest page; the platform's when absent. */
  limitMax?: number;
  /** Which of the table's rows these are at all: the team's first. */
  where: (params: Params) => string[];
  /** See ListQuery. */
  extra?: Readonly<Record<string, string>>;
  /** True for a list that counts its items unasked. */
  count?: boolean;
  /** "generic" for a list of so few rows that no filter is worth a plan of its own; "custom" when absent. */
  plan?: PlanMode;
  /** Makes of a page's items those of the reply; they are passed through when absent. */
  shown?: (page: ListRow & ListPage) => Buffer;
}

/** Size of the pages of a walk through a whole list. */
export interface ListWalk {
  /** Items of a page, in place of what a caller may ask for. */
  rows: number;
  /** True if the page also has the number of all items. */
  isCounted: boolean;
}

/** As much of a call as a list needs. */
export interface ListCall {
  readonly caller: { team_id: string; team: { timezone: string; country?: string; locale?: string } };
  readonly deps: { cursors: CursorCodec };
  readonly walk?: ListWalk;
  read<R extends Row = Row>(statement: Statement, plan?: PlanMode): Promise<R[]>;
}

/** Answers a page of a list, bounded in bytes (readPage); throws a 400 for a bad filter, sort, time or cursor. */
export async function resourcePage<Query extends ListParameters>(
  list: ResourceList<Query>,
  query: Query,
  call: ListCall,
): Promise<PagePieces> {
  const { plural, route, from, item, fields, extra = {} } = list;
  const count = query.count === "exact" || list.count === true || call.walk?.isCounted === true;
  const limit = call.walk?.rows ?? parseLimit(query.limit, list.limitMax);
  const { team_id: teamId, team } = call.caller;
  const { cursors } = call.deps;
  const locale = listLocale(query.cursor, team.locale);
  const sort = parseSort(query.sort, fields, list.order ?? "created_at:desc", locale);
  const filter = JSON.stringify(boundTo(list, query));
  const scope = { teamId, route, sort: sort.text, order: sort.order, filter };
  const after =
    query.cursor === undefined ? undefined : cursors.decode(scope, query.cursor, sort.keys.length);
  const page = await readPage({ limit }, (size) => {
    const params = new Params();
    const where = [...list.where(params), ...conditions(list, query, team, params)];
    const statement = listStatement({ from, where, item, sort, after, size, count, extra }, params);
    return call.read<ListRow>(statement, list.plan ?? "custom");
  });
  const items = list.shown?.(page) ?? page.items;
  return pageJson(plural, { ...page, items }, { codec: cursors, scope });
}

/**
 * Everything of a query that decides which rows are listed, in an order of the list's own: a cursor is good for this.
 */
function boundTo<Query extends ListParameters>(list: ResourceList<Query>, query: Query): unknown[] {
  const own = filtersOf(list).map(([name]) => query[name]);
  return [query.q, query.updated_since, query.filter, ...own];
}

type Narrow<Query> = (value: NonNullable<Query[keyof Query]>, params: Params) => string;

/** The filters of a list; that each takes the values of its own parameter, ResourceList has made sure. */
function filtersOf<Query extends ListParameters>({ filters = {} }: ResourceList<Query>) {
  return Object.entries(filters) as unknown as [keyof Query, Narrow<Query>][];
}

function conditions<Query extends ListParameters>(
  list: ResourceList<Query>,
  query: Query,
  team: ListCall["caller"]["team"],
  params: Params,
): string[] {
  const { q, filter, updated_since: since } = query;
  const where: string[] = [];
  for (const [name, narrow] of filtersOf(list)) {
    const value = query[name];
    if (value != null) where.push(narrow(value, params));
  }
  if (q !== undefined) where.push(containsOne(list, q, params));
  if (since !== undefined) where.push(`${updatedAt(list)} >= ${params.addInstant(since)}`);
  if (filter !== undefined) where.push(compileFilter(filter, list.fields, params, team));
  return where;
}

function containsOne(
  { texts = [], sought = (q) => [q] }: Pick<ResourceList, "texts" | "sought">,
  q: string,
  params: Params,
): string {
  const contain = (text: string) =>
    typeof texts === "string" ? containsIndexed(texts, text, params) : containsAny(texts, text, params);
  return `(${sought(q).map(contain).join(" or ")})`;
}

function updatedAt({ updatedAt, fields }: Pick<ResourceList, "updatedAt" | "fields">): string {
  const sql = updatedAt ?? fields.get("updated_at")?.sql;
  if (sql === undefined) throw new Error("A list that takes updated_since says which time that is.");
  return sql;
}
