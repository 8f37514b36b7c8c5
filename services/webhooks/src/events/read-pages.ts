import { LRUCache } from "lru-cache";
import type { AskedPage } from "./queries.ts";

/** A page as it was answered. */
export interface ReadPage {
  version: number;
  /** The reply's JSON in pieces. */
  body: readonly Buffer[];
}

/** Memory that a process uses for cached pages. */
const keptBytesMax = 32 * 1024 * 1024;
/** A smaller page is read again as fast as it is looked up. */
const pageBytesMin = 16 * 1024;

/**
 * Cache of recently read pages of the feed. Several consumers follow one feed, and read the same pages one after the
 * other. A page comes from the cache once the database has confirmed that none of its rows has changed.
 */
export class ReadPages {
  readonly #pages = new LRUCache<string, ReadPage>({
    maxSize: keptBytesMax,
    sizeCalculation: ({ body }) => bytesOf(body),
  });

  get(asked: AskedPage): ReadPage | undefined {
    return this.#pages.get(keyOf(asked));
  }

  set(asked: AskedPage, page: ReadPage): void {
    if (bytesOf(page.body) >= pageBytesMin) this.#pages.set(keyOf(asked), page);
  }
}

function keyOf({ teamId, after, endpoint, limit, hidden }: AskedPage): string {
  return [teamId, endpoint, ...after, limit, ...hidden].join(" ");
}

function bytesOf(body: readonly Buffer[]): number {
  return body.reduce((sum, { length }) => sum + length, 0);
}
