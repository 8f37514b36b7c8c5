import { ROWS_OF_A_PAGE } from "../grid/window.ts";
import type { ListAt, ListRow, ReadRows } from "./list-of.ts";

/** So many items an answer has at most (limits.page). */
const ITEMS_MAX = 500;

/** A page of rows, and the cursor from which it was read; undefined for the first one. */
export interface RowPage extends ReadRows {
  after: string | undefined;
}

type Read = (at: Pick<ListAt, "limit" | "cursor" | "count">) => Promise<ReadRows>;

/** Reads so many rows from a cursor on; an answer may have fewer than were asked for (conventions.limit). */
export async function readRows(
  read: Read,
  after: string | undefined,
  count: number,
  first: Pick<ListAt, "count"> = {},
): Promise<RowPage> {
  const rows: ListRow[] = [];
  let next: string | null | undefined = after;
  let total: number | undefined;
  do {
    const limit = Math.min(count - rows.length, ITEMS_MAX);
    const page: ReadRows = await read({ limit, ...(next === undefined ? first : { cursor: next }) });
    rows.push(...page.rows);
    next = page.next;
    total ??= page.total;
  } while (rows.length < count && next !== null);
  return { rows, next, after, ...(total === undefined ? {} : { total }) };
}

/** A page that is known, before another one. */
export interface KnownPage {
  page: number;
  next: string | null;
}

/** Reads a page by the cursor of a page before it; of pages between them only the ends are of use. */
export async function pageAfter(read: Read, page: number, known: KnownPage): Promise<RowPage> {
  const skipped = (page - known.page - 1) * ROWS_OF_A_PAGE;
  let { next } = known;
  if (next !== null && skipped > 0) ({ next } = await readRows(read, next, skipped));
  if (next === null) return { rows: [], next: null, after: undefined };
  return readRows(read, next, ROWS_OF_A_PAGE);
}
