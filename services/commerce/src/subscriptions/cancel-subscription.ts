import { notFound, requireTransition } from "@jst/errors";
import { replyOf, requireId, requireVersion } from "@jst/resource";
import { one, type TeamTx } from "@jst/db";
import { Temporal } from "temporal-polyfill";
import type { Handler, Subscription } from "../../gen/rpc.ts";
import { readMoment } from "../documents/moment.ts";
import { indexAt, periodOf } from "../periods/periods.ts";
import { dropCharges, lockCharges, noteDue } from "../subscribed/dues.ts";
import { text } from "../subscribed/opening.ts";
import { anchorOfSubscription, lockSubscription, rhythmOf, storeMoved } from "../subscribed/subscription.ts";
import { recordSubscriptionAct } from "../subscribed/tell.ts";

const RUNNING = ["pending", "trialing", "active", "past_due", "unpaid", "incomplete", "paused"];

/**
 * Cancels a subscription now, or at the end of the period that it is in: until then it stays as it is. Invoices that
 * were made stay; one that waits for its first payment is not charged any more (commerce.cancel).
 */
export const cancelSubscription: Handler<"CancelSubscription"> = async ({ path, body }, call) => {
  const id = requireId(path.running_subscription_id);
  return call.write(async (tx) => {
    await lockCharges(tx, id);
    const held = await lockSubscription(tx, id);
    if (held === undefined) throw notFound();
    const { subscription } = held;
    requireVersion("subscription", subscription.version, call.ifMatch);
    const { status: from } = subscription;
    const allowed = RUNNING.includes(from) ? ["canceled"] : [];
    requireTransition("A subscription", { from, to: "canceled", allowed });
    const end = body.at === "period_end" ? await endOf(tx, subscription) : undefined;
    if (end === undefined) {
      noteDue(tx, id, undefined);
      if (subscription.status === "incomplete") dropCharges(tx, id);
      const canceled_at = new Date(await realMs(tx)).toISOString();
      const stored = await storeMoved(tx, {
        ...held,
        subscription: { ...subscription, status: "canceled", canceled_at },
      });
      recordSubscriptionAct(tx, "cancel", id);
      return replyOf(stored);
    }
    if (subscription.cancel_at !== null && subscription.cancel_at <= end)
      return { body: { ...subscription }, headers: { etag: `"${subscription.version}"` }, isUnchanged: true };
    const stored = await storeMoved(tx, { ...held, subscription: { ...subscription, cancel_at: end } });
    dueBy(tx, id, end);
    recordSubscriptionAct(tx, "cancel", id);
    return replyOf(stored);
  });
};

/** The end of the period, or of the trial, that it is in now; undefined before its start. */
async function endOf(tx: TeamTx, subscription: Subscription): Promise<string | undefined> {
  if (subscription.status === "pending") return undefined;
  const now = Temporal.Instant.fromEpochMilliseconds(Math.floor((await readMoment(tx)).nowMs));
  const [anchor, rhythm] = [anchorOfSubscription(subscription), rhythmOf(subscription)];
  // The clock may not have come by yet: the period is the one that the time is in.
  const index = indexAt(anchor, rhythm, now);
  return index < 0 ? text(anchor) : text(periodOf(anchor, rhythm, index).end);
}

/** Milliseconds since 1970 by the clock of the database, which notes what happens. */
async function realMs(tx: TeamTx): Promise<number> {
  const statement = {
    name: "commerce.real_now",
    text: "select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms",
    values: [],
  };
  return one(await tx.query<{ ms: number }>(statement)).ms;
}

/** Brings the next due time forward to the end, unless it is earlier already. */
function dueBy(tx: TeamTx, id: string, end: string): void {
  tx.defer({
    name: "commerce.subscription_dues.by",
    text: `insert into commerce.subscription_dues as d (team_id, subscription_id, due_at) values ($1, $2, $3)
on conflict (team_id, subscription_id) do update set due_at = least(d.due_at, excluded.due_at)`,
    values: [tx.context.teamId, id, end],
  });
}
