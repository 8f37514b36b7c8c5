import type { TeamTx } from "@jst/db";
import type { Subscription } from "../../gen/rpc.ts";
import { noteDue } from "./dues.ts";
import { nextDue } from "./next-due.ts";
import { findStanding, type PaymentStanding } from "./standing.ts";
import { lockSubscription, storeMoved } from "./subscription.ts";
import { recordSubscriptionAct } from "./tell.ts";

/** States that open invoices decide on. */
export const STANDING: readonly string[] = ["active", "past_due", "unpaid"];

/**
 * Brings a subscription to where its open invoices leave it, after one of them has moved: what is paid for is active
 * again; what waited for its first payment begins with that, and is over where that is owed no more
 * (commerce.subscription-states).
 */
export async function settleSubscription(tx: TeamTx, id: string, timezone: string): Promise<void> {
  const held = await lockSubscription(tx, id);
  if (held === undefined) return;
  const { subscription, nextPeriod } = held;
  const standing = await findStanding(tx, id, timezone);
  const status = await statusBy(tx, subscription, standing);
  if (status === subscription.status) return;
  const moved = { ...subscription, status };
  await storeMoved(tx, { subscription: moved, nextPeriod });
  noteDue(tx, id, nextDue({ subscription: moved, nextPeriod, standingAt: standing.nextAt }));
  recordSubscriptionAct(tx, "update", id);
}

async function statusBy(
  tx: TeamTx,
  { status, latest_invoice_id: first }: Subscription,
  standing: PaymentStanding,
): Promise<Subscription["status"]> {
  if (STANDING.includes(status)) return standing.status;
  if (status !== "incomplete") return status;
  const [invoice] = await tx.query<{ status: string }>({
    name: "commerce.subscriptions.first_invoice",
    text: "select i.status from commerce.invoices i where i.team_id = $1 and i.id = $2",
    values: [tx.context.teamId, first],
  });
  if (invoice?.status === "paid") return standing.status;
  return invoice?.status === "open" ? status : "incomplete_expired";
}
