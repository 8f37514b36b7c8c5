import type { Row, Statement } from "@jst/db";
import type { CursorCodec, CursorScope } from "./cursor.ts";
import { afterRow, orderBy } from "./keyset.ts";
import type { Params } from "./params.ts";
import type { Sort } from "./sort.ts";

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
  /** Further columns of the one reply row, name -> scalar expression. */
  extra?: Record<string, string>;
}

/** The one row a list statement answers. */
export interface ListRow extends Row {
  /** JSON text of the array, passed through. */
  items: string;
  has_more: boolean;
  /** Keys of the last item; null when none follows it. */
  last: (string | null)[] | null;
  /** Only with `count`; PostgreSQL's bigint arrives as text. */
  total?: string;
}

/**
 * One statement for one page: items as JSON text, whether more follow and the keys to go on from. The inner limit keeps
 * the sort bounded, and aggregates take its rows in its order; keys become text only for the page's last row. The page
 * size stands in the text: a generic plan that does not know it prepares for a tenth of the table.
 */
export function listStatement(query: ListQuery, params: Params): Statement {
  const { limit, sort, from } = query;
  const base = query.where.join("\n    and ");
  const paged =
    query.after === undefined ? base : `${base}\n    and ${afterRow(sort.keys, query.after, params)}`;
  const extra = Object.entries(query.extra ?? {}).map(([name, sql]) => `,\n  ${sql} as ${name}`);
  if (query.count === true) extra.push(`,\n  (select count(*) from ${from} where ${base}) as total`);
  const last = sort.keys.map((_, index) => `(array_agg(p.k${index}))[${limit}]::text`);
  const text = `select
  '[' || coalesce(array_to_string((array_agg(p.item))[1:${limit}], ','), '') || ']' as items,
  count(*) > ${limit} as has_more,
  case when count(*) > ${limit} then array[${last.join(", ")}] end as last${extra.join("")}
from (
  select (${query.item})::text as item, ${sort.keys.map(({ sql }, index) => `${sql} as k${index}`).join(", ")}
  from ${from}
  where ${paged}
  order by ${orderBy(sort.keys)}
  limit ${limit + 1}
) p`;
  return { text, values: params.values };
}

/** The reply text of a list: the items are not parsed on their way. */
export function pageText(plural: string, row: ListRow, codec: CursorCodec, scope: CursorScope): string {
  const next = row.last !== null ? `"${codec.encode(scope, row.last)}"` : "null";
  const total = row.total === undefined ? "" : `,"total":${row.total}`;
  return `{"${plural}":${row.items},"next_cursor":${next},"has_more":${row.has_more}${total}}`;
}
