import type { Row, Statement } from "@jst/db";
import { afterRow, orderBy, partsAfterRow } from "./keyset.ts";
import type { Params } from "./params.ts";
import type { Sort, SortKey } from "./sort.ts";

/** One list as SQL. Every text in it was written by the service or by this library; callers' values are parameters. */
export interface ListQuery {
  /** Table and alias, such as `crm.contacts c`. */
  from: string;
  /** Joins to it, for the order alone: each leaves one row a row, so a count goes without them. */
  joined?: string | undefined;
  /** Conditions all of which hold; the first repeats the team (the planner cannot see into the policy). */
  where: readonly string[];
  /** Expression of type json or text: one item as JSON. */
  item: string;
  /**
   * For items that are far larger than their rows: the columns, under alias `r`, that `item` is made of. The page's
   * rows are chosen by themselves then, and their items made one after the other, no further than a page holds.
   */
  madeOf?: string | undefined;
  sort: Sort;
  size: PageSize;
  /** Keys of the row after which the page starts. */
  after?: readonly (string | null)[] | undefined;
  /** Number of rows to leave out before the page, and SQL for the id by which a row is found again. */
  skip?: { rows: number; id: string } | undefined;
  /** Also count every row of the list (`count=exact`). */
  count?: boolean;
  /**
   * True when an index may hold the rows in the order of the sort: a key that may be null is then read in two parts.
   */
  isIndexed?: boolean;
  /**
   * SQL that tells, when it runs, whether there is that index for a sort by several fields; absent, there always is.
   */
  isIndexedNow?: string | undefined;
  /** Further columns of the one reply row, name -> scalar expression. */
  extra?: Record<string, string>;
}

/** How much one page holds. */
export interface PageSize {
  /** Items at most. */
  limit: number;
  /** True when so many items were found to fit: all of them are gathered then, however large. */
  isMeasured?: boolean;
}

/** Bytes of a page's items with their commas; one item alone may have more. */
export const PAGE_BYTES_MAX = 4 * 1024 * 1024;
/**
 * Bytes that PostgreSQL gathers at most for a page that was not measured: its items may be hundreds of times as much.
 */
const GATHERED_BYTES_MAX = 4 * PAGE_BYTES_MAX;

/** The one row a list statement answers. */
export interface ListRow extends Row {
  /**
   * JSON of the items, joined by commas, the one that begins the next page included; null without any. Passed through.
   */
  items: Buffer | null;
  /** Bytes of each item in place of the items, if they may exceed a page: the page is then read again. */
  sizes: number[] | null;
  /** Bytes of that one; null when nothing follows. */
  following: number | null;
  /** Keys of the last item; null when none follows it. */
  last: (string | null)[] | null;
  /** Only with `count`; PostgreSQL's bigint arrives as text. */
  total?: string;
}

/**
 * Builds one statement for one page: items as JSON text, whether more follow and the keys to go on from. The inner
 * limit keeps the sort bounded, and aggregates take its rows in its order; keys become text only for the page's last
 * row. The page size stands in the text: a generic plan that does not know it prepares for a tenth of the table.
 * string_agg copies the text of an item once; an array of items that is cut and joined copies it six times. So
 * readPage, which alone runs this statement, cuts off the item too many. A page that would be too large comes without
 * its items. Checking the size of all items costs an ordinary page a few percent; a running sum would cost it more.
 */
export function listStatement(query: ListQuery, params: Params): Statement {
  const { from, madeOf } = query;
  const base = query.where.join("\n    and ");
  const rows = query.skip === undefined ? pageRows(query, params) : rowsBehind(query.skip, query, params);
  const extra = Object.entries(query.extra ?? {}).map(([name, sql]) => `,\n  ${sql} as ${name}`);
  if (query.count === true) extra.push(`,\n  (select count(*) from ${from} where ${base}) as total`);
  const text =
    madeOf === undefined ? pageText(query, rows, extra.join("")) : madePageText(query, rows, extra.join(""));
  return { text, values: params.values, bytes: "items" };
}

/** The items are made with their rows. */
function pageText({ sort, size }: ListQuery, rows: string, extra: string): string {
  const { limit } = size;
  const last = sort.keys.map((_, index) => `(array_agg(p.k${index}))[${limit}]::text`);
  const { items, fits } = bounded(size);
  return `select
  case when ${fits} then ${items} end as items,
  case when not (${fits}) then ${SIZES} end as sizes,
  (${SIZES})[${limit + 1}] as following,
  case when count(*) > ${limit} then array[${last.join(", ")}] end as last${extra}
from (
${rows}
) p`;
}

/**
 * Makes the items one after the other until they exceed the size of a page, and skips the item too many. At most one
 * item is made in vain. The result is the page itself, so nothing is read again. The offset keeps the planner from
 * making each item twice.
 */
function madePageText({ sort, size, item }: ListQuery, rows: string, extra: string): string {
  const last = sort.keys.map((_, index) => `l.k${index}::text`);
  return `with recursive listed as materialized (
  select row_number() over () as place, p.* from (
${rows}
  ) p
), made (place, item, bytes) as (
  select 0::bigint, null::text, 0::bigint
  union all
  select r.place, i.item, m.bytes + octet_length(i.item) + ${",".length}
  from made m
  join listed r on r.place = m.place + 1
  cross join lateral (select (${item})::text as item offset 0) i
  where m.place < ${size.limit} and m.bytes < ${PAGE_BYTES_MAX}
)
select s.items, null::integer[] as sizes, null::integer as following,
  (select array[${last.join(", ")}] from listed l
    where l.place = s.place and l.place < (select count(*) from listed)) as last${extra}
from (
  select max(m.place) as place, string_agg(m.item, ',') as items
  from made m where m.place = 1 or (m.place > 1 and m.bytes <= ${PAGE_BYTES_MAX})
) s`;
}

const SIZES = "array_agg(octet_length(p.item))";

/** SQL for the items, and for whether these are all of them and no more than a page holds. One item always fits. */
function bounded({ limit, isMeasured = false }: PageSize): { items: string; fits: string } {
  if (limit === 1) return { items: "string_agg(p.item, ',')", fits: "true" };
  const largest = Math.floor(GATHERED_BYTES_MAX / limit);
  const items = `string_agg(p.item, ',')${isMeasured ? "" : ` filter (where octet_length(p.item) <= ${largest})`}`;
  const areAll = isMeasured ? "" : `${largest} >= all (${SIZES}) and `;
  const bytes = `octet_length(${items}) - coalesce((${SIZES})[${limit + 1}], 0)`;
  return { items, fits: `${areAll}${bytes} <= ${PAGE_BYTES_MAX}` };
}

/** SQL for the page's rows and one more, in their order, after so many others. */
function pageRows(query: ListQuery, params: Params, skipped?: string): string {
  const most = query.size.limit + 1;
  const [ofPart, ofPage] =
    skipped === undefined
      ? [String(most), String(most)]
      : [`${skipped} + ${most}`, `${most} offset ${skipped}`];
  const parts = query.isIndexed === true ? inParts(query, params) : [inOrder(query, query.sort.keys, params)];
  if (parts.length === 1) return `${parts.join("")}\n  limit ${ofPage}`;
  return `(${parts.join(`\n  limit ${ofPart})\n union all\n(`)}\n  limit ${ofPart})\n limit ${ofPage}`;
}

/**
 * The same of a page behind skipped rows, which are only counted: their items are not made, nor sorted. The number is a
 * parameter, because each window of a grid has another. The inner limit leaves no other join than one row after the
 * other.
 */
function rowsBehind({ rows, id }: { rows: number; id: string }, query: ListQuery, params: Params): string {
  const places = pageRows({ ...query, madeOf: `${id} as id` }, params, params.add(rows, "bigint"));
  const keys = query.sort.keys.map((_, index) => `chosen.k${index}`);
  return `select i.*, ${keys.join(", ")}
  from (select row_number() over () as place, p.* from (
${places}
  ) p) chosen
  cross join lateral (
    select ${itemColumns(query)} from ${query.from}
    where ${[...query.where, `${id} = chosen.id`].join("\n      and ")}
    limit 1
  ) i
  order by chosen.place`;
}

function itemColumns({ madeOf, item }: ListQuery): string {
  return madeOf ?? `(${item})::text as item`;
}

/** The rows of a list, or of a part of it, in their order. */
function inOrder(
  query: ListQuery,
  keys: readonly SortKey[],
  params: Params,
  part: { where: readonly string[]; order: readonly SortKey[] } = { where: [], order: keys },
): string {
  const { sort, after } = query;
  // The keys that are left of the whole order are its last ones.
  const values = after?.slice(sort.keys.length - keys.length);
  const where = [
    ...query.where,
    ...part.where,
    ...(values === undefined ? [] : [afterRow(keys, values, params)]),
  ];
  const columns = sort.keys.map((key, index) => `${shownKey(key)} as k${index}`);
  return `select ${itemColumns(query)}, ${columns.join(", ")}
  from ${[query.from, ...(query.joined === undefined ? [] : [query.joined])].join("\n  ")}
  where ${where.join("\n    and ")}
  order by ${orderBy(part.order)}`;
}

/** A key as it is gathered: lists of several lengths make no array. */
function shownKey({ sql, type }: SortKey): string {
  return type.endsWith("[]") ? `(${sql})::text` : sql;
}

/**
 * Splits the page into parts that an index in its order has in one piece each. PostgreSQL takes the parts of UNION ALL
 * one after the other: each has a limit, so none can be left to a parallel worker. It does not begin a part when those
 * before it fill the page. With one key, the parts are the rows with a value, then those where it is null. An index
 * serves both directions, but has nulls last in one alone. With more keys, the index is in the whole order, so only the
 * rows after a given row are in parts. Without an index no part begins, because each would read the whole table.
 */
function inParts(query: ListQuery, params: Params): string[] {
  const { sort, after } = query;
  const [first, ...rest] = sort.keys;
  if (after !== undefined && rest.length > 1) {
    const isThere = query.isIndexedNow === undefined ? [] : [query.isIndexedNow];
    const parts = partsAfterRow(sort.keys, after, params).map((part) =>
      inOrder({ ...query, after: undefined }, sort.keys, params, {
        where: [...isThere, part],
        order: sort.keys,
      }),
    );
    const whole = isThere.map((now) =>
      inOrder(query, sort.keys, params, { where: [`not (${now})`], order: sort.keys }),
    );
    return [...parts, ...whole];
  }
  if (first === undefined || first.notNull || rest.length !== 1) return [inOrder(query, sort.keys, params)];
  const filled = [{ ...first, notNull: true }, ...rest];
  // Ordered by the key too, though it is always null: so the planner sees that the index has the order.
  const nulls = (part: ListQuery) =>
    inOrder(part, rest, params, { where: [`${first.sql} is null`], order: filled });
  if (after?.[0] === null) return [nulls(query)];
  return [
    inOrder(query, filled, params, { where: [`${first.sql} is not null`], order: filled }),
    nulls({ ...query, after: undefined }),
  ];
}
