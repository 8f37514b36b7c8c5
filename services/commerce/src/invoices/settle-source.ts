import type { TeamTx } from "@jst/db";
import type { Invoice } from "../../gen/rpc.ts";
import { settleCheckouts } from "../checkout-rows/settle-checkouts.ts";
import { settleSubscription } from "../subscribed/settle-subscription.ts";

/** Takes what follows an invoice to where the invoice leaves it, once that has moved to `status`. */
export async function settleSource(
  tx: TeamTx,
  { id, source }: Invoice,
  status: string,
  timezone: string,
): Promise<void> {
  await settleCheckouts(tx, id, status);
  if (source.type === "subscription" && source.id !== null) await settleSubscription(tx, source.id, timezone);
}
