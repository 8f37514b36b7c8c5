import { one, uuidv7, type TeamTx } from "@jst/db";
import { validationFailed } from "@jst/errors";
import { Temporal } from "temporal-polyfill";
import { charges, readMoment } from "../documents/moment.ts";
import { shownTotals } from "../money/line-items.ts";
import { noteDue } from "../subscribed/dues.ts";
import { openingOf, text, type SubscriptionDates, type Opening } from "../subscribed/opening.ts";
import { findStanding } from "../subscribed/standing.ts";
import { STORED, type StoredSubscription } from "../subscribed/subscription.ts";
import { recordSubscriptionAct } from "../subscribed/tell.ts";
import { invoicePeriod, type Billed } from "./period-invoice.ts";

/** Hours after which a subscription whose first invoice was not paid is over. */
const INCOMPLETE_HOURS = 23;

/** A new subscription. */
export interface NewlySubscribed extends Omit<Billed, "id"> {
  asked: SubscriptionDates;
  /** Its id, where something else names it already. */
  id?: string;
}

/**
 * Stores a subscription with its entry in the audit log and, where its first period has begun, the invoice of that;
 * later periods that have begun are the clock's (commerce.subscription). Throws 422 for times that do not fit, and
 * for one to be charged automatically where nobody charges.
 */
export async function insertSubscription(
  tx: TeamTx,
  { asked, id = uuidv7(), ...billed }: NewlySubscribed,
  timezone: string,
): Promise<StoredSubscription> {
  const { nowMs, provider } = await readMoment(tx);
  if (billed.collection_method === "charge_automatically" && !charges(provider))
    throw validationFailed([notCharged]);
  const opening = openingOf(asked, nowMs);
  const isBilled = opening.status === "active";
  const invoiceId = isBilled ? uuidv7() : null;
  const isCharged = isBilled && billed.collection_method === "charge_automatically" && billed.total > 0;
  const status = isCharged ? "incomplete" : opening.status;
  const subscription = await insert(tx, { ...billed, ...opening, id, status, invoiceId, asked });
  recordSubscriptionAct(tx, "create", id);
  const { current_period_start: start, current_period_end: end } = opening;
  if (invoiceId === null || start === null || end === null) {
    noteDue(tx, id, opening.dueAt);
    return subscription;
  }
  await invoicePeriod(tx, { ...billed, id }, { id: invoiceId, period: { start, end } }, timezone);
  const { nextAt = opening.dueAt } = await findStanding(tx, id, timezone);
  const dueAt = nextAt < opening.dueAt ? nextAt : opening.dueAt;
  noteDue(tx, id, isCharged ? text(hoursAfter(nowMs, INCOMPLETE_HOURS)) : dueAt);
  return subscription;
}

const hoursAfter = (ms: number, hours: number): Temporal.Instant =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(ms)).add({ hours });

const notCharged = {
  field: "collection_method",
  code: "invalid_value",
  message: "This team's payment provider charges nobody automatically: take send_invoice.",
} as const;

interface Row extends Billed, Omit<Opening, "status"> {
  status: string;
  invoiceId: string | null;
  asked: SubscriptionDates;
}

async function insert(tx: TeamTx, row: Row): Promise<StoredSubscription> {
  const { teamId, actorType, actorId } = tx.context;
  const values = {
    team_id: teamId,
    id: row.id,
    status: row.status,
    contact_id: row.contact_id,
    bill_to: JSON.stringify(row.bill_to),
    currency: row.currency,
    items: JSON.stringify(row.line_items),
    ...shownTotals(row),
    interval: row.asked.rhythm.interval,
    interval_count: row.asked.rhythm.intervalCount,
    timezone: row.asked.rhythm.timezone,
    collection_method: row.collection_method,
    days_until_due: row.days_until_due,
    start_at: row.start_at,
    trial_end: row.trial_end,
    billing_anchor: row.billing_anchor,
    next_period: row.invoiceId === null ? 0 : 1,
    current_period_start: row.current_period_start,
    current_period_end: row.current_period_end,
    latest_invoice_id: row.invoiceId,
    cancel_at: row.cancel_at,
    memo: row.memo,
    metadata: JSON.stringify(row.metadata),
    created_by_type: actorType,
    created_by_id: actorId,
  };
  const names = Object.keys(values);
  return one(
    await tx.query<StoredSubscription & Record<string, unknown>>({
      name: "commerce.subscriptions.insert",
      text: `insert into commerce.subscriptions as t (${names.map((name) => `"${name}"`).join(", ")})
values (${names.map((_, at) => `$${at + 1}`).join(", ")}) returning ${STORED}`,
      values: Object.values(values),
    }),
  );
}
