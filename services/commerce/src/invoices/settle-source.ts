import type { TeamTx } from "@jst/db";
import type { Invoice } from "../../gen/rpc.ts";
import { settleSubscription } from "../subscribed/settle-subscription.ts";

/** Takes what an invoice was made from to where the invoice leaves it, once that has moved. */
export async function settleSource(tx: TeamTx, { source }: Invoice, timezone: string): Promise<void> {
  if (source.type === "subscription" && source.id !== null) await settleSubscription(tx, source.id, timezone);
}
