import { instant, type Statement, type TeamTx } from "@jst/db";
import { contactOf } from "@jst/directory";
import { Temporal } from "temporal-polyfill";
import type { Subscription } from "../../gen/rpc.ts";
import { changeRow, sumsJson, WRITTEN_JSON, type DocumentTable } from "../documents/rows.ts";
import type { Rhythm } from "../periods/periods.ts";

/** A subscription as the API shows it, over the row `t`. */
export const SUBSCRIPTION = `(select row_to_json(r) from (select
  t.id,
  t.status,
  ${contactOf("t.contact_id")} as contact_id,
  t.bill_to,
  t.currency,
  ${sumsJson("items")},
  t."interval",
  t.interval_count,
  t.timezone,
  t.collection_method,
  t.days_until_due,
  ${instant("t.start_at")} as start_at,
  ${instant("t.trial_end")} as trial_end,
  ${instant("t.billing_anchor")} as billing_anchor,
  ${instant("t.current_period_start")} as current_period_start,
  ${instant("t.current_period_end")} as current_period_end,
  t.latest_invoice_id,
  ${instant("t.cancel_at")} as cancel_at,
  ${instant("t.canceled_at")} as canceled_at,
  t.memo,
  t.metadata,
  ${WRITTEN_JSON}
) r)`;

/** Subscription as a write answers it. */
export interface StoredSubscription {
  id: string;
  body: string;
  version: number;
}

/** Table of subscriptions. */
export const subscriptionTable: DocumentTable = {
  name: "subscriptions",
  returning: `t.id, t.version, ${SUBSCRIPTION}::text as body`,
};

/** A subscription that no other transaction writes until this one ends. */
export interface LockedSubscription {
  subscription: Subscription;
  /** Number of the next period to begin. */
  nextPeriod: number;
}

/** Columns of a locked subscription. */
export const LOCKED = `${SUBSCRIPTION} as subscription, t.next_period as "nextPeriod"`;

/** Reads one subscription. */
export function findSubscription(teamId: string, id: string): Statement {
  const text = `select ${SUBSCRIPTION}::text as body, t.version
from commerce.subscriptions t where t.team_id = $1 and t.id = $2`;
  return { name: "commerce.subscriptions.find", text, values: [teamId, id] };
}

/** Locks one subscription until the transaction ends. */
export async function lockSubscription(tx: TeamTx, id: string): Promise<LockedSubscription | undefined> {
  const [row] = await tx.query<LockedSubscription & Record<string, unknown>>({
    name: "commerce.subscriptions.lock",
    text: `select ${LOCKED} from commerce.subscriptions t where t.team_id = $1 and t.id = $2 for no key update`,
    values: [tx.context.teamId, id],
  });
  return row;
}

/**
 * Stores the state, the period and the end of a locked subscription, and returns it as the API shows it. One that is
 * canceled is so from now on.
 */
export function changeSubscription(
  tx: TeamTx,
  { subscription, nextPeriod }: LockedSubscription,
): Promise<StoredSubscription> {
  const { id, status, current_period_start, current_period_end, latest_invoice_id } = subscription;
  const { cancel_at } = subscription;
  const period = { current_period_start, current_period_end, latest_invoice_id, next_period: nextPeriod };
  return changeRow(tx, subscriptionTable, id, {
    change: { status, ...period, cancel_at },
    ...(status === "canceled" && { stamp: "canceled_at" }),
  });
}

/** Returns how often it repeats, and on the calendar of which time zone. */
export const rhythmOf = ({ interval, interval_count, timezone }: Subscription): Rhythm => ({
  interval,
  intervalCount: interval_count,
  timezone,
});

/** Reads the time from which its periods are counted. */
export const anchorOfSubscription = ({ billing_anchor: anchor }: Subscription): Temporal.Instant =>
  Temporal.Instant.from(anchor ?? "");
