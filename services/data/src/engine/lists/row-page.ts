import type { Statement } from "@jst/db";
import {
  type CursorCodec,
  type CursorScope,
  listLocale,
  type ListPage,
  type ListRow,
  listStatement,
  pageJson,
  type PagePieces,
  type PageSize,
  Params,
  parseLimit,
  readPage,
  shownPage,
} from "@jst/query";
import type { Call } from "@jst/rpc";
import type { ListRowsQuery } from "../../../gen/rpc.ts";
import {
  areCurrent,
  type ExpandDeps,
  expandedColumns,
  type Expansion,
  expansionsOf,
  staleSchemas,
  tablesOf,
} from "../rows/expand.ts";
import { hasOrder } from "../indexes/index-names.ts";
import type { IndexWishes } from "../indexes/index-wishes.ts";
import type { TableSchema } from "../schema/schema.ts";
import { formatSql } from "../views/formats.ts";
import { ofView, type ViewQuery } from "../views/view-query.ts";
import { computeRows } from "../formulas/computed.ts";
import { type TeamViewpoint, viewpointOf } from "../formulas/viewpoint.ts";
import type { Join } from "../formulas/formula-scan.ts";
import { heavinessOf, notePage, withHeavySlot } from "./heavy-lists.ts";
import { withListSlot, joinFormulas, type PagePlace } from "./list-formulas.ts";
import { type ListTime, listTime } from "./list-time.ts";
import { type PagePlan, pagePlan } from "./page-plans.ts";
import { type AskedList, conditions, requireOnePlace, skipped, sortOf } from "./row-conditions.ts";
import { plainOrder, relationOrder } from "./relation-order.ts";
import { shownRow } from "../rows/shown-row.ts";
import { listedRows } from "../rows/shown-rows.ts";
import { textWork } from "./text-work.ts";

/** Dependencies of calls that list rows. */
export interface ListDeps extends ExpandDeps {
  cursors: CursorCodec;
  wishes: IndexWishes;
  /** Milliseconds that the statements of a list may look through texts. */
  lookingMs: number;
}

/**
 * One page of a table's rows, filtered, sorted and paged in one statement that also checks the remembered columns. A
 * view adds its filter, and its order where the caller asks for none. Formulas that decide which rows stand where are
 * evaluated before.
 */
export async function rowPage(
  call: Call<ListDeps>,
  schema: TableSchema,
  query: ListRowsQuery,
  view?: ViewQuery,
): Promise<PagePieces> {
  const { cursors } = call.deps;
  const list = await orderedList(call, askedList(call, schema, query, view));
  const plan = pagePlan(list);
  const { sort, scope, formulas, sought } = plan;
  const expansions = await expansionsOf(call, schema, query);
  const isMoment = formulas?.decideRows === true;
  const start = startOf(call, scope, query.cursor, sort.keys.length, isMoment);
  const { nowMs } = start;
  const time = listTime(call, sought, list.order.joined !== undefined);
  const read = (size: PageSize) =>
    readRows(call, { list, plan, place: { sort, size, after: start.after }, expansions, nowMs, time });
  let viewpoint: TeamViewpoint | undefined;
  const limit = call.walk?.rows ?? parseLimit(query.limit);
  const shown = () =>
    shownPage(limit, read, (items) => {
      viewpoint ??= viewpointOf(call.caller, start.nowMs);
      return computeRows(items, schema, { ...query, expansions }, viewpoint);
    });
  const textBytes = sought.length === 0 ? 0 : await textSearch(call, list, plan);
  // Lists that formulas decide have slots already, and so has a file.
  const hasSlot = formulas !== undefined || call.walk !== undefined;
  const heaviness = hasSlot ? undefined : heavinessOf(list, textBytes);
  const page = await (heaviness === undefined ? shown() : withHeavySlot(call, heaviness, time, shown));
  if (call.walk === undefined) notePage(schema, query, page.items.length);
  if (sought.length === 0) wish(call, list, plan);
  const last = isMoment && page.last !== null ? [...page.last, String(start.nowMs)] : page.last;
  return pageJson("rows", { ...page, last }, { codec: cursors, scope });
}

/**
 * Bytes of text that the list looks through. A search that is refused wishes for indexes too, once its filters are
 * found to compile: with them it is possible.
 */
function textSearch(call: Call<ListDeps>, list: AskedList, plan: PagePlan): Promise<number> {
  conditions(list, new Params());
  wish(call, list, plan);
  return textWork(call, list.schema, plan.sought);
}

function wish(
  { deps }: Call<ListDeps>,
  { teamId, schema, query }: AskedList,
  { sort, filters }: PagePlan,
): void {
  const { q, updated_since: updatedSince } = query;
  deps.wishes.note(teamId, schema, { sort, filters, q, updatedSince, isOfDeleted: query.deleted === "only" });
}

/** Parts of the query that reads one page of a list. */
interface PageRead {
  list: AskedList;
  plan: PagePlan;
  place: PagePlace;
  expansions: readonly Expansion[];
  nowMs: number;
  time: ListTime;
}

/** The rows of a page, without what formulas show of them. */
async function readRows(
  call: Call<ListDeps>,
  { list, plan, place, expansions, nowMs, time }: PageRead,
): Promise<ListPage> {
  const { formulas, mode } = plan;
  const page =
    formulas === undefined
      ? await readPage(place.size, (size) =>
          call.read<RowsPage>(plannedStatement(list, plan, { ...place, size }, expansions), mode, {
            withinMs: time.leftMs(),
            running: time.running,
          }),
        )
      : await withListSlot(call, formulas, time, async (read) => {
          const join = await joinFormulas(read, list, formulas, place, viewpointOf(call.caller, nowMs));
          return readPage(place.size, (size) =>
            read<RowsPage>(statementOf(list, { ...place, size }, expansions, join)),
          );
        });
  if (page.schema_version !== list.schema.version) throw staleSchemas(othersOf(list, expansions));
  return page;
}

/** The statement of a page without formulas that decide rows; that of a first page not yet measured is written once. */
function plannedStatement(
  list: AskedList,
  plan: PagePlan,
  place: PagePlace,
  expansions: readonly Expansion[],
): Statement {
  const { cursor } = list.query;
  const isFirst = place.size.isMeasured !== true && cursor === undefined && skipped(list.query) === 0;
  if (!isFirst || !plan.isRemembered || expansions.length > 0)
    return statementOf(list, place, expansions, undefined);
  plan.first ??= statementOf(list, place, expansions, undefined);
  return plan.first;
}

interface RowsPage extends ListRow {
  schema_version: number | null;
}

/**
 * Where a page starts. A list whose rows formulas decide is that of one moment, which its cursor carries: otherwise
 * NOW() would move rows from page to page.
 */
function startOf(
  { deps: { cursors } }: Call<ListDeps>,
  scope: CursorScope,
  cursor: string | undefined,
  keys: number,
  isMoment: boolean,
) {
  if (cursor === undefined) return { after: undefined, nowMs: Date.now() };
  const values = cursors.decode(scope, cursor, isMoment ? keys + 1 : keys);
  return { after: values.slice(0, keys), nowMs: isMoment ? Number(values[keys]) : Date.now() };
}

function statementOf(
  list: AskedList,
  { sort, size, after }: PagePlace,
  expansions: readonly Expansion[],
  join: Join | undefined,
): Statement {
  const { query, schema, view } = list;
  const rows = listedRows(schema, query);
  const params = new Params();
  const where = conditions(list, params);
  const tail =
    view === undefined ? undefined : ofView(view, () => formatSql(view.formats, schema, params, list));
  const isExpanded = expansions.length > 0;
  // A view may add values of formulas, which stand beside the row while it is listed.
  const shape = { ...query, tail: isExpanded && tail !== undefined ? "r.tail" : tail, expansions };
  const item = shownRow(schema, shape, params);
  return listStatement(
    {
      joined: list.order.joined,
      from: join === undefined ? rows : `${rows} ${join(params)}`,
      where,
      item,
      madeOf: isExpanded ? `r.*, ${tail ?? "''"} as tail` : undefined,
      sort,
      size,
      after,
      skip: skipped(query) === 0 ? undefined : { rows: skipped(query), id: "r.id" },
      count: query.count === "exact",
      isIndexed: schema.storage.isPromoted && join === undefined && list.order.joined === undefined,
      isIndexedNow: hasOrder(schema, sort),
      extra: {
        schema_version: `(select t.schema_version from data.tables t
          where t.team_id = $1 and t.id = $2 and ${areCurrent(othersOf(list, expansions), "$1", params)})`,
      },
    },
    params,
  );
}

/**
 * Refuses what the caller's own filter, sort and since would be refused for, before a view is looked for
 * (conventions.refusal-order).
 */
export function requireQuery(query: ListRowsQuery, schema: TableSchema, call: Call<ListDeps>): void {
  const list = askedList(call, schema, query, undefined);
  sortOf(list);
  parseLimit(query.limit);
  expandedColumns(schema, query);
  conditions(list, new Params());
}

function askedList(
  { caller }: Call<ListDeps>,
  schema: TableSchema,
  query: ListRowsQuery,
  view: ViewQuery | undefined,
): AskedList {
  requireOnePlace(query);
  const { timezone, country, locale: order } = caller.team;
  const locale = listLocale(query.cursor, order);
  return {
    teamId: caller.team_id,
    timezone,
    country,
    locale,
    schema,
    query,
    view,
    order: plainOrder(schema),
  };
}

/** Adds the order by names of other rows; a list that goes on by bytes goes on by ids (conventions.relation-order). */
async function orderedList(call: Call<ListDeps>, list: AskedList): Promise<AskedList> {
  const { schema, query, view, locale } = list;
  if (locale === undefined) return list;
  return { ...list, order: await relationOrder(call, schema, query.sort ?? view?.sort) };
}

/** The other tables that the list relies on what is remembered of. */
function othersOf({ order }: AskedList, expansions: readonly Expansion[]): TableSchema[] {
  return [...tablesOf(expansions), ...order.targets];
}
