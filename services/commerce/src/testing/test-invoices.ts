import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Caller } from "@jst/caller";
import type { TestCall, TestDoor, TestReply } from "@jst/testing";
import type { Invoice } from "../../gen/rpc.ts";

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
