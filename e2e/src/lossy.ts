import type { Page, Route } from "@jst/testing/browser";

/** State of a lossy network. */
export interface Lossy {
  /** Writes that were sent. */
  writes: number;
}

/**
 * Loses the answer of a page's first call, and of each second one after it, or of all of them; writes get there, and
 * reads do not. `answered` tells what the API said to a write whose answer got lost.
 */
export async function lose(
  page: Page,
  which: "half" | "writes",
  answered: (status: number) => void = () => undefined,
): Promise<Lossy> {
  const calls = { reads: 0, writes: 0 };
  await page.route("**/api/v1/**", async (route) => {
    const isRead = route.request().method() === "GET";
    calls[isRead ? "reads" : "writes"] += 1;
    const isLost = which === "writes" ? !isRead : (isRead ? calls.reads : calls.writes) % 2 === 1;
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
