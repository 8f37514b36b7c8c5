import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { send, type Answer } from "./http.ts";
import { consoleHeaders, type SignedIn } from "./sessions.ts";

/** Statuses that say that nobody knows whether it was done, or that it was not done now. */
const UNKNOWN = [429, 502, 503, 504];
const PAUSE_MS = 400;
const ANSWERED_MS = 120_000;

/** Hand that sends a request: a token, or a member who is signed in. */
export type HandOfRequest = string | SignedIn;

/** Sends a request below /api/v1 once, as the console does for a member. */
export function sendAs(
  hand: HandOfRequest,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const own =
    typeof hand === "string"
      ? { token: hand, headers }
      : { headers: { ...consoleHeaders(hand), ...headers } };
  return send({ method, path: `/api/v1/${path}`, ...own, ...(body !== undefined && { body }) });
}

let known = 0;
/** Number of answers that said what was done. */
export const answered = (): number => known;

/** Sends a request again and again until an answer says what was done. */
export async function sendUntilKnown(...request: Parameters<typeof sendAs>): Promise<Answer> {
  const answer = await until(`${request[1]} ${request[2]} is answered`, ANSWERED_MS, async () => {
    const found = await sendAs(...request).catch(() => undefined);
    if (found !== undefined && !UNKNOWN.includes(found.status)) return found;
    await delay(PAUSE_MS);
    return undefined;
  });
  known += 1;
  return answer;
}

/** Returns the body of a success. */
export async function done<Body>(...request: Parameters<typeof sendAs>): Promise<Body> {
  const answer = await sendUntilKnown(...request);
  assert.ok(answer.status < 300, `${request[1]} ${request[2]}: ${JSON.stringify(answer.body)}`);
  return answer.body as Body;
}

/** Returns all items of a list, page by page; the path may have a filter. */
export async function listAs<Item>(hand: HandOfRequest, path: string, plural: string): Promise<Item[]> {
  const items: Item[] = [];
  const first = `${path}${path.includes("?") ? "&" : "?"}limit=200`;
  for (let cursor = ""; ;) {
    const page = await done<Record<string, unknown>>(hand, "GET", `${first}${cursor}`);
    items.push(...(page[plural] as Item[]));
    if (page["has_more"] !== true) return items;
    cursor = `&cursor=${String(page["next_cursor"])}`;
  }
}

/** Returns the id of the member who is signed in. */
export async function memberIdOf(member: SignedIn): Promise<string> {
  return (await done<{ member: { id: string } }>(member, "GET", "session")).member.id;
}

/** Does work on each item, some at a time. */
export async function eachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, at: number) => Promise<void>,
): Promise<void> {
  const entries = items.entries();
  const lane = async () => {
    for (const [at, item] of entries) await work(item, at);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
