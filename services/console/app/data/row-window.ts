import { answered } from "@jst/client";
import { skipToken, useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api } from "../api.ts";
import { UNWANTED_MS, useFewPages } from "../grid/few-pages.ts";
import { ROWS_OF_A_PAGE } from "../grid/window.ts";
import { useSettled } from "../parts/settled.ts";
import { isExpanded } from "./cells.ts";
import type { Row, Table } from "./tables.ts";

/** How long the scroll position must stay before its rows are read. */
const PAUSE_MS = 80;
/** How often the drawn rows of a seen page are read again. */
const LIVE_MS = 5_000;

/** Rows of a table that are shown. */
export interface RowsShown {
  /** Text to find. */
  q: string;
  /** As the API takes it: amount:desc; empty for the order of the table. */
  sort: string;
  /** As the API takes it; undefined for every row. */
  filter: unknown;
}

/** The loaded rows of a table, by their position. */
export interface RowWindow {
  /** How many rows there are; undefined until the first answer. */
  count: number | undefined;
  /** A row by its position; undefined until it is loaded. */
  rowAt: (index: number) => Row | undefined;
  /** The loaded rows in their order. */
  rows: readonly Row[];
  /** Name of the search, filter and order that the rows are of, which may be the former one until the first answer. */
  list: string;
  error: Error | null;
}

/**
 * Reads the pages of rows that a grid wants, and the first one, which counts all rows (console.grid-window). As long as
 * the page is seen, they are read again every five seconds (console.grid-live).
 */
export function useRowWindow(
  table: Table,
  shown: RowsShown | undefined,
  wanted: readonly number[],
): RowWindow {
  const client = useQueryClient();
  const before = useRef<RowsShown>(undefined);
  const settled = useSettled(wanted.join(), PAUSE_MS);
  const pages = [...new Set([0, ...settled.split(",").map(Number)])].sort((one, other) => one - other);
  const reads = useQueries({
    queries: pages.map((page) => ({
      queryKey: ["rows", table.id, shown, page],
      queryFn: shown === undefined ? skipToken : () => pageOf(table, shown, page),
      // The rows of the same positions, while another order or filter is read.
      placeholderData: () => client.getQueryData<Page>(["rows", table.id, before.current, page]),
      gcTime: UNWANTED_MS,
      refetchInterval: LIVE_MS,
    })),
  });
  useFewPages(["rows", table.id], pages.length);
  const loaded = new Map(pages.map((page, at) => [page, reads[at]?.data?.rows]));
  const first = reads[0]?.data;
  const isRead = reads[0]?.isPlaceholderData === false && first !== undefined;
  useEffect(() => {
    if (isRead) before.current = shown;
  }, [isRead, shown]);
  return {
    count: first?.total,
    rowAt: (index) => loaded.get(Math.floor(index / ROWS_OF_A_PAGE))?.[index % ROWS_OF_A_PAGE],
    rows: [...loaded.values()].flatMap((rows) => rows ?? []),
    list: JSON.stringify(isRead ? shown : before.current),
    error: reads.find(({ error }) => error !== null)?.error ?? null,
  };
}

type Page = Awaited<ReturnType<typeof pageOf>>;

function pageOf(table: Table, shown: RowsShown, page: number) {
  const place = page === 0 ? { count: "exact" as const } : { skip: page * ROWS_OF_A_PAGE };
  const query = { limit: ROWS_OF_A_PAGE, computed: true, ...place, ...queryOf(shown), ...expanding(table) };
  const params = { path: { table_id: table.id }, query };
  return answered(api.GET("/api/v1/data/tables/{table_id}/rows", { params }));
}

/** So many columns an answer shows by what their cells name. */
const EXPANDED_MAX = 10;

/** Files and rows of others are shown by what they are called, not by their ids. */
export function expanding({ columns = [] }: Table) {
  const names = columns.filter(isExpanded).map(({ name }) => name);
  return names.length === 0 ? {} : { expand: names.slice(0, EXPANDED_MAX).join(",") };
}

/** Returns the parameters of a list by what it shows. */
export const queryOf = ({ q, sort, filter }: RowsShown) => ({
  ...(q === "" ? {} : { q }),
  // A spreadsheet goes on at its end.
  sort: sort === "" ? "created_at:asc" : sort,
  ...(filter === undefined ? {} : { filter: JSON.stringify(filter) }),
});
