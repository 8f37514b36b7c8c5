import type { TeamTx } from "@jst/db";
import { Lifecycle, replyOf, requireId, type Command } from "@jst/resource";
import { Temporal } from "temporal-polyfill";
import type { Handler, Subscription } from "../../gen/rpc.ts";
import { indexAt, periodOf } from "../periods/periods.ts";
import { readMoment } from "../settings/team-settings.ts";
import { dropCharges, lockCharges, noteDue } from "./dues.ts";
import { instantText } from "./opening.ts";
import {
  anchorOfSubscription,
  changeSubscription,
  lockSubscription,
  rhythmOf,
  type LockedSubscription,
  type StoredSubscription,
} from "./subscription.ts";

const RUNNING = ["pending", "trialing", "active", "past_due", "unpaid", "incomplete", "paused"];

/**
 * Subscriptions by their states (commerce.subscription-states). The one command cancels; time and the invoices of a
 * subscription decide on all other states (standing.ts, services/commerce/src/clock). Charges are locked before it, as
 * by the clock.
 */
export const subscriptions = new Lifecycle<LockedSubscription, StoredSubscription, object>({
  noun: "A subscription",
  audited: "subscriptions",
  states: Object.fromEntries(RUNNING.map((state) => [state, ["canceled"]])),
  lock: async (tx, id) => {
    await lockCharges(tx, id);
    return lockSubscription(tx, id);
  },
  itemOf: ({ subscription }) => subscription,
  events: { cancel: "subscription.canceled" },
});

type SubscriptionCommand = Command<LockedSubscription, StoredSubscription, object>;

/** Cancels a subscription now: nothing of it is due, and an invoice that waits for its first payment is not charged. */
const cancelNow: SubscriptionCommand = {
  action: "cancel",
  to: "canceled",
  store: (tx, { subscription, nextPeriod }) => {
    noteDue(tx, subscription.id, undefined);
    if (subscription.status === "incomplete") dropCharges(tx, subscription.id);
    return changeSubscription(tx, { subscription: { ...subscription, status: "canceled" }, nextPeriod });
  },
};

/** Cancels a subscription at a time: until then it stays as it is. */
const cancelAt = (end: string): SubscriptionCommand => ({
  action: "cancel",
  to: "canceled",
  store: (tx, { subscription, nextPeriod }) => {
    dueBy(tx, subscription.id, end);
    return changeSubscription(tx, { subscription: { ...subscription, cancel_at: end }, nextPeriod });
  },
});

/** Cancels a subscription now, or at the end of its period. Invoices that were made stay (commerce.cancel). */
export const cancelSubscription: Handler<"CancelSubscription"> = async ({ path, body }, call) => {
  const id = requireId(path.running_subscription_id);
  return call.write(async (tx) => {
    const locked = await subscriptions.lock(tx, id, { scope: {}, ifMatch: call.ifMatch });
    const { subscription } = locked;
    const { status, cancel_at: former, version } = subscription;
    subscriptions.require(status, "canceled");
    const end = body.at === "period_end" ? await endOf(tx, subscription) : undefined;
    if (end !== undefined && former !== null && former <= end)
      return { ...replyOf({ version, body: { ...subscription } }), isUnchanged: true };
    return replyOf(await subscriptions.enter(tx, locked, end === undefined ? cancelNow : cancelAt(end), {}));
  });
};

/** Returns the end of the period, or of the trial, that it is in now; undefined before its start. */
async function endOf(tx: TeamTx, subscription: Subscription): Promise<string | undefined> {
  if (subscription.status === "pending") return undefined;
  const now = Temporal.Instant.fromEpochMilliseconds(Math.floor((await readMoment(tx)).nowMs));
  const [anchor, rhythm] = [anchorOfSubscription(subscription), rhythmOf(subscription)];
  // The clock may be behind: the period is the one that the time is in.
  const index = indexAt(anchor, rhythm, now);
  return index < 0 ? instantText(anchor) : instantText(periodOf(anchor, rhythm, index).end);
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
