import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Caller } from "@jst/caller";
import type { TestCall, TestDoor, TestReply } from "@jst/testing";
import type { Checkout, Invoice, Quote, Subscription } from "../../gen/rpc.ts";

/** Makes a line of this amount. */
export const line = (unit_amount: number, more: object = {}) => ({
  description: "Work",
  unit_amount,
  ...more,
});

/** Returns today in a zone, so many days later. */
export function dateIn(timeZone: string, days = 0): string {
  const now = new Date(Date.now() + days * 86_400_000);
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(now);
}

/** Returns a time so many days from now, to the millisecond. */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** Returns field and code of each error, in order. */
export const faults = ({ body }: TestReply): string[] =>
  (body as { errors: { field: string; code: string }[] }).errors.map(({ field, code }) => `${field} ${code}`);

/** Requests that tests make for every kind of document. */
function requestsOf<Document>(door: TestDoor, kind: string, bodyOf: (body: object) => object) {
  const create = (caller: Caller, body: object = {}, more: Partial<TestCall> = {}) =>
    door.call(`Create${kind}`, { caller, body: bodyOf(body), ...more });
  return {
    create,
    /** Stores one; a draft if the body says so. */
    made: async (caller: Caller, body: object = {}): Promise<Document> => {
      const reply = await create(caller, body);
      assert.equal(reply.status, 201, JSON.stringify(reply.body));
      return reply.body as Document;
    },
    get: actOf(door, `Get${kind}`, `${kind.toLowerCase()}_id`),
    list: (caller: Caller, query = "") => door.call(`List${kind}s`, { caller, query }),
  };
}

/** Makes the request of a command on one document, whose id is this member of the path. */
const actOf =
  (door: TestDoor, rpc: string, name: string) =>
  (caller: Caller, id: string, more: Partial<TestCall> = {}) =>
    door.call(rpc, { caller, path: { [name]: id }, ...more });

/** Makes the request of a command with a body. */
const actWithBodyOf =
  (door: TestDoor, rpc: string, name: string, defaults: object = {}) =>
  (caller: Caller, id: string, body: object = defaults, more: Partial<TestCall> = {}) =>
    door.call(rpc, { caller, path: { [name]: id }, body, ...more });

const withLines = (body: object) => ({
  contact_id: randomUUID(),
  currency: "EUR",
  line_items: [line(1000)],
  ...body,
});

/** Requests that tests of invoices make. */
export function invoicesOf(door: TestDoor) {
  const changeset = (rpc: string, caller: Caller, id: string, body: object) =>
    door.call(rpc, { caller, path: { changeset_id: id }, body });
  return {
    ...requestsOf<Invoice>(door, "Invoice", withLines),
    patch: actWithBodyOf(door, "UpdateInvoice", "invoice_id"),
    remove: actOf(door, "DeleteInvoice", "invoice_id"),
    finalize: actOf(door, "FinalizeInvoice", "draft_invoice_id"),
    pay: actWithBodyOf(door, "PayInvoice", "payable_invoice_id", { method: "cash" }),
    declareVoid: actOf(door, "VoidInvoice", "voidable_invoice_id"),
    giveUp: actOf(door, "MarkUncollectible", "open_invoice_id"),
    undo: (reply: TestReply, caller: Caller, force = false) =>
      changeset("UndoChangeset", caller, reply.headers["x-changeset-id"] ?? "", { force }),
    approve: ({ body }: TestReply, caller: Caller) =>
      changeset("ApproveChangeset", caller, (body as { changeset_id: string }).changeset_id, {}),
  };
}

/** Requests that tests of quotes make. */
export function quotesOf(door: TestDoor) {
  return {
    ...requestsOf<Quote>(door, "Quote", withLines),
    finalize: actOf(door, "FinalizeQuote", "draft_quote_id"),
    accept: actOf(door, "AcceptQuote", "open_quote_id"),
    decline: actOf(door, "DeclineQuote", "declinable_quote_id"),
    cancel: actOf(door, "CancelQuote", "cancelable_quote_id"),
  };
}

/** Addresses to which a buyer is sent on. */
export const RETURN = {
  success_url: "https://shop.example/ok?order=1",
  cancel_url: "https://shop.example/cart",
};

/** Requests that tests of checkouts make. */
export function checkoutsOf(door: TestDoor) {
  const requests = requestsOf<Checkout>(door, "Checkout", (body) => ({
    ...("invoice_id" in body ? {} : { currency: "EUR", line_items: [line(1000)] }),
    ...RETURN,
    ...body,
  }));
  return {
    ...requests,
    /** Returns its state and whether it is paid. */
    stateOf: async (caller: Caller, id: string): Promise<[string, string]> => {
      const { status, payment_status } = (await requests.get(caller, id)).body as Checkout;
      return [status, payment_status];
    },
    expire: actOf(door, "ExpireCheckout", "open_checkout_id"),
    /** Returns the path of its page. */
    pageOf: ({ url }: Pick<Checkout, "url">): string => {
      const whole = url ?? "";
      assert.ok(whole.startsWith("http://gateway.test/p/checkout/"), whole);
      return new URL(whole).pathname;
    },
  };
}

/** Requests that tests of subscriptions make. */
export function subscriptionsOf(door: TestDoor) {
  const { create, made, get, list } = requestsOf<Subscription>(door, "Subscription", (body) => ({
    ...{ contact_id: randomUUID(), currency: "EUR", items: [line(1000)], interval: "month" },
    ...body,
  }));
  return {
    subscribe: create,
    subscribed: made,
    getSubscription: get,
    listSubscriptions: list,
    statusOf: async (caller: Caller, id: string) => ((await get(caller, id)).body as Subscription).status,
    /** Returns the invoices of a subscription, in the order of their numbers. */
    invoicesFor: async (caller: Caller, id: string): Promise<Invoice[]> => {
      const query = `source_id=${id}&sort=number:asc&limit=500`;
      const reply = await door.call("ListInvoices", { caller, query });
      return (reply.body as { invoices: Invoice[] }).invoices;
    },
    cancel: actWithBodyOf(door, "CancelSubscription", "running_subscription_id"),
  };
}
