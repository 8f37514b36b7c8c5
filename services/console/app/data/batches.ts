/** So many rows one request writes (limits.batch), and so many bytes of their cells, below limits.body. */
const BATCH = { rows: 500, bytes: 3 * 1024 * 1024 } as const;

/** Splits items for requests: at most 500 each, and at most 3 MiB as JSON unless one alone is larger. */
export function batchesOf<T>(items: readonly T[], bodyOf: (item: T) => unknown): T[][] {
  const batches: T[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = new TextEncoder().encode(JSON.stringify(bodyOf(item))).length;
    const last = batches.at(-1);
    if (last === undefined || last.length === BATCH.rows || bytes + size > BATCH.bytes) {
      batches.push([item]);
      bytes = size;
    } else {
      last.push(item);
      bytes += size;
    }
  }
  return batches;
}
