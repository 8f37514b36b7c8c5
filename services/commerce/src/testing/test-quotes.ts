import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Caller } from "@jst/caller";
import type { TestCall, TestDoor } from "@jst/testing";
import type { Quote } from "../../gen/rpc.ts";
import { line } from "./test-invoices.ts";

/** What tests of quotes ask. */
export function quotesOf(door: TestDoor) {
  const create = (caller: Caller, body: object = {}, more: Partial<TestCall> = {}) =>
    door.call("CreateQuote", {
      caller,
      body: { contact_id: randomUUID(), currency: "EUR", line_items: [line(1000)], ...body },
      ...more,
    });
  const act =
    (rpc: string, name: string) =>
    (caller: Caller, id: string, more: Partial<TestCall> = {}) =>
      door.call(rpc, { caller, path: { [name]: id }, ...more });
  return {
    create,
    /** One that is stored; a draft where the body says so. */
    made: async (caller: Caller, body: object = {}): Promise<Quote> => {
      const reply = await create(caller, body);
      assert.equal(reply.status, 201, JSON.stringify(reply.body));
      return reply.body as Quote;
    },
    get: act("GetQuote", "quote_id"),
    finalize: act("FinalizeQuote", "draft_quote_id"),
    accept: act("AcceptQuote", "open_quote_id"),
    decline: act("DeclineQuote", "declinable_quote_id"),
    cancel: act("CancelQuote", "cancelable_quote_id"),
    list: (caller: Caller, query = "") => door.call("ListQuotes", { caller, query }),
  };
}
