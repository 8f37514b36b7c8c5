import { uuidv7, type TeamTx } from "@jst/db";
import type { Checkout } from "../../gen/rpc.ts";
import { changeCheckout, type ReadCheckout } from "./checkout.ts";
import { charges, readMoment } from "../settings/team-settings.ts";
import { recordAct } from "../documents/document.ts";
import { DAYS_UNTIL_DUE } from "../invoices/due.ts";
import { lockInvoice } from "../invoices/invoice.ts";
import { insertInvoice } from "../invoices/numbering.ts";
import { invoices, publishCreated, payBy, type ProviderPayment } from "../invoices/lifecycle.ts";
import { shownTotals } from "../money/line-items.ts";
import type { Paying } from "../payers/payers.ts";
import { insertSubscription } from "../subscriptions/insert-subscription.ts";

/** How a checkout of lines is completed. */
export interface Completion {
  /** Payer, if the checkout names none. */
  paying: Paying | undefined;
  /** None where the order is placed and paid later, or where there is nothing to pay. */
  payment: ProviderPayment | undefined;
  timezone: string;
}

/**
 * Completes a held checkout of lines, which is not ended: its invoice or subscription is made now, in this transaction,
 * and paid by the payment (commerce.checkout-states).
 */
export async function completeCheckout(
  tx: TeamTx,
  { checkout, billTo }: ReadCheckout,
  { paying, payment, timezone }: Completion,
): Promise<void> {
  const { id, contact_id } = checkout;
  const payer = contact_id === null || billTo === null ? paying : { contact_id, bill_to: billTo };
  if (payer === undefined) throw new Error("Nobody has said who pays.");
  const parts = { payer, payment, timezone };
  const made =
    checkout.recurring === null ? await invoice(tx, checkout, parts) : await subscribe(tx, checkout, parts);
  await changeCheckout(tx, id, {
    status: "complete",
    contact_id: payer.contact_id,
    bill_to: JSON.stringify(payer.bill_to),
    payment_status: payment !== undefined && checkout.total > 0 ? "paid" : checkout.payment_status,
    ...made,
  });
  recordAct(tx, "checkouts", "complete", id);
}

interface Parts {
  payer: Paying;
  payment: ProviderPayment | undefined;
  timezone: string;
}

/** Copies the members of a checkout to its invoice or subscription. */
function saidBy({ currency, line_items, memo, metadata, ...checkout }: Checkout, payer: Paying) {
  return { ...payer, currency, line_items, memo, metadata, ...shownTotals(checkout) };
}

async function invoice(tx: TeamTx, checkout: Checkout, { payer, payment, timezone }: Parts) {
  const draft = {
    ...saidBy(checkout, payer),
    footer: null,
    due_date: null,
    days_until_due: DAYS_UNTIL_DUE,
  };
  const source = { type: "checkout", id: checkout.id } as const;
  const made = await insertInvoice(tx, draft, { isFinal: true, timezone, source });
  const held = await lockInvoice(tx, made.id, timezone);
  if (payment !== undefined && held?.invoice.status === "open") {
    // The event shows the invoice as paid.
    publishCreated(tx, await payBy(payment).store(tx, held, { timezone }), "open");
    invoices.record(tx, "pay", made.id);
  } else publishCreated(tx, made);
  return { invoice_id: made.id, subscription_id: null };
}

async function subscribe(tx: TeamTx, checkout: Checkout, { payer, payment, timezone }: Parts) {
  const { interval = "month", interval_count: intervalCount = 1 } = checkout.recurring ?? {};
  const { provider } = await readMoment(tx);
  const isSent = !charges(provider);
  const id = uuidv7();
  const made = await insertSubscription(
    tx,
    {
      ...saidBy(checkout, payer),
      asked: {
        ...{ startAt: undefined, trialDays: 0, cancelAt: undefined },
        rhythm: { interval, intervalCount, timezone },
      },
      collection_method: isSent ? "send_invoice" : "charge_automatically",
      days_until_due: isSent ? DAYS_UNTIL_DUE : null,
      id,
    },
    timezone,
  );
  const { latest_invoice_id: invoice_id } = JSON.parse(made.body) as { latest_invoice_id: string };
  const held = await lockInvoice(tx, invoice_id, timezone);
  if (payment !== undefined && held?.invoice.status === "open")
    await invoices.enter(tx, held, payBy(payment), { timezone });
  return { invoice_id, subscription_id: id };
}
