import { notFound } from "@jst/errors";
import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { findCheckout, type CheckoutRow } from "../checkout-rows/checkout.ts";

/** Answers one checkout. */
export const getCheckout: Handler<"GetCheckout"> = async ({ path }, call) => {
  const statement = findCheckout(call.caller.team_id, requireId(path.checkout_id));
  const [row] = await call.read<CheckoutRow>(statement);
  if (row === undefined) throw notFound();
  // Whether it has expired moves without the version.
  return { body: row.body, headers: { etag: `"${row.version}"` } };
};
