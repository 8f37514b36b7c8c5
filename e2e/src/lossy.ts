import type { Page, Route } from "@jst/testing/browser";

/** State of a lossy network. */
export interface Lossy {
  /** Writes that were sent. */
  writes: number;
}

/**
 * Loses the answer of a page's first call of each address and of each second one after it, or of all writes. A lost
 * write is done, and a lost read is not. `answered` is called with the status of a write whose answer got lost.
 */
export async function lose(
  page: Page,
  which: "half" | "writes",
  answered: (status: number) => void = () => undefined,
): Promise<Lossy> {
  const calls = { writes: 0 };
  const sent = new Map<string, number>();
  await page.route("**/api/v1/**", async (route) => {
    const address = `${route.request().method()} ${route.request().url()}`;
    const isRead = address.startsWith("GET ");
    const before = sent.get(address) ?? 0;
    sent.set(address, before + 1);
    if (!isRead) calls.writes += 1;
    const isLost = which === "writes" ? !isRead : before % 2 === 0;
    if (!isLost) return route.continue();
    if (isRead) return route.abort();
    answered(await loseAnswer(route));
  });
  return calls;
}

/** Sends a call and loses its answer, whose status it tells. */
export async function loseAnswer(route: Route): Promise<number> {
  const headers = { ...(await route.request().allHeaders()), "sec-fetch-site": "same-origin" };
  const status = (await route.fetch({ headers })).status();
  await route.abort();
  return status;
}
