import { uuidv7, type TeamTx } from "@jst/db";
import { validationFailed } from "@jst/errors";
import { Temporal } from "temporal-polyfill";
import type { BillTo } from "../../gen/rpc.ts";
import { insertRow } from "../documents/rows.ts";
import type { StoredInvoice } from "../invoices/invoice.ts";
import { publishCreated } from "../invoices/lifecycle.ts";
import { insertInvoice } from "../invoices/numbering.ts";
import { shownTotals, type ShownTotals } from "../money/line-items.ts";
import { charges, readMoment } from "../settings/team-settings.ts";
import { noteCharge, noteDue } from "./dues.ts";
import { subscriptions } from "./lifecycle.ts";
import { openingOf, instantText, type Opening, type SubscriptionDates } from "./opening.ts";
import { findStanding } from "./standing.ts";
import { subscriptionTable, type StoredSubscription } from "./subscription.ts";

/** Hours after which a subscription ends if its first invoice is not paid. */
const INCOMPLETE_HOURS = 23;

/** A new subscription. */
export interface NewSubscription extends Omit<SubscriptionTerms, "id"> {
  dates: SubscriptionDates;
  /** Its id, if something else names it already. */
  id?: string;
}

/**
 * Stores a subscription with its entry in the audit log and, where its first period has begun, the invoice of that;
 * later periods that have begun are the clock's (commerce.subscription). Throws 422 for times that do not fit, and
 * for one to be charged automatically where nobody charges.
 */
export async function insertSubscription(
  tx: TeamTx,
  { dates, id = uuidv7(), ...billed }: NewSubscription,
  timezone: string,
): Promise<StoredSubscription> {
  const { nowMs, provider } = await readMoment(tx);
  if (billed.collection_method === "charge_automatically" && !charges(provider))
    throw validationFailed([notCharged]);
  const opening = openingOf(dates, nowMs);
  const isBilled = opening.status === "active";
  const invoiceId = isBilled ? uuidv7() : null;
  const isCharged = isBilled && billed.collection_method === "charge_automatically" && billed.total > 0;
  const status = isCharged ? "incomplete" : opening.status;
  const subscription = await insert(tx, { ...billed, ...opening, id, status, invoiceId, dates });
  subscriptions.record(tx, "create", id);
  const { current_period_start: start, current_period_end: end } = opening;
  if (invoiceId === null || start === null || end === null) {
    noteDue(tx, id, opening.dueAt);
    return subscription;
  }
  await invoicePeriod(tx, { ...billed, id }, { id: invoiceId, period: { start, end } }, timezone);
  const { nextAt = opening.dueAt } = await findStanding(tx, id, timezone);
  const dueAt = nextAt < opening.dueAt ? nextAt : opening.dueAt;
  noteDue(tx, id, isCharged ? instantText(hoursAfter(nowMs, INCOMPLETE_HOURS)) : dueAt);
  return subscription;
}

const hoursAfter = (ms: number, hours: number): Temporal.Instant =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(ms)).add({ hours });

const notCharged = {
  field: "collection_method",
  code: "invalid_value",
  message: "The payment provider of this team cannot charge automatically. Use send_invoice.",
} as const;

interface NewRow extends SubscriptionTerms, Omit<Opening, "status"> {
  status: string;
  invoiceId: string | null;
  dates: SubscriptionDates;
}

function insert(tx: TeamTx, row: NewRow): Promise<StoredSubscription> {
  const { id, status, contact_id, currency, collection_method, days_until_due, invoiceId, memo } = row;
  const { start_at, trial_end, billing_anchor, current_period_start, current_period_end, cancel_at } = row;
  const { interval, intervalCount, timezone } = row.dates.rhythm;
  return insertRow(tx, subscriptionTable, {
    ...{ id, status, contact_id, currency, ...shownTotals(row), memo, collection_method, days_until_due },
    ...{ interval, interval_count: intervalCount, timezone, start_at, trial_end, billing_anchor, cancel_at },
    ...{ current_period_start, current_period_end, latest_invoice_id: invoiceId },
    next_period: invoiceId === null ? 0 : 1,
    ...{ bill_to: row.bill_to, items: row.line_items, metadata: row.metadata },
  });
}

/** Members of a subscription that its invoices copy. */
export interface SubscriptionTerms extends ShownTotals {
  id: string;
  contact_id: string;
  bill_to: BillTo | object;
  currency: string;
  line_items: readonly object[];
  collection_method: "send_invoice" | "charge_automatically";
  days_until_due: number | null;
  memo: string | null;
  metadata: object;
}

/** Period of an invoice, and its id if something names it before. */
export interface PeriodInvoice {
  period: { start: string; end: string };
  id?: string;
}

/**
 * Makes the invoice of a period, final at once; what is charged automatically is due then, and charged once this is
 * committed. A period that has one already has no second.
 */
export async function invoicePeriod(
  tx: TeamTx,
  billed: SubscriptionTerms,
  invoice: PeriodInvoice,
  timezone: string,
): Promise<StoredInvoice> {
  const { id, contact_id, bill_to, currency, line_items, memo, metadata } = billed;
  const stored = await insertInvoice(
    tx,
    {
      ...{ contact_id, bill_to, currency, line_items, ...shownTotals(billed) },
      ...{ due_date: null, days_until_due: billed.days_until_due ?? 0, memo, footer: null, metadata },
    },
    { isFinal: true, timezone, source: { type: "subscription", id }, ...invoice },
  );
  publishCreated(tx, stored);
  if (billed.collection_method === "charge_automatically" && stored.status === "open")
    noteCharge(tx, stored.id);
  return stored;
}
