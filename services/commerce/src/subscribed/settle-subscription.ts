import type { TeamTx } from "@jst/db";
import { noteDue } from "./dues.ts";
import { nextDue } from "./next-due.ts";
import { findStanding } from "./standing.ts";
import { holdSubscription, storeMoved } from "./subscription.ts";
import { recordSubscriptionAct } from "./tell.ts";

/** States that open invoices decide on. */
export const STANDING: readonly string[] = ["active", "past_due", "unpaid"];

/**
 * Brings a subscription to where its open invoices leave it, after one of them has moved: what is paid for is active
 * again, and what waited for its first payment begins (commerce.subscription-states).
 */
export async function settleSubscription(tx: TeamTx, id: string, timezone: string): Promise<void> {
  const held = await holdSubscription(tx, id);
  if (held === undefined) return;
  const { subscription, nextPeriod } = held;
  const standing = await findStanding(tx, id, timezone);
  const isFirst = subscription.status === "incomplete" && standing.nextAt === undefined;
  const isStanding = STANDING.includes(subscription.status) && standing.status !== subscription.status;
  if (!isFirst && !isStanding) return;
  const moved = { ...subscription, status: standing.status };
  await storeMoved(tx, { subscription: moved, nextPeriod });
  noteDue(tx, id, nextDue({ subscription: moved, nextPeriod, standingAt: standing.nextAt }));
  recordSubscriptionAct(tx, "update", id);
}
