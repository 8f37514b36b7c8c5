import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Caller } from "@jst/caller";
import type { TestCall, TestDoor, TestReply } from "@jst/testing";
import type { Invoice, Quote, Checkout, Subscription } from "../../gen/rpc.ts";

/** A line of this amount. */
export const line = (unit_amount: number, more: object = {}) => ({
  description: "Work",
  unit_amount,
  ...more,
});

/** Today in a zone, so many days later. */
export function dateIn(timeZone: string, days = 0): string {
  const now = new Date(Date.now() + days * 86_400_000);
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(now);
}

/** Field and code of each error, in order. */
export const faults = ({ body }: TestReply): string[] =>
  (body as { errors: { field: string; code: string }[] }).errors.map(({ field, code }) => `${field} ${code}`);

/** What tests of invoices ask. */
export function invoicesOf(door: TestDoor) {
  const create = (caller: Caller, body: object = {}, more: Partial<TestCall> = {}) =>
    door.call("CreateInvoice", {
      caller,
      body: { contact_id: randomUUID(), currency: "EUR", line_items: [line(1000)], ...body },
      ...more,
    });
  const act =
    (rpc: string, name: string) =>
    (caller: Caller, id: string, more: Partial<TestCall> = {}) =>
      door.call(rpc, { caller, path: { [name]: id }, ...more });
  const changeset = (rpc: string, caller: Caller, id: string, body: object) =>
    door.call(rpc, { caller, path: { changeset_id: id }, body });
  return {
    create,
    /** One that is stored; a draft where the body says so. */
    made: async (caller: Caller, body: object = {}): Promise<Invoice> => {
      const reply = await create(caller, body);
      assert.equal(reply.status, 201, JSON.stringify(reply.body));
      return reply.body as Invoice;
    },
    get: act("GetInvoice", "invoice_id"),
    patch: (caller: Caller, id: string, body: object, more: Partial<TestCall> = {}) =>
      door.call("UpdateInvoice", { caller, path: { invoice_id: id }, body, ...more }),
    remove: act("DeleteInvoice", "invoice_id"),
    finalize: act("FinalizeInvoice", "draft_invoice_id"),
    pay: (caller: Caller, id: string, body: object = { method: "cash" }, more: Partial<TestCall> = {}) =>
      door.call("PayInvoice", { caller, path: { payable_invoice_id: id }, body, ...more }),
    declareVoid: act("VoidInvoice", "voidable_invoice_id"),
    giveUp: act("MarkUncollectible", "open_invoice_id"),
    list: (caller: Caller, query = "") => door.call("ListInvoices", { caller, query }),
    undo: (reply: TestReply, caller: Caller, force = false) =>
      changeset("UndoChangeset", caller, reply.headers["x-changeset-id"] ?? "", { force }),
    approve: ({ body }: TestReply, caller: Caller) =>
      changeset("ApproveChangeset", caller, (body as { changeset_id: string }).changeset_id, {}),
  };
}

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

/** Where a buyer is sent on to. */
export const RETURN = {
  success_url: "https://shop.example/ok?order=1",
  cancel_url: "https://shop.example/cart",
};

/** What tests of checkouts ask. */
export function checkoutsOf(door: TestDoor) {
  const create = (caller: Caller, body: object = {}, more: Partial<TestCall> = {}) =>
    door.call("CreateCheckout", {
      caller,
      body: {
        ...("invoice_id" in body ? {} : { currency: "EUR", line_items: [line(1000)] }),
        ...RETURN,
        ...body,
      },
      ...more,
    });
  const get = (caller: Caller, id: string, more: Partial<TestCall> = {}) =>
    door.call("GetCheckout", { caller, path: { checkout_id: id }, ...more });
  return {
    create,
    /** One that is stored. */
    made: async (caller: Caller, body: object = {}): Promise<Checkout> => {
      const reply = await create(caller, body);
      assert.equal(reply.status, 201, JSON.stringify(reply.body));
      return reply.body as Checkout;
    },
    get,
    /** Its state and whether it is paid. */
    stateOf: async (caller: Caller, id: string): Promise<[string, string]> => {
      const { status, payment_status } = (await get(caller, id)).body as Checkout;
      return [status, payment_status];
    },
    expire: (caller: Caller, id: string, more: Partial<TestCall> = {}) =>
      door.call("ExpireCheckout", { caller, path: { open_checkout_id: id }, ...more }),
    list: (caller: Caller, query = "") => door.call("ListCheckouts", { caller, query }),
    /** The path of its page. */
    pageOf: ({ url }: Pick<Checkout, "url">): string => {
      const whole = url ?? "";
      assert.ok(whole.startsWith("http://gateway.test/p/checkout/"), whole);
      return new URL(whole).pathname;
    },
  };
}

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
