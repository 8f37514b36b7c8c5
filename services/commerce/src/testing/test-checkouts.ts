import assert from "node:assert/strict";
import type { Caller } from "@jst/caller";
import type { TestCall, TestDoor } from "@jst/testing";
import type { Checkout } from "../../gen/rpc.ts";
import { line } from "./test-invoices.ts";

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
