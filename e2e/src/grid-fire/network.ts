import type { Dice } from "@jst/testing";
import type { Page, Route } from "@jst/testing/browser";
import assert from "node:assert/strict";

/** One write of the page, however often the page sends it: all its requests have the same key. */
export interface SentWrite {
  path: string;
  body: string;
  /** Ids of the changes that the server answered with. */
  changes: Set<string>;
  /** The last answer that the page got; undefined while it has none that is final. */
  answer: number | undefined;
  /** Place of that answer among all answers: a write that is tried again comes after later ones. */
  place: number;
  /** Body of the last answer, for a report. */
  reply: string;
}

/** Writes of a page in the order of their first requests, and how many answers got lost. */
export interface LossyNetwork {
  writes: readonly SentWrite[];
  lost: () => number;
}

const SERVER_ERROR = 500;

/** Loses so many of a hundred answers of the page to reads and writes of rows, which the server has done. */
export async function loseAnswers(page: Page, dice: Dice, percent: number): Promise<LossyNetwork> {
  const byKey = new Map<string, SentWrite>();
  const writes: SentWrite[] = [];
  let [lost, answered] = [0, 0];
  const handle = async (route: Route): Promise<void> => {
    const request = route.request();
    const isLost = dice.number(100) < percent;
    if (isLost) lost += 1;
    if (request.method() === "GET") return isLost ? route.abort() : route.continue();
    const sent = await request.allHeaders();
    const headers = { ...sent, "sec-fetch-site": "same-origin" };
    const key = sent["idempotency-key"] ?? "";
    assert.notEqual(key, "", "each write has a key");
    const write = byKey.get(key) ?? newWrite(request);
    if (!byKey.has(key)) writes.push(write);
    byKey.set(key, write);
    // A killed service breaks the connection.
    const response = await route.fetch({ headers }).catch(() => undefined);
    if (response === undefined) return route.abort();
    const change = response.headers()["x-changeset-id"];
    if (change !== undefined && response.ok()) write.changes.add(change);
    if (isLost) return route.abort();
    write.reply = await response.text();
    await route.fulfill({ response });
    if (response.status() >= SERVER_ERROR) return;
    [write.answer, write.place] = [response.status(), (answered += 1)];
  };
  await page.route(/\/api\/v1\/(?:data\/tables\/[^/]+\/rows|changesets\/[^/]+\/undo)/, handle);
  return { writes, lost: () => lost };
}

const newWrite = (request: ReturnType<Route["request"]>): SentWrite => ({
  ...{ path: new URL(request.url()).pathname, body: request.postData() ?? "" },
  ...{ changes: new Set(), answer: undefined, place: 0, reply: "" },
});
