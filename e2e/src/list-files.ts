import { parse } from "csv-parse/sync";
import assert from "node:assert/strict";
import type { Answer } from "./http.ts";
import { sendAs, type HandOfRequest } from "./member-api.ts";

/** An item of a list. */
export type Item = Record<string, unknown>;

/** A CSV file: its header line and the other lines, as a reader that is not ours reads them. */
export interface ReadFile {
  answer: Answer;
  header: string[];
  lines: string[][];
}

/** Asks for a list as CSV and reads it. */
export async function readCsv(path: string, hand: HandOfRequest, query = "headers=key"): Promise<ReadFile> {
  const parameters = `format=csv${query === "" ? "" : `&${query}`}`;
  const answer = await sendAs(hand, "GET", `${path}${path.includes("?") ? "&" : "?"}${parameters}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const [header = [], ...lines] = parse(String(answer.body), { record_delimiter: "\r\n" });
  return { answer, header, lines };
}

/** Lists of one page take no limit. */
function limited(path: string, limit: number): string {
  if (path.startsWith("extension/tools")) return "";
  return `${path.includes("?") ? "&" : "?"}limit=${limit}`;
}

/** Walks a list page by page; `place` is the parameter that goes on. */
export async function walked(
  path: string,
  hand: HandOfRequest,
  plural: string,
  limit: number,
): Promise<Item[]> {
  const items: Item[] = [];
  const isFeed = path.startsWith("events");
  for (let cursor = ""; ;) {
    const next = cursor === "" ? "" : `&${isFeed ? "since" : "cursor"}=${cursor}`;
    const { status, body } = await sendAs(hand, "GET", `${path}${limited(path, limit)}${next}`);
    assert.equal(status, 200, JSON.stringify(body));
    const page = body as { next_cursor: string; has_more: boolean } & Record<string, Item[]>;
    items.push(...(page[plural] ?? []));
    if (!page.has_more) return items;
    cursor = page.next_cursor;
  }
}
