import type { Dice } from "@jst/testing";
import type { Page, Route } from "@jst/testing/browser";
import assert from "node:assert/strict";

/** One write of the page: all its requests have the same key. An undo that is pressed again is another write. */
export interface SentWrite {
  path: string;
  body: string;
  /** Requests to which the page got no final answer. */
  unanswered: number;
  /** Whether all answers to it get lost. */
  isLost: boolean;
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
/** So often the page sends a request, and then gives up. */
const TRIES = 4;
/** So many of a hundred undos get no answer, however often the page sends them. */
const UNDOS_LOST_PERCENT = 4;

export const isUndo = ({ path }: SentWrite): boolean => path.endsWith("/undo");

/** Tests whether the page has given up an undo, which a person can press again; other writes have a button for that. */
export const isGivenUp = (write: SentWrite): boolean => isUndo(write) && write.unanswered >= TRIES;

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
    const former = byKey.get(key);
    const write = former === undefined || isGivenUp(former) ? newWrite(request, former) : former;
    if (write !== former) {
      writes.push(write);
      write.isLost = isUndo(write) && dice.number(100) < UNDOS_LOST_PERCENT;
    }
    byKey.set(key, write);
    if (write.isLost && !isLost) lost += 1;
    const isAnswered = await answer(route, write, headers, isLost || write.isLost);
    if (isAnswered || isGivenUp(write)) write.place = answered += 1;
  };
  await page.route(/\/api\/v1\/(?:data\/tables\/[^/]+\/rows|changesets\/[^/]+\/undo)/, handle);
  return { writes, lost: () => lost };
}

/** Sends a request on and its answer back; returns whether the page has a final answer. */
async function answer(
  route: Route,
  write: SentWrite,
  headers: Record<string, string>,
  isLost: boolean,
): Promise<boolean> {
  const withoutAnswer = async (): Promise<boolean> => {
    write.unanswered += 1;
    await route.abort();
    return false;
  };
  // A killed service breaks the connection.
  const response = await route.fetch({ headers }).catch(() => undefined);
  if (response === undefined) return withoutAnswer();
  const change = response.headers()["x-changeset-id"];
  if (change !== undefined && response.ok()) write.changes.add(change);
  if (isLost) return withoutAnswer();
  write.reply = await response.text();
  const isFinal = response.status() < SERVER_ERROR && !write.reply.includes("idempotency_in_progress");
  if (isFinal) write.answer = response.status();
  else write.unanswered += 1;
  await route.fulfill({ response });
  return isFinal;
}

const newWrite = (request: ReturnType<Route["request"]>, former: SentWrite | undefined): SentWrite => ({
  ...{ path: new URL(request.url()).pathname, body: request.postData() ?? "", unanswered: 0, isLost: false },
  ...{ changes: former?.changes ?? new Set(), answer: undefined, place: 0, reply: "" },
});
