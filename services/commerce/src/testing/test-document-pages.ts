import assert from "node:assert/strict";
import type { TestDoor } from "@jst/testing";

/** Reply of a page. */
export interface PageReply {
  status: number;
  headers: Headers;
  text: string;
  /** Where it sends on to; empty where it does not. */
  location: string;
}

/** Pages of documents, and what browsers and programs do with them. */
export function documentPagesOf(door: TestDoor) {
  let asked = 0;
  const ask = async (path: string, init: RequestInit = {}): Promise<PageReply> => {
    const response = await fetch(`${door.httpUrl}${path}`, { redirect: "manual", ...init });
    const { status, headers } = response;
    return { status, headers, text: await response.text(), location: headers.get("location") ?? "" };
  };
  return {
    ask,
    /** Sends a form as a browser does, each time from somewhere else. */
    send: (path: string, body: string) => {
      asked += 1;
      const type = { "content-type": "application/x-www-form-urlencoded" };
      return ask(path, {
        method: "POST",
        body,
        headers: { ...type, "x-forwarded-for": `192.0.2.${asked % 250}` },
      });
    },
    /** The path of the page that a document names. */
    pathOf: ({ hosted_url: url }: { hosted_url: string | null }): string => {
      assert.ok(url?.startsWith("http://gateway.test/p/"), String(url));
      return new URL(url ?? "").pathname;
    },
  };
}
