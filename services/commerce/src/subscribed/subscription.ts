import { taxJson } from "../documents/document.ts";
import { one, instant, type Statement, type TeamTx } from "@jst/db";
import { contactOf } from "@jst/directory";
import { Temporal } from "temporal-polyfill";
import type { Subscription } from "../../gen/rpc.ts";
import type { Rhythm } from "../periods/periods.ts";

/** A subscription as the API shows it, over the row `t`. */
export const SUBSCRIPTION = `(select row_to_json(r) from (select
  t.id,
  t.status,
  ${contactOf("t.contact_id")} as contact_id,
  t.bill_to,
  t.currency,
  commerce.lines_with_rates(t.items) as items,
  t.subtotal,
  t.discount_total,
  t.tax_total,
  t.total,
  ${taxJson("items")},
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
  ${instant("t.created_at")} as created_at,
  ${instant("t.updated_at")} as updated_at,
  json_build_object('type', t.created_by_type, 'id', nullif(t.created_by_id, '')) as created_by,
  t.version
) r)`;

/** Subscription as a write answers it. */
export interface StoredSubscription {
  id: string;
  body: string;
  version: number;
}

/** Columns that a write of a subscription answers. */
export const STORED = `t.id, t.version, ${SUBSCRIPTION}::text as body`;

/** A subscription that no other transaction writes until this one ends. */
export interface LockedSubscription {
  subscription: Subscription;
  /** Number of the next period to begin. */
  nextPeriod: number;
}

/** Columns of a held subscription. */
export const HELD = `${SUBSCRIPTION} as subscription, t.next_period as "nextPeriod"`;

/** Reads one subscription. */
export function findSubscription(teamId: string, id: string): Statement {
  const text = `select ${SUBSCRIPTION}::text as body, t.version
from commerce.subscriptions t where t.team_id = $1 and t.id = $2`;
  return { name: "commerce.subscriptions.find", text, values: [teamId, id] };
}

/** Reads one subscription, which stays as it is until the transaction ends. */
export async function lockSubscription(tx: TeamTx, id: string): Promise<LockedSubscription | undefined> {
  const [row] = await tx.query<LockedSubscription & Record<string, unknown>>({
    name: "commerce.subscriptions.hold",
    text: `select ${HELD} from commerce.subscriptions t where t.team_id = $1 and t.id = $2 for no key update`,
    values: [tx.context.teamId, id],
  });
  return row;
}

/** Stores what has moved of a held subscription, and answers it as the API shows it. */
export async function storeMoved(
  tx: TeamTx,
  { subscription, nextPeriod }: LockedSubscription,
): Promise<StoredSubscription> {
  const { id, status, current_period_start: start, current_period_end: end } = subscription;
  const { latest_invoice_id: latest, cancel_at: cancel, canceled_at: canceled } = subscription;
  return one(
    await tx.query<StoredSubscription & Record<string, unknown>>({
      name: "commerce.subscriptions.move",
      text: `update commerce.subscriptions t
set status = $3, current_period_start = $4, current_period_end = $5, latest_invoice_id = $6, cancel_at = $7,
  canceled_at = $8, next_period = $9, updated_at = clock_timestamp(), version = t.version + 1
where t.team_id = $1 and t.id = $2
returning ${STORED}`,
      values: [tx.context.teamId, id, status, start, end, latest, cancel, canceled, nextPeriod],
    }),
  );
}

/** Returns how often it repeats, and on the calendar of which time zone. */
export const rhythmOf = ({ interval, interval_count, timezone }: Subscription): Rhythm => ({
  interval,
  intervalCount: interval_count,
  timezone,
});

/** When its periods begin to be counted. */
export const anchorOfSubscription = ({ billing_anchor: anchor }: Subscription): Temporal.Instant =>
  Temporal.Instant.from(anchor ?? "");
