import { Lifecycle, type Command } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { changeCheckout, lockCheckout, type ReadCheckout } from "../checkout-rows/checkout.ts";
import type { StoredDocument } from "../documents/document.ts";

/** Checkouts by their states (commerce.checkout-states). */
export const checkouts = new Lifecycle<ReadCheckout, StoredDocument, object>({
  noun: "A checkout",
  audited: "checkouts",
  states: { open: ["complete", "expired"], complete: [], expired: [] },
  lock: lockCheckout,
  itemOf: ({ checkout }) => checkout,
});

/** Ends an open checkout. */
export const expire: Command<ReadCheckout, StoredDocument, object> = {
  action: "expire",
  to: "expired",
  store: (tx, { checkout }) => changeCheckout(tx, checkout.id, { status: "expired" }),
};

/** Ends an open checkout; its invoice stays as it is (commerce.checkout-states). */
export const expireCheckout: Handler<"ExpireCheckout"> = ({ path }, call) =>
  checkouts.run(path.open_checkout_id, expire, call, {});
