import type { Row, Statement } from "@jst/db";
import type { CursorCodec, CursorScope } from "./cursor.ts";
import { afterRow, orderBy } from "./keyset.ts";
import type { Params } from "./params.ts";
import type { Sort, SortKey } from "./sort.ts";

/** One list as SQL. Every text in it was written by the service or by this library; callers' values are parameters. */
export interface ListQuery {
  /** Table and alias, such as `crm.contacts c`. */
  from: string;
  /** Conditions all of which hold; the first repeats the team (the planner cannot see into the policy). */
  where: readonly string[];
  /** Expression of type json or text: one item as JSON. */
  item: string;
  sort: Sort;
  /** Items of the page. */
  limit: number;
  /** Keys of the row after which the page starts. */
  after?: readonly (string | null)[] | undefined;
  /** Also count every row of the list (`count=exact`). */
  count?: boolean;
  /** True when an index may hold the rows in the order of the sort: a key that may be null is then read in two parts. */
  isIndexed?: boolean;
  /** Further columns of the one reply row, name -> scalar expression. */
  extra?: Record<string, string>;
}

/** The one row a list statement answers. */
export interface ListRow extends Row {
  /** JSON of the items, joined by commas, the one that begins the next page included; null without any. Passed through. */
  items: Buffer | null;
  /** Bytes of that one; null when nothing follows. */
  following: number | null;
  /** Keys of the last item; null when none follows it. */
  last: (string | null)[] | null;
  /** Only with `count`; PostgreSQL's bigint arrives as text. */
  total?: string;
}

/**
 * One statement for one page: items as JSON text, whether more follow and the keys to go on from. The inner limit keeps
 * the sort bounded, and aggregates take its rows in its order; keys become text only for the page's last row. The page
 * size stands in the text: a generic plan that does not know it prepares for a tenth of the table. string_agg copies the
 * text of an item once, an array of them that is cut and joined six times: so the item too many is cut off by itemsOf.
 */
export function listStatement(query: ListQuery, params: Params): Statement {
  const { limit, sort, from } = query;
  const base = query.where.join("\n    and ");
  const rows = query.isIndexed === true ? inParts(query, params) : [inOrder(query, sort.keys, params)];
  const extra = Object.entries(query.extra ?? {}).map(([name, sql]) => `,\n  ${sql} as ${name}`);
  if (query.count === true) extra.push(`,\n  (select count(*) from ${from} where ${base}) as total`);
  const last = sort.keys.map((_, index) => `(array_agg(p.k${index}))[${limit}]::text`);
  const text = `select
  string_agg(p.item, ',') as items,
  (array_agg(octet_length(p.item)))[${limit + 1}] as following,
  case when count(*) > ${limit} then array[${last.join(", ")}] end as last${extra.join("")}
from (
${rows.length === 1 ? rows[0] : `(${rows.join(")\n union all\n(")})\n limit ${limit + 1}`}
) p`;
  return { text, values: params.values, bytes: "items" };
}

/** The page's rows and one more, in their order. */
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
  const columns = sort.keys.map(({ sql }, index) => `${sql} as k${index}`);
  return `select (${query.item})::text as item, ${columns.join(", ")}
  from ${query.from}
  where ${where.join("\n    and ")}
  order by ${orderBy(part.order)}
  limit ${query.limit + 1}`;
}

/**
 * The rows whose first key has a value, then those where it is null: an index holds each part in its order, but not nulls
 * last in both directions. PostgreSQL takes the parts of UNION ALL one after the other, as none of them, having a limit,
 * can be left to a parallel worker; it does not begin the second when the first fills the page.
 */
function inParts(query: ListQuery, params: Params): string[] {
  const { sort, after } = query;
  const [first, ...rest] = sort.keys;
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

/** JSON of the page's items, without the brackets of their array. */
export function itemsOf({ items, following }: Pick<ListRow, "items" | "following">): Buffer {
  if (items === null) return nothing;
  return following === null ? items : items.subarray(0, items.length - following - ",".length);
}

const nothing = Buffer.alloc(0);

/** A page's JSON: up to its items, the items, and the rest. */
export type PagePieces = [head: Buffer, items: Buffer, tail: Buffer];

/** The reply of a list, in pieces. The items are not parsed on their way; `items` takes the place of the page's own. */
export function pageJson(
  plural: string,
  row: ListRow,
  { codec, scope, items = itemsOf(row) }: { codec: CursorCodec; scope: CursorScope; items?: Buffer },
): PagePieces {
  const next = row.last !== null ? `"${codec.encode(scope, row.last)}"` : "null";
  const total = row.total === undefined ? "" : `,"total":${row.total}`;
  const head = Buffer.from(`{"${plural}":[`);
  const tail = Buffer.from(`],"next_cursor":${next},"has_more":${row.following !== null}${total}}`);
  return [head, items, tail];
}
