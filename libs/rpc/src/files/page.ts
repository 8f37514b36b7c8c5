import type { Item } from "@jst/tabular";

/** One page of a walk through a list. */
export interface Page {
  items: readonly Item[];
  /** Number of all items; undefined of a list that does not count them. */
  total: number | undefined;
  /** Reads the next page; undefined behind the last one. */
  next: (() => Promise<Page>) | undefined;
}

/** Counts the items by a walk. */
export async function countedByWalk(first: Page): Promise<number> {
  let count = first.items.length;
  for (let { next } = first; next !== undefined;) {
    const page = await next();
    count += page.items.length;
    ({ next } = page);
  }
  return count;
}

/**
 * Yields the first `count` items of a list, page by page; the next page is read while the reader takes the present one.
 * Throws if the list ends before: a file that lacks items is cut.
 */
export async function* pagesOf(first: Page, count: number): AsyncGenerator<readonly Item[]> {
  let left = count;
  let page: Page | undefined = first;
  while (left > 0 && page !== undefined) {
    const items: readonly Item[] = page.items.slice(0, left);
    left -= items.length;
    const following: Promise<Page> | undefined = left === 0 ? undefined : page.next?.();
    // The reader may end before it waits for this page.
    following?.catch(() => undefined);
    if (items.length > 0) yield items;
    page = await following;
  }
  if (left > 0) throw new Error(`The list ended ${left} items before its count.`);
}
