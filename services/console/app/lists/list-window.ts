import { useQueries, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { UNWANTED_MS, useFewPages } from "../grid/few-pages.ts";
import { ROWS_OF_A_PAGE, type Span } from "../grid/window.ts";
import { useSettled } from "../parts/settled.ts";
import type { ListRow, RowList } from "./list-of.ts";
import { pageAfter, readRows, type RowPage } from "./list-pages.ts";

/** How long the scroll position must stay before its rows are read. */
const PAUSE_MS = 80;

/** The loaded rows of a list, by their position. */
export interface ListWindow {
  /** How many rows there are; undefined until the first answer. */
  count: number | undefined;
  rowAt: (index: number) => ListRow | undefined;
  /** Reads the rows of a span, which need not be loaded. */
  read: (span: Span) => Promise<readonly ListRow[]>;
  /** Name of the list that the rows are of, which may be the former one until the first answer. */
  list: string;
  error: Error | null;
}

/** Reads the pages of rows that a grid wants, each after the one before it (console.lists). */
export function useListWindow(list: RowList, sort: string, wanted: readonly number[]): ListWindow {
  const client = useQueryClient();
  const source = new PageSource(client, list, sort);
  const before = useRef<PageSource>(undefined);
  const settled = useSettled(wanted.join(), PAUSE_MS);
  const pages = [...new Set([0, ...settled.split(",").map(Number)])].sort((one, other) => one - other);
  const reads = useQueries({
    queries: pages.map((page) => ({
      queryKey: source.keyOf(page),
      queryFn: () => source.page(page),
      // The rows of the same positions, while another order or filter is read.
      placeholderData: () => before.current?.cached(page),
      gcTime: UNWANTED_MS,
      ...(list.everyMs === undefined ? {} : { refetchInterval: list.everyMs }),
    })),
  });
  useFewPages(source.key, pages.length);
  useUnbroken(source, pages, reads);
  const first = reads[0];
  const isRead = first?.isPlaceholderData === false && first.data !== undefined;
  useEffect(() => {
    if (isRead) before.current = source;
  });
  const shown = isRead ? source : (before.current ?? source);
  const loaded = new Map(pages.map((page, at) => [page, reads[at]?.data?.rows]));
  return {
    count: first?.data?.total,
    rowAt: (index) => loaded.get(Math.floor(index / ROWS_OF_A_PAGE))?.[index % ROWS_OF_A_PAGE],
    read: (span) => shown.rowsIn(span),
    list: shown.name,
    error: reads.find(({ error }) => error !== null)?.error ?? null,
  };
}

/** The pages of a list in an order, and what is known of them. */
class PageSource {
  readonly key: readonly unknown[];
  readonly #client: QueryClient;
  readonly #list: RowList;
  readonly #sort: string;

  constructor(client: QueryClient, list: RowList, sort: string) {
    this.key = [...list.queryKey, "window", sort];
    this.#client = client;
    this.#list = list;
    this.#sort = sort;
  }

  get name(): string {
    return JSON.stringify(this.key);
  }

  keyOf(page: number): readonly unknown[] {
    return [...this.key, page];
  }

  cached(page: number): RowPage | undefined {
    return this.#client.getQueryData<RowPage>(this.keyOf(page));
  }

  /** Reads the page again, whose place has changed. */
  renew(page: number): void {
    void this.#client.invalidateQueries({ queryKey: this.keyOf(page), exact: true });
  }

  async page(page: number): Promise<RowPage> {
    const read = this.#read;
    return page === 0
      ? readRows(read, undefined, ROWS_OF_A_PAGE, { count: "exact" })
      : pageAfter(read, page, await this.#before(page));
  }

  async rowsIn({ first, last }: Span): Promise<readonly ListRow[]> {
    const { rows } = await readRows(this.#read, undefined, last + 1);
    return rows.slice(first);
  }

  readonly #read = (at: Parameters<RowList["read"]>[0]) =>
    this.#list.read({ ...at, ...(this.#sort === "" ? {} : { sort: this.#sort }) });

  /** Finds the nearest known page before another one; one that is under way is waited for. */
  async #before(page: number): Promise<{ page: number; next: string | null }> {
    for (let at = page - 1; at >= 0; at -= 1) {
      const state = this.#client.getQueryState<RowPage>(this.keyOf(at));
      if (state?.fetchStatus === "fetching") return { page: at, next: (await this.#fetched(at)).next };
      if (state?.data !== undefined && !state.isInvalidated) return { page: at, next: state.data.next };
    }
    return { page: 0, next: (await this.#fetched(0)).next };
  }

  #fetched(page: number): Promise<RowPage> {
    return this.#client.query({
      queryKey: this.keyOf(page),
      queryFn: () => this.page(page),
      gcTime: UNWANTED_MS,
    });
  }
}

/** Reads pages again that do not begin where the page before them ends, because rows have come or gone. */
function useUnbroken(
  source: PageSource,
  pages: readonly number[],
  reads: readonly { data: RowPage | undefined; isFetching: boolean; isPlaceholderData: boolean }[],
): void {
  const broken = pages.filter((page, at) => {
    const [former, own] = [reads[at - 1], reads[at]];
    if (pages[at - 1] !== page - 1 || former?.data === undefined || own?.data === undefined) return false;
    if ([former, own].some(({ isFetching, isPlaceholderData }) => isFetching || isPlaceholderData))
      return false;
    return (own.data.after ?? null) !== former.data.next;
  });
  const [first] = broken;
  useEffect(() => {
    if (first !== undefined) source.renew(first);
  });
}
