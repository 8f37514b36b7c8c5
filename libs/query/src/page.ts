import type { CursorCodec, CursorScope } from "./cursor.ts";
import { type ListRow, PAGE_BYTES_MAX, type PageSize } from "./list.ts";

/** One page of a list, no larger than a page may be. */
export interface ListPage extends Pick<ListRow, "last" | "total"> {
  /** JSON of its items, joined by commas. */
  items: Buffer;
}

/**
 * Reads a page of at most so many items. It ends early where its items would pass PAGE_BYTES_MAX, though not before the
 * first; the walk goes on after its last. `ask` runs the list's statement: once, and again with fewer items where
 * PostgreSQL left them out. What was written in between may make it less again, never more.
 */
export async function readPage<Row extends ListRow>(
  size: PageSize,
  ask: (size: PageSize) => Promise<readonly Row[]>,
): Promise<Row & ListPage> {
  let row = onlyRow(await ask(size));
  while (row.sizes !== null) row = onlyRow(await ask({ limit: fitting(row.sizes), isMeasured: true }));
  return { ...row, items: itemsOf(row) };
}

function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error("A list statement answers one row.");
  return row;
}

/** How many of the items, with a comma each, are a page: one at least. */
function fitting(sizes: readonly number[]): number {
  let bytes = 0;
  const beyond = sizes.findIndex((size) => (bytes += size + ",".length) > PAGE_BYTES_MAX);
  return beyond === -1 ? sizes.length : Math.max(1, beyond);
}

/** The item that begins the next page is cut off. */
function itemsOf({ items, following }: ListRow): Buffer {
  if (items === null) return nothing;
  return following === null ? items : items.subarray(0, items.length - following - ",".length);
}

const nothing = Buffer.alloc(0);

/** Items of a page, as a reply shows them. */
export interface ShownItems {
  items: Buffer;
  /** Number of items if only the first ones fit a page in this form, and their bytes. */
  ended?: { count: number; bytes: number };
}

/**
 * Reads a page whose items are larger when shown than when read. If they no longer fit, the page is read again with as
 * many items as fit, to know where the next page begins. Most pages fit and pay nothing for it. Shown items stay; an
 * item that was written in between is shown again, and may make the page smaller again.
 */
export async function shownPage(
  limit: number,
  read: (size: PageSize) => Promise<ListPage>,
  show: (items: Buffer) => Promise<ShownItems>,
): Promise<ListPage> {
  let page = await read({ limit });
  let { items, ended } = await show(page.items);
  while (ended !== undefined) {
    const shown = page.items.subarray(0, ended.bytes);
    page = await read({ limit: ended.count, isMeasured: true });
    if (page.items.equals(shown)) break;
    ({ items, ended } = await show(page.items));
  }
  return { ...page, items };
}

/** A page's JSON: up to its items, the items, and the rest. */
export type PagePieces = [head: Buffer, items: Buffer, tail: Buffer];

/** The reply of a list, in pieces. The items are not parsed on their way. */
export function pageJson(
  plural: string,
  { items, last, total }: ListPage,
  { codec, scope }: { codec: CursorCodec; scope: CursorScope },
): PagePieces {
  const next = last === null ? "null" : `"${codec.encode(scope, last)}"`;
  const counted = total === undefined ? "" : `,"total":${total}`;
  const head = Buffer.from(`{"${plural}":[`);
  const tail = Buffer.from(`],"next_cursor":${next},"has_more":${last !== null}${counted}}`);
  return [head, items, tail];
}
