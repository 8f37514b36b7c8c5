import type { Page } from "@jst/testing/browser";

/** Which texts of the pattern the page's scripts hold in memory, after garbage was collected. */
export async function heldIn(page: Page, pattern: RegExp): Promise<Set<string>> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  await session.detach();
  const { strings } = JSON.parse(chunks.join("")) as { strings: string[] };
  return new Set(strings.flatMap((text) => text.match(pattern) ?? []));
}
