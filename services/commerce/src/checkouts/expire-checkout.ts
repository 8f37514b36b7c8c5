import { notFound } from "@jst/errors";
import { requireId, requireVersion } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { changeCheckout, holdCheckout } from "../checkout-rows/checkout.ts";
import { recordAct, replyOf } from "../documents/tell.ts";
import { requireCheckoutMove } from "./states.ts";

/** Ends an open checkout; its invoice stays what it is (commerce.checkout-states). */
export const expireCheckout: Handler<"ExpireCheckout"> = ({ path }, call) => {
  const id = requireId(path.open_checkout_id);
  return call.write(async (tx) => {
    const held = await holdCheckout(tx, id);
    if (held === undefined) throw notFound();
    requireVersion("checkout", held.checkout.version, call.ifMatch);
    requireCheckoutMove(held.checkout.status, "expired");
    const stored = await changeCheckout(tx, id, { status: "expired" });
    recordAct(tx, "checkouts", "expire", id);
    return replyOf(stored);
  });
};
