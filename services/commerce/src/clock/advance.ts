import type { TeamTx } from "@jst/db";
import type { Subscription } from "../../gen/rpc.ts";
import { periodOf } from "../periods/periods.ts";
import { nextDue, noteDue } from "../subscriptions/dues.ts";
import { invoicePeriod } from "../subscriptions/insert-subscription.ts";
import { subscriptions } from "../subscriptions/lifecycle.ts";
import { instantText } from "../subscriptions/opening.ts";
import { findStanding, publishStanding, STANDING } from "../subscriptions/standing.ts";
import {
  anchorOfSubscription,
  changeSubscription,
  rhythmOf,
  type LockedSubscription,
} from "../subscriptions/subscription.ts";

/** Time of the team in the form of columns, and its zone. */
export interface ClockTime {
  now: string;
  timezone: string;
}

/**
 * Takes a locked subscription to where time has brought it (commerce.clock-worker): it begins, its periods are invoiced
 * in order, it ends, it is past due. Answers how many periods it went on, at most `most`; the rest is due still.
 */
export async function advance(
  tx: TeamTx,
  locked: LockedSubscription,
  at: ClockTime,
  most: number,
): Promise<number> {
  const begun = begin(locked.subscription, at.now);
  const { subscription, nextPeriod } = await invoicePeriods(tx, { ...locked, subscription: begun }, at, most);
  const isBehind = nextPeriod - locked.nextPeriod === most;
  const ended = isBehind ? subscription : end(subscription, at.now);
  const isStanding = !isBehind && STANDING.includes(ended.status);
  const standing = isStanding ? await findStanding(tx, ended.id, at.timezone) : undefined;
  const after: Subscription = standing === undefined ? ended : { ...ended, status: standing.status };
  if (isChanged(locked.subscription, after)) {
    const { body } = await changeSubscription(tx, { subscription: after, nextPeriod });
    publishStanding(tx, locked.subscription, body);
    subscriptions.record(tx, after.status === "canceled" ? "cancel" : "update", after.id);
  }
  const standingAt = standing?.nextAt;
  noteDue(tx, after.id, isBehind ? at.now : nextDue({ subscription: after, nextPeriod, standingAt }));
  return nextPeriod - locked.nextPeriod;
}

/** Whether it ends at the time, or before. */
const endsBy = ({ cancel_at: cancel }: Subscription, time: string): boolean =>
  cancel !== null && cancel <= time;

/** Begins a subscription: on trial, or waiting for its first period. */
function begin(subscription: Subscription, now: string): Subscription {
  const { status, start_at: start, trial_end: trial } = subscription;
  const isBegun = status === "pending" && start <= now && !endsBy(subscription, start);
  const begun: Subscription = isBegun
    ? {
        ...subscription,
        ...(trial === null
          ? { status: "active" }
          : { status: "trialing", current_period_start: start, current_period_end: trial }),
      }
    : subscription;
  const isTried = begun.status === "trialing" && trial !== null && trial <= now && !endsBy(begun, trial);
  return isTried ? { ...begun, status: "active" } : begun;
}

/** Invoices the periods that have begun, one after another; what is unpaid goes on without invoices. */
async function invoicePeriods(
  tx: TeamTx,
  { subscription, nextPeriod }: LockedSubscription,
  { now, timezone }: ClockTime,
  most: number,
): Promise<LockedSubscription> {
  if (!STANDING.includes(subscription.status)) return { subscription, nextPeriod };
  const [anchor, rhythm] = [anchorOfSubscription(subscription), rhythmOf(subscription)];
  let latest = subscription;
  let index = nextPeriod;
  for (; index - nextPeriod < most; index++) {
    const period = periodOf(anchor, rhythm, index);
    const [start, end] = [instantText(period.start), instantText(period.end)];
    if (start > now || endsBy(subscription, start)) break;
    latest = { ...latest, current_period_start: start, current_period_end: end };
    if (subscription.status === "unpaid") continue;
    const { id } = await invoicePeriod(
      tx,
      { ...latest, line_items: latest.items },
      { period: { start, end } },
      timezone,
    );
    latest = { ...latest, latest_invoice_id: id };
  }
  return { subscription: latest, nextPeriod: index };
}

/** Ends a subscription that has reached its end. */
function end(subscription: Subscription, now: string): Subscription {
  if (!endsBy(subscription, now)) return subscription;
  return { ...subscription, status: "canceled" };
}

const CHANGED = ["status", "current_period_start", "current_period_end", "latest_invoice_id"] as const;

/** A period that goes by moves these too. */
const isChanged = (before: Subscription, after: Subscription): boolean =>
  CHANGED.some((name) => before[name] !== after[name]);
