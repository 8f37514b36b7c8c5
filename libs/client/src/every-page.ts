/** Members of every list beside its items (conventions.cursor). */
interface Page {
  readonly next_cursor?: string | null;
}

/** Start of a page: spread into the query, it is empty for the first one. */
export type At = { cursor?: string };

/**
 * Every page of a list, one after another, each asked for when the one before was used:
 * everyPage((at) => answered(client.GET("/api/v1/contacts", { params: { query: { limit: 500, ...at } } }))).
 * What changes meanwhile is handled as conventions.cursor says.
 */
export async function* everyPage<P extends Page>(
  read: (at: At) => Promise<P>,
): AsyncGenerator<P, void, void> {
  let at: At = {};
  for (;;) {
    const page = await read(at);
    yield page;
    if (typeof page.next_cursor !== "string") return;
    at = { cursor: page.next_cursor };
  }
}
