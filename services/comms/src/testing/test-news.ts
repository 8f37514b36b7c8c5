import assert from "node:assert/strict";
import { testCaller } from "@jst/testing";
import type { Caller } from "@jst/caller";
import type { TestComms } from "./test-comms.ts";
import { becomes, capturedOf } from "./test-sender.ts";

/** A marketing mail that was captured. */
export interface News {
  caller: Caller;
  id: string;
  headers: Record<string, string>;
  /** Path of the page on which its reader opts out, which an operator alone reads. */
  path: string;
}

/** Marketing mail, and what its readers and their programs do with it. A sender must run. */
export function testNews(comms: TestComms) {
  const { door } = comms;
  const agree = async (caller: Caller, address: string): Promise<void> => {
    const how = {
      channel: "email",
      purpose: "marketing",
      status: "opted_in",
      basis: "consent",
      source: "page",
    };
    const { status } = await door.call("CreateConsent", { caller, body: { address, ...how } });
    assert.equal(status, 201);
  };
  const send = async (caller: Caller, body: object): Promise<string> => {
    const mail = { subject: "News", text: "Much is new.", purpose: "marketing", ...body };
    const reply = await door.call("SendMessage", { caller, body: mail });
    assert.equal(reply.status, 202, JSON.stringify(reply.body));
    return (reply.body as { id: string }).id;
  };
  /** A mail to somebody who agrees to it first. */
  const newNews = async (to = "ada@example.com", caller: Caller = testCaller()): Promise<News> => {
    await agree(caller, to);
    const id = await send(caller, { to, test: true });
    const message = await becomes(comms, caller, id, "captured");
    const headers = message["headers"] as Record<string, string>;
    const whole = (await capturedOf(comms, caller, id)).headers;
    const path = /^<http:\/\/gateway\.test(\/p\/unsubscribe\/[\w-]{43})>$/.exec(
      whole["List-Unsubscribe"] ?? "",
    );
    return { caller, id, headers, path: path?.[1] ?? assert.fail(JSON.stringify(whole)) };
  };
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${door.httpUrl}${path}`, { redirect: "manual", ...init });
  /** Lists the records of the team's consents, newest first. */
  const records = async (caller: Caller) => {
    const reply = await door.call("ListConsents", { caller });
    return (reply.body as { consents: Record<string, unknown>[] }).consents;
  };
  const statuses = async (caller: Caller) => (await records(caller)).map(({ status }) => status);
  return { agree, send, newNews, ask, records, statuses };
}
