import { notFound } from "@jst/errors";
import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { findCheckout, type CheckoutRow } from "../checkout-rows/checkout.ts";
import { readReply } from "../documents/document.ts";

/** Answers one checkout. */
export const getCheckout: Handler<"GetCheckout"> = async ({ path }, call) => {
  const statement = findCheckout(call.caller.team_id, requireId(path.checkout_id));
  const [row] = await call.read<CheckoutRow>(statement);
  if (row === undefined) throw notFound();
  return readReply({ ...row, followsClock: row.isUnended }, call);
};
