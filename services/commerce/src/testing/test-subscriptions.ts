import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Caller } from "@jst/caller";
import type { TestCall, TestDoor } from "@jst/testing";
import type { Invoice, Subscription } from "../../gen/rpc.ts";
import { line } from "./test-invoices.ts";

const DAY_MS = 86_400_000;

/** A time so many days from now, to the millisecond. */
export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** What tests of subscriptions ask. */
export function subscriptionsOf(door: TestDoor) {
  const subscribe = (caller: Caller, body: object = {}, more: Partial<TestCall> = {}) =>
    door.call("CreateSubscription", {
      caller,
      body: { contact_id: randomUUID(), currency: "EUR", items: [line(1000)], interval: "month", ...body },
      ...more,
    });
  const getSubscription = (caller: Caller, id: string, more: Partial<TestCall> = {}) =>
    door.call("GetSubscription", { caller, path: { subscription_id: id }, ...more });
  return {
    subscribe,
    /** One that is stored. */
    subscribed: async (caller: Caller, body: object = {}): Promise<Subscription> => {
      const reply = await subscribe(caller, body);
      assert.equal(reply.status, 201, JSON.stringify(reply.body));
      return reply.body as Subscription;
    },
    getSubscription,
    statusOf: async (caller: Caller, id: string) =>
      ((await getSubscription(caller, id)).body as Subscription).status,
    /** Invoices of a subscription, in the order of their numbers. */
    invoicesFor: async (caller: Caller, id: string): Promise<Invoice[]> => {
      const query = `source_id=${id}&sort=number:asc&limit=500`;
      const reply = await door.call("ListInvoices", { caller, query });
      return (reply.body as { invoices: Invoice[] }).invoices;
    },
    cancel: (caller: Caller, id: string, body: object = {}, more: Partial<TestCall> = {}) =>
      door.call("CancelSubscription", { caller, path: { running_subscription_id: id }, body, ...more }),
    listSubscriptions: (caller: Caller, query = "") => door.call("ListSubscriptions", { caller, query }),
  };
}
